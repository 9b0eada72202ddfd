import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toAge } from './age.ts'
import {
  amountMoved,
  type Approval,
  computePayoutFees,
  isDecision,
  hasEnded,
  findDecisionKey,
  mayChangeBankLock,
  findPreviewLines,
  toApprovalProgress,
  findDecisionRights,
} from './cases.ts'
import { findMoneyVerdict } from './money-verdict.ts'
import { toCase, toDetail, toPage, toRevealed } from './case-wire.ts'

const approval: Approval = {
  operatorId: 1,
  operator: 'Ratna',
  at: '',
  decision: 'approve',
  reason: 'checked',
}
const person = { userId: 1001, name: 'S••••', email: 's••••@x' }

test('INV-22: an earlier approver, the owner and an operator without the role cannot decide', () => {
  const both = ['approve', 'reject'] as const
  const open = { can: both, person, approvals: [] }
  const of = (
    detail: Parameters<typeof findDecisionRights>[0],
    userId: number,
    ...roles: string[]
  ) => findDecisionRights(detail, { userId, roles })
  assert.deepEqual(of(open, 2, 'finance'), { choices: both, denial: null })
  assert.deepEqual(of(open, 2, 'risk', 'admin'), { choices: both, denial: null })
  assert.deepEqual(of({ ...open, can: [] }, 2, 'finance'), { choices: [], denial: 'decided' })
  assert.deepEqual(of(open, 1001, 'finance'), { choices: [], denial: 'own' })
  assert.deepEqual(of(open, 2, 'support', 'kyc', 'admin'), { choices: [], denial: 'role' })
  const half = { ...open, approvals: [approval] }
  assert.deepEqual(of(half, 2, 'finance'), { choices: both, denial: null })
  assert.deepEqual(of(half, 1, 'finance'), { choices: ['reject'], denial: 'same' })
})

test('INV-22: the preview of a first approval states that nothing is sent yet', () => {
  const none = { approvals: [], confirmedAmount: null }
  const payout = { ...none, part: 'withdrawals' as const, approvalsNeeded: 2 }
  assert.deepEqual(findPreviewLines(payout, 'approve'), ['first', 'net', 'fee'])
  const last = findPreviewLines({ ...payout, approvals: [approval] }, 'approve')
  assert.deepEqual(last, ['net', 'fee', 'final', 'told'])
  assert.deepEqual(findPreviewLines({ ...payout, approvalsNeeded: 1 }, 'approve'), last)
  assert.deepEqual(findPreviewLines(payout, 'reject'), ['rejectPayout', 'noPayout', 'told'])
  const deposit = { ...none, part: 'deposits' as const, approvalsNeeded: 1 }
  assert.deepEqual(findPreviewLines(deposit, 'credit'), ['credit', 'told'])
  const other = { ...deposit, approvals: [approval], approvalsNeeded: 2 }
  assert.deepEqual(findPreviewLines(other, 'credit'), ['first', 'credit'])
  assert.deepEqual(findPreviewLines(deposit, 'reject'), ['rejectDeposit'])
  const paid = { ...deposit, approvalsNeeded: 2, confirmedAmount: '150000.00' }
  assert.deepEqual(findPreviewLines(paid, 'reject'), ['first', 'rejectDeposit'])
  assert.deepEqual(findPreviewLines(deposit, 'reverse'), ['reverse', 'reverseDebt', 'told'])
})

test('INV-13: a manual resolution is previewed with a query of the gateway, and has no shortcut', () => {
  const payout = {
    part: 'withdrawals' as const,
    approvals: [],
    approvalsNeeded: 1,
    confirmedAmount: null,
  }
  assert.deepEqual(findPreviewLines(payout, 'ask'), ['ask'])
  assert.deepEqual(findPreviewLines(payout, 'take_failed'), ['takeFailed', 'rejectPayout', 'told'])
  assert.deepEqual(findPreviewLines(payout, 'take_paid'), ['takePaid', 'takePaidAsked', 'told'])
  const two = { ...payout, approvalsNeeded: 2 }
  assert.deepEqual(findPreviewLines(two, 'take_paid'), ['first', 'takePaid'])
  assert.deepEqual(
    ['approve', 'credit', 'reverse', 'reject', 'ask', 'take_failed', 'take_paid']
      .filter(isDecision)
      .map(findDecisionKey),
    ['a', 'a', 'a', 'r', null, null, null],
  )
})

test('an ended case is closed, and shows approvals only if a second one is required', () => {
  for (const state of ['credited', 'expired', 'completed', 'failed', 'canceled', 'refused']) {
    assert.ok(hasEnded({ state }))
    assert.equal(toApprovalProgress({ state, approvals: [], approvalsNeeded: 2 }), null)
  }
  assert.ok(!hasEnded({ state: 'waiting' }))
  const two = { approvals: [approval], approvalsNeeded: 2 }
  assert.equal(toApprovalProgress({ state: 'waiting', approvals: [], approvalsNeeded: 2 }), '0/2')
  assert.equal(toApprovalProgress({ ...two, state: 'credited' }), '1/2')
  assert.equal(
    toApprovalProgress({ ...two, state: 'completed', approvals: [approval, approval] }),
    null,
  )
})

