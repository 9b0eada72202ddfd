/** Parses blocks, transactions, logs and receipts of a node into our types. */
import {
  addressOf,
  bytesOf,
  dataOf,
  fieldsOf,
  hashOf,
  listOf,
  numberOf,
  quantityOf,
  UnreadableError,
} from './hex.ts'
import type { EvmBlockRef, EvmReceipt } from './port.ts'

const bloomBytes = 256
const msInSecond = 1_000

/** A transaction with a value; addresses are lower case. */
export type CoinMove = {
  readonly txHash: string
  readonly position: number
  readonly type: number
  readonly from: string
  /** Null for the creation of a contract. */
  readonly to: string | null
  /** Wei. */
  readonly value: bigint
}

export type FullBlock = EvmBlockRef & {
  readonly bloom: Uint8Array
  /** All transactions with a value above zero. */
  readonly moves: readonly CoinMove[]
}

/** A log; addresses are lower case. */
export type Log = {
  readonly contract: string
  readonly topics: readonly string[]
  readonly data: string
  readonly blockNumber: number
  readonly blockHash: string
  readonly txHash: string
  /** Index of its transaction in the block. */
  readonly position: number
  readonly logIndex: number
}

export type FullReceipt = EvmReceipt & {
  readonly position: number
  readonly logs: readonly Log[]
}

/** Parses the header of a block. */
export function readHead(value: unknown): EvmBlockRef {
  return headOf(fieldsOf(value))
}

/** Parses a block with full transactions. */
export function readFullBlock(value: unknown): FullBlock {
  const fields = fieldsOf(value)
  const bloom = bytesOf(dataOf(fields['logsBloom']))
  if (bloom.length !== bloomBytes) throw new UnreadableError('invalid bloom filter')
  const moves: CoinMove[] = []
  for (const each of listOf(fields['transactions'])) {
    const move = readCoinMove(each)
    if (move.value > 0n) moves.push(move)
  }
  return { ...headOf(fields), bloom, moves }
}

/** Parses the coin transfer of a transaction. Its position counts only once a block has it. */
export function readCoinMove(value: unknown): CoinMove {
  const { hash, transactionIndex, type, from, to, value: wei } = fieldsOf(value)
  return {
    txHash: hashOf(hash),
    position: transactionIndex == null ? 0 : numberOf(transactionIndex),
    type: type == null ? 0 : numberOf(type),
    from: addressOf(from),
    to: to == null ? null : addressOf(to),
    value: quantityOf(wei),
  }
}

/**
 * Parses the result of `eth_getLogs`. A removed log makes it unreadable, because only current logs were
 * requested.
 */
export function readLogs(value: unknown): readonly Log[] {
  return listOf(value).map(readLog)
}

/** Parses a receipt; null where there is none, which proves nothing (ATT-74). */
export function readReceipt(value: unknown): FullReceipt | null {
  if (value === null) return null
  const fields = fieldsOf(value)
  const status = numberOf(fields['status'])
  if (status !== 0 && status !== 1) throw new UnreadableError('invalid status')
  const gasUsed = quantityOf(fields['gasUsed'])
  const receipt = {
    txHash: hashOf(fields['transactionHash']),
    position: numberOf(fields['transactionIndex']),
    blockNumber: numberOf(fields['blockNumber']),
    blockHash: hashOf(fields['blockHash']),
    isSuccess: status === 1,
    feePaid: gasUsed * quantityOf(fields['effectiveGasPrice']),
    logs: readLogs(fields['logs']),
  }
  if (!areLogsOf(receipt)) throw new UnreadableError('logs do not belong to their receipt')
  return receipt
}

/** Whether logs belong to their transaction and are consecutive. A failed transaction has no logs. */
function areLogsOf({ txHash, blockHash, isSuccess, logs }: FullReceipt): boolean {
  const first = logs[0]?.logIndex ?? 0
  return (
    (isSuccess || logs.length === 0) &&
    logs.every(
      (log, place) =>
        log.txHash === txHash && log.blockHash === blockHash && log.logIndex === first + place,
    )
  )
}

function headOf(fields: Readonly<Record<string, unknown>>): EvmBlockRef {
  return {
    number: numberOf(fields['number']),
    hash: hashOf(fields['hash']),
    parentHash: hashOf(fields['parentHash']),
    timeMs: numberOf(fields['timestamp']) * msInSecond,
  }
}

function readLog(value: unknown): Log {
  const fields = fieldsOf(value)
  if (fields['removed'] === true) throw new UnreadableError('the node returned a removed log')
  return {
    contract: addressOf(fields['address']),
    topics: listOf(fields['topics']).map(hashOf),
    data: dataOf(fields['data']),
    blockNumber: numberOf(fields['blockNumber']),
    blockHash: hashOf(fields['blockHash']),
    txHash: hashOf(fields['transactionHash']),
    position: numberOf(fields['transactionIndex']),
    logIndex: numberOf(fields['logIndex']),
  }
}
