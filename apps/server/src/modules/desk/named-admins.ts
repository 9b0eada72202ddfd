/**
 * Admins that the settings name by e-mail address (ROLE-07). The first account that enters with such an
 * address is recorded with a proof: an account that later gets the address in the database has no power by
 * it.
 */
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../../platform/secrets/proof.ts'
import { record } from './audit.ts'
import { heldEntries } from './audit-chain.ts'

type Connection = Pick<Database, 'query'>

/** An account with a confirmed address that the settings name. */
export type NamedAccount = { readonly userId: number; readonly emailKey: string }

const action = 'role.named'
const version = 'tukar named admin 1'

/** Whether the account is the first that entered with its address. */
export async function isFirstOfName(
  connection: Connection,
  keys: Keys,
  account: NamedAccount,
): Promise<boolean> {
  return (await firstOf(connection, keys, account.emailKey)) === account.userId
}

/** Like `isFirstOfName`, for an account that enters now: without an earlier one it becomes the first. */
export async function mayEnterByName(
  database: Database,
  keys: Keys,
  account: NamedAccount,
): Promise<boolean> {
  if (await isFirstOfName(database, keys, account)) return true
  return inTransaction(database, async (transaction) => {
    await transaction.query('select from desk.audit_head for update')
    const first = await firstOf(transaction, keys, account.emailKey)
    if (first === null) await keep(transaction, keys, account)
    return (first ?? account.userId) === account.userId
  })
}

async function keep(transaction: Transaction, keys: Keys, account: NamedAccount): Promise<void> {
  await record(transaction, {
    operatorId: null,
    action,
    subject: subjectOf(keys, account.emailKey),
    reason: '',
    after: {
      account: account.userId,
      proof: createProof(keys, 'operator-role', valuesOf(account)).toString('hex'),
    },
  })
}

type RecordedName = {
  readonly no: number
  readonly userId: number | null
  readonly proof: string | null
}

async function firstOf(
  connection: Connection,
  keys: Keys,
  emailKey: string,
): Promise<number | null> {
  const found = await connection.query<RecordedName>(
    `select no, (after->>'account')::bigint as "userId", after->>'proof' as proof
     from desk.audit_entry where subject = $1 and action = $2 order by no`,
    [subjectOf(keys, emailKey), action],
  )
  const held = await heldEntries(
    connection,
    found.rows.map(({ no }) => no),
  )
  for (const { no, userId, proof } of found.rows) {
    if (userId === null || !held.has(no)) continue
    const stored = Buffer.from(proof ?? '', 'hex')
    if (matchesProof(keys, 'operator-role', valuesOf({ userId, emailKey }), stored)) return userId
  }
  return null
}

/** The address itself is kept out of the audit log. */
function subjectOf(keys: Keys, emailKey: string): string {
  const mac = createProof(keys, 'operator-role', [version, emailKey])
  return `executor:${mac.toString('hex').slice(0, 32)}`
}

function valuesOf({ userId, emailKey }: NamedAccount): Proven {
  return [version, userId, emailKey]
}
