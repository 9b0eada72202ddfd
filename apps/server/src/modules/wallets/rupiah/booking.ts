/** Books a row's commands, each once, and says what is known then. */
import type { Engine } from '../../../engine/index.ts'
import { type EngineStep, submitStep } from '../machine/engine-steps.ts'
import { type BookedAct, depositCommand, withdrawalCommand } from './commands.ts'
import type { Deposit, DepositFacts } from './deposit.ts'
import type { Withdrawal, WithdrawalFacts } from './withdrawal.ts'

type Books = Pick<Engine, 'submit'>

/** Books an act of a deposit. */
export async function bookDeposit(
  engine: Books,
  row: Deposit,
  act: 'credit' | 'reverse',
  facts: DepositFacts,
): Promise<DepositFacts> {
  const step = await submitStep(engine, depositCommand(row, act), `deposit:${row.rowId}:${act}`)
  return act === 'credit' ? { ...facts, credit: step } : { ...facts, reversal: step }
}

const factNames = {
  hold: 'hold',
  release: 'release',
  settle: 'settled',
  settle_fee: 'feeSettled',
  give_back: 'givenBack',
  give_back_fee: 'feeGivenBack',
} as const satisfies Record<BookedAct, keyof WithdrawalFacts>

/** Books an act of a withdrawal. */
export async function bookWithdrawal(
  engine: Books,
  row: Withdrawal,
  act: BookedAct,
  facts: WithdrawalFacts,
): Promise<WithdrawalFacts> {
  const isOnce = act === 'hold' || act === 'release'
  const step = isOnce
    ? await submitStep(engine, withdrawalCommand(row, act), stepName(row, act))
    : await bookPatiently(engine, row, act)
  return { ...facts, [factNames[act]]: step }
}

function stepName({ rowId }: Withdrawal, act: BookedAct): string {
  return `withdrawal:${rowId}:${act}`
}

/**
 * Books a step that the core may refuse for want of balance and accept later. An id that was refused is
 * used up, so each look tries one more; whichever was accepted is found again by its own.
 */
async function bookPatiently(engine: Books, row: Withdrawal, act: BookedAct): Promise<EngineStep> {
  const command = withdrawalCommand(row, act)
  for (let no = 1; ; no += 1) {
    const name = no === 1 ? stepName(row, act) : `${stepName(row, act)}:${no}`
    const booked = await submitStep(engine, command, name)
    const isPoor = booked.status === 'refused' && booked.code === 'balance.insufficient'
    if (!isPoor || no > row.attempts) return booked
  }
}
