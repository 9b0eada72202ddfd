/** Hands signed bytes to the network, and says what came of it. */
import { hashOf } from './hex.ts'
import { type SendOutcome, type SendState, sendStateOf } from './outcomes.ts'
import { callBatch, type Line, readSafely } from './requests.ts'
import { transactionHash } from './transactions.ts'

const reasonCharsMax = 200

/**
 * Sends; never rejects but for bytes that are no hex (`UnreadableError`). The hash is our own reckoning: what
 * a node says besides is not believed.
 */
export async function sendRaw(line: Line, rawTransaction: string): Promise<SendOutcome> {
  const txHash = transactionHash(rawTransaction)
  const outcome = (state: SendState, reason: string | null): SendOutcome => ({
    state,
    txHash,
    reason: reason?.slice(0, reasonCharsMax) ?? null,
  })
  const batch = await callBatch(line, [
    { method: 'eth_sendRawTransaction', params: [rawTransaction] },
  ])
  // Even of a wrong chain: the bytes name theirs, so they can only have been sent in vain.
  if (batch.status === 'failed') return outcome('unknown', `${batch.kind}: ${batch.reason}`)
  const [reply] = batch.replies
  if (reply === undefined) return outcome('unknown', 'no reply')
  if (reply.kind === 'error') return outcome(sendStateOf(reply.message), reply.message)
  const told = readSafely(() => hashOf(reply.value))
  const isOurs = told.status === 'done' && told.value === txHash
  return isOurs ? outcome('accepted', null) : outcome('unknown', 'another hash')
}
