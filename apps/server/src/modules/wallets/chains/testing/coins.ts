/** Coins, addresses and views shared by tests of chains. */
import type { Database } from '../../../../platform/database/pool.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import { insertAddress } from '../addresses/address-store.ts'
import type { ChainDepositDeps } from '../deposits/deposit-executor.ts'
import type { ChainView, PlacedSighting, Sighting, BlockRange } from '../tracking/chain-view.ts'
import type { ChainAsset, Finality } from '../chains.ts'

export const bitcoinAsset: ChainAsset = {
  chain: 'bitcoin',
  contract: null,
  currencyId: 2,
  chainDecimals: 8,
  unitDecimals: 8,
  minUnits: 20_000,
  travelLimit: 100_000,
}

export const twoConfirmations: Finality = {
  kind: 'confirmations',
  tiers: [
    { fromAmount: 0n, count: 2 },
    { fromAmount: 1_000_000n, count: 6 },
  ],
}

/** Dependencies of a deposit executor whose nodes confirm every deposit. */
export const nodesAgree: Pick<ChainDepositDeps, 'keys' | 'finalCheck'> = {
  keys: testKeys,
  finalCheck: () => Promise.resolve('seen'),
}

/** Creates a user with a sealed bitcoin address that equals his name; returns his id. */
export async function personWithAddress(database: Database, name: string): Promise<number> {
  const made = await database.query<{ id: number }>(
    `insert into accounts.users (full_name, nickname, email, email_key)
     values ($1, $1, $1 || '@example.id', $1 || '@example.id') returning id`,
    [name],
  )
  const userId = made.rows[0]?.id ?? 0
  const counted = await database.query<{ index: number }>(
    `select count(*)::int as index from wallets.chain_address where family = 'bitcoin'`,
  )
  const index = counted.rows[0]?.index ?? 0
  await insertAddress(database, testKeys, { family: 'bitcoin', userId, index, address: name })
  return userId
}

/** A credited deposit whose reversal is stored before the engine suspends the account. The row is not due. */
export async function reversedDeposit(database: Database, userId: number): Promise<number> {
  await database.query(
    `insert into wallets.chain_cursor (chain, genesis_hash) values ('bitcoin', 'main-0')
     on conflict do nothing`,
  )
  const made = await database.query<{ id: number }>(
    `insert into wallets.chain_deposit (chain, user_id, currency_id, txid, output_index, to_address,
       amount, is_coinbase, units, state, cause, next_look_at)
     values ('bitcoin', $1, 2, gen_random_uuid()::text, 0, 'x', 500, false, 500, 'reversing',
       'left_chain', null) returning id`,
    [userId],
  )
  return made.rows[0]?.id ?? 0
}

/** An output of a transaction to an address. */
export function output(
  txid: string,
  index: number,
  toAddress: string,
  amount: number | bigint,
): Sighting {
  return {
    txid,
    index,
    toAddress,
    contract: null,
    amount: BigInt(amount),
    isCoinbase: false,
    receipt: 'ok',
  }
}

/** A block of a branch, on top of the previous block. */
export function block(
  height: number,
  branch: string,
  sightings: readonly Sighting[] = [],
  parentBranch = branch,
): BlockRange {
  const hash = `${branch}-${height}`
  const placed = sightings.map(
    (sighting): PlacedSighting => ({ ...sighting, block: { height, hash } }),
  )
  const parentHash = `${parentBranch}-${height - 1}`
  return { fromHeight: height, height, hash, parentHash, sightings: placed }
}

/** A view with these blocks and nothing above them. */
export function viewWith(ranges: readonly BlockRange[], more: Partial<ChainView> = {}): ChainView {
  return { ranges, headHeight: ranges.at(-1)?.height ?? 0, final: null, pool: null, ...more }
}
