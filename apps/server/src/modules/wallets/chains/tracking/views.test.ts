import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bitcoinPoolView, toBitcoinRange, toEvmRange } from './views.ts'

const addresses = new Set(['bcrt1user'])
const transaction = {
  txid: 'a',
  isCoinbase: false,
  inputs: [],
  outputs: [
    { address: null, amount: 0n },
    { address: 'bcrt1user', amount: 5n },
    { address: 'bcrt1other', amount: 6n },
    { address: 'bcrt1user', amount: 7n },
  ],
  weight: 400,
  isReplaceable: false,
}

test('ATT-79: each output of a bitcoin block to our addresses is found, by its index', () => {
  const block = { blockId: 'h7', previousBlockId: 'h6', timeMs: 0, transactions: [transaction] }
  const range = toBitcoinRange(7, block, addresses)
  assert.deepEqual([range.fromHeight, range.height, range.hash], [7, 7, 'h7'])
  assert.deepEqual(
    range.sightings.map(({ index, amount, block }) => [index, amount, block.hash]),
    [
      [1, 5n, 'h7'],
      [3, 7n, 'h7'],
    ],
  )
  const pool = bitcoinPoolView({ txids: ['a', 'b'], news: [transaction], isWhole: true }, addresses)
  assert.deepEqual([pool.has('b'), pool.has('c'), pool.sightings.length], [true, false, 2])
})

test('ATT-74 ATT-77: each transfer of an EVM block is found, and a failed one is marked', () => {
  const transfer = { txHash: 'a', contract: null, from: '0x1', to: '0x2', amount: 5n }
  const range = toEvmRange({
    number: 7,
    hash: 'h7',
    parentHash: 'h6',
    timeMs: 0,
    transfers: [
      { ...transfer, index: -1, isSuccess: false },
      { ...transfer, index: 3, contract: '0xusdt', isSuccess: true },
    ],
  })
  assert.deepEqual(
    range.sightings.map(({ index, receipt, contract }) => [index, receipt, contract]),
    [
      [-1, 'failed', null],
      [3, 'ok', '0xusdt'],
    ],
  )
})
