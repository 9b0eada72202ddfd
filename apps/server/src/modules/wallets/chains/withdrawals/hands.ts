/** Carries out what is decided about a withdrawal over a chain. */
import { type Approved, isApproved } from '../../../../adapters/signer/index.ts'
import type { Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { securityHoldOf } from '../../../accounts/index.ts'
import { accountHoldOf } from '../../account-holds.ts'
import { type EngineStep, submitPatiently, submitStep } from '../../machine/engine-steps.ts'
import { createDatabaseClock, type DatabaseClock } from '../../machine/database-clock.ts'
import type { Hands } from '../../machine/look.ts'
import { pauseLook } from '../../machine/pause-look.ts'
import { pausedNow } from '../../machine/request-pause.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import { forgetApprovals, provenApprovers } from '../../machine/approvals.ts'
import { alarmOf, withUnproven } from '../../machine/unproven.ts'
import { barredByOwner, checkHold } from '../../machine/standing-hold.ts'
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
import { giveCoinsBack, moveChainWithdrawal, readChainWithdrawal } from './withdrawal-store.ts'
import { approvePayout, ForgedRequest, isRequested, isUsable } from './approving.ts'
import { bump } from './bumping.ts'
import { isOrdered } from './kept-order.ts'
import { bumpsMax, type ChainOutParts } from './parts.ts'
import { approvalColumns, noteEnded, type Payment, readPayment } from './payment-store.ts'
import { assetOf, type createRoom, feeMaxOn, type Plan } from './room.ts'
import { ForgedTransaction, provenTransactionsOf } from './proofs/payout-rows.ts'
import { findOutcome, sendLatest } from './sending.ts'
import { signStored, voidStored, voidUnsigned } from './signing.ts'
import { takeSlot } from './slot.ts'
import { askRestored } from './taking-over.ts'
import { tellOfChainWithdrawal } from './telling.ts'
import { chainWithdrawalBallot, isChainWithdrawalOver, provenChainWithdrawal } from './votes.ts'

export type ChainWithdrawalHands = Hands<
  ChainWithdrawal,
  ChainWithdrawalState,
  ChainWithdrawalAct,
  ChainWithdrawalFacts,
  ColumnValues
>

export type WithRoom = ChainOutParts & { readonly room: ReturnType<typeof createRoom> }

/** An approval is renewed where less than this is left of it. */
const approvalLeftMs = 24 * 3_600_000

/** The hands of one look, as the writer of this epoch. */
export function chainWithdrawalHands(
  parts: WithRoom,
  rowId: number,
  epoch: number,
): ChainWithdrawalHands {
  const { database } = parts
  const clock = createDatabaseClock()
  // How this look would pay: taken by the move that follows, and planned again by every other look.
  const planned: { plan: Plan | null } = { plan: null }
  return {
    async read() {
      await clock.read(database)
      const row = await provenChainWithdrawal(parts, await readChainWithdrawal(database, rowId))
      if (!cancelableStates.includes(row.state)) return row
      return pausedNow(row, await securityHoldOf(database, row.userId, parts.holdHours))
    },
    decide: (row, facts, nowMs) =>
      decideChainWithdrawal(row, facts, nowMs, {
        afterMs: parts.bumpAfterMs,
        timesMax: bumpsMax,
      }),
    async act(row, act, facts) {
      if (act !== 'plan') return carryOutProven(parts, { row, act, facts, epoch })
      const plan = await parts.room(await readPayment(database, row.rowId))
      planned.plan = plan
      return { ...facts, room: plan.room }
    },
    afterMove: knownAfter,
    nowMs: () => clock.nowMs(),
    async move(row, to, cause, changes) {
      const { plan } = planned
      const moved = await move(parts, row, { epoch, to, cause, changes, clock, plan })
      return moved === null ? null : withUnproven(await provenMoved(parts, moved), row)
    },
    async pause(row, pause, found) {
      const known = alarmOf(row, found, isChainWithdrawalOver(row))
      const isSilent = known === null && (await isOverdue(database, row, parts.overdueAfterMs))
      const alarm = isSilent ? overdueAlarm : known
      const nowMs = clock.nowMs()
      await pauseLook(parts, row, { kind: 'chain_withdrawal', epoch, pause, alarm, nowMs })
    },
  }
}

/** Reading it again would forget until when a change holds it. */
async function provenMoved(parts: ChainOutParts, moved: ChainWithdrawal): Promise<ChainWithdrawal> {
  const { frozenUntilMs } = moved
  return { ...(await provenChainWithdrawal(parts, moved)), frozenUntilMs }
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
  parts: ChainOutParts,
  row: ChainWithdrawal,
  { plan, clock, ...asked }: Move,
): Promise<ChainWithdrawal | null> {
  const { database } = parts
  try {
    return await inTransaction(database, async (transaction) => {
      const paused = await pausedRow(parts, transaction, row, asked.to)
      const { frozenUntilMs, frozenCause } = paused
      // Planning may have taken a while: a change meanwhile holds it too (ATT-92).
      const isLeaving = asked.to === 'signing'
      if (isLeaving) await clock.read(transaction)
      const isHeldUp = isLeaving && (frozenUntilMs ?? 0) > clock.nowMs()
      const accountHold = isLeaving
        ? await accountHoldOf(transaction, parts.keys, row.userId)
        : null
      const cause = accountHold ?? (isHeldUp ? (frozenCause ?? 'security_hold') : null)
      const what = cause === null ? asked : ({ ...asked, to: 'held', cause } as const)
      const changes = { ...what.changes, ...(await changesOf(parts, transaction, row, what.to)) }
      if (!(await moveChainWithdrawal(transaction, row, { ...what, changes }))) return null
      if (what.to === 'signing') await takeSlot(transaction, parts.keys, row, plan)
      // What people agreed to about a chain or a signer that said otherwise is not agreed to of another time.
      if (what.to === 'confirming' || (row.state === 'signing' && what.to === 'signed')) {
        await forgetApprovals(transaction, 'chain_withdrawal', row.rowId, ['give_back'])
      }
      // A higher fee that was planned and never signed holds nothing any more.
      const isOver = what.to === 'failed' || what.to === 'canceled'
      if (isOver || what.to === 'done') await noteEnded(transaction, row.rowId)
      if (isOver) await giveCoinsBack(transaction, row.rowId)
      // What its receiver threw back counts for its day: the house paid for its gas.
      if (isOver && what.cause !== revertedCause) {
        await countGivenBack(transaction, parts.keys, row, holdSource(row.rowId))
      }
      const read = await readChainWithdrawal(transaction, row.rowId)
      const moved = { ...read, frozenUntilMs, frozenCause }
      await tellOfChainWithdrawal(parts, transaction, row, moved)
      return moved
    })
  } catch (error) {
    if (error instanceof ForgedRequest) await sayForged(parts, row, 'request_forged')
    throw error
  }
}

async function pausedRow(
  { holdHours }: ChainOutParts,
  transaction: Transaction,
  row: ChainWithdrawal,
  to: ChainWithdrawalState,
): Promise<ChainWithdrawal> {
  if (to !== 'signing') return row
  return pausedNow(row, await securityHoldOf(transaction, row.userId, holdHours))
}

/** The approval, where the move is the approving step, or the last before it is signed. */
async function changesOf(
  parts: ChainOutParts,
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
    if (keptApproval(parts, payment) !== null) return {}
  }
  return approvalColumns(await approveAnew(parts, transaction, payment))
}

