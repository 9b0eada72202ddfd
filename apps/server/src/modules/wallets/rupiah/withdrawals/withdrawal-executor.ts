/** The executor of withdrawals. */
import type { WithdrawalState } from '@tukar/wire'
import type { Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { securityHoldOf } from '../../../accounts/index.ts'
import { lockBankAccount } from '../../../bank-account/index.ts'
import { audit } from '../../../desk/index.ts'
import { findAccountHold } from '../../account-holds.ts'
import { requireEdge } from '../../machine/edges.ts'
import { createDatabaseClock, type DatabaseClock } from '../../machine/database-clock.ts'
import type { Executor } from '../../machine/advance.ts'
import { endPass } from '../../machine/end-pass.ts'
import { withCurrentPause } from '../../machine/request-pause.ts'
import { changeRow, type ColumnValues, moveRow, type RowMove } from '../../machine/row-store.ts'
import { checkHold } from '../../machine/hold-check.ts'
import { bookWithdrawal } from '../booking.ts'
import { countGivenBack } from '../../withdrawn-proofs.ts'
import { claimedHold, withdrawalSource } from '../commands.ts'
import { findPayer } from '../deposits/deposit-store.ts'
import { forgetApprovals, provenApprovers } from '../../machine/approvals.ts'
import { alarmOf, withUnproven } from '../../machine/unproven-votes.ts'
import type { RupiahDeps } from '../deps.ts'
import { barredStep, checkRelease, type ReleaseCheck } from '../releasing/release-check.ts'
import type { RefusedPayouts } from '../releasing/refused-payouts.ts'
import { isFromBeforeProofs, sendingsOf } from '../releasing/sendings.ts'
import type { createFunding } from '../funding.ts'
import { isRequestedPayout } from './request-proof.ts'
import { manualDecisions } from '../console/manual-resolution.ts'
import { notifyWithdrawal } from '../notifications.ts'
import { rupiahId, rupiahOf } from '../units.ts'
import { isWithdrawalOver, provenWithdrawal, withdrawalBallot } from '../votes.ts'
import { decideWithdrawal, knownAfter } from './withdrawal.ts'
import {
  arrived,
  cancelableStates,
  type Verified,
  type Withdrawal,
  type WithdrawalAct,
  withdrawalEdges,
  type WithdrawalFacts,
} from './withdrawal-row.ts'
import { noteCause, readWithdrawal } from './withdrawal-store.ts'

export type WithdrawalExecutor = Executor<
  Withdrawal,
  WithdrawalState,
  WithdrawalAct,
  WithdrawalFacts,
  ColumnValues
>

export type WithdrawalDeps = RupiahDeps & {
  readonly funding: ReturnType<typeof createFunding>
  readonly refused: RefusedPayouts
}

/** Creates the executor of one pass, for the writer of this epoch. */
export function createWithdrawalExecutor(
  deps: WithdrawalDeps,
  withdrawalId: number,
  epoch: number,
): WithdrawalExecutor {
  const { database } = deps
  const clock = createDatabaseClock()
  return {
    async read() {
      await clock.read(database)
      const stored = await readWithdrawal(database, withdrawalId)
      const row = await provenWithdrawal(deps, stored, { epoch })
      if (!cancelableStates.includes(row.state)) return row
      return withCurrentPause(
        row,
        await securityHoldOf(database, row.userId, deps.limits.holdHours),
      )
    },
    decide: decideWithdrawal,
    act: (row, act, facts) => carryOut(deps, { row, act, facts, epoch }),
    afterMove: knownAfter,
    nowMs: () => clock.nowMs(),
    async move(row, to, cause, changes) {
      const moved = await move(deps, row, { to, cause, changes, epoch, clock })
      if (moved === null) return null
      const proven = await provenWithdrawal(deps, moved, { epoch })
      return withUnproven({ ...proven, frozenUntilMs: moved.frozenUntilMs }, row)
    },
    wait: (row, delay, found) => {
      const alarm = alarmOf(row, found, isWithdrawalOver(row))
      const nowMs = clock.nowMs()
      return endPass(deps, row, { kind: 'withdrawal', epoch, delay, alarm, nowMs })
    },
  }
}

type Move = Omit<RowMove, 'kind'> & { readonly to: WithdrawalState }

async function move(
  deps: RupiahDeps,
  row: Withdrawal,
  { clock, ...wanted }: Move & { readonly clock: DatabaseClock },
): Promise<Withdrawal | null> {
  return inTransaction(deps.database, async (transaction) => {
    const paused = await pausedRow(deps, transaction, row, wanted)
    const { frozenUntilMs, frozenCause } = paused
    // Reserving takes time, and a security hold may have started meanwhile. A withdrawal that was sent once
    // may still be paid, so it never returns to a cancelable state (INV-13).
    const isLeaving = wanted.to === 'sending' && row.state === 'approved'
    if (isLeaving) await clock.read(transaction)
    const isHeldUp = isLeaving && (frozenUntilMs ?? 0) > clock.nowMs()
    const accountHold = isLeaving ? await findAccountHold(transaction, deps.keys, row.userId) : null
    const cause = accountHold ?? (isHeldUp ? (frozenCause ?? 'security_hold') : null)
    const effective = cause === null ? wanted : { ...wanted, ...stopped, cause }
    requireEdge(withdrawalEdges, row.state, effective.to)
    if (!(await moveRow(transaction, row, { kind: 'withdrawal', ...effective }))) return null
    if (row.canceledBy !== null && effective.to === 'unknown') {
      deps.log.error(
        { withdrawalId: row.rowId },
        'a sent withdrawal was marked as canceled, it is paid',
      )
    }
    if (givenBackStates.includes(effective.to)) {
      const person = { userId: row.userId, currencyId: rupiahId }
      await countGivenBack(transaction, deps.keys, person, withdrawalSource(row.rowId))
    }
    const read = await readWithdrawal(transaction, row.rowId)
    const moved = { ...read, frozenUntilMs, frozenCause }
    if (effective.to === 'completed' && deps.bankAccountRules.lockOn === 'first-withdrawal') {
      const paidTo = { bankCode: row.bankCode, number: row.accountNumber }
      await lockBankAccount(transaction, row.userId, paidTo)
    }
    // The approvals are used up, or were about another finding.
    if (row.decision !== null && read.decision === null) {
      await forgetApprovals(transaction, 'withdrawal', row.rowId, manualDecisions)
    }
    await notifyWithdrawal(deps, transaction, moved)
    return moved
  })
}

/** Its whole hold was released, or the engine held nothing. */
const givenBackStates: readonly WithdrawalState[] = ['failed', 'canceled', 'refused']
const stopped = { to: 'waiting', changes: { reserved: 0 } } as const

/** The row with its current pause, read in the transaction that sends it (ATT-92). */
async function pausedRow(
  { limits }: RupiahDeps,
  transaction: Transaction,
  row: Withdrawal,
  { to }: Move,
): Promise<Withdrawal> {
  if (to !== 'sending') return row
  return withCurrentPause(row, await securityHoldOf(transaction, row.userId, limits.holdHours))
}

type ActInput = {
  readonly row: Withdrawal
  readonly act: WithdrawalAct
  readonly facts: WithdrawalFacts
  readonly epoch: number
}

async function carryOut(deps: WithdrawalDeps, input: ActInput): Promise<WithdrawalFacts> {
  const { row, act, facts, epoch } = input
  switch (act) {
    case 'verify':
      return { ...facts, verified: await verify(deps, row) }
    case 'reserve':
      return { ...facts, funding: await deps.funding.reserve(row, epoch) }
    case 'send': {
      const payout = await createPayout(deps, row)
      deps.refused.note(row.reference, payout)
      return { ...facts, payout }
    }
    case 'ask':
      return { ...facts, payout: await deps.gateway.findPayout(row.reference) }
    case 'note_arrival': {
      const isNoted = await noteCause(deps.database, row, { epoch, cause: arrived })
      return { ...facts, arrival: isNoted ? 'noted' : 'later' }
    }
    case 'drop_decision':
      await dropDecision(deps, input)
      return { ...facts, isDropped: true }
    case 'release': {
      const barred = barredStep(await mayRelease(deps, row))
      if (barred !== null) return { ...facts, release: barred }
      const loans = await deps.funding.finishTopUps(row)
      if (loans === 'later') return { ...facts, release: { status: 'later' } }
      return bookWithdrawal(deps.engine, row, act, facts)
    }
    case 'hold':
    case 'settle':
    case 'settle_fee':
    case 'give_back':
    case 'give_back_fee':
      return bookWithdrawal(deps.engine, row, act, facts)
  }
}

/** Whether the hold may be released. A sent payout is checked at the gateway first, whatever its row says. */
async function mayRelease(deps: WithdrawalDeps, row: Withdrawal): Promise<ReleaseCheck> {
  const { database, keys, gateway } = deps
  const sendings = await sendingsOf(database, row.rowId)
  if (sendings.count === 0) return 'free'
  const isRequested =
    isRequestedPayout(keys, row, row.requestMac) || (await isFromBeforeProofs(database, sendings))
  const isRefusedHere = deps.refused.has(row.reference)
  const payout = await gateway.findPayout(row.reference)
  return checkRelease({ sendings, isRequested, isRefusedHere, payout })
}

/** Verifies exactly the row values that are sent. */
async function verify({ database, keys, engine }: RupiahDeps, row: Withdrawal): Promise<Verified> {
  if (!isRequestedPayout(keys, row, row.requestMac)) return 'forged'
  // Nothing is sent before the end of its pause, whatever its state.
  if (row.isEarly) return 'later'
  const approvers = await provenApprovers(database, keys, withdrawalBallot(row, 'approve'))
  if (approvers.length < row.approvalsNeeded) return 'unproven'
  return checkHold(engine, claimedHold(row))
}

/** Drops the operators' decision, because the gateway contradicts it; they decide again. */
async function dropDecision(
  { database }: RupiahDeps,
  { row, facts, epoch }: ActInput,
): Promise<void> {
  const { payout } = facts
  const found = payout?.status === 'done' ? payout.value.state : (payout?.status ?? 'unknown')
  await inTransaction(database, async (transaction) => {
    const changes = { decision: null }
    if (!(await changeRow(transaction, row, { kind: 'withdrawal', epoch, changes }))) return
    await forgetApprovals(transaction, 'withdrawal', row.rowId, manualDecisions)
    await audit.record(transaction, {
      operatorId: null,
      action: 'payout.not_taken',
      subject: `withdrawal:${row.rowId}`,
      reason: 'The gateway does not bear it out.',
      before: { decision: row.decision },
      after: { decision: null, gateway: found },
    })
  })
}

async function createPayout(deps: RupiahDeps, row: Withdrawal) {
  const payee = await findPayer(deps.database, row.userId)
  return deps.gateway.createPayout({
    reference: row.reference,
    amount: rupiahOf(row.net),
    bankCode: row.bankCode,
    accountNumber: row.accountNumber,
    holderName: row.holderName,
    description: row.description,
    email: payee?.email ?? '',
  })
}
