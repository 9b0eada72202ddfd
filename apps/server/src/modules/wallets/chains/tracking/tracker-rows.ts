/** Writes deposit rows for the tracker, many at once, because a block may bring thousands (ATT-81). */
import type { Transaction } from '../../../../platform/database/pool.ts'
import type { NewDeposit, TrackerWrites } from './chain-view.ts'
import type { ChainAsset, ChainName } from '../chains.ts'

/** Stores the new blocks of deposits and makes each deposit due. */
export async function changeBlocks(
  transaction: Transaction,
  changes: TrackerWrites['changes'],
): Promise<void> {
  // Rows that lose their block are written first, because another effect of the same transaction may take
  // their index.
  const ordered = [
    changes.filter(({ block }) => block === null),
    changes.filter(({ block }) => block !== null),
  ]
  for (const some of ordered) {
    if (some.length === 0) continue
    await transaction.query(
      `update wallets.chain_deposit d set block_height = c.height, block_hash = c.hash,
         is_in_pool = c.is_in_pool, version = d.version + 1, hints = d.hints + 1,
         next_look_at = now(), updated_at = now()
       from unnest($1::bigint[], $2::int[], $3::text[], $4::bool[])
         as c(id, height, hash, is_in_pool)
       where d.id = c.id`,
      [
        some.map(({ rowId }) => rowId),
        some.map(({ block }) => block?.height ?? null),
        some.map(({ block }) => block?.hash ?? null),
        some.map(({ isInPool }) => isInPool),
      ],
    )
  }
}

/** Stores new deposits with their first step. Deposits that can move become due. */
export async function insertDeposits(
  transaction: Transaction,
  deposits: readonly NewDeposit[],
): Promise<void> {
  if (deposits.length === 0) return
  const column = <T>(of: (deposit: NewDeposit) => T): T[] => deposits.map(of)
  await transaction.query(
    `with made as (
       insert into wallets.chain_deposit (chain, user_id, currency_id, txid, output_index, to_address,
         contract, amount, is_coinbase, units, needed, block_height, block_hash, is_in_pool, state,
         next_look_at)
       select n.*, n.block_height is null,
         case when n.block_height is null then 'seen' else 'confirming' end, null
       from unnest($1::text[], $2::bigint[], $3::int[], $4::text[], $5::int[], $6::text[], $7::text[],
         $8::numeric[], $9::bool[], $10::bigint[], $11::int[], $12::int[], $13::text[])
         as n(chain, user_id, currency_id, txid, output_index, to_address, contract, amount,
           is_coinbase, units, needed, block_height, block_hash)
       returning id, state
     )
     insert into wallets.step (kind, row_id, no, state)
     select 'chain_deposit', id, 1, state from made`,
    [
      column(({ chain }) => chain),
      column(({ userId }) => userId),
      column(({ currencyId }) => currencyId),
      column(({ txid }) => txid),
      column(({ index }) => index),
      column(({ toAddress }) => toAddress),
      column(({ contract }) => contract),
      column(({ amount }) => amount.toString()),
      column(({ isCoinbase }) => isCoinbase),
      column(({ units }) => units),
      column(({ needed }) => needed),
      column(({ block }) => block?.height ?? null),
      column(({ block }) => block?.hash ?? null),
    ],
  )
}

/** SQL: whether a row of a table `d` is final at tip $2 and final height $3 of its chain $1. */
const isFinalCondition = `d.chain = $1 and d.block_height is not null
  and case when d.needed is null then d.block_height <= $3::int
    else d.block_height <= $2::int - d.needed + 1 end`

export type Heights = Pick<TrackerWrites, 'tipHeight' | 'headHeight' | 'finalHeight'>

/**
 * Marks all deposits that became final below the minimum, in one statement rather than row by row. Thousands
 * of tiny deposits cost no more than their rows (ATT-81). One row of each group that reaches the minimum
 * becomes due.
 */
export async function countSmall(
  transaction: Transaction,
  { chain, assets }: { readonly chain: ChainName; readonly assets: readonly ChainAsset[] },
  { tipHeight, finalHeight }: Heights,
): Promise<void> {
  const own = assets.filter((asset) => asset.chain === chain)
  const limits = `unnest($4::int[], $5::bigint[]) as m(currency_id, min_units)`
  const values = [own.map(({ currencyId }) => currencyId), own.map(({ minUnits }) => minUnits)]
  const stored = await transaction.query(
    `with kept as (
       update wallets.chain_deposit d set state = 'too_small', cause = null, version = d.version + 1,
         hints = d.hints + 1, attempts = 0, alarm = null, updated_at = now(), next_look_at = null
       from ${limits}
       where ${isFinalCondition} and d.state = 'confirming' and not d.is_added_up
         and d.currency_id = m.currency_id and d.units < m.min_units
       returning d.id
     )
     insert into wallets.step (kind, row_id, no, state)
     select 'chain_deposit', k.id, 1 + (select count(*) from wallets.step s
       where s.kind = 'chain_deposit' and s.row_id = k.id), 'too_small' from kept k`,
    [chain, tipHeight, finalHeight, ...values],
  )
  if (stored.rowCount === 0) return
  await transaction.query(
    `update wallets.chain_deposit set hints = hints + 1, next_look_at = now()
     where id in (
       select max(d.id) filter (where d.units > 0)
       from wallets.chain_deposit d join unnest($2::int[], $3::bigint[]) as m(currency_id, min_units)
         on m.currency_id = d.currency_id
       where d.chain = $1 and d.state = 'too_small' and not d.is_added_up and d.block_height is not null
       group by d.user_id, d.currency_id having sum(d.units) >= max(m.min_units))`,
    [chain, ...values],
  )
}

/** Makes the rows due that the chain's new state may affect. */
export async function wakeDue(
  transaction: Transaction,
  chain: ChainName,
  { tipHeight, headHeight, finalHeight }: Heights,
): Promise<void> {
  await transaction.query(
    `update wallets.chain_deposit d set hints = d.hints + 1, next_look_at = now()
     where ${isFinalCondition} and d.state = 'confirming'`,
    [chain, tipHeight, finalHeight],
  )
  if (tipHeight < headHeight) return
  await transaction.query(
    `update wallets.chain_deposit set hints = hints + 1, next_look_at = now()
     where chain = $1 and block_height is null and (not is_in_pool or state = 'credited')
       and state in ('seen', 'confirming', 'too_small', 'held', 'credited')`,
    [chain],
  )
}
