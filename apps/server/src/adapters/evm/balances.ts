/**
 * What an address has: the chain's coin, and each token by its own contract. A contract is a stranger's code:
 * it may refuse, answer nonsense, or more than anybody reads. That says nothing of the node, nor of others.
 */
import { addressKey } from './addresses.ts'
import { dataOf, quantityOf, UnreadableError } from './hex.ts'
import type { EvmAnswer, EvmBalances, EvmFailure, EvmTag } from './port.ts'
import { revertWords } from './quote.ts'
import {
  callBatch,
  callsPerRequestMax,
  failureOfRefusal,
  type Line,
  readSafely,
  type RpcCall,
  type RpcReply,
} from './requests.ts'

const coinMethod = 'eth_getBalance'
const wordHex = /^0x[0-9a-f]{64}$/
/** balanceOf(address) */
const balanceSelector = '0x70a08231'

type Asked = {
  readonly address: string
  readonly contracts: readonly string[]
  readonly at: EvmTag
}

/** All of them; fails where the node does not answer, and has null for a token whose contract does not. */
export async function balancesOf(
  line: Line,
  { address, contracts, at }: Asked,
): Promise<EvmAnswer<EvmBalances>> {
  const calls = [
    { method: coinMethod, params: [address, at] },
    ...contracts.map((contract) => balanceCall({ contract, address, at })),
  ]
  const { callsPerRequest = callsPerRequestMax } = line
  const replies: (RpcReply | null)[] = []
  for (let from = 0; from < calls.length; from += callsPerRequest) {
    const some = await repliesTo(line, calls.slice(from, from + callsPerRequest))
    if (some.status === 'failed') return some
    replies.push(...some.value)
  }
  const [coin, ...rest] = replies
  if (coin?.kind !== 'result') return failureOfRefusal(coin ?? { code: 0, message: 'no coin' })
  const tokens: (bigint | null)[] = []
  for (const reply of rest) {
    const read = tokenOf(reply)
    if (read.status === 'failed') return read
    tokens.push(read.value)
  }
  return readSafely(() => ({ coin: quantityOf(coin.value), tokens }))
}

/** One request for all; where nothing comes of it, each by itself: null for a contract that caused it. */
async function repliesTo(
  line: Line,
  calls: readonly RpcCall[],
): Promise<EvmAnswer<readonly (RpcReply | null)[]>> {
  const batch = await callBatch(line, calls)
  if (batch.status === 'done') return { status: 'done', value: batch.replies }
  if (calls.length === 1 || !isOfLength(batch)) return batch
  const replies: (RpcReply | null)[] = []
  for (const call of calls) {
    const one = await callBatch(line, [call])
    if (one.status === 'done') replies.push(...one.replies)
    else if (call.method === coinMethod || !isOfLength(one)) return one
    else replies.push(null)
  }
  return { status: 'done', value: replies }
}

/** A contract alone can make an answer longer, or later, than anybody waits for. */
function isOfLength({ kind }: EvmFailure): boolean {
  return kind === 'tooLarge' || kind === 'silent'
}

/** Null is the contract's doing; a node that is busy or behind says nothing about any token. */
function tokenOf(reply: RpcReply | null): EvmAnswer<bigint | null> {
  if (reply === null) return { status: 'done', value: null }
  if (reply.kind === 'result') {
    const read = readSafely(() => wordOf(reply.value))
    return read.status === 'done' ? read : { status: 'done', value: null }
  }
  const failure = failureOfRefusal(reply)
  const isOfNode = failure.kind === 'limited' || failure.kind === 'behind'
  // A contract may revert with words of its own.
  if (isOfNode && !revertWords.test(reply.message)) return failure
  return { status: 'done', value: null }
}

/** A call for a token's balance. */
export function balanceCall(of: {
  readonly contract: string
  readonly address: string
  readonly at: string
}): RpcCall {
  const owner = addressKey(of.address).slice(2).padStart(64, '0')
  return viewCall(of.contract, `${balanceSelector}${owner}`, of.at)
}

/** A call that changes nothing. */
export function viewCall(contract: string, data: string, at: string): RpcCall {
  return { method: 'eth_call', params: [{ to: contract, data }, at] }
}

/** One word of 32 bytes; '0x', what an address without a contract answers, is none. */
export function wordOf(value: unknown): bigint {
  const data = dataOf(value)
  if (!wordHex.test(data)) throw new UnreadableError('no word')
  return BigInt(data)
}
