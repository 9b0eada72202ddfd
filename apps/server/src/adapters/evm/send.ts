/** Broadcasts signed bytes, and classifies the result. */
import { hashOf } from './hex.ts'
import { type SendOutcome, type SendState, sendStateOf } from './outcomes.ts'
import { callBatch, type EvmConnection, readSafely } from './requests.ts'
import { transactionHash } from './transactions.ts'

const reasonCharsMax = 200

/**
 * Sends signed bytes. Rejects only for invalid hex (`UnreadableError`). The hash is calculated here; a node's
 * hash is not trusted.
 */
export async function sendRaw(
  connection: EvmConnection,
  rawTransaction: string,
): Promise<SendOutcome> {
  const txHash = transactionHash(rawTransaction)
  const outcome = (state: SendState, reason: string | null): SendOutcome => ({
    state,
    txHash,
    reason: reason?.slice(0, reasonCharsMax) ?? null,
  })
  const batch = await callBatch(connection, [
    { method: 'eth_sendRawTransaction', params: [rawTransaction] },
  ])
  // This holds for a wrong chain as well: the bytes name their chain, so that another chain rejects them.
  if (batch.status === 'failed') return outcome('unknown', `${batch.kind}: ${batch.reason}`)
  const [reply] = batch.replies
  if (reply === undefined) return outcome('unknown', 'no reply')
  if (reply.kind === 'error') return outcome(sendStateOf(reply.message), reply.message)
  const reported = readSafely(() => hashOf(reply.value))
  const isOurs = reported.status === 'done' && reported.value === txHash
  return isOurs ? outcome('accepted', null) : outcome('unknown', 'another hash')
}