const at = '2026-11-21T10:00:00.000Z'
const common = {
  id: 7,
  created_at: at,
  state: 'waiting',
  cause: 'review',
  amount: '5000000.00',
  person: { user_id: 1001, name: 'S••••', email: 's••••@x' },
  approvals: [
    { operator_id: 1, operator: 'Ratna', at: '', decision: 'approve', reason: 'checked' },
  ],
  approvals_needed: 2,
}
const deposit = { ...common, confirmed_amount: '4000000.00', method: null, has_file: true }
const bank = { name: 'BCA', ac_name: 'S••••', ac_number: '••••7890' }
const payout = { ...common, fee: '2500.00', net: '4992500.00', bank }

test('ATT-68: a credit moves the confirmed amount, a rejection the requested one', () => {
  const row = toCase(deposit, 'deposits')
  assert.equal(amountMoved(row, 'credit'), '4000000.00')
  assert.equal(amountMoved(row, 'reject'), '5000000.00')
  assert.equal(amountMoved({ ...row, confirmedAmount: null }, 'reverse'), '5000000.00')
})

test('the fees of a payout are exact to the last unit', () => {
  assert.equal(computePayoutFees({ amount: '120000000.00', net: '119935000.00' }), '65000.00')
  assert.equal(computePayoutFees({ amount: '5000', net: '4999.95' }), '0.05')
  assert.equal(computePayoutFees({ amount: '5000.00', net: '' }), '')
})

test('deposits and payouts are cases with different fields', () => {
  const list = toPage({ datas: [payout], page: 1, rows: 20, total: 21 }, (row) =>
    toCase(row, 'withdrawals'),
  )
  assert.deepEqual([list.page, list.isLast, list.rows.length], [1, false, 1])
  assert.equal(toPage({ datas: [], page: 2, rows: 20, total: 40 }, String).isLast, true)
  const [shown] = list.rows
  assert.deepEqual(shown?.person, person)
  assert.deepEqual(shown?.approvals, [approval])
  assert.deepEqual(shown?.bank, { name: 'BCA', holder: 'S••••', number: '••••7890' })
  assert.deepEqual(
    [shown?.net, shown?.hasFile, shown?.confirmedAmount],
    ['4992500.00', false, null],
  )
  const more = { reference: 'd-7', steps: [], flags: ['review'], description: null }
  const detail = toDetail({ ...deposit, ...more, can: ['credit'] }, 'deposits')
  assert.deepEqual([detail.can, detail.flags, detail.description], [['credit'], ['review'], ''])
  assert.deepEqual([detail.net, detail.hasFile, detail.bank], ['', true, null])
})

test('DEC-96: the roles risk and admin lock and unlock other people’s bank accounts', () => {
  const may = (...roles: string[]) => mayChangeBankLock({ userId: 7, roles }, 1001)
  assert.deepEqual([may('risk'), may('support', 'admin')], [true, true])
  assert.deepEqual([may('support', 'finance', 'kyc'), may()], [false, false])
  assert.equal(mayChangeBankLock({ userId: 1001, roles: ['admin'] }, 1001), false)
})

test('DEC-96: a revealed bank account is locked only if the answer states it', () => {
  const nobody = { user_id: 1001, name: 'Tuti', email: 't@x', payout_bank: null }
  const lockOf = (row: Parameters<typeof toRevealed>[0]['bank']) =>
    toRevealed({ ...nobody, bank: row }).bank?.isLocked
  assert.equal(lockOf({ ...bank, data_lock: true }), true)
  assert.equal(lockOf({ ...bank, data_lock: false }), false)
  assert.equal(lockOf(null), undefined)
})

test('a case is late after a quarter of an hour and overdue after an hour', () => {
  const at = (ms: number) => toAge(new Date(0).toISOString(), ms)
  assert.deepEqual(at(59_999), { unit: 'seconds', count: 59, judged: 'fresh' })
  assert.deepEqual(at(15 * 60_000), { unit: 'minutes', count: 15, judged: 'late' })
  assert.deepEqual(at(60 * 60_000), { unit: 'hours', count: 1, judged: 'overdue' })
  assert.deepEqual(at(48 * 3_600_000), { unit: 'days', count: 2, judged: 'overdue' })
  assert.deepEqual(at(-5_000), { unit: 'seconds', count: 0, judged: 'fresh' })
  assert.equal(toAge('never', 0).count, 0)
})

test('a difference is either in flight or wrong', () => {
  const verdict = (difference: string | null, inFlight: string | null) =>
    findMoneyVerdict({ difference, inFlight })
  assert.equal(verdict(null, '0.00'), 'unknown')
  assert.equal(verdict('0.00', '5000.00'), 'equal')
  assert.equal(verdict('-5000.00', '5000.00'), 'inFlight')
  assert.equal(verdict('5000.01', '5000.00'), 'wrong')
  assert.equal(verdict('1.00', null), 'wrong')
})
