/** The sentence of a notice in its reader's language, with amounts as the market writes them. */
import { type Language, serverMessage } from '@tukar/i18n/server'
import { formatUnits } from '@tukar/money'
import type { MarketScale } from '@tukar/wire'
import type { NoticeBody, OrderFigures } from './notices.ts'

/** What is needed of the listing: the scale of a market, undefined for one that is not listed. */
export type ScaleOf = (marketId: number) => MarketScale | undefined

/** Says a notice in a language. */
export function noticeSentence(language: Language, notice: NoticeBody, scaleOf: ScaleOf): string {
  switch (notice.kind) {
    case 'order_filled':
      return orderSentence(language, `notice.order_filled_${notice.params.side}`, notice, scaleOf)
    case 'order_canceled': {
      const part = notice.params.filled > 0 ? '_partly' : ''
      const code = `notice.order_canceled_${notice.params.side}${part}`
      return orderSentence(language, code, notice, scaleOf)
    }
    case 'sign_in_new_device':
      return serverMessage(language, 'notice.sign_in_new_device', notice.params)
    case 'password_changed':
    case 'two_factor_on':
    case 'two_factor_off':
      return serverMessage(language, `notice.${notice.kind}`)
  }
}

function orderSentence(
  language: Language,
  code: string,
  { params }: { readonly params: OrderFigures },
  scaleOf: ScaleOf,
): string {
  const scale = scaleOf(params.marketId)
  const amount = (units: number): string =>
    scale === undefined ? '' : `${formatUnits(units, scale.baseDecimals)} ${scale.baseSymbol}`
  const pair = scale?.symbol.replace('_', '/') ?? ''
  const { quantity, filled } = params
  return serverMessage(language, code, { pair, quantity: amount(quantity), filled: amount(filled) })
}
