import assert from 'node:assert/strict'
import { test } from 'node:test'
import { broadcastOf } from './broadcast.ts'
import { failed } from './requests.ts'

const txid = 'ab'.repeat(32)
const refusal = (code: number, message: string) => ({ kind: 'refusal', code, message }) as const

/** Messages of Bitcoin Core and bcoin, and the status that follows from each. */
const replies = [
  [-27, 'Transaction already in block chain', 'known'],
  [-27, 'Transaction outputs already in utxo set', 'known'],
  [-27, 'transaction already in block chain', 'known'],
  [-26, 'txn-already-known', 'known'],
  [-26, 'txn-already-in-mempool', 'known'],
  [-26, 'txn-mempool-conflict', 'conflict'],
  [-26, 'bad-txns-spends-conflicting-tx', 'conflict'],
  [-26, 'insufficient fee, rejecting replacement 00ab, less fees than conflicting txs', 'conflict'],
  [-26, 'replacement-adds-unconfirmed', 'conflict'],
  [-26, 'bip125-replacement-disallowed', 'conflict'],
  [-25, 'bad-txns-inputs-missingorspent', 'missingInputs'],
  [-25, 'Missing inputs', 'missingInputs'],
  [-26, 'bad-txns-inputs-spent', 'missingInputs'],
  [-26, 'min relay fee not met, 100 < 141', 'feeTooLow'],
  [-26, 'mempool min fee not met, 141 < 900', 'feeTooLow'],
  [-26, 'insufficient priority', 'feeTooLow'],
  [-26, 'dust', 'refused'],
  [-26, 'mandatory-script-verify-flag-failed (Signature must be zero)', 'refused'],
  [-26, 'too-long-mempool-chain, too many unconfirmed ancestors', 'refused'],
  [-25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)', 'refused'],
  [-22, 'TX decode failed. Make sure the tx has at least one input.', 'refused'],
  [-32603, 'Internal error', 'unknown'],
  [-1, 'something', 'unknown'],
] as const

for (const [code, message, status] of replies) {
  test(`FLT-30 ATT-94: "${message}" is ${status}`, () => {
    assert.equal(broadcastOf(txid, refusal(code, message)).status, status)
  })
}

test('FLT-30: a mined transaction is distinguished from one in the mempool', () => {
  assert.deepEqual(broadcastOf(txid, refusal(-27, 'Transaction already in block chain')), {
    status: 'known',
    txid,
    inChain: true,
  })
  assert.deepEqual(broadcastOf(txid, refusal(-26, 'txn-already-in-mempool')), {
    status: 'known',
    txid,
    inChain: false,
  })
})

test('FLT-30 ATT-94: an unreachable node, or one that names another transaction, leaves the outcome unknown', () => {
  assert.equal(broadcastOf(txid, { kind: 'result', value: txid }).status, 'accepted')
  assert.equal(broadcastOf(txid, { kind: 'result', value: 'cd'.repeat(32) }).status, 'unknown')
  assert.equal(broadcastOf(txid, { kind: 'result', value: null }).status, 'unknown')
  for (const kind of ['unsent', 'silent', 'unauthorized', 'syncing', 'wrongChain'] as const) {
    assert.equal(broadcastOf(txid, failed(kind, 'for the test')).status, 'unknown')
  }
})