/**
 * The approval that was kept, where it is good for a while; else null. One that was made with a key of before is made
 * again, of what its owner is proven to have asked for.
 */
function keptApproval({ approvalKey }: ChainOutParts, payment: Payment): Approved | null {
  const { approved } = payment
  if (approved === null || !isApproved(approvalKey, approved)) return null
  const fresh = { nowMs: Date.now(), leftMs: approvalLeftMs }
  return isUsable(approved, payment, fresh) ? approved : null
}

/** Approves a payment that is what its owner asked for, by all who have to agree. */
async function approveAnew(
  parts: ChainOutParts,
  connection: Pick<Transaction, 'query'>,
  payment: Payment,
): Promise<Approved> {
  const { keys, approvalKey } = parts
  const { rowId, holdId, approvalsNeeded } = payment
  if (!isRequested(keys, payment, payment.requestMac)) {
    throw new ForgedRequest(`withdrawal ${rowId} is not what anybody asked for`)
  }
  if (payment.isEarly) throw new ForgedRequest(`withdrawal ${rowId} has still to wait`)
  const ballot = chainWithdrawalBallot(payment, 'approve')
  const approvers = (await provenApprovers(connection, keys, ballot)).toSorted((a, b) => a - b)
  if (approvers.length < approvalsNeeded || holdId === null) {
    throw new ForgedRequest(`withdrawal ${rowId} is not approved`)
  }
  const asset = assetOf(parts, payment)
  if (asset === undefined) throw new Error(`the asset of withdrawal ${rowId} is not listed`)
  return approvePayout(approvalKey, payment, {
    asset,
    holdId,
    feeMax: feeMaxOn(payment.chain),
    approvedBy: approvers.length === 0 ? 'rule:below-review' : `operators:${approvers.join('+')}`,
    nowMs: Date.now(),
  })
}

