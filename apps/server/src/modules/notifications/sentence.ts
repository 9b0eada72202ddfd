/** The sentence of a notice in its reader's language, with amounts as the market writes them. */
import { type Language, serverMessage } from '@tukar/i18n/server'
import { formatPrice, formatUnits } from '@tukar/money'
import type { MarketScale } from '@tukar/wire'
import type { NoticeBody, OrderFigures } from './notices.ts'

/** What is needed of the listing: the scale of a market, undefined for one that is not listed. */
export type ScaleOf = (marketId: number) => MarketScale | undefined

/** Says a notice in a language. */
export function noticeSentence(language: Language, notice: NoticeBody, scaleOf: ScaleOf): string {
  switch (notice.kind) {
    case 'order_filled':
    case 'order_canceled':
      return orderSentence(language, notice.kind, notice.params, scaleOf)
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
  kind: string,
  { marketId, side, price, remaining }: OrderFigures,
  scaleOf: ScaleOf,
): string {
  const code = `notice.${kind}_${side}`
  const scale = scaleOf(marketId)
  if (scale === undefined) return serverMessage(language, code)
  const { symbol, baseSymbol, quoteSymbol, baseDecimals, quoteDecimals, tick } = scale
  return serverMessage(language, code, {
    pair: symbol.replace('_', '/'),
    price: `${formatPrice(price, tick, quoteDecimals)} ${quoteSymbol}`,
    remaining: `${formatUnits(remaining, baseDecimals)} ${baseSymbol}`,
  })
}
