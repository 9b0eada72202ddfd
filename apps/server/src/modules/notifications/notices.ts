/**
 * What people are told of (DEC-126): one kind a happening, with the figures that its sentence needs. The
 * sentences stand in the catalogue as `notice.<kind>`, in both languages.
 */

export type NoticeParams = {
  readonly sign_in_new_device: { readonly device: string; readonly address: string }
  readonly password_changed: Readonly<Record<string, never>>
  readonly two_factor_on: Readonly<Record<string, never>>
  readonly two_factor_off: Readonly<Record<string, never>>
  /** Quantities in units of the market's base, of the whole order. */
  readonly order_filled: OrderNoticeParams
  /** `filled` is what was filled before the rest was canceled. */
  readonly order_canceled: OrderNoticeParams & { readonly filled: number }
}

export type OrderNoticeParams = {
  readonly orderId: number
  readonly marketId: number
  readonly side: 'buy' | 'sell'
  readonly quantity: number
}

export type NoticeKind = keyof NoticeParams

/** What one account is told. */
export type NewNotice = {
  readonly [Kind in NoticeKind]: {
    readonly accountId: number
    readonly kind: Kind
    readonly params: NoticeParams[Kind]
  }
}[NoticeKind]
