/** The local bitcoin chain, for the explorer. */
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

const decimals = 8
const hashForm = /^[0-9a-f]{64}$/
const inputsMax = 20

/** Creates the explorer of bitcoin over calls to its node. */
export function bitcoinChain(callNode: CallNode): ExplorerChain {
  return {
    latest: () => latest(callNode, latestMax),
    async block(id) {
      const hash = hashForm.test(id)
        ? id
        : textOf(await callOne(callNode, 'getblockhash', [Number(id)]))
      return hashForm.test(hash) ? readBlock(callNode, hash) : null
    },
    transaction: (txid) =>
      hashForm.test(txid) ? readTransaction(callNode, txid) : Promise.resolve(null),
    address: (address) => readAddress(callNode, address),
  }
}

async function latest(callNode: CallNode, max: number): Promise<readonly BlockSummary[] | null> {
  const tip = await callOne(callNode, 'getblockcount', [])
  if (typeof tip !== 'number') return null
  const heights = Array.from({ length: Math.min(max, tip + 1) }, (_, below) => tip - below)
  const hashes = await callNode(heights.map((height) => question('getblockhash', [height])))
  const blocks = await callNode(hashes.map((hash) => question('getblock', [hash, true])))
  return blocks.flatMap((block) => {
    const fields = fieldsOf(block)
    return fields['hash'] === undefined ? [] : [toSummary(fields)]
  })
}

function question(method: string, params: readonly unknown[]): Question {
  return { method, params }
}

function toSummary(block: Fields): BlockSummary {
  return {
    height: Number(block['height']),
    hash: textOf(block['hash']),
    timeMs: Number(block['time']) * 1_000,
    count: txidsOf(block).length,
  }
}

function txidsOf(block: Fields): readonly string[] {
  const txids = block['tx']
  return Array.isArray(txids) ? txids.map(textOf) : []
}

async function readBlock(callNode: CallNode, hash: string): Promise<BlockView | null> {
  const block = fieldsOf(await callOne(callNode, 'getblock', [hash, true]))
  if (block['hash'] === undefined) return null
  const txids = txidsOf(block).slice(0, transactionsMax)
  const parentHash = textOf(block['previousblockhash'])
  return { ...toSummary(block), parentHash, transactions: await linesOf(callNode, txids) }
}

async function linesOf(
  callNode: CallNode,
  txids: readonly string[],
): Promise<readonly TransactionSummary[]> {
  const found = await callNode(txids.map((txid) => question('getrawtransaction', [txid, true])))
  return found.map(fieldsOf).flatMap((transaction, at): readonly TransactionSummary[] => {
    const outputs = outputsOf(transaction)
    if (outputs.length === 0) return []
    const sum = outputs.reduce((all, { satoshi }) => all + satoshi, 0n)
    return [
      {
        txid: txids[at] ?? '',
        from: null,
        to: outputs[0]?.address ?? null,
        amount: amountText(sum, decimals, 'BTC'),
      },
    ]
  })
}

type Output = { readonly address: string | null; readonly satoshi: bigint }

function outputsOf(transaction: Fields): readonly Output[] {
  return listOf(transaction['vout']).map((output) => {
    const { addresses, address } = fieldsOf(output['scriptPubKey'])
    const first: unknown = Array.isArray(addresses) ? addresses[0] : address
    return {
      address: typeof first === 'string' ? first : null,
      // The node returns bitcoin with eight decimals. A double is exact to the satoshi.
      satoshi: BigInt(Math.round(Number(output['value']) * 1e8)),
    }
  })
}

async function readTransaction(callNode: CallNode, txid: string): Promise<TransactionView | null> {
  const transaction = fieldsOf(await callOne(callNode, 'getrawtransaction', [txid, true]))
  if (transaction['vout'] === undefined) return null
  const inputs = await inputsOf(callNode, transaction)
  const outputs = outputsOf(transaction)
  const hash = textOf(transaction['blockhash'])
  const block = fieldsOf(hash === '' ? null : await callOne(callNode, 'getblock', [hash, true]))
  const isMined = block['hash'] !== undefined
  const sum = (some: readonly Output[]) => some.reduce((all, one) => all + one.satoshi, 0n)
  const isWhole = inputs.length > 0 && inputs.length === listOf(transaction['vin']).length
  const text = (satoshi: bigint) => amountText(satoshi, decimals, 'BTC')
  return {
    txid,
    state: isMined ? 'mined' : 'pool',
    block: isMined ? { height: Number(block['height']), hash } : null,
    confirmations: Number(transaction['confirmations'] ?? 0),
    timeMs: isMined ? Number(block['time']) * 1_000 : null,
    fee: isWhole ? text(sum(inputs) - sum(outputs)) : null,
    movements: [
      ...inputs.map(({ address, satoshi }): Movement => {
        return { from: address, to: null, amount: text(satoshi) }
      }),
      ...outputs.map(({ address, satoshi }): Movement => {
        return { from: null, to: address, amount: text(satoshi) }
      }),
    ],
  }
}

/** Outputs that the inputs spend; empty for a coinbase, and at most as many as a page shows. */
async function inputsOf(callNode: CallNode, transaction: Fields): Promise<readonly Output[]> {
  const spent = listOf(transaction['vin'])
    .filter(({ txid }) => textOf(txid) !== '')
    .slice(0, inputsMax)
  const before = await callNode(
    spent.map(({ txid }) => question('getrawtransaction', [txid, true])),
  )
  return spent.flatMap(({ vout }, at) => {
    const output = outputsOf(fieldsOf(before[at]))[Number(vout)]
    return output === undefined ? [] : [output]
  })
}

async function readAddress(callNode: CallNode, address: string): Promise<AddressView | null> {
  const blocks = await latest(callNode, searchedMax)
  if (blocks === null) return null
  const read = await callNode(blocks.map(({ hash }) => question('getblock', [hash, true])))
  const waiting = await callOne(callNode, 'getrawmempool', [])
  const pool = Array.isArray(waiting) ? waiting.map(textOf) : []
  const txids = [...pool, ...read.flatMap((block) => txidsOf(fieldsOf(block)))]
  const found = await callNode(txids.map((txid) => question('getrawtransaction', [txid, true])))
  const transactions = found.flatMap((answer, at): readonly TransactionSummary[] => {
    const own = outputsOf(fieldsOf(answer)).filter((output) => output.address === address)
    if (own.length === 0) return []
    const sum = own.reduce((all, { satoshi }) => all + satoshi, 0n)
    const amount = amountText(sum, decimals, 'BTC')
    return [{ txid: txids[at] ?? '', from: null, to: address, amount }]
  })
  return {
    address,
    balances: [],
    transactions: transactions.slice(0, transactionsMax),
    searched: blocks.length,
  }
}
