/**
 * The kinds of notices (DEC-126), each with the figures of its sentence. The catalogue has the sentences as
 * `notice.<kind>`, in both languages.
 */

import type { KycPiece, KycReason } from '@tukar/wire'

type NoFigures = Readonly<Record<string, never>>
/** A bank, and the last digits of an account's number. */
type BankFigures = { readonly bank: string; readonly number: string }

/** An amount as text. */
type MoneyFigures = { readonly amount: string }

/** Why an identity was not verified, and the piece that is requested again. */
type KycFigures = { readonly reason: KycReason; readonly piece: KycPiece | null }

/** The notices that `notify` sends. */
export type NoticeTextParams = {
  readonly sign_in_new_device: { readonly device: string; readonly address: string }
  readonly password_changed: NoFigures
  readonly two_factor_on: NoFigures
  readonly two_factor_off: NoFigures
  readonly two_factor_guessed: NoFigures
  readonly mail_refused: NoFigures
  readonly bank_saved: BankFigures
  readonly bank_changed: BankFigures
  readonly bank_locked: BankFigures
  readonly bank_unlocked: BankFigures
  readonly deposit_credited: MoneyFigures
  readonly deposit_quarantined: MoneyFigures
  readonly deposit_reversed: MoneyFigures
  readonly deposit_rejected: MoneyFigures
  readonly deposit_unpaid: MoneyFigures & { readonly reason: string }
  readonly withdrawal_requested: MoneyFigures
  readonly withdrawal_held: MoneyFigures & { readonly until: string }
  readonly withdrawal_review: MoneyFigures
  readonly withdrawal_completed: MoneyFigures
  readonly withdrawal_failed: MoneyFigures
  readonly withdrawal_canceled: MoneyFigures
  readonly withdrawal_rejected: MoneyFigures & { readonly reason: string }
  readonly withdrawal_reversed: MoneyFigures
  readonly coin_deposit_credited: MoneyFigures
  readonly coin_deposit_sender: MoneyFigures
  readonly coin_deposit_review: MoneyFigures
  readonly coin_deposit_small: MoneyFigures
  readonly coin_deposit_reversed: MoneyFigures
  readonly coin_withdrawal_requested: MoneyFigures
  readonly coin_withdrawal_held: MoneyFigures & { readonly until: string }
  readonly coin_withdrawal_review: MoneyFigures
  readonly coin_withdrawal_sent: MoneyFigures & { readonly txid: string }
  readonly coin_withdrawal_completed: MoneyFigures
  readonly coin_withdrawal_failed: MoneyFigures
  readonly coin_withdrawal_reverted: MoneyFigures
  readonly coin_withdrawal_canceled: MoneyFigures
  readonly coin_withdrawal_rejected: MoneyFigures & { readonly reason: string }
  readonly bonus_paid: MoneyFigures & { readonly month: string }
  readonly kyc_approved: NoFigures
  readonly kyc_review: NoFigures
  readonly kyc_rejected: KycFigures
  readonly account_suspended: NoFigures
  readonly account_resumed: NoFigures
  readonly factor_reset: { readonly until: string }
  readonly factor_reset_dropped: NoFigures
  readonly desk_many_shown: { readonly operator: string; readonly max: number }
}

/**
 * The end of an order. The price in the market's price units, the remaining quantity in units of its base.
 */
export type OrderFigures = {
  readonly orderId: number
  readonly marketId: number
  readonly side: 'buy' | 'sell'
  readonly price: number
  readonly remaining: number
}

export type NoticeParams = NoticeTextParams & {
  readonly order_filled: OrderFigures
  readonly order_canceled: OrderFigures
}

export type NoticeKind = keyof NoticeParams

/** A kind with its figures. */
type BodyOf<Params> = {
  readonly [Kind in keyof Params]: { readonly kind: Kind; readonly params: Params[Kind] }
}[keyof Params]

/** The content of a notice. */
export type NoticeBody = BodyOf<NoticeParams>

/** A notice for one account. */
export type NewNotice = BodyOf<NoticeTextParams> & { readonly accountId: number }

/** A notice as it is listed. */
export type Notice = NoticeBody & {
  readonly noticeId: number
  readonly isRead: boolean
  readonly createdMs: number
}
