/** Counterparties in the database: found by their owner alone. */
import type { AddressFamily, CounterpartyKind } from '@tukar/wire'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

/** What a person says of a counterparty, as it is kept. */
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

/** All of a person's, in the order of their labels. */
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

/** Holds a person's book until the transaction ends; false for who is gone. */
export async function lockBook(transaction: Transaction, userId: number): Promise<boolean> {
  const owner = await transaction.query(
    'select 1 from accounts.users where id = $1 and deleted_at is null for no key update',
    [userId],
  )
  return owner.rowCount === 1
}

/** What a request saved before, with what it asked for; null where it saved nothing. */
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

/** Another entry that is the same one: by its address, or without one by name and home; or null. */
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

/** How many a person has. */
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

/** Writes a new entry. */
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

/** Writes an own entry again; null where there is none of this id. */
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

/** Removes an own entry; false where there is none of this id. */
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

/** Removes a person's book, with the person. */
export async function deleteCounterpartiesOf(
  connection: Connection,
  userId: number,
): Promise<void> {
  await connection.query('delete from wallets.counterparty where user_id = $1', [userId])
}
