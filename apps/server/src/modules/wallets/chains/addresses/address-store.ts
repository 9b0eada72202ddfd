/**
 * Addresses of users: one per user and chain family, from an index that counts up. The index has gaps only
 * after a restored backup (SRV-63).
 */
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { ChainFamily } from '../chains.ts'
import { type AssignedAddress, sealOfAddress } from './address-seal.ts'

type Connection = Pick<Database, 'query'>

/** Lock ids, the same in all our processes: addresses of one family are created one at a time. */
const addressLocks = { bitcoin: 7_301_861, evm: 7_301_862 } as const

/** A user's address, or null if he has none yet. */
export async function findAddress(
  connection: Connection,
  family: ChainFamily,
  userId: number,
): Promise<string | null> {
  return (await findStored(connection, family, userId))?.address ?? null
}

/** An address as it was given, with its seal; null for addresses of a version that made no seals. */
export type StoredAddress = AssignedAddress & { readonly seal: Buffer | null }

const storedColumns = 'family, user_id as "userId", index, address, seal'

/** A user's address; null if he has none yet. */
export async function findStored(
  connection: Connection,
  family: ChainFamily,
  userId: number,
): Promise<StoredAddress | null> {
  const found = await connection.query<StoredAddress>(
    `select ${storedColumns} from wallets.chain_address where family = $1 and user_id = $2`,
    [family, userId],
  )
  return found.rows[0] ?? null
}

/** The owner of an address; null if it belongs to no user. */
export async function findByAddress(
  connection: Connection,
  family: ChainFamily,
  address: string,
): Promise<StoredAddress | null> {
  const found = await connection.query<StoredAddress>(
    `select ${storedColumns} from wallets.chain_address where family = $1 and address = $2`,
    [family, address],
  )
  return found.rows[0] ?? null
}

/**
 * A user's address; created and sealed if he has none yet. Concurrent requests get the same address.
 *
 * @param derive returns the address of an index, in the form used for comparison (EVM: lower case)
 */
export async function assignAddress(
  { database, seals }: { readonly database: Database; readonly seals: Keys },
  family: ChainFamily,
  userId: number,
  derive: (index: number) => string,
): Promise<string> {
  const known = await findAddress(database, family, userId)
  if (known !== null) return known
  return inTransaction(database, async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1)', [addressLocks[family]])
    const meanwhile = await findAddress(transaction, family, userId)
    if (meanwhile !== null) return meanwhile
    const counted = await transaction.query<{ next: number }>(
      `select greatest(
         (select max(index) + 1 from wallets.chain_address where family = $1),
         (select index from wallets.address_floor where family = $1), 0) as next`,
      [family],
    )
    const index = counted.rows[0]?.next ?? 0
    const address = derive(index)
    await insertAddress(transaction, seals, { family, userId, index, address })
    return address
  })
}

/**
 * The floor of restored indexes counts seconds from here. It is higher than all given indexes, because fewer
 * than one address a second is given.
 */
const floorFromMs = Date.UTC(2026, 0, 1)

/**
 * Skips the addresses that were given after a backup that is now restored. Their users may still pay to them,
 * so they must not go to other users.
 *
 * @param nowMs milliseconds since 1970; a later time gives a higher floor
 */
export async function skipLostAddresses(transaction: Transaction, nowMs: number): Promise<void> {
  await transaction.query(
    `insert into wallets.address_floor as f (family, index)
     select unnest(array['bitcoin', 'evm']), $1
     on conflict (family) do update set index = greatest(f.index, excluded.index)`,
    [Math.floor((nowMs - floorFromMs) / 1_000)],
  )
}

/** Stores an address with its seal. */
export async function insertAddress(
  transaction: Connection,
  seals: Keys,
  assigned: AssignedAddress,
): Promise<void> {
  const { family, userId, index, address } = assigned
  await transaction.query(
    `insert into wallets.chain_address (family, user_id, index, address, seal)
     values ($1, $2, $3, $4, $5)`,
    [family, userId, index, address, sealOfAddress(seals, assigned)],
  )
}

const sealedAtOnce = 10_000

/** Seals, as they are now, the addresses that were given before seals existed. */
export async function sealAddresses(connection: Connection, seals: Keys): Promise<void> {
  for (;;) {
    const found = await connection.query<StoredAddress>(
      `select ${storedColumns} from wallets.chain_address where seal is null limit ${sealedAtOnce}`,
    )
    if (found.rows.length === 0) return
    await connection.query(
      `update wallets.chain_address a set seal = s.seal
       from unnest($1::text[], $2::int[], $3::bytea[]) as s(family, index, seal)
       where a.family = s.family and a.index = s.index`,
      [
        found.rows.map(({ family }) => family),
        found.rows.map(({ index }) => index),
        found.rows.map((assigned) => sealOfAddress(seals, assigned)),
      ],
    )
  }
}

/** Addresses of a family after an index, with their seals. */
export async function addressesAfter(
  connection: Connection,
  family: ChainFamily,
  { after, max }: { readonly after: number; readonly max: number },
): Promise<readonly StoredAddress[]> {
  const found = await connection.query<StoredAddress>(
    `select ${storedColumns} from wallets.chain_address
     where family = $1 and index > $2 order by index limit $3`,
    [family, after, max],
  )
  return found.rows
}

/** The owners of these addresses; an address that is not in the result belongs to no user. */
export async function ownersOf(
  connection: Connection,
  family: ChainFamily,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await connection.query<{ address: string; userId: number }>(
    `select address, user_id as "userId" from wallets.chain_address
     where family = $1 and address = any($2)`,
    [family, addresses],
  )
  return new Map(found.rows.map(({ address, userId }) => [address, userId]))
}

export type IssuedAddress = { readonly index: number; readonly address: string }

/** Addresses of a family from an index on, for the in-memory list of the scanner. */
export async function addressesFrom(
  connection: Connection,
  family: ChainFamily,
  { fromIndex, max }: { readonly fromIndex: number; readonly max: number },
): Promise<readonly IssuedAddress[]> {
  const found = await connection.query<IssuedAddress>(
    `select index, address from wallets.chain_address
     where family = $1 and index >= $2 order by index limit $3`,
    [family, fromIndex, max],
  )
  return found.rows
}
