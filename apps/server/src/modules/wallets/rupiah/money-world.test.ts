/**
 * The state machine against banks, engines and processes that fail at every point, compared with a counting
 * model.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { custodyAccounts, houseAccounts } from '@tukar/core'
import { createRandom } from '../../../simulation/random.ts'
import type { Deposit } from './deposits/deposit.ts'
import { fund, type StoredRow, openSimulation, payoutFee, userIds } from './testing/money-world.ts'
import { withdrawalDecisions } from './console/console-decisions.ts'
import { feesOf } from './rules.ts'
import { rupiahOf, unitsOf } from './units.ts'
import { noPause } from '../machine/request-pause.ts'
import { cancelableStates, type Withdrawal } from './withdrawals/withdrawal-row.ts'

type World = ReturnType<typeof openSimulation>
type Chance = () => number

const shared = { cause: null, alarm: null, version: 0, hints: 0, attempts: 0, railId: 101 } as const

function newDeposit(rowId: number, userId: number, rupiah: number, nowMs: number): Deposit {
  return {
    ...shared,
    rowId,
    userId,
    state: 'created',
    amount: unitsOf(rupiah),
    description: 'deposit',
    reference: `deposit-${userId}-00000000-0000-4000-8000-${String(rowId).padStart(12, '0')}`,
    language: 'id',
    decision: null,
    invoiceId: null,
    checkoutUrl: null,
    expiresAtMs: null,
    method: null,
    paidAmount: null,
    outsideFact: null,
    refusedCredits: 0,
    suspenseUnits: null,
    rejections: 0,
    createdMs: nowMs,
    isOwnerGone: false,
    isAgreed: false,
  }
}

function newWithdrawal(rowId: number, userId: number, rupiah: number, nowMs: number): Withdrawal {
  const amount = unitsOf(rupiah)
  const fees = feesOf(amount, 500, payoutFee)
  return {
    ...shared,
    ...fees,
    rowId,
    userId,
    state: 'requested',
    amount,
    net: amount - fees.fee - fees.providerFee,
    reference: `withdrawal-${rowId}`,
    description: 'withdrawal',
    bankCode: 'BCA',
    bankName: 'BCA',
    holderName: 'Sari',
    accountNumber: '1234567890',
    holdId: null,
    ...noPause,
    isEarly: false,
    frozenCause: null,
    frozenUntilMs: rowId % 7 === 0 ? nowMs + 3_600_000 : null,
    reviewReason: rowId % 5 === 0 ? 'amount' : null,
    approvalsNeeded: rowId % 5 === 0 ? 2 : 0,
    approvals: 0,
    requestMac: null,
    canceledBy: null,
    sentAtMs: null,
    sentCount: 0,
    payoutId: null,
    failureCode: null,
    decision: null,
    isTakenPaid: false,
    poorCount: 0,
    reserved: 0,
    createdMs: nowMs,
    updatedMs: nowMs,
    accountHold: null,
    isOwnerGone: false,
  }
}

/** A random action of users, banks or time. */
async function step(set: World, chance: Chance): Promise<void> {
  const { world, bank, depositRows, withdrawalRows } = set
  const pick = <T>(values: readonly T[]): T | undefined =>
    values[Math.floor(chance() * values.length)]
  const userId = pick(userIds) ?? 0
  const rupiah = 50_000 + Math.floor(chance() * 3_000_000)
  const at = chance()
  if (at < 0.06) {
    const rowId = depositRows.size + 1
    depositRows.set(rowId, {
      row: newDeposit(rowId, userId, rupiah, world.nowMs),
      dueMs: world.nowMs,
    })
    await set.advanceDeposit(rowId, true)
  } else if (at < 0.12) {
    const rowId = withdrawalRows.size + 1
    const row = newWithdrawal(rowId, userId, rupiah, world.nowMs)
    withdrawalRows.set(rowId, { row, dueMs: world.nowMs })
    await set.advanceWithdrawal(rowId)
  } else if (at < 0.22) {
    const invoice = pick([...bank.invoices.values()])
    const isOther = chance() < 0.1
    if (invoice !== undefined) bank.pay(invoice.reference, invoice.amount + (isOther ? 1_000 : 0))
  } else if (at < 0.25) {
    const invoice = pick([...bank.invoices.values()])
    if (invoice !== undefined) bank.expireInvoice(invoice.invoiceId)
  } else if (at < 0.4) {
    const payout = pick([...bank.payouts.keys()])
    const end = chance() < 0.7 ? 'succeeded' : chance() < 0.5 ? 'failed' : 'reversed'
    if (payout !== undefined) bank.turn(payout, end)
  } else if (at < 0.42) {
    const payout = pick([...bank.payouts.keys()])
    if (payout !== undefined) bank.forget(payout)
  } else if (at < 0.48) {
    decide(pick([...withdrawalRows.values()]), chance)
  } else if (at < 0.6) {
    // A callback for any row, at any time, any number of times.
    const rows: readonly StoredRow<Deposit | Withdrawal>[] = [
      ...depositRows.values(),
      ...withdrawalRows.values(),
    ]
    const kept = pick(rows)
    if (kept !== undefined) {
      kept.row = { ...kept.row, hints: kept.row.hints + 1 }
      kept.dueMs = world.nowMs
    }
  } else {
    world.nowMs += Math.floor(chance() * 20_000)
    bank.tick()
    await lookAtDue(set)
  }
}

