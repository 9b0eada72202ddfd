/** Asks a bitcoin node whether a block spends outputs, as the tables claim. */
import type { BitcoinNode, Outpoint } from '../../../../../adapters/bitcoin/index.ts'
import type { BlockRef } from '../../tracking/chain-view.ts'

export type Spending =
  | { readonly status: 'seen'; readonly block: BlockRef; readonly confirmations: number }
  /** The node has no such transaction there. */
  | { readonly status: 'unseen' }
  | { readonly status: 'unknown' }

/**
 * Whether the block at a height has a transaction that spends one of these outputs, with its confirmations.
 */
export async function seeSpending(
  node: BitcoinNode,
  { txid, height }: { readonly txid: string; readonly height: number },
  outputs: readonly Outpoint[],
): Promise<Spending> {
  const head = await node.head()
  if (head.status !== 'done') return { status: 'unknown' }
  const ids = await node.blockIds({ fromHeight: height, count: 1 })
  if (ids.status !== 'done') return { status: 'unknown' }
  const [hash] = ids.value
  if (hash === undefined) return { status: 'unseen' }
  const block = await node.block(hash)
  if (block.status !== 'done') return { status: 'unknown' }
  const found = block.value.transactions.find((one) => one.txid === txid)
  const isSpent = found?.inputs.some((input) =>
    outputs.some((output) => output.txid === input.txid && output.index === input.index),
  )
  if (isSpent !== true) return { status: 'unseen' }
  return {
    status: 'seen',
    block: { height, hash },
    confirmations: head.value.height - height + 1,
  }
}
