/** Attempts at codes of a second factor, counted in the database by their source (ATT-07, M-6). */
import type { Database } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { countBack, type Counted, countUp } from '../../../platform/security/tallies.ts'
import type { CodeSource } from './code-sources.ts'
import { freshMinutes } from '../sessions/fresh-sessions.ts'

type Connection = Pick<Database, 'query'>

/** Attempts of one source within an hour. */
const attemptsMax = 10
/**
 * Attempts at one account within an hour, from all sources. A reset row in the table does not raise this
 * limit.
 */
const attemptsOfAllMax = 60
/** Attempts at one account within an hour, except sign-ins on devices that the owner has used before. */
const attemptsOfAccountMax = 40
const windowMinutes = 60
/** The window in which attempts are counted, in seconds. */
export const codeWindowSeconds = windowMinutes * 60

/** The account whose code is tried, and the source of the attempt. */
export type CodeTry = { readonly userId: number; readonly source: CodeSource }

/**
 * Counts an attempt before the code is checked. Returns false and counts nothing if the source, or all
 * sources together, reached their limit. A known device is limited by its own count alone. So is a session
 * that a correct code opened a moment ago.
 */
export function claimCodeAttempt(
  database: Database,
  keys: Keys,
  codeTry: CodeTry,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    if (!(await claimInTable(transaction, codeTry))) return false
    const caps = { ofPart: attemptsMax, ofSubject: attemptsOfAllMax, windowMinutes }
    return countUp(transaction, keys, countedOf(codeTry), caps)
  })
}

function countedOf({ userId, source }: CodeTry): Counted {
  return { subject: `codes of a factor of ${userId}`, part: source }
}

async function claimInTable(connection: Connection, { userId, source }: CodeTry): Promise<boolean> {
  const claimed = await connection.query(
    `insert into accounts.code_attempt as a (user_id, source, attempts)
     select $1, $2, 1 where $2 like 'device %'
       or exists (select from accounts.session s where s.user_id = $1
         and 'session ' || s.id = $2 and s.created_at > now() - make_interval(mins => $6))
       or (select coalesce(sum(o.attempts), 0) from accounts.code_attempt o where o.user_id = $1
         and o.source not like 'device %' and o.since > now() - make_interval(mins => $4)) < $5
     on conflict (user_id, source) do update set
       attempts = case when a.since > now() - make_interval(mins => $4) then a.attempts + 1 else 1 end,
       is_told = a.is_told and a.since > now() - make_interval(mins => $4),
       since = case when a.since > now() - make_interval(mins => $4) then a.since else now() end
     where a.attempts < $3 or a.since <= now() - make_interval(mins => $4)
     returning 1`,
    [userId, source, attemptsMax, windowMinutes, attemptsOfAccountMax, freshMinutes],
  )
  return claimed.rowCount === 1
}

/** Releases the attempt of a correct code. */
export async function releaseCodeAttempt(
  connection: Connection,
  keys: Keys,
  codeTry: CodeTry,
): Promise<void> {
  const { userId, source } = codeTry
  await countBack(connection, keys, countedOf(codeTry), windowMinutes)
  await connection.query(
    `update accounts.code_attempt set attempts = greatest(attempts - 1, 0)
     where user_id = $1 and source = $2`,
    [userId, source],
  )
}

/** Claims the notice about the wrong codes of this hour; only the first caller gets true. */
export async function claimGuessNotice(
  connection: Connection,
  { userId, source }: CodeTry,
): Promise<boolean> {
  const claimed = await connection.query(
    `update accounts.code_attempt set is_told = true
     where user_id = $1 and source = $2 and not is_told and not exists (
       select from accounts.code_attempt o where o.user_id = $1 and o.is_told
         and o.since > now() - make_interval(mins => $3))`,
    [userId, source, windowMinutes],
  )
  return claimed.rowCount === 1
}

/** Deletes the counts of past hours. */
export async function sweepCodeAttempts(database: Database): Promise<void> {
  await database.query(
    'delete from accounts.code_attempt where since < now() - make_interval(mins => $1)',
    [windowMinutes],
  )
}
