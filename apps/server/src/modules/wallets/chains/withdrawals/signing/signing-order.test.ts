/** Stored orders to the signer, and the comparison of signed bytes with them (FLT-31). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UnsignedPayout } from '../../../../../adapters/bitcoin/index.ts'
import { type Approved, hotWallet } from '../../../../../adapters/signer/index.ts'
import {
  bitcoinOrder,
  evmOrder,
  isAsOrdered,
  orderBytes,
  toPayout,
  readOrder,
  toTransaction,
} from './signing-order.ts'

const approved: Approved = {
  approval: {
    kind: 'payout',
    id: 'withdrawal-1',
    chain: 'evm:56',
    currency: 'USDT',
    contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    destination: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    amount: '98000000',
    feeMax: '9',
    hold: 'hold:7',
    approvedBy: 'rule:below-review',
    approvedAtMs: 1,
    notAfterMs: 2,
  },
  mac: 'ab',
}

const payout: UnsignedPayout = {
  network: 'regtest',
  inputs: [{ txid: 'aa', index: 1, amount: 500n, key: { branch: 0, index: 3 } }],
  outputs: [
    { address: 'bcrt1there', amount: 300n, change: null },
    { address: 'bcrt1here', amount: 150n, change: hotWallet },
  ],
  sequence: 1,
  fee: 50n,
  weight: 600,
  unsignedHex: '00',
  txid: 'bb',
}

test('FLT-31: a stored bitcoin order is decoded exactly', () => {
  const kept = bitcoinOrder(approved, payout)
  const read = readOrder(orderBytes(kept))
  assert.deepEqual(read, kept)
  assert.deepEqual(toPayout(read), payout)
  assert.deepEqual(read.order.spend, {
    family: 'bitcoin',
    inputs: [{ txid: 'aa', vout: 1, amount: '500', key: { branch: 0, index: 3 } }],
    change: { key: hotWallet, amount: '150' },
    own: null,
  })
  assert.ok(!isAsOrdered(read, { txid: 'cc', raw: '00' }))
})

test('FLT-31 ATT-97: an EVM order is exactly the transaction of its approval', () => {
  const spend = {
    family: 'evm',
    from: hotWallet,
    nonce: 4,
    gasLimit: '60000',
    gasPrice: { kind: 'dynamic', max: '30', priority: '2' },
    own: null,
  } as const
  const kept = readOrder(orderBytes(evmOrder(approved, spend, '0xhot')))
  const transaction = toTransaction(kept)
  assert.deepEqual(
    [transaction.chainId, transaction.nonce, transaction.to, transaction.value],
    [56, 4, approved.approval.contract, 0n],
  )
  assert.match(transaction.data, /^0xa9059cbb0{24}9858effd232b4033e47d90003d41ec34ecaeda94/)
  assert.ok(!isAsOrdered(kept, { txid: '0x00', raw: '0x02' }))
})
