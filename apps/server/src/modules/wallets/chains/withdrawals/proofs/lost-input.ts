/**
 * Detects an input that will never exist: it was made by our own transaction, and the chain has another one
 * in its place for good, for example one with another fee after a reorganization. The tables only name
 * candidates. The making transaction is identified by its bytes, whose hash is in the payout. The node tells
 * whether another one replaced it (ATT-97).
 */
import {
  type BitcoinNode,
  type BitcoinTransaction,
  decodeTransaction,
  type Outpoint,
  outpointsPerCallMax,
  UndecodableError,
} from '../../../../../adapters/bitcoin/index.ts'
import type { Database } from '../../../../../platform/database/pool.ts'
import type { ChainWithdrawalDeps } from '../deps.ts'
import { seeSpending } from './spending.ts'

type LostInputDeps = {
  readonly database: Pick<Database, 'query'>
  readonly node: BitcoinNode
  readonly network: ChainWithdrawalDeps['nodes']['network']
  /** The confirmations that the replacing transaction needs; null if unknown. */
  readonly needed: number | null
}

/** Nodes accept no longer chain of unconfirmed transactions. */
const generationsMax = 25

/** Checks the transactions that made these inputs, and recursively their inputs, at the node. */
export async function hasLostInput(
  deps: LostInputDeps,
  inputs: readonly Outpoint[],
  generation = 0,
  asked: Set<string> = new Set(),
): Promise<'lost' | 'there' | 'unknown'> {
  // A mined, unspent output exists, so its transaction need not be checked.
  if (generation >= generationsMax || (await isUnspent(deps.node, inputs))) return 'there'
  for (const [txid, hex] of await madeBy(deps.database, inputs)) {
    if (asked.has(txid)) continue
    asked.add(txid)
    const made = readMade(hex, deps.network)
    // The stored bytes were changed.
    if (made?.txid !== txid) continue
    const found = await isDisplaced(deps, txid, made.inputs)
    if (found !== 'there') return found
    const before = await hasLostInput(deps, made.inputs, generation + 1, asked)
    if (before !== 'there') return before
  }
  return 'there'
}

/** Whether the node has all these outputs mined and unspent; false if it does not answer. */
async function isUnspent(node: BitcoinNode, outputs: readonly Outpoint[]): Promise<boolean> {
  if (outputs.length > outpointsPerCallMax) return false
  const answer = await node.unspent(outputs)
  return answer.status === 'done' && answer.value.every((output) => output !== null)
}

function readMade(hex: string, network: LostInputDeps['network']): BitcoinTransaction | null {
  try {
    return decodeTransaction(hex, network)
  } catch (error) {
    if (error instanceof UndecodableError) return null
    throw error
  }
}

/** Whether the chain has another transaction for good that spends one of these inputs. */
async function isDisplaced(
  { database, node, needed }: LostInputDeps,
  ownTxid: string,
  inputs: readonly Outpoint[],
): Promise<'lost' | 'there' | 'unknown'> {
  for (const { txid, height } of await spendersOf(database, inputs)) {
    if (txid === ownTxid) continue
    const seen = await seeSpending(node, { txid, height }, inputs)
    if (seen.status === 'unknown') return 'unknown'
    if (seen.status === 'seen' && needed !== null && seen.confirmations >= needed) return 'lost'
  }
  return 'there'
}

/** Our transactions that made these outputs, as hex by their ids. */
async function madeBy(
  connection: LostInputDeps['database'],
  outputs: readonly Outpoint[],
): Promise<ReadonlyMap<string, string>> {
  const found = await connection.query<{ txid: string; hex: string }>(
    `select txid, encode(bytes, 'hex') as hex from wallets.chain_transaction
     where chain = 'bitcoin' and txid = any($1) and bytes is not null`,
    [outputs.map(({ txid }) => txid)],
  )
  return new Map(found.rows.map(({ txid, hex }) => [txid, hex]))
}

async function spendersOf(
  connection: LostInputDeps['database'],
  outputs: readonly Outpoint[],
): Promise<readonly { readonly txid: string; readonly height: number }[]> {
  const found = await connection.query<{ txid: string; height: number }>(
    `select distinct o.spent_txid as txid, o.spent_height as height from wallets.chain_outpoint o
     join unnest($1::text[], $2::int[]) as s(txid, output_index)
       on o.txid = s.txid and o.output_index = s.output_index
     where o.spent_txid is not null and o.spent_height is not null`,
    [outputs.map(({ txid }) => txid), outputs.map(({ index }) => index)],
  )
  return found.rows
}