/** An operator approves, or the owner cancels. */
function decide(kept: StoredRow<Withdrawal> | undefined, chance: Chance): void {
  if (kept !== undefined) takeAsFailed(kept)
  if (kept !== undefined && chance() < 0.2) suspend(kept, kept.row.accountHold === null)
  if (kept === undefined || !cancelableStates.includes(kept.row.state)) return
  const changes =
    chance() < 0.6 && kept.row.approvals < kept.row.approvalsNeeded
      ? { approvals: kept.row.approvals + 1 }
      : chance() < 0.3
        ? { canceledBy: 'user' as const }
        : {}
  const { version, hints } = kept.row
  kept.row = { ...kept.row, ...changes, version: version + 1, hints: hints + 1 }
  kept.dueMs = kept.row.createdMs
}

/** Operators suspend or resume the owner's account; the row becomes due. */
function suspend(kept: StoredRow<Withdrawal>, isSuspended: boolean): void {
  const { row } = kept
  const accountHold = isSuspended ? 'account_suspended' : null
  kept.row = { ...row, accountHold, hints: row.hints + 1 }
  kept.dueMs = row.createdMs
}

/** Operators resolve as failed a payout that the bank no longer has. */
function takeAsFailed(kept: StoredRow<Withdrawal>): void {
  const { row } = kept
  if (!withdrawalDecisions(row).includes('take_failed')) return
  kept.row = { ...row, decision: 'fail', version: row.version + 1, hints: row.hints + 1 }
  kept.dueMs = row.createdMs
}

async function lookAtDue(set: World): Promise<void> {
  const { world, depositRows, withdrawalRows } = set
  for (const [rowId, { dueMs }] of withdrawalRows) {
    if (dueMs !== null && dueMs <= world.nowMs) await set.advanceWithdrawal(rowId)
  }
  for (const [rowId, { dueMs }] of depositRows) {
    if (dueMs !== null && dueMs <= world.nowMs) await set.advanceDeposit(rowId)
  }
}

/** The connection works again, and time passes until nothing is left to do. */
async function comeToRest(set: World): Promise<void> {
  const { world, bank, depositRows, withdrawalRows } = set
  world.faults = 0
  world.kills = 0
  for (const kept of withdrawalRows.values()) suspend(kept, false)
  for (let round = 0; round < 400; round += 1) {
    for (const [reference, { state }] of bank.payouts) {
      if (state === 'accepted') bank.turn(reference, 'succeeded')
    }
    for (const kept of withdrawalRows.values()) takeAsFailed(kept)
    const dues = [...depositRows.values(), ...withdrawalRows.values()].flatMap(
      ({ dueMs }) => dueMs ?? [],
    )
    if (dues.length === 0) return
    // Minutes at first, then the days in which the bank may still reverse a payout.
    world.nowMs = Math.max(world.nowMs + (round < 100 ? 60_000 : 21_600_000), Math.min(...dues))
    bank.tick()
    await lookAtDue(set)
  }
  assert.fail('the world does not come to rest')
}

