/** Passkeys of operators in the database, each with a proof under a key that the database does not have. */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../../../platform/secrets/proof.ts'
import { record } from '../audit.ts'

type Connection = Pick<Database, 'query'>

export type Passkey = {
  readonly id: string
  readonly userId: number
  readonly name: string
  readonly publicKey: Buffer
  readonly rpId: string
  readonly origin: string
  readonly counter: number
  readonly addedAt: Date
  readonly lastUsedAt: Date | null
  readonly removedAt: Date | null
}

export type NewPasskey = Omit<Passkey, 'addedAt' | 'lastUsedAt' | 'removedAt'>

const version = 'tukar operator passkey 1'

/** The audit action of a removal; its entry names the passkey. */
const removal = 'passkey.remove'

function subjectOf(userId: number): string {
  return `user:${userId}`
}

const columns = `id, user_id::float8 as "userId", name, public_key as "publicKey", rp_id as "rpId", origin,
  counter::float8 as counter, added_at as "addedAt", last_used_at as "lastUsedAt",
  removed_at as "removedAt", mac`

/** Inserts a passkey; false if it exists already. */
export async function addPasskey(
  connection: Connection,
  keys: Keys,
  created: NewPasskey,
): Promise<boolean> {
  const added = await connection.query(
    `insert into desk.passkey (id, user_id, name, public_key, rp_id, origin, counter, mac)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [
      created.id,
      created.userId,
      created.name,
      created.publicKey,
      created.rpId,
      created.origin,
      created.counter,
      createProof(keys, 'operator-vote', valuesOf(created)),
    ],
  )
  return added.rowCount === 1
}

/**
 * The passkeys of an operator, oldest first; those without a proof are omitted. A removal is in the row and
 * in the append-only audit log, so no row can revive a passkey.
 */
export async function passkeysOf(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<readonly Passkey[]> {
  const found = await connection.query<Passkey & { readonly mac: Buffer }>(
    `select ${columns} from desk.passkey p where user_id = $1 and removed_at is null
       and not exists (
         select from desk.audit_entry e where e.subject = $2 and e.action = $3
           and e.after->>'passkey' = p.id)
     order by added_at, id`,
    [userId, subjectOf(userId), removal],
  )
  return found.rows.filter((row) => isProven(keys, row, row.mac))
}

/** All operators with passkeys, by account. */
export async function operatorsWithPasskeys(connection: Connection): Promise<readonly number[]> {
  const found = await connection.query<{ userId: number }>(
    `select distinct user_id::float8 as "userId" from desk.passkey where removed_at is null
     order by 1`,
  )
  return found.rows.map(({ userId }) => userId)
}

/** A passkey, even a removed one; null if it has no valid proof. */
export async function findPasskey(
  connection: Connection,
  keys: Keys,
  id: string,
): Promise<Passkey | null> {
  const found = await connection.query<Passkey & { readonly mac: Buffer }>(
    `select ${columns} from desk.passkey where id = $1`,
    [id],
  )
  const row = found.rows[0]
  return row !== undefined && isProven(keys, row, row.mac) ? row : null
}

/** Records the use of a passkey and its signature counter. */
export async function notePasskeyUsed(
  connection: Connection,
  id: string,
  counter: number,
): Promise<void> {
  await connection.query(
    'update desk.passkey set counter = $2, last_used_at = now() where id = $1',
    [id, counter],
  )
}

/**
 * Removes a passkey of an operator, and then writes the audit entry; false if the operator has no such
 * passkey.
 */
export async function removePasskey(
  transaction: Transaction,
  userId: number,
  id: string,
): Promise<boolean> {
  const removed = await transaction.query(
    `update desk.passkey set removed_at = now()
     where id = $1 and user_id = $2 and removed_at is null`,
    [id, userId],
  )
  if (removed.rowCount !== 1) return false
  const about = { operatorId: userId, action: removal, subject: subjectOf(userId), reason: '' }
  await record(transaction, { ...about, after: { passkey: id } })
  return true
}

function isProven(keys: Keys, passkey: NewPasskey, mac: Buffer): boolean {
  return matchesProof(keys, 'operator-vote', valuesOf(passkey), mac)
}

/** The proven fields: owner and key. Name and counter may change. */
function valuesOf({
  id,
  userId,
  publicKey,
  rpId,
  origin,
}: Omit<NewPasskey, 'name' | 'counter'>): Proven {
  return [version, id, userId, publicKey.toString('hex'), rpId, origin]
}
