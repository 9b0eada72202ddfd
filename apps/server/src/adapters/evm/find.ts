/**
 * State of a payment across all transactions that were ever signed for its nonce. Unknown outcomes are
 * resolved by this query, never by sending another payment (FLT-30, ATT-94).
 */
import { readCoinMove, readHead, readReceipt } from './blocks.ts'
import { numberOf, UnreadableError } from './hex.ts'
import { blockAt } from './look.ts'
import type { EvmAnswer, EvmFound, EvmSlot } from './port.ts'
import { query, failed, type EvmConnection } from './requests.ts'

/**
 * Maximum number of transactions signed for one nonce: each pays an eighth more than the one before, until
 * the cap.
 */
const hashesMax = 64

/**
 * Finds the payment. The nonce counts are read first, so that the receipts are never older than the counts.
 */
export async function findPayment(
  connection: EvmConnection,
  slot: EvmSlot,
): Promise<EvmAnswer<EvmFound>> {
  const { address, nonce, txHashes } = slot
  if (txHashes.length > hashesMax) throw new RangeError('too many transactions for one nonce')
  const used = await query(
    connection,
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
  const seen = await readTransactions(connection, txHashes)
  if (seen.status === 'failed') return seen
  const { head, safe, finalized, receipts, isWaiting } = seen.value
  if (head.number < used.value.height) return failed('behind', 'the head is below the final block')
  const [receipt] = receipts
  if (receipt === undefined) {
    // The node may have pruned the receipt, so that the transaction is not proven to be displaced.
    if (isWaiting && used.value.isNow) return failed('moved', 'a known transaction has no receipt')
    return done(foundNowhere(used.value, isWaiting))
  }
  const block = await blockAt(connection, receipt.blockNumber)
  if (block.status === 'failed') return block
  if (block.value.hash !== receipt.blockHash)
    return failed('moved', 'the block of a receipt was reorganized')
  const isBelow = (tag: typeof safe): boolean => tag !== null && receipt.blockNumber <= tag.number
  return done({ state: 'mined', receipt, isSafe: isBelow(safe), isFinal: isBelow(finalized) })
}

async function readTransactions(connection: EvmConnection, txHashes: readonly string[]) {
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
  return query(connection, calls, ([head, safe, finalized, ...rest]) => {
    const moves = rest.slice(0, txHashes.length).map((move) => move && readCoinMove(move))
    const receipts = rest.slice(txHashes.length).flatMap((value, place) => {
      const receipt = readReceipt(value)
      if (receipt === null) return []
      if (receipt.txHash !== txHashes[place])
        throw new UnreadableError('the receipt is of another transaction')
      const { txHash, blockNumber, blockHash, isSuccess, feePaid } = receipt
      return [{ txHash, blockNumber, blockHash, isSuccess, feePaid }]
    })
    if (receipts.length > 1) throw new UnreadableError('two receipts for one nonce')
    return {
      head: readHead(head),
      safe: safe === null ? null : readHead(safe),
      finalized: finalized === null ? null : readHead(finalized),
      receipts,
      isWaiting: moves.some((move) => move !== null),
    }
  })
}

/** State without a receipt: another transaction used the nonce, or none has yet. */
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
