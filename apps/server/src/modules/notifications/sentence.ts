/** The sentence of a notice in its reader's language, with amounts in the market's format. */
import { deviceWords, type Language, serverMessage } from '@tukar/i18n/server'
import { formatPrice, formatUnits } from '@tukar/money'
import type { MarketScale } from '@tukar/wire'
import { kycReasonSentences } from './kyc-reasons.ts'
import type { NoticeBody, NoticeKind, OrderFigures } from './notices.ts'

/** The scale of a market; undefined if it is not listed. */
export type ScaleOf = (marketId: number) => MarketScale | undefined

/** The key of the sentence of each kind; the end of an order has one for each side. */
const codes = {
  sign_in_new_device: 'notice.sign_in_new_device',
  password_changed: 'notice.password_changed',
  two_factor_on: 'notice.two_factor_on',
  two_factor_off: 'notice.two_factor_off',
  two_factor_guessed: 'notice.two_factor_guessed',
  mail_refused: 'notice.mail_refused',
  bank_saved: 'notice.bank_saved',
  bank_changed: 'notice.bank_changed',
  bank_locked: 'notice.bank_locked',
  bank_unlocked: 'notice.bank_unlocked',
  deposit_credited: 'notice.deposit_credited',
  deposit_quarantined: 'notice.deposit_quarantined',
  deposit_reversed: 'notice.deposit_reversed',
  deposit_rejected: 'notice.deposit_rejected',
  deposit_unpaid: 'notice.deposit_unpaid',
  withdrawal_requested: 'notice.withdrawal_requested',
  withdrawal_held: 'notice.withdrawal_held',
  withdrawal_review: 'notice.withdrawal_review',
  withdrawal_completed: 'notice.withdrawal_completed',
  withdrawal_failed: 'notice.withdrawal_failed',
  withdrawal_canceled: 'notice.withdrawal_canceled',
  withdrawal_rejected: 'notice.withdrawal_rejected',
  withdrawal_reversed: 'notice.withdrawal_reversed',
  coin_deposit_credited: 'notice.coin_deposit_credited',
  coin_deposit_sender: 'notice.coin_deposit_sender',
  coin_deposit_review: 'notice.coin_deposit_review',
  coin_deposit_small: 'notice.coin_deposit_small',
  coin_deposit_reversed: 'notice.coin_deposit_reversed',
  coin_withdrawal_requested: 'notice.coin_withdrawal_requested',
  coin_withdrawal_held: 'notice.coin_withdrawal_held',
  coin_withdrawal_review: 'notice.coin_withdrawal_review',
  coin_withdrawal_sent: 'notice.coin_withdrawal_sent',
  coin_withdrawal_completed: 'notice.coin_withdrawal_completed',
  coin_withdrawal_failed: 'notice.coin_withdrawal_failed',
  coin_withdrawal_reverted: 'notice.coin_withdrawal_reverted',
  coin_withdrawal_canceled: 'notice.coin_withdrawal_canceled',
  coin_withdrawal_rejected: 'notice.coin_withdrawal_rejected',
  bonus_paid: 'notice.bonus_paid',
  kyc_approved: 'notice.kyc_approved',
  kyc_review: 'notice.kyc_review',
  kyc_rejected: 'notice.kyc_rejected',
  account_suspended: 'notice.account_suspended',
  account_resumed: 'notice.account_resumed',
  factor_reset: 'notice.factor_reset',
  factor_reset_dropped: 'notice.factor_reset_dropped',
  desk_many_shown: 'notice.desk_many_shown',
  order_filled: { buy: 'notice.order_filled_buy', sell: 'notice.order_filled_sell' },
  order_canceled: { buy: 'notice.order_canceled_buy', sell: 'notice.order_canceled_sell' },
} as const satisfies Record<NoticeKind, string | Record<OrderFigures['side'], string>>

/** The sentence of a notice in a language. */
export function noticeSentence(language: Language, notice: NoticeBody, scaleOf: ScaleOf): string {
  switch (notice.kind) {
    case 'order_filled':
    case 'order_canceled': {
      const { side, marketId } = notice.params
      const params = orderParams(notice.params, scaleOf(marketId))
      return serverMessage(language, codes[notice.kind][side], params)
    }
    case 'sign_in_new_device': {
      const device = deviceWords(notice.params.device, language)
      return serverMessage(language, codes[notice.kind], { ...notice.params, device })
    }
    case 'kyc_rejected': {
      const reason = serverMessage(language, kycReasonSentences[notice.params.reason])
      return serverMessage(language, codes[notice.kind], { reason })
    }
    case 'password_changed':
    case 'two_factor_on':
    case 'two_factor_off':
    case 'two_factor_guessed':
    case 'mail_refused':
    case 'bank_saved':
    case 'bank_changed':
    case 'bank_locked':
    case 'bank_unlocked':
    case 'deposit_credited':
    case 'deposit_quarantined':
    case 'deposit_reversed':
    case 'deposit_rejected':
    case 'deposit_unpaid':
    case 'withdrawal_requested':
    case 'withdrawal_held':
    case 'withdrawal_review':
    case 'withdrawal_completed':
    case 'withdrawal_failed':
    case 'withdrawal_canceled':
    case 'withdrawal_rejected':
    case 'withdrawal_reversed':
    case 'coin_deposit_credited':
    case 'coin_deposit_sender':
    case 'coin_deposit_review':
    case 'coin_deposit_small':
    case 'coin_deposit_reversed':
    case 'coin_withdrawal_requested':
    case 'coin_withdrawal_held':
    case 'coin_withdrawal_review':
    case 'coin_withdrawal_sent':
    case 'coin_withdrawal_completed':
    case 'coin_withdrawal_failed':
    case 'coin_withdrawal_reverted':
    case 'coin_withdrawal_canceled':
    case 'coin_withdrawal_rejected':
    case 'bonus_paid':
    case 'kyc_approved':
    case 'kyc_review':
    case 'account_suspended':
    case 'account_resumed':
    case 'factor_reset':
    case 'factor_reset_dropped':
    case 'desk_many_shown':
      return serverMessage(language, codes[notice.kind], notice.params)
  }
}

function orderParams({ price, remaining }: OrderFigures, scale: MarketScale | undefined) {
  if (scale === undefined) return {}
  const { symbol, baseSymbol, quoteSymbol, baseDecimals, quoteDecimals, tick } = scale
  return {
    pair: symbol.replace('_', '/'),
    price: `${formatPrice(price, tick, quoteDecimals)} ${quoteSymbol}`,
    remaining: `${formatUnits(remaining, baseDecimals)} ${baseSymbol}`,
  }
}
