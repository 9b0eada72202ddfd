/** What a node says to a transaction that is handed to it, and what may be concluded. */
import type { BitcoinFailure } from './port.ts'
import { type RpcReply, rpcCodes } from './requests.ts'

/**
 * None but `accepted` and `known` says where the transaction is, and none says that it can never be mined:
 * whoever broadcast it before may have reached other nodes. An end is found in the blocks alone: it stands
 * in one, or another transaction there has spent an input of it (ATT-94).
 *
 * - `accepted`: the node has it, and passes it on
 * - `known`: the node had it before; `inChain` where a block has it
 * - `conflict`: another transaction that spends the same waits, and this one may not take its place
 * - `missingInputs`: an input is spent by a block, or the node does not know it; also said of a transaction
 *   that was mined long ago and whose outputs are spent
 * - `feeTooLow`: below what the node takes now
 * - `refused`: the node does not take it as it is, in its own words
 * - `unknown`: nobody can tell; send the same bytes again
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

/** What came of handing over the transaction of this id. */
export function broadcastOf(txid: string, reply: RpcReply | BitcoinFailure): Broadcast {
  if ('status' in reply) return { status: 'unknown', reason: `${reply.kind}: ${reply.reason}` }
  if (reply.kind === 'result') {
    if (reply.value === txid) return { status: 'accepted', txid }
    return { status: 'unknown', reason: 'the node names another transaction' }
  }
  const { code, message: reason } = reply
  if (code === rpcCodes.alreadyInChain || inChainWords.test(reason)) {
    return { status: 'known', txid, inChain: true }
  }
  if (knownWords.test(reason)) return { status: 'known', txid, inChain: false }
  // "insufficient fee" is said of a replacement as well: its words come first.
  if (conflictWords.test(reason)) return { status: 'conflict', reason }
  if (missingWords.test(reason)) return { status: 'missingInputs', reason }
  if (feeWords.test(reason)) return { status: 'feeTooLow', reason }
  const isTold =
    code === rpcCodes.rejected ||
    code === rpcCodes.transactionError ||
    code === rpcCodes.undecodable
  return isTold
    ? { status: 'refused', reason }
    : { status: 'unknown', reason: `code ${code}: ${reason}` }
}
