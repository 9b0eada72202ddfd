/**
 * What people are told of (DEC-126): one kind a happening, with the figures that its sentence needs. The
 * sentences stand in the catalogue as `notice.<kind>`, in both languages.
 */

type NoFigures = Readonly<Record<string, never>>

export type NoticeParams = {
  readonly sign_in_new_device: { readonly device: string; readonly address: string }
  readonly password_changed: NoFigures
  readonly two_factor_on: NoFigures
  readonly two_factor_off: NoFigures
  readonly order_filled: OrderFigures
  readonly order_canceled: OrderFigures
}

/** Quantities in units of the market's base; `filled` is the whole of an order that was filled. */
export type OrderFigures = {
  readonly orderId: number
  readonly marketId: number
  readonly side: 'buy' | 'sell'
  readonly quantity: number
  readonly filled: number
}

export type NoticeKind = keyof NoticeParams

/** A kind with the figures of that kind. */
export type NoticeBody = {
  readonly [Kind in NoticeKind]: { readonly kind: Kind; readonly params: NoticeParams[Kind] }
}[NoticeKind]

/** What one account is told. */
export type NewNotice = NoticeBody & { readonly accountId: number }

/** A notice as it is kept. */
export type Notice = NoticeBody & {
  readonly noticeId: number
  readonly isRead: boolean
  readonly createdAt: Date
}
