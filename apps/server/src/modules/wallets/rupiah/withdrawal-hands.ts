/** Carries out what is decided about a withdrawal. */
import type { WithdrawalState } from '@tukar/wire'
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { securityHoldOf } from '../../accounts/index.ts'
import { lockBankAccount } from '../../bank-account/index.ts'
import { audit } from '../../desk/index.ts'
import { accountHoldOf } from '../account-holds.ts'
import { requireEdge } from '../machine/edges.ts'
import { createDatabaseClock, type DatabaseClock } from '../machine/database-clock.ts'
import type { Hands } from '../machine/look.ts'
import { pauseLook } from '../machine/pause-look.ts'
import { pausedNow } from '../machine/request-pause.ts'
import { changeRow, type ColumnValues, moveRow, type RowMove } from '../machine/row-store.ts'
import { checkHold } from '../machine/standing-hold.ts'
import { bookWithdrawal } from './booking.ts'
import { countGivenBack } from '../withdrawn-proofs.ts'
import { claimedHold, withdrawalSource } from './commands.ts'
import { findPayer } from './deposit-store.ts'
import { forgetApprovals, provenApprovers } from '../machine/approvals.ts'
import { alarmOf, withUnproven } from '../machine/unproven.ts'
import type { RupiahParts } from './parts.ts'
import { barredStep, checkRelease, type ReleaseCheck } from './releasing/release-check.ts'
import type { RefusedPayouts } from './releasing/refused-payouts.ts'
import { isFromBeforeProofs, sendingsOf } from './releasing/sendings.ts'
import type { createRoom } from './room.ts'
import { isAskedPayout } from './request-proof.ts'
import { takeWords } from './taken.ts'
import { tellOfWithdrawal } from './telling.ts'
import { rupiahId, rupiahOf } from './units.ts'
import { isWithdrawalOver, provenWithdrawal, withdrawalBallot } from './votes.ts'
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

export type WithdrawalHands = Hands<
  Withdrawal,
  WithdrawalState,
  WithdrawalAct,
  WithdrawalFacts,
  ColumnValues
>

export type WithdrawalParts = RupiahParts & {
  readonly room: ReturnType<typeof createRoom>
  readonly refused: RefusedPayouts
}

/** The hands of one look, as the writer of this epoch. */
export function withdrawalHands(
  parts: WithdrawalParts,
  withdrawalId: number,
  epoch: number,
): WithdrawalHands {
  const { database } = parts
  const clock = createDatabaseClock()
  return {
    async read() {
      await clock.read(database)
      const kept = await readWithdrawal(database, withdrawalId)
      const row = await provenWithdrawal(parts, kept, { epoch })
      if (!cancelableStates.includes(row.state)) return row
      return pausedNow(row, await securityHoldOf(database, row.userId, parts.limits.holdHours))
    },
    decide: decideWithdrawal,
    act: (row, act, facts) => carryOut(parts, { row, act, facts, epoch }),
    afterMove: knownAfter,
    nowMs: () => clock.nowMs(),
    async move(row, to, cause, changes) {
      const moved = await move(parts, row, { to, cause, changes, epoch, clock })
      if (moved === null) return null
      const proven = await provenWithdrawal(parts, moved, { epoch })
      return withUnproven({ ...proven, frozenUntilMs: moved.frozenUntilMs }, row)
    },
    pause: (row, pause, found) => {
      const alarm = alarmOf(row, found, isWithdrawalOver(row))
      const nowMs = clock.nowMs()
      return pauseLook(parts, row, { kind: 'withdrawal', epoch, pause, alarm, nowMs })
    },
  }
}

type Move = Omit<RowMove, 'kind'> & { readonly to: WithdrawalState }

async function move(
  parts: RupiahParts,
  row: Withdrawal,
  { clock, ...asked }: Move & { readonly clock: DatabaseClock },
): Promise<Withdrawal | null> {
  return inTransaction(parts.database, async (transaction) => {
    const paused = await pausedRow(parts, transaction, row, asked)
    const { frozenUntilMs, frozenCause } = paused
    // Asking whether the rail can pay it may have taken a while: a change meanwhile holds it too.
    // What was sent once may still be carried out: it never goes back to where it can be taken back (INV-13).
    const isLeaving = asked.to === 'sending' && row.state === 'approved'
    if (isLeaving) await clock.read(transaction)
    const isHeldUp = isLeaving && (frozenUntilMs ?? 0) > clock.nowMs()
    const accountHold = isLeaving ? await accountHoldOf(transaction, parts.keys, row.userId) : null
    const cause = accountHold ?? (isHeldUp ? (frozenCause ?? 'security_hold') : null)
    const what = cause === null ? asked : { ...asked, ...stopped, cause }
    requireEdge(withdrawalEdges, row.state, what.to)
    if (!(await moveRow(transaction, row, { kind: 'withdrawal', ...what }))) return null
    if (row.canceledBy !== null && what.to === 'unknown') {
      parts.log.error({ withdrawalId: row.rowId }, 'canceled in its row, but sent: it is paid')
    }
    if (givenBackStates.includes(what.to)) {
      const person = { userId: row.userId, currencyId: rupiahId }
      await countGivenBack(transaction, parts.keys, person, withdrawalSource(row.rowId))
    }
    const read = await readWithdrawal(transaction, row.rowId)
    const moved = { ...read, frozenUntilMs, frozenCause }
    if (what.to === 'completed' && parts.bankAccountRules.lockOn === 'first-withdrawal') {
      const paidTo = { bankCode: row.bankCode, number: row.accountNumber }
      await lockBankAccount(transaction, row.userId, paidTo)
    }
    // What was agreed to is done with, or about another finding.
    if (row.decision !== null && read.decision === null) {
      await forgetApprovals(transaction, 'withdrawal', row.rowId, takeWords)
    }
    await tellOfWithdrawal(parts, transaction, moved)
    return moved
  })
}

