/** The executor of withdrawals over chains. */
import { type Approved, isApproved } from '../../../../adapters/signer/index.ts'
import type { Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { securityHoldOf } from '../../../accounts/index.ts'
import { findAccountHold } from '../../account-holds.ts'
import { type EngineStep, submitPatiently, submitStep } from '../../machine/engine-steps.ts'
import { createDatabaseClock, type DatabaseClock } from '../../machine/database-clock.ts'
import type { Executor } from '../../machine/advance.ts'
import { endPass } from '../../machine/end-pass.ts'
import { withCurrentPause } from '../../machine/request-pause.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import { forgetApprovals, provenApprovers } from '../../machine/approvals.ts'
import { alarmOf, withUnproven } from '../../machine/unproven-votes.ts'
import { refuseOthersHold, checkHold } from '../../machine/hold-check.ts'
import {
  type ChainWithdrawalBooking,
  chainWithdrawalCommand,
  chainWithdrawalStep,
  claimedHold,
  holdSource,
} from '../commands.ts'
import { countGivenBack } from '../../withdrawn-proofs.ts'
import { isOverdue, overdueAlarm } from '../../waiting/overdue.ts'
import { decideChainWithdrawal, knownAfter } from './withdrawal.ts'
import {
  cancelableStates,
  type ChainWithdrawal,
  type ChainWithdrawalAct,
  type ChainWithdrawalFacts,
  type ChainWithdrawalState,
  revertedCause,
} from './withdrawal-row.ts'
import { releaseCoins, moveChainWithdrawal, readChainWithdrawal } from './withdrawal-store.ts'
import { approvePayout, ForgedRequest, isRequested, isUsable } from './requests/approving.ts'
import { bump } from './signing/bumping.ts'
import { isOrdered } from './signing/signing-order.ts'
import { bumpsMax, type ChainWithdrawalDeps } from './deps.ts'
import { approvalColumns, noteEnded, type Payment, readPayment } from './payment-store.ts'
import { assetOf, type createFunding, feeMaxOn, type Plan } from './funding.ts'
import { ForgedTransaction, provenTransactionsOf } from './proofs/payout-rows.ts'
import { findOutcome, sendLatest } from './signing/sending.ts'
import { signStored, voidStored, voidUnsigned } from './signing/signing.ts'
import { reserveSlot } from './signing/slot.ts'
import { requerySigner } from './signing/requery-signer.ts'
import { notifyChainWithdrawal } from './notifications.ts'
import { chainWithdrawalBallot, isChainWithdrawalOver, provenChainWithdrawal } from './votes.ts'

export type ChainWithdrawalExecutor = Executor<
  ChainWithdrawal,
  ChainWithdrawalState,
  ChainWithdrawalAct,
  ChainWithdrawalFacts,
  ColumnValues
>

export type WithFunding = ChainWithdrawalDeps & {
  readonly funding: ReturnType<typeof createFunding>
}

/** An approval is renewed if less than this is left of it. */
const approvalLeftMs = 24 * 3_600_000

/** Creates the executor of one pass, for the writer of this epoch. */
export function createWithdrawalExecutor(
  deps: WithFunding,
  rowId: number,
  epoch: number,
): ChainWithdrawalExecutor {
  const { database } = deps
  const clock = createDatabaseClock()
  // The plan of this pass. The following move uses it, and every other pass plans again.
  const planned: { plan: Plan | null } = { plan: null }
  return {
    async read() {
      await clock.read(database)
      const row = await provenChainWithdrawal(deps, await readChainWithdrawal(database, rowId))
      if (!cancelableStates.includes(row.state)) return row
      return withCurrentPause(row, await securityHoldOf(database, row.userId, deps.holdHours))
    },
    decide: (row, facts, nowMs) =>
      decideChainWithdrawal(row, facts, nowMs, {
        afterMs: deps.bumpAfterMs,
        timesMax: bumpsMax,
      }),
    async act(row, act, facts) {
      if (act !== 'plan') return carryOutProven(deps, { row, act, facts, epoch })
      const plan = await deps.funding(await readPayment(database, row.rowId))
      planned.plan = plan
      return { ...facts, funding: plan.funding }
    },
    afterMove: knownAfter,
    nowMs: () => clock.nowMs(),
    async move(row, to, cause, changes) {
      const { plan } = planned
      const moved = await move(deps, row, { epoch, to, cause, changes, clock, plan })
      return moved === null ? null : withUnproven(await provenMoved(deps, moved), row)
    },
    async wait(row, delay, found) {
      const known = alarmOf(row, found, isChainWithdrawalOver(row))
      const isSilent = known === null && (await isOverdue(database, row, deps.overdueAfterMs))
      const alarm = isSilent ? overdueAlarm : known
      const nowMs = clock.nowMs()
      await endPass(deps, row, { kind: 'chain_withdrawal', epoch, delay, alarm, nowMs })
    },
  }
}

/** Reading the row again would lose the time until which a security hold lasts. */
async function provenMoved(
  deps: ChainWithdrawalDeps,
  moved: ChainWithdrawal,
): Promise<ChainWithdrawal> {
  const { frozenUntilMs } = moved
  return { ...(await provenChainWithdrawal(deps, moved)), frozenUntilMs }
}

type Move = {
  readonly epoch: number
  readonly to: ChainWithdrawalState
  readonly cause: string | null
  readonly changes: ColumnValues
  readonly plan: Plan | null
  readonly clock: DatabaseClock
}

async function move(
  deps: ChainWithdrawalDeps,
  row: ChainWithdrawal,
  { plan, clock, ...wanted }: Move,
): Promise<ChainWithdrawal | null> {
  const { database } = deps
  try {
    return await inTransaction(database, async (transaction) => {
      const paused = await pausedRow(deps, transaction, row, wanted.to)
      const { frozenUntilMs, frozenCause } = paused
      // Planning takes time, and a security hold may have started meanwhile (ATT-92).
      const isLeaving = wanted.to === 'signing'
      if (isLeaving) await clock.read(transaction)
      const isHeldUp = isLeaving && (frozenUntilMs ?? 0) > clock.nowMs()
      const accountHold = isLeaving
        ? await findAccountHold(transaction, deps.keys, row.userId)
        : null
      const cause = accountHold ?? (isHeldUp ? (frozenCause ?? 'security_hold') : null)
      const effective = cause === null ? wanted : ({ ...wanted, to: 'held', cause } as const)
      const changes = {
        ...effective.changes,
        ...(await changesOf(deps, transaction, row, effective.to)),
      }
      if (!(await moveChainWithdrawal(transaction, row, { ...effective, changes }))) return null
      if (effective.to === 'signing') await reserveSlot(transaction, deps.keys, row, plan)
      // An agreement to give a withdrawal back covers only the situation at that time.
      if (effective.to === 'confirming' || (row.state === 'signing' && effective.to === 'signed')) {
        await forgetApprovals(transaction, 'chain_withdrawal', row.rowId, ['give_back'])
      }
      // A planned, never signed fee increase reserves nothing any longer.
      const isOver = effective.to === 'failed' || effective.to === 'canceled'
      if (isOver || effective.to === 'done') await noteEnded(transaction, row.rowId)
      if (isOver) await releaseCoins(transaction, row.rowId)
      // A reverted withdrawal still counts for its day, because the house paid its gas.
      if (isOver && effective.cause !== revertedCause) {
        await countGivenBack(transaction, deps.keys, row, holdSource(row.rowId))
      }
      const read = await readChainWithdrawal(transaction, row.rowId)
      const moved = { ...read, frozenUntilMs, frozenCause }
      await notifyChainWithdrawal(deps, transaction, row, moved)
      return moved
    })
  } catch (error) {
    if (error instanceof ForgedRequest) await reportForged(deps, row, 'request_forged')
    throw error
  }
}

async function pausedRow(
  { holdHours }: ChainWithdrawalDeps,
  transaction: Transaction,
  row: ChainWithdrawal,
  to: ChainWithdrawalState,
): Promise<ChainWithdrawal> {
  if (to !== 'signing') return row
  return withCurrentPause(row, await securityHoldOf(transaction, row.userId, holdHours))
}

/** Adds the approval: in the approving move, or renewed in the move to signing. */
async function changesOf(
  deps: ChainWithdrawalDeps,
  transaction: Transaction,
  row: ChainWithdrawal,
  to: ChainWithdrawalState,
): Promise<ColumnValues> {
  const isApproving = to === 'approved' && row.state !== 'approved'
  if (!isApproving && to !== 'signing') return {}
  const payment = await readPayment(transaction, row.rowId)
  if (!isApproving) {
    if (payment.approved === null) {
      throw new ForgedRequest(`withdrawal ${row.rowId} was never approved`)
    }
    if (findApproval(deps, payment) !== null) return {}
  }
  return approvalColumns(await renewApproval(deps, transaction, payment))
}

/**
 * The stored approval if it is valid long enough, else null. An approval under an earlier key is made again
 * from the proven request.
 */
function findApproval({ approvalKey }: ChainWithdrawalDeps, payment: Payment): Approved | null {
  const { approved } = payment
  if (approved === null || !isApproved(approvalKey, approved)) return null
  const fresh = { nowMs: Date.now(), leftMs: approvalLeftMs }
  return isUsable(approved, payment, fresh) ? approved : null
}

/** Approves a payment whose request and required approvals are proven. */
async function renewApproval(
  deps: ChainWithdrawalDeps,
  connection: Pick<Transaction, 'query'>,
  payment: Payment,
): Promise<Approved> {
  const { keys, approvalKey } = deps
  const { rowId, holdId, approvalsNeeded } = payment
  if (!isRequested(keys, payment, payment.requestMac)) {
    throw new ForgedRequest(`withdrawal ${rowId} differs from every proven request`)
  }
  if (payment.isEarly) throw new ForgedRequest(`withdrawal ${rowId} is paused`)
  const ballot = chainWithdrawalBallot(payment, 'approve')
  const approvers = (await provenApprovers(connection, keys, ballot)).toSorted((a, b) => a - b)
  if (approvers.length < approvalsNeeded || holdId === null) {
    throw new ForgedRequest(`withdrawal ${rowId} is not approved`)
  }
  const asset = assetOf(deps, payment)
  if (asset === undefined) throw new Error(`the asset of withdrawal ${rowId} is not listed`)
  return approvePayout(approvalKey, payment, {
    asset,
    holdId,
    feeMax: feeMaxOn(payment.chain),
    approvedBy: approvers.length === 0 ? 'rule:below-review' : `operators:${approvers.join('+')}`,
    nowMs: Date.now(),
  })
}

async function reportForged(
  { database, log }: ChainWithdrawalDeps,
  { rowId }: ChainWithdrawal,
  alarm: 'request_forged' | 'transaction_forged',
): Promise<void> {
  log.error({ chain_withdrawalId: rowId, alarm }, 'a withdrawal differs from its proven request')
  await database.query('update wallets.chain_withdrawal set alarm = $2 where id = $1', [
    rowId,
    alarm,
  ])
}

type ActInput = {
  readonly row: ChainWithdrawal
  readonly act: Exclude<ChainWithdrawalAct, 'plan'>
  readonly facts: ChainWithdrawalFacts
  readonly epoch: number
}

/** Forged rows lead to no request, payment or conclusion: the row keeps its state, with an alarm. */
async function carryOutProven(
  deps: ChainWithdrawalDeps,
  input: ActInput,
): Promise<ChainWithdrawalFacts> {
  try {
    return await carryOut(deps, input)
  } catch (error) {
    if (error instanceof ForgedTransaction)
      await reportForged(deps, input.row, 'transaction_forged')
    throw error
  }
}

async function carryOut(deps: ChainWithdrawalDeps, input: ActInput): Promise<ChainWithdrawalFacts> {
  const { row, act, facts, epoch } = input
  switch (act) {
    case 'check_hold':
      return { ...facts, holdCheck: await checkHold(deps.engine, claimedHold(row)) }
    case 'sign':
    case 'void': {
      // A withdrawal that was canceled before signing has no planned transaction.
      if (cancelableStates.includes(row.state)) {
        return { ...facts, signing: await voidUnsigned(deps, epoch, row.rowId) }
      }
      const all = await provenTransactionsOf(deps, row.rowId)
      const [first] = all
      if (first === undefined) {
        return { ...facts, signing: await requerySigner(deps, epoch, row.rowId) }
      }
      if (!isOrdered(first)) return { ...facts, signing: { status: 'signed', count: all.length } }
      const ask = act === 'sign' ? signStored : voidStored
      return { ...facts, signing: await ask(deps, epoch, row.rowId, first) }
    }
    case 'send':
      return { ...facts, sent: await sendLatest(deps, row) }
    case 'find':
      return { ...facts, found: await findOutcome(deps, row) }
    case 'bump': {
      const approve = async (payment: Payment) =>
        findApproval(deps, payment) ?? (await renewApproval(deps, deps.database, payment))
      return { ...facts, bump: await bump(deps, row, { epoch, approve }) }
    }
    case 'hold':
    case 'release':
    case 'settle':
    case 'settle_fee':
      return book(deps, row, act, facts)
  }
}

const factNames = {
  hold: 'hold',
  release: 'release',
  settle: 'settled',
  settle_fee: 'feeSettled',
} as const satisfies Record<ChainWithdrawalBooking, keyof ChainWithdrawalFacts>

async function book(
  deps: ChainWithdrawalDeps,
  row: ChainWithdrawal,
  act: ChainWithdrawalBooking,
  facts: ChainWithdrawalFacts,
): Promise<ChainWithdrawalFacts> {
  const { engine } = deps
  const barred =
    act === 'hold'
      ? null
      : ((await refuseOthersHold(engine, claimedHold(row))) ??
        (await barredByChain(deps, row, facts.found)))
  if (barred !== null) return { ...facts, [factNames[act]]: barred }
  const [command, name] = [chainWithdrawalCommand(row, act), chainWithdrawalStep(row.rowId, act)]
  const isOnce = act === 'hold' || act === 'release'
  const step = isOnce
    ? await submitStep(engine, command, name)
    : await submitPatiently(engine, command, { name, attempts: row.attempts })
  return { ...facts, [factNames[act]]: step }
}

/** Why a step after a payout left must wait; null if the chain itself confirms it. The row is not trusted. */
async function barredByChain(
  deps: ChainWithdrawalDeps,
  row: ChainWithdrawal,
  known: ChainWithdrawalFacts['found'],
): Promise<EngineStep | null> {
  if (row.state !== 'confirming' && row.state !== 'broadcast') return null
  const found = known ?? (await findOutcome(deps, row))
  const isSo =
    row.state === 'confirming'
      ? found.status === 'mined' && found.isFinal
      : (found.status === 'reverted' || found.status === 'displaced') && found.isFinal
  return isSo ? null : { status: 'later' }
}
