/** The proofs of a withdrawal cover each field and nothing else (ATT-97). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Keys } from '../../../../../platform/secrets/keys.ts'
import { isApproved } from '../../../../../adapters/signer/index.ts'
import {
  approvalLifeMs,
  approvePayout,
  type RequestedPayment,
  isRequested,
  isUsable,
  macOfRequest,
} from './approving.ts'

const keys: Keys = (purpose) => Buffer.alloc(32, purpose)
const approvalKey = Buffer.from('approvals-of-the-tests-are-made-with-this')
const asked: RequestedPayment = {
  reference: 'withdrawal-1',
  userId: 1_001,
  chain: 'ethereum',
  currencyId: 5,
  contract: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
  amount: 100_000_000,
  fee: 2_000_000,
  net: 98_000_000,
  chainAmount: 98_000_000n,
  toAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  receiverName: 'Budi Santoso',
  receiverAddress: 'Jalan Melati 1',
  approvalsNeeded: 2,
  notBeforeMs: 1_700_000_000_000,
  notBeforeCause: 'new_receiver',
}
const asset = { symbol: 'USDT', chainId: 1, contract: asked.contract }

test('ATT-97: a row with any changed field does not match its owner’s request', () => {
  const mac = macOfRequest(keys, asked)
  assert.ok(isRequested(keys, asked, mac))
  assert.ok(!isRequested(keys, asked, null))
  assert.ok(!isRequested(keys, asked, mac.subarray(1)))
  const changed: { readonly [Field in keyof RequestedPayment]: RequestedPayment[Field] } = {
    reference: 'withdrawal-2',
    userId: 1_002,
    chain: 'bnb',
    currencyId: 3,
    contract: null,
    amount: 100_000_001,
    fee: 1_999_999,
    net: 98_000_001,
    chainAmount: 98_000_001n,
    toAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda95',
    receiverName: null,
    receiverAddress: null,
    approvalsNeeded: 0,
    notBeforeMs: null,
    notBeforeCause: 'new_device',
  }
  for (const [field, value] of Object.entries(changed)) {
    assert.ok(!isRequested(keys, { ...asked, [field]: value }, mac), field)
  }
})

test('ATT-97: an approval covers the whole payment, and is valid for it until it expires', () => {
  const nowMs = Date.now()
  const approvalFields = { asset, holdId: 7, feeMax: 9n, approvedBy: 'operators:4+5', nowMs }
  const approved = approvePayout(approvalKey, asked, approvalFields)
  assert.deepEqual(approved.approval, {
    kind: 'payout',
    id: 'withdrawal-1',
    chain: 'evm:1',
    currency: 'USDT',
    contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    destination: asked.toAddress,
    amount: '98000000',
    feeMax: '9',
    hold: 'hold:7',
    approvedBy: 'operators:4+5',
    approvedAtMs: nowMs,
    notAfterMs: nowMs + approvalLifeMs,
  })
  assert.ok(isApproved(approvalKey, approved))
  const left = { nowMs, leftMs: 3_600_000 }
  assert.ok(isUsable(approved, asked, left))
  assert.ok(!isUsable(approved, { ...asked, chainAmount: 1n }, left))
  assert.ok(!isUsable(approved, { ...asked, toAddress: '0x' }, left))
  assert.ok(!isUsable(approved, asked, { ...left, nowMs: nowMs + approvalLifeMs - 60_000 }))
})
