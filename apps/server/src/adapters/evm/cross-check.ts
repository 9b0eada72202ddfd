/** Cross-check of large deposits through a second node before they are credited (FLT-28). */
import { addressKey } from './addresses.ts'
import type { EvmAnswer, EvmNode, EvmTransfer } from './port.ts'
import { isAmong } from './transfers.ts'

/**
 * Whether another node has the same transfer in the same block.
 *
 * @returns false where the nodes disagree, which an operator resolves; a failure where the node does not
 * reply
 */
export async function isSeenBy(
  node: EvmNode,
  { transfer, blockHash }: { readonly transfer: EvmTransfer; readonly blockHash: string },
): Promise<EvmAnswer<boolean>> {
  const { contract, to, txHash } = transfer
  const lookup = await node.readTransaction(txHash, {
    addresses: new Set([addressKey(to)]),
    contracts: new Set(contract === null ? [] : [addressKey(contract)]),
  })
  if (lookup.status === 'failed') return lookup
  const seen = lookup.value
  const isSame =
    seen.state === 'mined' && seen.block.hash === blockHash && isAmong(transfer, seen.transfers)
  return { status: 'done', value: isSame }
}
