/** A deposit that is large enough is looked at through a second node before it is credited (FLT-28). */
import { addressKey } from './addresses.ts'
import type { EvmAnswer, EvmNode, EvmTransfer } from './port.ts'
import { isAmong } from './transfers.ts'

/**
 * Whether another node has the same transfer in the same block.
 *
 * @returns false where it says otherwise, which is for a person to look at; a failure where it says nothing
 */
export async function isSeenBy(
  node: EvmNode,
  { transfer, blockHash }: { readonly transfer: EvmTransfer; readonly blockHash: string },
): Promise<EvmAnswer<boolean>> {
  const { contract, to, txHash } = transfer
  const look = await node.look(txHash, {
    addresses: new Set([addressKey(to)]),
    contracts: new Set(contract === null ? [] : [addressKey(contract)]),
  })
  if (look.status === 'failed') return look
  const seen = look.value
  const isSame =
    seen.state === 'mined' && seen.block.hash === blockHash && isAmong(transfer, seen.transfers)
  return { status: 'done', value: isSame }
}
