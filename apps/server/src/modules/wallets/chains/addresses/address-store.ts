/**
 * Addresses of users: one each and chain family, made of an index that is counted up, without gaps but for those
 * that a database has which was put back (SRV-63).
 */
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { ChainFamily } from '../chains.ts'

type Connection = Pick<Database, 'query'>

/** Any number, the same in all our processes: addresses of one family are made one after the other. */
const addressLocks = { bitcoin: 7_301_861, evm: 7_301_862 } as const

/** A user's address, or null where he asked for none yet. */
export async function findAddress(
  connection: Connection,
  family: ChainFamily,
  userId: number,
): Promise<string | null> {
  return (await findMade(connection, family, userId))?.address ?? null
}

/** A user's address with the index that it was made of; null where he asked for none yet. */
export async function findMade(
  connection: Connection,
  family: ChainFamily,
  userId: number,
): Promise<{ readonly index: number; readonly address: string } | null> {
  const found = await connection.query<{ index: number; address: string }>(
    'select index, address from wallets.chain_address where family = $1 and user_id = $2',
    [family, userId],
  )
  return found.rows[0] ?? null
}

/**
 * A user's address; made where he has none yet. Several at once get the same one.
 *
 * @param derive the address of an index, in the form that is compared (EVM: lower case)
 */
export async function giveAddress(
  database: Database,
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
    await insertAddress(transaction, { family, userId, index, address })
    return address
  })
}

/** From here on a floor counts seconds: higher than all that were ever given, at less than one a second. */
const floorFromMs = Date.UTC(2026, 0, 1)

/**
 * Leaves out the addresses that a database which was put back may have given since its backup: whoever had one
 * may still pay to it, and then it must be nobody else's.
 *
 * @param nowMs milliseconds since 1970; later ones give a higher floor, whatever the database knows of others
 */
export async function skipLostAddresses(transaction: Transaction, nowMs: number): Promise<void> {
  await transaction.query(
    `insert into wallets.address_floor as f (family, index)
     select unnest(array['bitcoin', 'evm']), $1
     on conflict (family) do update set index = greatest(f.index, excluded.index)`,
    [Math.floor((nowMs - floorFromMs) / 1_000)],
  )
}

async function insertAddress(
  transaction: Transaction,
  made: { family: ChainFamily; userId: number; index: number; address: string },
): Promise<void> {
  await transaction.query(
    `insert into wallets.chain_address (family, user_id, index, address) values ($1, $2, $3, $4)`,
    [made.family, made.userId, made.index, made.address],
  )
}

/** Whose addresses these are; what is not in it is a stranger's. */
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

/** Addresses of a family from an index on, for whoever keeps all of them at hand to scan for. */
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
