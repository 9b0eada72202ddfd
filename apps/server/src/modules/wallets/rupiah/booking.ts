/** Books the commands of rows, each once, and returns the new facts. */
import type { Engine } from '../../../engine/index.ts'
import type { DepositBooking } from '../machine/deposit-booking.ts'
import { submitAgain, submitPatiently, submitStep } from '../machine/engine-steps.ts'
import { refuseOthersHold } from '../machine/hold-check.ts'
import { type BookedAct, claimedHold, depositCommand, withdrawalCommand } from './commands.ts'
import type { Deposit, DepositFacts } from './deposits/deposit.ts'
import { ownerOfReference } from './gateway/references.ts'
import type { Withdrawal, WithdrawalFacts } from './withdrawals/withdrawal-row.ts'

type Books = Pick<Engine, 'submit' | 'hold'>

/** Books an act of a deposit. */
export async function bookDeposit(
  engine: Books,
  row: Deposit,
  act: DepositBooking,
  facts: DepositFacts,
): Promise<DepositFacts> {
  const command = depositCommand(row, act)
  const name = `${nameOf(row)}:${act}`
  if (act === 'reverse') {
    const how = { name, attempts: row.attempts }
    return { ...facts, reversal: await submitPatiently(engine, command, how) }
  }
  return {
    ...facts,
    [act]: await submitAgain(engine, command, { name, refusedBefore: row.refusedCredits }),
  }
}

/** One payment has one command, whatever rows claim it. */
function nameOf({ rowId, reference }: Deposit): string {
  return ownerOfReference(reference) === null ? `deposit:${rowId}` : reference
}

const factNames = {
  hold: 'hold',
  release: 'release',
  settle: 'settled',
  settle_fee: 'feeSettled',
  give_back: 'givenBack',
  give_back_fee: 'feeGivenBack',
} as const satisfies Record<BookedAct, keyof WithdrawalFacts>

/** The acts that release or settle a hold. */
const touchesHold: readonly BookedAct[] = ['release', 'settle', 'settle_fee']

/** Books an act of a withdrawal. */
export async function bookWithdrawal(
  engine: Books,
  row: Withdrawal,
  act: BookedAct,
  facts: WithdrawalFacts,
): Promise<WithdrawalFacts> {
  const barred = touchesHold.includes(act) ? await refuseOthersHold(engine, claimedHold(row)) : null
  if (barred !== null) return { ...facts, [factNames[act]]: barred }
  const [command, name] = [withdrawalCommand(row, act), `withdrawal:${row.rowId}:${act}`]
  const isOnce = act === 'hold' || act === 'release'
  const step = isOnce
    ? await submitStep(engine, command, name)
    : await submitPatiently(engine, command, { name, attempts: row.attempts })
  return { ...facts, [factNames[act]]: step }
}
