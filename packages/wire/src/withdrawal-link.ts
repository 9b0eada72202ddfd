/** A withdrawal as the link of its mail tells it, to whoever has the link: no more than the mail said. */
import * as z from 'zod/mini'
import { rupiahText, type WithdrawalState, withdrawalStates } from './rupiah.ts'
import { Decimal } from './answers/shapes.ts'

export type LinkedFigures = {
  readonly state: WithdrawalState
  /** Units. */
  readonly amount: number
  readonly bankName: string
  /** Of the account, masked. */
  readonly number: string
  readonly canCancel: boolean
  /** Whether somebody took it back, though that may not be carried out yet. */
  readonly isCanceled: boolean
}

/** The answer to `withdrawalOfLink`. */
export const LinkedWithdrawalRow = z.strictObject({
  state: z.enum(withdrawalStates),
  amount: Decimal,
  bank: z.strictObject({ name: z.string(), ac_number: z.string() }),
  can_cancel: z.boolean(),
})
export type LinkedWithdrawalRow = z.infer<typeof LinkedWithdrawalRow>

/** A withdrawal as its link tells it. */
export function linkedWithdrawal(figures: LinkedFigures): LinkedWithdrawalRow {
  return {
    state: figures.isCanceled ? 'canceled' : figures.state,
    amount: rupiahText(figures.amount),
    bank: { name: figures.bankName, ac_number: figures.number },
    can_cancel: figures.canCancel,
  }
}
