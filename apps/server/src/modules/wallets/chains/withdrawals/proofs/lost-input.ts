/**
 * Whether an input of a payout will never be there: what made it was a transaction of ours, in whose place the chain has
 * another one for good, as one with another fee after a block was replaced. The tables only say where to look. What made
 * an input is known by its bytes, whose hash is in the payout itself; what took its place the node says (ATT-97).
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
  /** How deep what took its place has to be; null: nobody can say. */
  readonly needed: number | null
}

/** Nodes take no longer chain of transactions that wait for each other. */
const generationsMax = 25

/** Asks the node about what made these inputs, and about what made the inputs of that. */
export async function hasLostInput(
  deps: LostInputDeps,
  inputs: readonly Outpoint[],
  generation = 0,
  asked: Set<string> = new Set(),
): Promise<'lost' | 'there' | 'unknown'> {
  // An output that a block has and nothing spends is there: what made it need not be looked at.
  if (generation >= generationsMax || (await isUnspent(deps.node, inputs))) return 'there'
  for (const [txid, hex] of await madeBy(deps.database, inputs)) {
    if (asked.has(txid)) continue
    asked.add(txid)
    const made = readMade(hex, deps.network)
    // Somebody put other bytes there.
    if (made?.txid !== txid) continue
    const found = await isDisplaced(deps, txid, made.inputs)
    if (found !== 'there') return found
    const before = await hasLostInput(deps, made.inputs, generation + 1, asked)
    if (before !== 'there') return before
  }
  return 'there'
}

/** Whether the node has all of these unspent in its blocks; false where it does not say. */
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

/** Whether the chain has another transaction that spends one of these inputs for good. */
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

/** Our transactions that made outputs, as hex by their ids. */
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
