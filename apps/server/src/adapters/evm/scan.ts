/**
 * Reads a range of blocks with the transfers to us. A range succeeds or fails as a whole. Blocks that do not
 * link, logs of another block, and a missing receipt fail the range, and the caller reads it again.
 */
import {
  type FullBlock,
  type FullReceipt,
  type Log,
  readFullBlock,
  readLogs,
  readReceipt,
} from './blocks.ts'
import { toQuantity } from './hex.ts'
import { type Bits, hasMissingLogs, watchedBits } from './missing-logs.ts'
import type { EvmAnswer, EvmBlock, EvmRange, EvmWatch } from './port.ts'
import { query, failed, type EvmConnection } from './requests.ts'
import { isCoinToUs, isTokenToUs, transfersOf, transferTopic } from './transfers.ts'

/** Blocks per scan; a backlog takes many scans. */
export const blocksPerScanMax = 64
/** Full blocks per request. */
const blocksPerRequest = 8

/** Blocks of the range with the transfers to us in order. Throws `RangeError` for a range out of bounds. */
export async function scanRange(
  connection: EvmConnection,
  range: EvmRange,
  watch: EvmWatch,
): Promise<EvmAnswer<readonly EvmBlock[]>> {
  const count = range.to - range.from + 1
  if (range.from < 0 || count < 1 || count > blocksPerScanMax)
    throw new RangeError('block range out of bounds')
  const blocks = await blocksOf(connection, range)
  if (blocks.status === 'failed') return blocks
  const logs = await allLogs(connection, blocks.value, watch)
  if (logs.status === 'failed') return logs
  const receipts = await receiptsOf(connection, candidatesOf(blocks.value, logs.value, watch))
  if (receipts.status === 'failed') return receipts
  return {
    status: 'done',
    value: blocks.value.map((block) => blockOf(block, receipts.value.get(block.hash) ?? [], watch)),
  }
}

async function blocksOf(
  connection: EvmConnection,
  { from, to }: EvmRange,
): Promise<EvmAnswer<readonly FullBlock[]>> {
  const blocks: FullBlock[] = []
  let size = blocksPerRequest
  let at = from
  while (at <= to) {
    const numbers = numbersOf({ from: at, to: Math.min(to, at + size - 1) })
    const calls = numbers.map((number) => ({
      method: 'eth_getBlockByNumber',
      params: [toQuantity(number), true],
    }))
    const part = await query(connection, calls, (values) =>
      values.map((value) => (value === null ? null : readFullBlock(value))),
    )
    if (part.status === 'failed') {
      if (part.kind !== 'tooLarge' || size === 1) return part
      size = Math.ceil(size / 2)
      continue
    }
    for (const [place, block] of part.value.entries()) {
      if (block === null) return failed('behind', `no block ${numbers[place]}`)
      if (block.number !== numbers[place])
        return failed('unreadable', 'the node returned another block')
      if (blocks.length > 0 && block.parentHash !== blocks.at(-1)?.hash) {
        return failed('moved', `block ${block.number} has another parent`)
      }
      blocks.push(block)
    }
    at += numbers.length
  }
  return { status: 'done', value: blocks }
}

/**
 * Transfer logs of listed tokens by block. Where a bloom filter indicates missing logs, that block is
 * requested again.
 */
async function allLogs(
  connection: EvmConnection,
  blocks: readonly FullBlock[],
  { contracts }: EvmWatch,
): Promise<EvmAnswer<ReadonlyMap<string, readonly Log[]>>> {
  const listed = [...contracts]
  const [first] = blocks
  const last = blocks.at(-1)
  if (listed.length === 0 || first === undefined || last === undefined) {
    return { status: 'done', value: new Map() }
  }
  const filter = { address: listed, topics: [transferTopic] }
  const ranged = await rangeLogs(connection, { from: first.number, to: last.number }, filter)
  if (ranged.status === 'failed') return ranged
  const byBlock = logsByBlock(ranged.value)
  const hashes = new Set(blocks.map(({ hash }) => hash))
  if ([...byBlock.keys()].some((hash) => !hashes.has(hash))) {
    return failed('moved', 'logs of another block')
  }
  const bits: readonly Bits[] = watchedBits(listed, transferTopic)
  const unsure = blocks.filter((block) =>
    hasMissingLogs(block, byBlock.get(block.hash) ?? [], bits),
  )
  for (const { hash } of unsure) {
    const again = await logsOfBlock(connection, hash, filter)
    if (again.status === 'failed') return again
    byBlock.set(hash, [...again.value])
  }
  return { status: 'done', value: byBlock }
}

function logsByBlock(logs: readonly Log[]): Map<string, Log[]> {
  const byBlock = new Map<string, Log[]>()
  for (const log of logs) {
    const others = byBlock.get(log.blockHash)
    if (others === undefined) byBlock.set(log.blockHash, [log])
    else others.push(log)
  }
  return byBlock
}

