/**
 * A withdrawal for the link of its e-mail. Everyone with the link can see it, so it has no more data than the
 * e-mail.
 */
import { rupiahText, type WithdrawalState } from './rupiah.ts'
import type { LinkedWithdrawalRow } from '../answers/wallets.ts'

export type LinkedFigures = {
  readonly state: WithdrawalState
  /** In units. */
  readonly amount: number
  readonly bankName: string
  /** The masked number of the account. */
  readonly number: string
  readonly canCancel: boolean
  /** Whether it was canceled, although the cancellation may still be in progress. */
  readonly isCanceled: boolean
}

/** A withdrawal for its link. */
export function linkedWithdrawal(figures: LinkedFigures): LinkedWithdrawalRow {
  return {
    state: figures.isCanceled ? 'canceled' : figures.state,
    amount: rupiahText(figures.amount),
    bank: { name: figures.bankName, ac_number: figures.number },
    can_cancel: figures.canCancel,
  }
}
