/**
 * Reads a range of blocks and what it brought to us. A range is given whole or not at all: blocks that do
 * not hang together, logs of another block, a missing receipt all fail it, and it is asked for again.
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
import { type Bits, needsAgain, watchedBits } from './missing-logs.ts'
import type { EvmAnswer, EvmBlock, EvmRange, EvmWatch } from './port.ts'
import { ask, failed, type Line } from './requests.ts'
import { isCoinToUs, isTokenToUs, transfersOf, transferTopic } from './transfers.ts'

/** Blocks of one scan; a backlog is many scans. */
export const blocksPerScanMax = 64
/** Whole blocks asked for in one request. */
const blocksPerRequest = 8

/** Blocks from..to with the transfers to us in their order; throws `RangeError` for a range out of bounds. */
export async function scanRange(
  line: Line,
  range: EvmRange,
  watch: EvmWatch,
): Promise<EvmAnswer<readonly EvmBlock[]>> {
  const count = range.to - range.from + 1
  if (range.from < 0 || count < 1 || count > blocksPerScanMax) throw new RangeError('bad range')
  const blocks = await blocksOf(line, range)
  if (blocks.status === 'failed') return blocks
  const logs = await allLogs(line, blocks.value, watch)
  if (logs.status === 'failed') return logs
  const receipts = await receiptsOf(line, candidatesOf(blocks.value, logs.value, watch))
  if (receipts.status === 'failed') return receipts
  return {
    status: 'done',
    value: blocks.value.map((block) => blockOf(block, receipts.value.get(block.hash) ?? [], watch)),
  }
}

async function blocksOf(
  line: Line,
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
    const part = await ask(line, calls, (values) =>
      values.map((value) => (value === null ? null : readFullBlock(value))),
    )
    if (part.status === 'failed') {
      if (part.kind !== 'tooLarge' || size === 1) return part
      size = Math.ceil(size / 2)
      continue
    }
    for (const [place, block] of part.value.entries()) {
      if (block === null) return failed('behind', `no block ${numbers[place]}`)
      if (block.number !== numbers[place]) return failed('unreadable', 'another block')
      if (blocks.length > 0 && block.parentHash !== blocks.at(-1)?.hash) {
        return failed('moved', `block ${block.number} has another parent`)
      }
      blocks.push(block)
    }
    at += numbers.length
  }
  return { status: 'done', value: blocks }
}

/** All transfers that listed tokens said, by block; those that the filters miss are asked for by block. */
async function allLogs(
  line: Line,
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
  const ranged = await rangeLogs(line, { from: first.number, to: last.number }, filter)
  if (ranged.status === 'failed') return ranged
  const byBlock = logsByBlock(ranged.value)
  const hashes = new Set(blocks.map(({ hash }) => hash))
  if ([...byBlock.keys()].some((hash) => !hashes.has(hash))) {
    return failed('moved', 'logs of another block')
  }
  const bits: readonly Bits[] = watchedBits(listed, transferTopic)
  const unsure = blocks.filter((block) => needsAgain(block, byBlock.get(block.hash) ?? [], bits))
  for (const { hash } of unsure) {
    const again = await logsOfBlock(line, hash, filter)
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

/** Logs of a range, halved as long as a node finds it too large (down to blocks by their hash). */
async function rangeLogs(
  line: Line,
  { from, to }: EvmRange,
  filter: LogFilter,
): Promise<EvmAnswer<readonly Log[]>> {
  const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) }
  const all = await askLogs(line, { ...filter, ...range })
  if (all.status === 'done' || all.kind !== 'tooLarge' || from === to) return all
  const middle = Math.floor((from + to) / 2)
  const lower = await rangeLogs(line, { from, to: middle }, filter)
  if (lower.status === 'failed') return lower
  const upper = await rangeLogs(line, { from: middle + 1, to }, filter)
  if (upper.status === 'failed') return upper
  return { status: 'done', value: [...lower.value, ...upper.value] }
}

async function logsOfBlock(
  line: Line,
  blockHash: string,
  filter: LogFilter,
): Promise<EvmAnswer<readonly Log[]>> {
  const logs = await askLogs(line, { ...filter, blockHash })
  if (logs.status === 'failed') return logs
  const isOther = logs.value.some((log) => log.blockHash !== blockHash)
  return isOther ? failed('unreadable', 'logs of another block') : logs
}

async function askLogs(line: Line, filter: object): Promise<EvmAnswer<readonly Log[]>> {
  const call = { method: 'eth_getLogs', params: [filter] }
  return ask(line, [call], ([value]) => readLogs(value))
}

/** A transaction that seems to bring something, and what its receipt must hold. */
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

/** Receipts by block: none counts that is missing, elsewhere, or tells other logs than were told before. */
async function receiptsOf(
  line: Line,
  candidates: readonly Candidate[],
): Promise<EvmAnswer<ReadonlyMap<string, readonly FullReceipt[]>>> {
  const calls = candidates.map(({ txHash }) => ({
    method: 'eth_getTransactionReceipt',
    params: [txHash],
  }))
  const answer = await ask(line, calls, (values) => values.map(readReceipt))
  if (answer.status === 'failed') return answer
  const byBlock = new Map<string, FullReceipt[]>()
  for (const [place, { txHash, blockHash, logs }] of candidates.entries()) {
    const receipt = answer.value[place] ?? null
    if (receipt === null) return failed('moved', `no receipt of ${txHash}`)
    if (receipt.txHash !== txHash) return failed('unreadable', 'another receipt')
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
