/** Codes of a factor that are tried, counted in the database by where they come from (ATT-07, M-6). */
import type { Database } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { countBack, type Counted, countUp } from '../../../platform/security/tallies.ts'
import type { CodeSource } from './code-sources.ts'
import { freshMinutes } from '../sessions/fresh-sessions.ts'

type Connection = Pick<Database, 'query'>

/** Of one source within the hour. */
const attemptsMax = 10
/** Of an account within the hour, wherever from: what a row of the table that was reset does not lift. */
const attemptsOfAllMax = 60
/** Of an account within the hour, but for sign-ins on devices that its owner is known on. */
const attemptsOfAccountMax = 40
const windowMinutes = 60
/** After so long at most codes are looked at again. */
export const codeWindowSeconds = windowMinutes * 60

/** Whose code is tried, and where. */
export type CodeTry = { readonly userId: number; readonly source: CodeSource }

/**
 * Counts a code before it is looked at; false, and nothing counted, where the source had its share of the hour, or all
 * of them together had theirs. A device that the owner is known on, and a session that was opened a moment ago, which a
 * right code opened, wait for their own share alone.
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

/** Gives back the attempt of a code that was right. */
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

/** Whether the owner has still to be told of this hour's guesses; only the first who asks hears yes. */
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

/** Forgets what was counted in past hours. */
export async function sweepCodeAttempts(database: Database): Promise<void> {
  await database.query(
    'delete from accounts.code_attempt where since < now() - make_interval(mins => $1)',
    [windowMinutes],
  )
}
