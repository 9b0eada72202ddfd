/** Results of broadcasting a transaction to a node. */
import type { BitcoinFailure } from './port.ts'
import { type RpcReply, rpcCodes } from './requests.ts'

/**
 * Only `accepted` and `known` say where the transaction is. No status says that it can never be mined,
 * because an earlier broadcast may have reached other nodes. The final outcome is in the blocks alone: a
 * block has the transaction, or has another one that spends an input of it (ATT-94).
 *
 * - `accepted`: the node has the transaction and relays it
 * - `known`: the node had the transaction before; `inChain` where a block has it
 * - `conflict`: the mempool has another transaction that spends the same input, and this one may not replace
 * it
 * - `missingInputs`: a block has spent an input, or the node does not know it. Nodes also say so of a
 * transaction that was mined long ago and whose outputs are spent.
 * - `feeTooLow`: below the node's current minimum
 * - `refused`: the node rejects the transaction, with its own message
 * - `unknown`: the effect is not known; send the same bytes again
 */
export type Broadcast =
  | { readonly status: 'accepted'; readonly txid: string }
  | { readonly status: 'known'; readonly txid: string; readonly inChain: boolean }
  | { readonly status: 'conflict'; readonly reason: string }
  | { readonly status: 'missingInputs'; readonly reason: string }
  | { readonly status: 'feeTooLow'; readonly reason: string }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'unknown'; readonly reason: string }

const knownWords = /already[- ](?:known|in[- ]mempool)|already have transaction/i
const inChainWords = /already in (?:block ?chain|utxo set)/i
const missingWords = /missing-?inputs|missing inputs|inputs-missingorspent|inputs-spent/i
const conflictWords =
  /mempool-conflict|spends-conflicting|insufficient fee, rejecting replacement|replacement|double ?spend/i
const feeWords =
  /min relay fee not met|mempool min fee not met|insufficient (?:priority|fee)|insufficientfee/i

/** Parses a node's reply to the broadcast of this transaction. */
export function broadcastOf(txid: string, reply: RpcReply | BitcoinFailure): Broadcast {
  if ('status' in reply) return { status: 'unknown', reason: `${reply.kind}: ${reply.reason}` }
  if (reply.kind === 'result') {
    if (reply.value === txid) return { status: 'accepted', txid }
    return { status: 'unknown', reason: 'the node returned another transaction id' }
  }
  const { code, message: reason } = reply
  if (code === rpcCodes.alreadyInChain || inChainWords.test(reason)) {
    return { status: 'known', txid, inChain: true }
  }
  if (knownWords.test(reason)) return { status: 'known', txid, inChain: false }
  // Nodes also say "insufficient fee" of a replacement, so that conflicts are matched first.
  if (conflictWords.test(reason)) return { status: 'conflict', reason }
  if (missingWords.test(reason)) return { status: 'missingInputs', reason }
  if (feeWords.test(reason)) return { status: 'feeTooLow', reason }
  const isRefusal =
    code === rpcCodes.rejected ||
    code === rpcCodes.transactionError ||
    code === rpcCodes.undecodable
  return isRefusal
    ? { status: 'refused', reason }
    : { status: 'unknown', reason: `code ${code}: ${reason}` }
}