async function sayForged(
  { database, log }: ChainOutParts,
  { rowId }: ChainWithdrawal,
  alarm: 'request_forged' | 'transaction_forged',
): Promise<void> {
  log.error({ chain_withdrawalId: rowId, alarm }, 'a withdrawal is not what its owner asked for')
  await database.query('update wallets.chain_withdrawal set alarm = $2 where id = $1', [
    rowId,
    alarm,
  ])
}

type Deed = {
  readonly row: ChainWithdrawal
  readonly act: Exclude<ChainWithdrawalAct, 'plan'>
  readonly facts: ChainWithdrawalFacts
  readonly epoch: number
}

/** Nothing is asked, sent or concluded by what was put or changed in the database: it stays, with an alarm. */
async function carryOutProven(parts: ChainOutParts, deed: Deed): Promise<ChainWithdrawalFacts> {
  try {
    return await carryOut(parts, deed)
  } catch (error) {
    if (error instanceof ForgedTransaction) await sayForged(parts, deed.row, 'transaction_forged')
    throw error
  }
}

async function carryOut(parts: ChainOutParts, deed: Deed): Promise<ChainWithdrawalFacts> {
  const { row, act, facts, epoch } = deed
  switch (act) {
    case 'check_hold':
      return { ...facts, standing: await checkHold(parts.engine, claimedHold(row)) }
    case 'sign':
    case 'void': {
      // Nobody planned a transaction for what was canceled before it was signed.
      if (cancelableStates.includes(row.state)) {
        return { ...facts, signing: await voidUnsigned(parts, epoch, row.rowId) }
      }
      const all = await provenTransactionsOf(parts, row.rowId)
      const [first] = all
      if (first === undefined) {
        return { ...facts, signing: await askRestored(parts, epoch, row.rowId) }
      }
      if (!isOrdered(first)) return { ...facts, signing: { status: 'signed', count: all.length } }
      const ask = act === 'sign' ? signStored : voidStored
      return { ...facts, signing: await ask(parts, epoch, row.rowId, first) }
    }
    case 'send':
      return { ...facts, sent: await sendLatest(parts, row) }
    case 'find':
      return { ...facts, found: await findOutcome(parts, row) }
    case 'bump': {
      const approve = async (payment: Payment) =>
        keptApproval(parts, payment) ?? (await approveAnew(parts, parts.database, payment))
      return { ...facts, bump: await bump(parts, row, { epoch, approve }) }
    }
    case 'hold':
    case 'release':
    case 'settle':
    case 'settle_fee':
      return book(parts, row, act, facts)
  }
}

const factNames = {
  hold: 'hold',
  release: 'release',
  settle: 'settled',
  settle_fee: 'feeSettled',
} as const satisfies Record<ChainWithdrawalBooking, keyof ChainWithdrawalFacts>

async function book(
  parts: ChainOutParts,
  row: ChainWithdrawal,
  act: ChainWithdrawalBooking,
  facts: ChainWithdrawalFacts,
): Promise<ChainWithdrawalFacts> {
  const { engine } = parts
  const barred =
    act === 'hold'
      ? null
      : ((await barredByOwner(engine, claimedHold(row))) ??
        (await barredByChain(parts, row, facts.found)))
  if (barred !== null) return { ...facts, [factNames[act]]: barred }
  const [command, name] = [chainWithdrawalCommand(row, act), chainWithdrawalStep(row.rowId, act)]
  const isOnce = act === 'hold' || act === 'release'
  const step = isOnce
    ? await submitStep(engine, command, name)
    : await submitPatiently(engine, command, { name, attempts: row.attempts })
  return { ...facts, [factNames[act]]: step }
}

/** What is known of a step after a payout left; null: the chain itself said that it may be booked. No row is believed. */
async function barredByChain(
  parts: ChainOutParts,
  row: ChainWithdrawal,
  known: ChainWithdrawalFacts['found'],
): Promise<EngineStep | null> {
  if (row.state !== 'confirming' && row.state !== 'broadcast') return null
  const found = known ?? (await findOutcome(parts, row))
  const isSo =
    row.state === 'confirming'
      ? found.status === 'mined' && found.isFinal
      : (found.status === 'reverted' || found.status === 'displaced') && found.isFinal
  return isSo ? null : { status: 'later' }
}
