/** A local EVM chain, for the explorer. */
import { toChecksum } from '../evm/index.ts'
import { type Fields, fieldsOf } from '../../platform/external/answers.ts'
import { type CallNode, callOne, listOf, type Question, textOf } from './rpc.ts'
import {
  type AddressView,
  amountText,
  type BlockSummary,
  type BlockView,
  type ExplorerChain,
  latestMax,
  type Movement,
  searchedMax,
  type TransactionSummary,
  transactionsMax,
  type TransactionView,
} from './views.ts'

const coinDecimals = 18
const hashForm = /^0x[0-9a-fA-F]{64}$/
const addressForm = /^0x[0-9a-fA-F]{40}$/
const quantityForm = /^0x[0-9a-fA-F]{1,64}$/
/** The signature of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** The selector of `balanceOf(address)`. */
const balanceOf = '0x70a08231'

export type EvmToken = {
  readonly address: string
  readonly symbol: string
  readonly decimals: number
}

export type EvmExplorerDeps = {
  readonly callNode: CallNode
  /** Symbol of the chain's coin. */
  readonly symbol: string
  /** Tokens that are shown by name; others are shown by contract. */
  readonly tokens: () => readonly EvmToken[]
}

/** Creates the explorer of an EVM chain over calls to its node. */
export function evmChain(deps: EvmExplorerDeps): ExplorerChain {
  return {
    latest: () => latest(deps, latestMax),
    async block(id) {
      const isHash = hashForm.test(id)
      const method = isHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber'
      const asked = isHash ? id : hexOf(Number(id))
      return blockOf(deps, fieldsOf(await callOne(deps.callNode, method, [asked, true])))
    },
    transaction: (txid) =>
      hashForm.test(txid) ? readTransaction(deps, txid) : Promise.resolve(null),
    address: (address) =>
      addressForm.test(address) ? readAddress(deps, address) : Promise.resolve(null),
  }
}

function hexOf(number: number): string {
  return `0x${number.toString(16)}`
}

/** Parses a quantity; 0 for an invalid one. */
function bigOf(value: unknown): bigint {
  return typeof value === 'string' && quantityForm.test(value) ? BigInt(value) : 0n
}

function question(method: string, params: readonly unknown[]): Question {
  return { method, params }
}

async function blocksBelow(callNode: CallNode, max: number): Promise<readonly Fields[] | null> {
  const head = await callOne(callNode, 'eth_blockNumber', [])
  if (typeof head !== 'string') return null
  const tip = Number(bigOf(head))
  const heights = Array.from({ length: Math.min(max, tip + 1) }, (_, below) => tip - below)
  const blocks = await callNode(
    heights.map((at) => question('eth_getBlockByNumber', [hexOf(at), true])),
  )
  return blocks.map(fieldsOf).filter(({ hash }) => hash !== undefined)
}

async function latest(
  { callNode }: EvmExplorerDeps,
  max: number,
): Promise<readonly BlockSummary[] | null> {
  const blocks = await blocksBelow(callNode, max)
  return blocks === null ? null : blocks.map(toSummary)
}

function toSummary(block: Fields): BlockSummary {
  return {
    height: Number(bigOf(block['number'])),
    hash: textOf(block['hash']),
    timeMs: Number(bigOf(block['timestamp'])) * 1_000,
    count: listOf(block['transactions']).length,
  }
}

function blockOf(deps: EvmExplorerDeps, block: Fields): BlockView | null {
  if (block['hash'] === undefined) return null
  const transactions = listOf(block['transactions']).slice(0, transactionsMax)
  return {
    ...toSummary(block),
    parentHash: textOf(block['parentHash']),
    transactions: transactions.map((one) => transactionLine(deps, one)),
  }
}

function transactionLine({ symbol }: EvmExplorerDeps, transaction: Fields): TransactionSummary {
  const to = textOf(transaction['to'])
  return {
    txid: textOf(transaction['hash']),
    from: toAddressText(textOf(transaction['from'])),
    to: to === '' ? null : toAddressText(to),
    amount: amountText(bigOf(transaction['value']), coinDecimals, symbol),
  }
}

