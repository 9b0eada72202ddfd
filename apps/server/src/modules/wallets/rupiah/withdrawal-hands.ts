/** Carries out what is decided about a withdrawal. */
import { type Command, houseAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import type { WithdrawalState } from '@tukar/wire'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { securityHoldOf } from '../../accounts/index.ts'
import { lockBankAccount } from '../../bank-account/index.ts'
import { requireEdge } from '../machine/edges.ts'
import { type EngineStep, submitStep } from '../machine/engine-steps.ts'
import type { Hands } from '../machine/look.ts'
import { pauseMs } from '../machine/pauses.ts'
import { type ColumnValues, endLook, moveRow } from '../machine/row-store.ts'
import { findPayer } from './deposit-store.ts'
import type { RupiahParts } from './parts.ts'
import type { createRoom } from './room.ts'
import { tellOfWithdrawal } from './telling.ts'
import { rupiahId, rupiahOf } from './units.ts'
import {
  cancelableStates,
  decideWithdrawal,
  knownAfter,
  type Withdrawal,
  type WithdrawalAct,
  withdrawalEdges,
  type WithdrawalFacts,
} from './withdrawal.ts'
import { readWithdrawal } from './withdrawal-store.ts'

export type WithdrawalHands = Hands<
  Withdrawal,
  WithdrawalState,
  WithdrawalAct,
  WithdrawalFacts,
  ColumnValues
>

export type WithdrawalParts = RupiahParts & { readonly room: ReturnType<typeof createRoom> }

/** The hands of one look, as the writer of this epoch. */
export function withdrawalHands(
  parts: WithdrawalParts,
  withdrawalId: number,
  epoch: number,
): WithdrawalHands {
  const { database, log } = parts
  return {
    async read() {
      const row = await readWithdrawal(database, withdrawalId)
      if (!cancelableStates.includes(row.state)) return row
      const hold = await securityHoldOf(database, row.userId, parts.limits.holdHours)
      return { ...row, frozenUntilMs: hold?.untilMs ?? null }
    },
    decide: decideWithdrawal,
    act: (row, act, facts) => carryOut(parts, { row, act, facts, epoch }),
    afterMove: knownAfter,
    nowMs: Date.now,
    move: (row, to, cause, changes) => move(parts, row, { to, cause, changes, epoch }),
    async pause(row, pause, alarm) {
      if (alarm !== null && alarm !== row.alarm) {
        log.error({ withdrawalId, state: row.state, alarm }, 'a withdrawal needs a person')
      }
      const ms = pause === null ? null : pauseMs(pause, row.attempts, Date.now(), Math.random())
      await endLook(database, 'withdrawal', row, { epoch, pauseMs: ms, alarm })
    },
  }
}

type Move = {
  readonly to: WithdrawalState
  readonly cause: string | null
  readonly changes: ColumnValues
  readonly epoch: number
}

async function move(parts: RupiahParts, row: Withdrawal, what: Move): Promise<Withdrawal | null> {
  requireEdge(withdrawalEdges, row.state, what.to)
  return inTransaction(parts.database, async (transaction) => {
    if (!(await moveRow(transaction, row, { kind: 'withdrawal', ...what }))) return null
    const read = await readWithdrawal(transaction, row.rowId)
    const moved = { ...read, frozenUntilMs: row.frozenUntilMs }
    if (what.to === 'completed') {
      const paidTo = { bankCode: row.bankCode, number: row.accountNumber }
      await lockBankAccount(transaction, row.userId, paidTo)
    }
    await tellOfWithdrawal(parts, transaction, moved)
    return moved
  })
}

type Deed = {
  readonly row: Withdrawal
  readonly act: WithdrawalAct
  readonly facts: WithdrawalFacts
  readonly epoch: number
}

async function carryOut(parts: WithdrawalParts, deed: Deed): Promise<WithdrawalFacts> {
  const { row, act, facts, epoch } = deed
  const book = (step: string, command: Command): Promise<EngineStep> =>
    bookStep(parts, row, step, command)
  switch (act) {
    case 'hold':
      return {
        ...facts,
        hold: await submitStep(parts.engine, holdCommand(row), stepName(row, act)),
      }
    case 'release': {
      const command = {
        kind: 'release',
        holdId: holdOf(row),
        ...causeOf(row, 'withdrawal'),
      } as const
      return { ...facts, release: await submitStep(parts.engine, command, stepName(row, act)) }
    }
    case 'reserve':
      return { ...facts, room: await parts.room.reserve(row, epoch) }
    case 'send':
      return { ...facts, payout: await createPayout(parts, row) }
    case 'ask':
      return { ...facts, payout: await parts.gateway.findPayout(row.reference) }
    case 'settle': {
      const amount = currencyUnits(row.net + row.providerFee)
      return { ...facts, settled: await book(act, settleCommand(row, amount, row.railId)) }
    }
    case 'settle_fee': {
      const command = settleCommand(row, currencyUnits(row.fee), houseAccounts.fees)
      return { ...facts, feeSettled: await book(act, command) }
    }
    case 'give_back':
      return { ...facts, givenBack: await book(act, giveBackCommand(row)) }
    case 'give_back_fee':
      return { ...facts, feeGivenBack: await book(act, giveFeeBackCommand(row)) }
  }
}

/**
 * Books a step that the core may refuse for want of balance and accept later. An id that was refused is
 * used up, so each look tries one id more; the hold, or the looks before, bound what is booked to once.
 */
async function bookStep(
  { engine }: WithdrawalParts,
  row: Withdrawal,
  step: string,
  command: Command,
): Promise<EngineStep> {
  for (let no = 1; ; no += 1) {
    const name = no === 1 ? stepName(row, step) : `${stepName(row, step)}:${no}`
    const booked = await submitStep(engine, command, name)
    const isPoor = booked.status === 'refused' && booked.code === 'balance.insufficient'
    if (!isPoor || no > row.attempts) return booked
  }
}

function stepName({ rowId }: Withdrawal, step: string): string {
  return `withdrawal:${rowId}:${step}`
}

function causeOf({ rowId }: Withdrawal, reason: string) {
  return { reason, source: `withdrawal:${rowId}` }
}

function holdOf({ rowId, holdId }: Withdrawal): number {
  if (holdId === null) throw new Error(`withdrawal ${rowId} has no hold`)
  return holdId
}

function holdCommand(row: Withdrawal): Command {
  return {
    kind: 'hold',
    accountId: row.userId,
    currencyId: rupiahId,
    amount: currencyUnits(row.amount),
    ...causeOf(row, 'withdrawal'),
  }
}

function settleCommand(
  row: Withdrawal,
  amount: ReturnType<typeof currencyUnits>,
  houseAccountId: number,
): Command {
  const reason = houseAccountId === houseAccounts.fees ? 'withdrawal_fee' : 'withdrawal'
  return { kind: 'settle', holdId: holdOf(row), amount, houseAccountId, ...causeOf(row, reason) }
}

/** What the gateway paid and charged comes back over the same rail (FLT-35). */
function giveBackCommand(row: Withdrawal): Command {
  return {
    kind: 'credit',
    accountId: row.userId,
    currencyId: rupiahId,
    amount: currencyUnits(row.net + row.providerFee),
    railId: row.railId,
    ...causeOf(row, 'withdrawal_reversed'),
  }
}

function giveFeeBackCommand(row: Withdrawal): Command {
  return {
    kind: 'grant',
    accountId: row.userId,
    currencyId: rupiahId,
    amount: currencyUnits(row.fee),
    houseAccountId: houseAccounts.fees,
    ...causeOf(row, 'withdrawal_fee_reversed'),
  }
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
