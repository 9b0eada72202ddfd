/** Books a row's commands, each once, and says what is known then. */
import type { Engine } from '../../../engine/index.ts'
import type { DepositBooking } from '../machine/deposit-booking.ts'
import { submitPatiently, submitStep } from '../machine/engine-steps.ts'
import { checkOwner, otherHold } from '../machine/standing-hold.ts'
import { type BookedAct, claimedHold, depositCommand, withdrawalCommand } from './commands.ts'
import type { Deposit, DepositFacts } from './deposit.ts'
import type { Withdrawal, WithdrawalFacts } from './withdrawal-row.ts'

type Books = Pick<Engine, 'submit' | 'hold'>

/** Books an act of a deposit. */
export async function bookDeposit(
  engine: Books,
  row: Deposit,
  act: DepositBooking,
  facts: DepositFacts,
): Promise<DepositFacts> {
  const [command, name] = [depositCommand(row, act), `deposit:${row.rowId}:${act}`]
  // A refused id is used up, and refused for good: what operators agree to afterwards is one more attempt.
  const attempt = row.refusedCredits === 0 ? name : `${name}:${row.refusedCredits + 1}`
  if (act === 'reverse') {
    const how = { name, attempts: row.attempts }
    return { ...facts, reversal: await submitPatiently(engine, command, how) }
  }
  return { ...facts, [act]: await submitStep(engine, command, attempt) }
}

const factNames = {
  hold: 'hold',
  release: 'release',
  settle: 'settled',
  settle_fee: 'feeSettled',
  give_back: 'givenBack',
  give_back_fee: 'feeGivenBack',
} as const satisfies Record<BookedAct, keyof WithdrawalFacts>

/** The acts that give a hold back or pay of it. */
const touchesHold: readonly BookedAct[] = ['release', 'settle', 'settle_fee']

/** Books an act of a withdrawal. */
export async function bookWithdrawal(
  engine: Books,
  row: Withdrawal,
  act: BookedAct,
  facts: WithdrawalFacts,
): Promise<WithdrawalFacts> {
  const owner = touchesHold.includes(act) ? await checkOwner(engine, claimedHold(row)) : 'own'
  if (owner === 'later') return { ...facts, [factNames[act]]: { status: 'later' } }
  if (owner === 'other') return { ...facts, [factNames[act]]: otherHold }
  const [command, name] = [withdrawalCommand(row, act), `withdrawal:${row.rowId}:${act}`]
  const isOnce = act === 'hold' || act === 'release'
  const step = isOnce
    ? await submitStep(engine, command, name)
    : await submitPatiently(engine, command, { name, attempts: row.attempts })
  return { ...facts, [factNames[act]]: step }
}