async function readTransaction(
  deps: EvmExplorerDeps,
  txid: string,
): Promise<TransactionView | null> {
  const { callNode, symbol } = deps
  const [found, got, tip] = await callNode([
    question('eth_getTransactionByHash', [txid]),
    question('eth_getTransactionReceipt', [txid]),
    question('eth_blockNumber', []),
  ])
  const [transaction, receipt] = [fieldsOf(found), fieldsOf(got)]
  if (transaction['hash'] === undefined) return null
  const isMined = receipt['blockHash'] !== undefined
  const height = Number(bigOf(receipt['blockNumber']))
  const block = isMined
    ? fieldsOf(await callOne(callNode, 'eth_getBlockByHash', [receipt['blockHash'], false]))
    : {}
  const { from, to, amount } = transactionLine(deps, transaction)
  const fee = bigOf(receipt['gasUsed']) * bigOf(receipt['effectiveGasPrice'])
  return {
    txid,
    state: isMined ? (bigOf(receipt['status']) === 1n ? 'mined' : 'failed') : 'pool',
    block: isMined ? { height, hash: textOf(receipt['blockHash']) } : null,
    confirmations: isMined ? Math.max(0, Number(bigOf(tip)) - height + 1) : 0,
    timeMs: isMined ? Number(bigOf(block['timestamp'])) * 1_000 : null,
    fee: isMined ? amountText(fee, coinDecimals, symbol) : null,
    movements: [
      { from, to, amount },
      ...listOf(receipt['logs']).flatMap((log) => transferOf(deps, log)),
    ],
  }
}

/** Token transfer of a log; empty for other logs. */
function transferOf({ tokens }: EvmExplorerDeps, log: Fields): readonly Movement[] {
  const topics = Array.isArray(log['topics']) ? log['topics'].map(textOf) : []
  const [kind, from, to] = topics
  if (kind !== transferTopic || from === undefined || to === undefined) return []
  const contract = textOf(log['address'])
  const token = tokens().find(({ address }) => address.toLowerCase() === contract.toLowerCase())
  const amount = amountText(bigOf(log['data']), token?.decimals ?? 0, token?.symbol ?? contract)
  return [{ from: addressOf(from), to: addressOf(to), amount }]
}

/** The address at the end of a topic. */
function addressOf(topic: string): string {
  return toAddressText(`0x${topic.slice(-40)}`)
}

/** An address with its checksum, as the wallet's pages show it, so that people can compare them. */
function toAddressText(address: string): string {
  return addressForm.test(address) ? toChecksum(address) : address
}

async function readAddress(deps: EvmExplorerDeps, given: string): Promise<AddressView | null> {
  const { callNode, symbol } = deps
  const address = given.toLowerCase()
  const tokens = deps.tokens()
  const padded = address.slice(2).padStart(64, '0')
  const [coin, ...held] = await callNode([
    question('eth_getBalance', [address, 'latest']),
    ...tokens.map((token) =>
      question('eth_call', [{ to: token.address, data: `${balanceOf}${padded}` }, 'latest']),
    ),
  ])
  const blocks = await blocksBelow(callNode, searchedMax)
  if (coin === null || blocks === null) return null
  const coins = blocks.flatMap((block) =>
    listOf(block['transactions'])
      .filter(({ from, to }) => [from, to].some((one) => textOf(one).toLowerCase() === address))
      .map((one) => transactionLine(deps, one)),
  )
  const moved = await tokenMoves(deps, blocks, `0x${padded}`)
  return {
    address: toChecksum(address),
    balances: [
      amountText(bigOf(coin), coinDecimals, symbol),
      ...tokens.map((token, at) => amountText(bigOf(held[at]), token.decimals, token.symbol)),
    ],
    transactions: [...moved, ...coins].slice(0, transactionsMax),
    searched: blocks.length,
  }
}

/** Token transfers to and from an address in these blocks, newest first. */
async function tokenMoves(
  deps: EvmExplorerDeps,
  blocks: readonly Fields[],
  topic: string,
): Promise<readonly TransactionSummary[]> {
  const [newest, oldest] = [blocks[0], blocks.at(-1)]
  if (newest === undefined || oldest === undefined) return []
  const range = { fromBlock: oldest['number'], toBlock: newest['number'] }
  const filters = [
    [transferTopic, null, topic],
    [transferTopic, topic],
  ]
  const found = await deps.callNode(
    filters.map((topics) => question('eth_getLogs', [{ ...range, topics }])),
  )
  return found
    .flatMap(listOf)
    .flatMap((log) =>
      transferOf(deps, log).map((move) => ({ ...move, txid: textOf(log['transactionHash']) })),
    )
    .toReversed()
}
