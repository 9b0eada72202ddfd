/**
 * Balances of an address: the chain's coin, and each token from its contract. A contract is untrusted code:
 * it may revert, return nonsense, or return too much. Such a failure does not affect the node or other
 * tokens.
 */
import { addressKey } from './addresses.ts'
import { dataOf, quantityOf, UnreadableError } from './hex.ts'
import type { EvmAnswer, EvmBalances, EvmFailure, EvmTag } from './port.ts'
import { revertWords } from './quote.ts'
import {
  callBatch,
  callsPerRequestMax,
  failureOfRefusal,
  type EvmConnection,
  readSafely,
  type RpcCall,
  type RpcReply,
} from './requests.ts'

const coinMethod = 'eth_getBalance'
const wordHex = /^0x[0-9a-f]{64}$/
/** Selector of `balanceOf(address)`. */
const balanceSelector = '0x70a08231'

type BalanceQuery = {
  readonly address: string
  readonly contracts: readonly string[]
  readonly at: EvmTag
}

/** Reads all balances. Fails where the node does not reply; a token is null where its contract fails. */
export async function balancesOf(
  connection: EvmConnection,
  { address, contracts, at }: BalanceQuery,
): Promise<EvmAnswer<EvmBalances>> {
  const calls = [
    { method: coinMethod, params: [address, at] },
    ...contracts.map((contract) => balanceCall({ contract, address, at })),
  ]
  const { callsPerRequest = callsPerRequestMax } = connection
  const replies: (RpcReply | null)[] = []
  for (let from = 0; from < calls.length; from += callsPerRequest) {
    const some = await repliesTo(connection, calls.slice(from, from + callsPerRequest))
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

/**
 * Sends the calls as one batch. Where the batch fails by size or timeout, sends each call alone; null for a
 * contract that fails again.
 */
async function repliesTo(
  connection: EvmConnection,
  calls: readonly RpcCall[],
): Promise<EvmAnswer<readonly (RpcReply | null)[]>> {
  const batch = await callBatch(connection, calls)
  if (batch.status === 'done') return { status: 'done', value: batch.replies }
  if (calls.length === 1 || !isOfLength(batch)) return batch
  const replies: (RpcReply | null)[] = []
  for (const call of calls) {
    const one = await callBatch(connection, [call])
    if (one.status === 'done') replies.push(...one.replies)
    else if (call.method === coinMethod || !isOfLength(one)) return one
    else replies.push(null)
  }
  return { status: 'done', value: replies }
}

/** Only a contract can make a reply too long or too slow. */
function isOfLength({ kind }: EvmFailure): boolean {
  return kind === 'tooLarge' || kind === 'silent'
}

/** Null where the contract failed. A node that is overloaded or behind fails the whole call instead. */
function tokenOf(reply: RpcReply | null): EvmAnswer<bigint | null> {
  if (reply === null) return { status: 'done', value: null }
  if (reply.kind === 'result') {
    const read = readSafely(() => wordOf(reply.value))
    return read.status === 'done' ? read : { status: 'done', value: null }
  }
  const failure = failureOfRefusal(reply)
  const isOfNode = failure.kind === 'limited' || failure.kind === 'behind'
  // A contract may revert with a message that resembles a node's error.
  if (isOfNode && !revertWords.test(reply.message)) return failure
  return { status: 'done', value: null }
}

/** The call for a token balance. */
export function balanceCall(of: {
  readonly contract: string
  readonly address: string
  readonly at: string
}): RpcCall {
  const owner = addressKey(of.address).slice(2).padStart(64, '0')
  return viewCall(of.contract, `${balanceSelector}${owner}`, of.at)
}

/** A read-only contract call. */
export function viewCall(contract: string, data: string, at: string): RpcCall {
  return { method: 'eth_call', params: [{ to: contract, data }, at] }
}

/** Parses one word of 32 bytes. An address without a contract returns '0x', which is invalid. */
export function wordOf(value: unknown): bigint {
  const data = dataOf(value)
  if (!wordHex.test(data)) throw new UnreadableError('invalid word')
  return BigInt(data)
}
