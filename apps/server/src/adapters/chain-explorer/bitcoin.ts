/** The local bitcoin chain, for the explorer. */
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

const decimals = 8
const hashForm = /^[0-9a-f]{64}$/
const inputsMax = 20

/** Opens it over questions to its node. */
export function bitcoinChain(ask: AskNode): ExplorerChain {
  return {
    latest: () => latest(ask, latestMax),
    async block(id) {
      const hash = hashForm.test(id) ? id : textOf(await askOne(ask, 'getblockhash', [Number(id)]))
      return hashForm.test(hash) ? readBlock(ask, hash) : null
    },
    transaction: (txid) =>
      hashForm.test(txid) ? readTransaction(ask, txid) : Promise.resolve(null),
    address: (address) => readAddress(ask, address),
  }
}

async function latest(ask: AskNode, max: number): Promise<readonly BlockLine[] | null> {
  const tip = await askOne(ask, 'getblockcount', [])
  if (typeof tip !== 'number') return null
  const heights = Array.from({ length: Math.min(max, tip + 1) }, (_, below) => tip - below)
  const hashes = await ask(heights.map((height) => question('getblockhash', [height])))
  const blocks = await ask(hashes.map((hash) => question('getblock', [hash, true])))
  return blocks.flatMap((block) => {
    const fields = fieldsOf(block)
    return fields['hash'] === undefined ? [] : [lineOf(fields)]
  })
}

function question(method: string, params: readonly unknown[]): Question {
  return { method, params }
}

function lineOf(block: Fields): BlockLine {
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

async function readBlock(ask: AskNode, hash: string): Promise<BlockView | null> {
  const block = fieldsOf(await askOne(ask, 'getblock', [hash, true]))
  if (block['hash'] === undefined) return null
  const txids = txidsOf(block).slice(0, transactionsMax)
  const parentHash = textOf(block['previousblockhash'])
  return { ...lineOf(block), parentHash, transactions: await linesOf(ask, txids) }
}

async function linesOf(
  ask: AskNode,
  txids: readonly string[],
): Promise<readonly TransactionLine[]> {
  const found = await ask(txids.map((txid) => question('getrawtransaction', [txid, true])))
  return found.map(fieldsOf).flatMap((transaction, at): readonly TransactionLine[] => {
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
      // The node tells whole coins with eight decimals, which a double holds to the satoshi.
      satoshi: BigInt(Math.round(Number(output['value']) * 1e8)),
    }
  })
}

async function readTransaction(ask: AskNode, txid: string): Promise<TransactionView | null> {
  const transaction = fieldsOf(await askOne(ask, 'getrawtransaction', [txid, true]))
  if (transaction['vout'] === undefined) return null
  const inputs = await inputsOf(ask, transaction)
  const outputs = outputsOf(transaction)
  const hash = textOf(transaction['blockhash'])
  const block = fieldsOf(hash === '' ? null : await askOne(ask, 'getblock', [hash, true]))
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

/** What its inputs spend; none of new coins, and no more than a page shows. */
async function inputsOf(ask: AskNode, transaction: Fields): Promise<readonly Output[]> {
  const spent = listOf(transaction['vin'])
    .filter(({ txid }) => textOf(txid) !== '')
    .slice(0, inputsMax)
  const before = await ask(spent.map(({ txid }) => question('getrawtransaction', [txid, true])))
  return spent.flatMap(({ vout }, at) => {
    const output = outputsOf(fieldsOf(before[at]))[Number(vout)]
    return output === undefined ? [] : [output]
  })
}

async function readAddress(ask: AskNode, address: string): Promise<AddressView | null> {
  const blocks = await latest(ask, searchedMax)
  if (blocks === null) return null
  const read = await ask(blocks.map(({ hash }) => question('getblock', [hash, true])))
  const waiting = await askOne(ask, 'getrawmempool', [])
  const pool = Array.isArray(waiting) ? waiting.map(textOf) : []
  const txids = [...pool, ...read.flatMap((block) => txidsOf(fieldsOf(block)))]
  const found = await ask(txids.map((txid) => question('getrawtransaction', [txid, true])))
  const transactions = found.flatMap((answer, at): readonly TransactionLine[] => {
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
