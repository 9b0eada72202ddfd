/**
 * Where a payment stands, whichever of its transactions went through: all that were ever signed for one
 * nonce. This is how an unknown outcome is resolved (FLT-30, ATT-94): by asking, never by sending another.
 */
import { readCoinMove, readHead, readReceipt } from './blocks.ts'
import { numberOf, UnreadableError } from './hex.ts'
import { blockAt } from './look.ts'
import type { EvmAnswer, EvmFound, EvmSlot } from './port.ts'
import { ask, failed, type Line } from './requests.ts'

/** Transactions signed for one nonce: each is an eighth dearer than the one before, and the cap ends it. */
const hashesMax = 64

/** Where the chain has it. What it used up is asked first, so that no receipt is older than that. */
export async function findPayment(line: Line, slot: EvmSlot): Promise<EvmAnswer<EvmFound>> {
  const { address, nonce, txHashes } = slot
  if (txHashes.length > hashesMax) throw new RangeError('too many transactions of one nonce')
  const used = await ask(
    line,
    [
      { method: 'eth_getTransactionCount', params: [address, 'finalized'] },
      { method: 'eth_getTransactionCount', params: [address, 'latest'] },
      { method: 'eth_getBlockByNumber', params: ['finalized', false] },
    ],
    ([finalized, latest, head]) => ({
      isFinally: numberOf(finalized) > nonce,
      isNow: numberOf(latest) > nonce,
      height: readHead(head).number,
    }),
  )
  if (used.status === 'failed') return used
  const seen = await readTransactions(line, txHashes)
  if (seen.status === 'failed') return seen
  const { head, safe, finalized, receipts, isWaiting } = seen.value
  if (head.number < used.value.height) return failed('behind', 'the head is below the final block')
  const [receipt] = receipts
  if (receipt === undefined) {
    // Its receipt may be what this node does not keep any more: that it was displaced is not known.
    if (isWaiting && used.value.isNow) return failed('moved', 'a known transaction has no receipt')
    return done(foundNowhere(used.value, isWaiting))
  }
  const block = await blockAt(line, receipt.blockNumber)
  if (block.status === 'failed') return block
  if (block.value.hash !== receipt.blockHash)
    return failed('moved', 'a receipt of a block that is gone')
  const isBelow = (tag: typeof safe): boolean => tag !== null && receipt.blockNumber <= tag.number
  return done({ state: 'mined', receipt, isSafe: isBelow(safe), isFinal: isBelow(finalized) })
}

async function readTransactions(line: Line, txHashes: readonly string[]) {
  const each = (method: string) => txHashes.map((hash) => ({ method, params: [hash] }))
  const heads = (['latest', 'safe', 'finalized'] as const).map((tag) => ({
    method: 'eth_getBlockByNumber',
    params: [tag, false],
  }))
  const calls = [
    ...heads,
    ...each('eth_getTransactionByHash'),
    ...each('eth_getTransactionReceipt'),
  ]
  return ask(line, calls, ([head, safe, finalized, ...rest]) => {
    const moves = rest.slice(0, txHashes.length).map((move) => move && readCoinMove(move))
    const receipts = rest.slice(txHashes.length).flatMap((value, place) => {
      const receipt = readReceipt(value)
      if (receipt === null) return []
      if (receipt.txHash !== txHashes[place]) throw new UnreadableError('another receipt')
      const { txHash, blockNumber, blockHash, isSuccess, feePaid } = receipt
      return [{ txHash, blockNumber, blockHash, isSuccess, feePaid }]
    })
    if (receipts.length > 1) throw new UnreadableError('two receipts of one nonce')
    return {
      head: readHead(head),
      safe: safe === null ? null : readHead(safe),
      finalized: finalized === null ? null : readHead(finalized),
      receipts,
      isWaiting: moves.some((move) => move !== null),
    }
  })
}

/** No receipt: what used up its nonce was not one of ours, or nothing has yet. */
function foundNowhere(
  used: { readonly isFinally: boolean; readonly isNow: boolean },
  isWaiting: boolean,
): EvmFound {
  if (used.isNow) return { state: 'displaced', isFinal: used.isFinally }
  return { state: isWaiting ? 'pool' : 'absent' }
}

function done(value: EvmFound): EvmAnswer<EvmFound> {
  return { status: 'done', value }
}
