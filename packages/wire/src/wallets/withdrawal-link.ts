/** A withdrawal as the link of its mail tells it, to whoever has the link: no more than the mail said. */
import { rupiahText, type WithdrawalState } from './rupiah.ts'
import type { LinkedWithdrawalRow } from '../answers/wallets.ts'

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

/** A withdrawal as its link tells it. */
export function linkedWithdrawal(figures: LinkedFigures): LinkedWithdrawalRow {
  return {
    state: figures.isCanceled ? 'canceled' : figures.state,
    amount: rupiahText(figures.amount),
    bank: { name: figures.bankName, ac_number: figures.number },
    can_cancel: figures.canCancel,
  }
}
