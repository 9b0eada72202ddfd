/** A local EVM chain, for the explorer. */
import { toChecksum } from '../evm/index.ts'
import { type Fields, fieldsOf } from '../../platform/external/answers.ts'
import { type AskNode, askOne, listOf, type Question, textOf } from './rpc.ts'
import {
  type AddressView,
  amountText,
  type BlockLine,
  type BlockView,
  type ExplorerChain,
  latestMax,
  type Movement,
  searchedMax,
  type TransactionLine,
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

export type EvmChainParts = {
  readonly ask: AskNode
  /** What its coin is called. */
  readonly symbol: string
  /** The tokens that are shown by name; others by their contract. */
  readonly tokens: () => readonly EvmToken[]
}

/** Opens it over questions to its node. */
export function evmChain(parts: EvmChainParts): ExplorerChain {
  return {
    latest: () => latest(parts, latestMax),
    async block(id) {
      const isHash = hashForm.test(id)
      const method = isHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber'
      const asked = isHash ? id : hexOf(Number(id))
      return blockOf(parts, fieldsOf(await askOne(parts.ask, method, [asked, true])))
    },
    transaction: (txid) =>
      hashForm.test(txid) ? readTransaction(parts, txid) : Promise.resolve(null),
    address: (address) =>
      addressForm.test(address) ? readAddress(parts, address) : Promise.resolve(null),
  }
}

function hexOf(number: number): string {
  return `0x${number.toString(16)}`
}

/** A quantity; 0 for what is none. */
function bigOf(value: unknown): bigint {
  return typeof value === 'string' && quantityForm.test(value) ? BigInt(value) : 0n
}

function question(method: string, params: readonly unknown[]): Question {
  return { method, params }
}

async function blocksBelow(ask: AskNode, max: number): Promise<readonly Fields[] | null> {
  const head = await askOne(ask, 'eth_blockNumber', [])
  if (typeof head !== 'string') return null
  const tip = Number(bigOf(head))
  const heights = Array.from({ length: Math.min(max, tip + 1) }, (_, below) => tip - below)
  const blocks = await ask(heights.map((at) => question('eth_getBlockByNumber', [hexOf(at), true])))
  return blocks.map(fieldsOf).filter(({ hash }) => hash !== undefined)
}

async function latest({ ask }: EvmChainParts, max: number): Promise<readonly BlockLine[] | null> {
  const blocks = await blocksBelow(ask, max)
  return blocks === null ? null : blocks.map(lineOf)
}

function lineOf(block: Fields): BlockLine {
  return {
    height: Number(bigOf(block['number'])),
    hash: textOf(block['hash']),
    timeMs: Number(bigOf(block['timestamp'])) * 1_000,
    count: listOf(block['transactions']).length,
  }
}

function blockOf(parts: EvmChainParts, block: Fields): BlockView | null {
  if (block['hash'] === undefined) return null
  const transactions = listOf(block['transactions']).slice(0, transactionsMax)
  return {
    ...lineOf(block),
    parentHash: textOf(block['parentHash']),
    transactions: transactions.map((one) => transactionLine(parts, one)),
  }
}

function transactionLine({ symbol }: EvmChainParts, transaction: Fields): TransactionLine {
  const to = textOf(transaction['to'])
  return {
    txid: textOf(transaction['hash']),
    from: partyOf(textOf(transaction['from'])),
    to: to === '' ? null : partyOf(to),
    amount: amountText(bigOf(transaction['value']), coinDecimals, symbol),
  }
}

async function readTransaction(
  parts: EvmChainParts,
  txid: string,
): Promise<TransactionView | null> {
  const { ask, symbol } = parts
  const [found, got, tip] = await ask([
    question('eth_getTransactionByHash', [txid]),
    question('eth_getTransactionReceipt', [txid]),
    question('eth_blockNumber', []),
  ])
  const [transaction, receipt] = [fieldsOf(found), fieldsOf(got)]
  if (transaction['hash'] === undefined) return null
  const isMined = receipt['blockHash'] !== undefined
  const height = Number(bigOf(receipt['blockNumber']))
  const block = isMined
    ? fieldsOf(await askOne(ask, 'eth_getBlockByHash', [receipt['blockHash'], false]))
    : {}
  const { from, to, amount } = transactionLine(parts, transaction)
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
      ...listOf(receipt['logs']).flatMap((log) => transferOf(parts, log)),
    ],
  }
}

/** What a log says that a token moved; nothing for other logs. */
function transferOf({ tokens }: EvmChainParts, log: Fields): readonly Movement[] {
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
  return partyOf(`0x${topic.slice(-40)}`)
}

/** An address written as the wallet's pages write it, so that both compare by eye. */
function partyOf(address: string): string {
  return addressForm.test(address) ? toChecksum(address) : address
}

async function readAddress(parts: EvmChainParts, given: string): Promise<AddressView | null> {
  const { ask, symbol } = parts
  const address = given.toLowerCase()
  const tokens = parts.tokens()
  const padded = address.slice(2).padStart(64, '0')
  const [coin, ...held] = await ask([
    question('eth_getBalance', [address, 'latest']),
    ...tokens.map((token) =>
      question('eth_call', [{ to: token.address, data: `${balanceOf}${padded}` }, 'latest']),
    ),
  ])
  const blocks = await blocksBelow(ask, searchedMax)
  if (coin === null || blocks === null) return null
  const coins = blocks.flatMap((block) =>
    listOf(block['transactions'])
      .filter(({ from, to }) => [from, to].some((one) => textOf(one).toLowerCase() === address))
      .map((one) => transactionLine(parts, one)),
  )
  const moved = await tokenMoves(parts, blocks, `0x${padded}`)
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

/** Tokens to and from an address in these blocks, the newest first. */
async function tokenMoves(
  parts: EvmChainParts,
  blocks: readonly Fields[],
  topic: string,
): Promise<readonly TransactionLine[]> {
  const [newest, oldest] = [blocks[0], blocks.at(-1)]
  if (newest === undefined || oldest === undefined) return []
  const range = { fromBlock: oldest['number'], toBlock: newest['number'] }
  const filters = [
    [transferTopic, null, topic],
    [transferTopic, topic],
  ]
  const found = await parts.ask(
    filters.map((topics) => question('eth_getLogs', [{ ...range, topics }])),
  )
  return found
    .flatMap(listOf)
    .flatMap((log) =>
      transferOf(parts, log).map((move) => ({ ...move, txid: textOf(log['transactionHash']) })),
    )
    .toReversed()
}