/** Compares the sums: received, sent, in flight. */
function check(set: World): void {
  const { books, bank, depositRows, withdrawalRows } = set
  const rows = [...withdrawalRows.values()].map(({ row }) => row)
  const paidIn = [...depositRows.values()].map(({ row }) => row)
  for (const row of paidIn) {
    const invoice = bank.invoices.get(row.reference)
    const paid = invoice?.state === 'paid' ? unitsOf(invoice.paidAmount ?? 0) : 0
    const wanted = paid === 0 ? 'expired' : paid === row.amount ? 'credited' : 'quarantined'
    assert.equal(row.state, wanted, `deposit ${row.rowId}: paid ${paid} of ${row.amount}`)
  }
  for (const row of rows) {
    const payout = bank.payouts.get(row.reference)
    assert.ok((bank.begun.get(row.reference) ?? 0) <= 1, `${row.reference} was paid twice`)
    const isWaiting = row.state === 'waiting' && row.cause === 'review'
    const isOver = ['completed', 'failed', 'canceled', 'refused', 'reversed'].includes(row.state)
    assert.ok(isWaiting || isOver, `withdrawal ${row.rowId} rests in ${row.state} (${row.alarm})`)
    assert.equal(row.state === 'completed', payout?.state === 'succeeded', row.reference)
    if (row.state === 'reversed') assert.equal(payout?.state, 'reversed')
    assert.equal(row.alarm, null, row.reference)
    assert.equal(row.reserved, 0, row.reference)
  }
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
  for (const userId of userIds) {
    const own = rows.filter((row) => row.userId === userId)
    const credited = paidIn.filter((row) => row.userId === userId && row.state === 'credited')
    const gone = own.filter(({ state }) => state === 'completed')
    const waiting = own.filter(({ state }) => state === 'waiting')
    const held = sum(waiting.map(({ amount }) => amount))
    assert.equal(books.held(userId), held, `held of ${userId}`)
    const expected =
      fund +
      sum(credited.map(({ amount }) => amount)) -
      sum(gone.map(({ amount }) => amount)) -
      held
    assert.equal(books.available(userId), expected, `available of ${userId}`)
  }
  const completed = rows.filter(({ state }) => state === 'completed')
  assert.equal(books.available(houseAccounts.fees), sum(completed.map(({ fee }) => fee)))
  const strange = paidIn.filter(({ state }) => state === 'quarantined')
  const kept = strange.map(({ reference }) => bank.invoices.get(reference)?.paidAmount ?? 0)
  const owed = rupiahOf(0 - books.available(custodyAccounts.bank))
  assert.equal(bank.bank.balance, owed + sum(kept), 'the gateway has what the ledger says')
  assert.deepEqual(books.exchange.brokenInvariants(), [])
}

/** Seeds, with the rate of crashes between two acts. */
const worlds = [
  ...[1, 2, 3, 4].map((seed) => ({ seed, kills: 0.01 })),
  ...[100, 101, 102, 107].map((seed) => ({ seed, kills: 0.06 })),
]

for (const { seed, kills } of worlds) {
  test(`INV-12 INV-13 INV-20 FLT-33 FLT-34 FLT-35: 3,000 steps with faults and kills lose nothing and do nothing twice (seed ${seed})`, async () => {
    const random = createRandom(seed)
    const uniform = () => random.uniform()
    const set = openSimulation(uniform)
    set.world.kills = kills
    for (let count = 0; count < 3_000; count += 1) await step(set, uniform)
    await comeToRest(set)
    check(set)
    assert.ok(set.world.killed > 20, `${set.world.killed} kills`)
    const states = [...set.depositRows.values(), ...set.withdrawalRows.values()].map(
      ({ row }) => row.state,
    )
    const wanted = ['credited', 'expired', 'quarantined', 'completed', 'failed', 'canceled']
    for (const state of [...wanted, 'refused', 'reversed']) {
      assert.ok(states.includes(state as never), `no row came to ${state}`)
    }
    const forgotten = [...set.withdrawalRows.values()].filter(
      ({ row }) => row.failureCode === 'not_found',
    )
    assert.ok(forgotten.length > 0, 'none was taken as failed')
  })
}