type LogFilter = { readonly address: readonly string[]; readonly topics: readonly string[] }

/** Logs of a range. Halves the range as long as the node finds it too large, down to a single block. */
async function rangeLogs(
  connection: EvmConnection,
  { from, to }: EvmRange,
  filter: LogFilter,
): Promise<EvmAnswer<readonly Log[]>> {
  const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) }
  const all = await queryLogs(connection, { ...filter, ...range })
  if (all.status === 'done' || all.kind !== 'tooLarge' || from === to) return all
  const middle = Math.floor((from + to) / 2)
  const lower = await rangeLogs(connection, { from, to: middle }, filter)
  if (lower.status === 'failed') return lower
  const upper = await rangeLogs(connection, { from: middle + 1, to }, filter)
  if (upper.status === 'failed') return upper
  return { status: 'done', value: [...lower.value, ...upper.value] }
}

async function logsOfBlock(
  connection: EvmConnection,
  blockHash: string,
  filter: LogFilter,
): Promise<EvmAnswer<readonly Log[]>> {
  const logs = await queryLogs(connection, { ...filter, blockHash })
  if (logs.status === 'failed') return logs
  const isOther = logs.value.some((log) => log.blockHash !== blockHash)
  return isOther ? failed('unreadable', 'logs of another block') : logs
}

async function queryLogs(
  connection: EvmConnection,
  filter: object,
): Promise<EvmAnswer<readonly Log[]>> {
  const call = { method: 'eth_getLogs', params: [filter] }
  return query(connection, [call], ([value]) => readLogs(value))
}

/** A transaction that may contain a transfer to us, and the logs that its receipt must contain. */
type Candidate = {
  readonly txHash: string
  readonly blockHash: string
  readonly logs: readonly Log[]
}

function candidatesOf(
  blocks: readonly FullBlock[],
  logs: ReadonlyMap<string, readonly Log[]>,
  watch: EvmWatch,
): readonly Candidate[] {
  return blocks.flatMap(({ hash: blockHash, moves }) => {
    const byTx = new Map<string, Log[]>()
    for (const move of moves) if (isCoinToUs(move, watch)) byTx.set(move.txHash, [])
    for (const log of logs.get(blockHash) ?? []) {
      if (isTokenToUs(log, watch)) byTx.set(log.txHash, [...(byTx.get(log.txHash) ?? []), log])
    }
    return Array.from(byTx, ([txHash, logs]) => ({ txHash, blockHash, logs }))
  })
}

/**
 * Receipts by block. Fails for a receipt that is missing, in another block, or has other logs than those read
 * before.
 */
async function receiptsOf(
  connection: EvmConnection,
  candidates: readonly Candidate[],
): Promise<EvmAnswer<ReadonlyMap<string, readonly FullReceipt[]>>> {
  const calls = candidates.map(({ txHash }) => ({
    method: 'eth_getTransactionReceipt',
    params: [txHash],
  }))
  const answer = await query(connection, calls, (values) => values.map(readReceipt))
  if (answer.status === 'failed') return answer
  const byBlock = new Map<string, FullReceipt[]>()
  for (const [place, { txHash, blockHash, logs }] of candidates.entries()) {
    const receipt = answer.value[place] ?? null
    if (receipt === null) return failed('moved', `no receipt of ${txHash}`)
    if (receipt.txHash !== txHash)
      return failed('unreadable', 'the receipt is of another transaction')
    if (receipt.blockHash !== blockHash) return failed('moved', `${txHash} is in another block`)
    if (!logs.every((log) => receipt.logs.some((other) => isSameLog(log, other)))) {
      return failed('unreadable', `${txHash} has other logs in its receipt`)
    }
    byBlock.set(blockHash, [...(byBlock.get(blockHash) ?? []), receipt])
  }
  return { status: 'done', value: byBlock }
}

function isSameLog(a: Log, b: Log): boolean {
  return (
    a.logIndex === b.logIndex &&
    a.contract === b.contract &&
    a.data === b.data &&
    a.topics.join() === b.topics.join()
  )
}

function blockOf(block: FullBlock, receipts: readonly FullReceipt[], watch: EvmWatch): EvmBlock {
  const { number, hash, parentHash, timeMs, moves } = block
  const moveOf = new Map(moves.map((move) => [move.txHash, move]))
  const transfers = receipts
    .toSorted((a, b) => a.position - b.position)
    .flatMap((receipt) => transfersOf({ move: moveOf.get(receipt.txHash) ?? null, receipt }, watch))
  return { number, hash, parentHash, timeMs, transfers }
}

function numbersOf({ from, to }: EvmRange): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, place) => from + place)
}
