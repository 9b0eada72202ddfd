/** Counterparties in the database; each query is limited to one owner. */
import type { AddressFamily, CounterpartyKind } from '@tukar/wire'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

/** The stored fields of a counterparty that the user chooses. */
export type CounterpartyFacts = {
  readonly label: string
  readonly kind: CounterpartyKind
  readonly family: AddressFamily | null
  readonly address: string | null
  readonly name: string | null
  readonly homeAddress: string | null
}

export type Counterparty = CounterpartyFacts & {
  readonly counterpartyId: number
  readonly createdMs: number
}

const columns = `id as "counterpartyId", (extract(epoch from created_at) * 1000)::float8 as "createdMs",
  label, kind, family, address, name, home_address as "homeAddress"`

/** All counterparties of a user, ordered by label. */
export async function readCounterparties(
  connection: Connection,
  userId: number,
): Promise<readonly Counterparty[]> {
  const found = await connection.query<Counterparty>(
    `select ${columns} from wallets.counterparty where user_id = $1 order by lower(label), id`,
    [userId],
  )
  return found.rows
}

/** Locks a user's address book until the transaction ends; false for a deleted user. */
export async function lockBook(transaction: Transaction, userId: number): Promise<boolean> {
  const owner = await transaction.query(
    'select 1 from accounts.users where id = $1 and deleted_at is null for no key update',
    [userId],
  )
  return owner.rowCount === 1
}

/** The counterparty that an earlier request saved, with its input; null if there is none. */
export async function findSaved(
  transaction: Transaction,
  userId: number,
  requestId: string,
): Promise<(Counterparty & { readonly requestHash: Buffer }) | null> {
  const found = await transaction.query<Counterparty & { readonly requestHash: Buffer }>(
    `select ${columns}, request_hash as "requestHash" from wallets.counterparty
     where user_id = $1 and request_id = $2`,
    [userId, requestId],
  )
  return found.rows[0] ?? null
}

/**
 * Another entry for the same counterparty, by its address, or without an address by name and home address; or
 * null.
 */
export async function findTwin(
  transaction: Transaction,
  userId: number,
  facts: CounterpartyFacts & { readonly exceptId: number | null },
): Promise<Pick<Counterparty, 'label'> | null> {
  const { family, address, name, homeAddress, exceptId } = facts
  const found = await transaction.query<Pick<Counterparty, 'label'>>(
    `select label from wallets.counterparty
     where user_id = $1 and id is distinct from $2::bigint and (
       (family = $3 and address = $4) or ($4::text is null and address is null and name = $5
         and coalesce(home_address, '') = coalesce($6::text, '')))`,
    [userId, exceptId, family, address, name, homeAddress],
  )
  return found.rows[0] ?? null
}

/** The number of counterparties of a user. */
export async function countCounterparties(
  transaction: Transaction,
  userId: number,
): Promise<number> {
  const found = await transaction.query<{ count: number }>(
    'select count(*)::integer as count from wallets.counterparty where user_id = $1',
    [userId],
  )
  return found.rows[0]?.count ?? 0
}

/** Stores a new entry. */
export async function insertCounterparty(
  transaction: Transaction,
  userId: number,
  made: CounterpartyFacts & { readonly requestId: string; readonly requestHash: Buffer },
): Promise<Counterparty | null> {
  const { label, kind, family, address, name, homeAddress, requestId, requestHash } = made
  const inserted = await transaction.query<Counterparty>(
    `insert into wallets.counterparty
       (user_id, label, kind, family, address, name, home_address, request_id, request_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
    [userId, label, kind, family, address, name, homeAddress, requestId, requestHash],
  )
  return inserted.rows[0] ?? null
}

/** Replaces an entry of the user; null if there is none with this id. */
export async function updateCounterparty(
  transaction: Transaction,
  { userId, counterpartyId }: { readonly userId: number; readonly counterpartyId: number },
  { label, kind, family, address, name, homeAddress }: CounterpartyFacts,
): Promise<Counterparty | null> {
  const updated = await transaction.query<Counterparty>(
    `update wallets.counterparty set label = $3, kind = $4, family = $5, address = $6, name = $7,
       home_address = $8, changed_at = now()
     where user_id = $1 and id = $2 returning ${columns}`,
    [userId, counterpartyId, label, kind, family, address, name, homeAddress],
  )
  return updated.rows[0] ?? null
}

/** Removes an entry of the user; false if there is none with this id. */
export async function deleteCounterparty(
  transaction: Transaction,
  { userId, counterpartyId }: { readonly userId: number; readonly counterpartyId: number },
): Promise<boolean> {
  const deleted = await transaction.query(
    'delete from wallets.counterparty where user_id = $1 and id = $2',
    [userId, counterpartyId],
  )
  return deleted.rowCount === 1
}

/** Removes the whole address book of a deleted user. */
export async function deleteCounterpartiesOf(
  connection: Connection,
  userId: number,
): Promise<void> {
  await connection.query('delete from wallets.counterparty where user_id = $1', [userId])
}