/** Its whole hold was released, or the engine held nothing. */
const givenBackStates: readonly WithdrawalState[] = ['failed', 'canceled', 'refused']
const stopped = { to: 'waiting', changes: { reserved: 0 } } as const

/** The row with what holds it: read again in the transaction that lets it go (ATT-92). */
async function pausedRow(
  { limits }: RupiahParts,
  transaction: Transaction,
  row: Withdrawal,
  { to }: Move,
): Promise<Withdrawal> {
  if (to !== 'sending') return row
  return pausedNow(row, await securityHoldOf(transaction, row.userId, limits.holdHours))
}

type Deed = {
  readonly row: Withdrawal
  readonly act: WithdrawalAct
  readonly facts: WithdrawalFacts
  readonly epoch: number
}

async function carryOut(parts: WithdrawalParts, deed: Deed): Promise<WithdrawalFacts> {
  const { row, act, facts, epoch } = deed
  switch (act) {
    case 'verify':
      return { ...facts, verified: await verify(parts, row) }
    case 'reserve':
      return { ...facts, room: await parts.room.reserve(row, epoch) }
    case 'send': {
      const payout = await createPayout(parts, row)
      parts.refused.note(row.reference, payout)
      return { ...facts, payout }
    }
    case 'ask':
      return { ...facts, payout: await parts.gateway.findPayout(row.reference) }
    case 'note_arrival': {
      const isNoted = await noteCause(parts.database, row, { epoch, cause: arrived })
      return { ...facts, arrival: isNoted ? 'noted' : 'later' }
    }
    case 'drop_decision':
      await dropDecision(parts, deed)
      return { ...facts, isDropped: true }
    case 'release': {
      const barred = barredStep(await mayRelease(parts, row))
      if (barred !== null) return { ...facts, release: barred }
      const loans = await parts.room.finishLoans(row)
      if (loans === 'later') return { ...facts, release: { status: 'later' } }
      return bookWithdrawal(parts.engine, row, act, facts)
    }
    case 'hold':
    case 'settle':
    case 'settle_fee':
    case 'give_back':
    case 'give_back_fee':
      return bookWithdrawal(parts.engine, row, act, facts)
  }
}

/** Whether its hold may be released: what was sent is asked for at the gateway first, whatever its row says. */
async function mayRelease(parts: WithdrawalParts, row: Withdrawal): Promise<ReleaseCheck> {
  const { database, keys, gateway } = parts
  const sendings = await sendingsOf(database, row.rowId)
  if (sendings.count === 0) return 'free'
  const isAsked =
    isAskedPayout(keys, row, row.requestMac) || (await isFromBeforeProofs(database, sendings))
  const isRefusedHere = parts.refused.has(row.reference)
  const payout = await gateway.findPayout(row.reference)
  return checkRelease({ sendings, isAsked, isRefusedHere, payout })
}

/** Judges the row that is paid, as it was read: nothing of it is read again before it is sent. */
async function verify({ database, keys, engine }: RupiahParts, row: Withdrawal): Promise<Verified> {
  if (!isAskedPayout(keys, row, row.requestMac)) return 'forged'
  // Whatever its state says: nothing is sent before its own pause is over.
  if (row.isEarly) return 'later'
  const approvers = await provenApprovers(database, keys, withdrawalBallot(row, 'approve'))
  if (approvers.length < row.approvalsNeeded) return 'unproven'
  return checkHold(engine, claimedHold(row))
}

/** Gives what operators decided back to them: the gateway does not bear it out. */
async function dropDecision({ database }: RupiahParts, { row, facts, epoch }: Deed): Promise<void> {
  const { payout } = facts
  const found = payout?.status === 'done' ? payout.value.state : (payout?.status ?? 'unknown')
  await inTransaction(database, async (transaction) => {
    const changes = { decision: null }
    if (!(await changeRow(transaction, row, { kind: 'withdrawal', epoch, changes }))) return
    await forgetApprovals(transaction, 'withdrawal', row.rowId, takeWords)
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

async function createPayout(parts: RupiahParts, row: Withdrawal) {
  const payee = await findPayer(parts.database, row.userId)
  return parts.gateway.createPayout({
    reference: row.reference,
    amount: rupiahOf(row.net),
    bankCode: row.bankCode,
    accountNumber: row.accountNumber,
    holderName: row.holderName,
    description: row.description,
    email: payee?.email ?? '',
  })
}
