/** Books a row's commands, each once, and says what is known then. */
import type { Command } from '@tukar/core'
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
  const [command, name] = [depositCommand(row, act), `deposit:${row.rowId}:${act}`]
  const step =
    act === 'credit'
      ? await submitStep(engine, command, name)
      : await bookPatiently(engine, command, { name, attempts: row.attempts })
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
  const [command, name] = [withdrawalCommand(row, act), `withdrawal:${row.rowId}:${act}`]
  const isOnce = act === 'hold' || act === 'release'
  const step = isOnce
    ? await submitStep(engine, command, name)
    : await bookPatiently(engine, command, { name, attempts: row.attempts })
  return { ...facts, [factNames[act]]: step }
}

/**
 * Books a step that the core may refuse for want of balance and accept later. An id that was refused is
 * used up, so each look tries one more; whichever was accepted is found again by its own.
 */
async function bookPatiently(
  engine: Books,
  command: Command,
  { name, attempts }: { readonly name: string; readonly attempts: number },
): Promise<EngineStep> {
  for (let no = 1; ; no += 1) {
    const booked = await submitStep(engine, command, no === 1 ? name : `${name}:${no}`)
    const isPoor = booked.status === 'refused' && booked.code === 'balance.insufficient'
    if (!isPoor || no > attempts) return booked
  }
}
