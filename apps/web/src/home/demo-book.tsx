/**
 * The live order book beside the home page's receipt; the levels that the order would take are highlighted.
 */
import { orderDemoMessages, tradeViewMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import type { BookRow } from '../feed/frame.ts'
import type { Side } from '../feed/levels.ts'
import { isTrusted } from '../feed/link-state.ts'
import { useFeed } from '../feed/store.ts'
import type { TradeMarket } from '../trade/market/market.ts'
import { quantityText } from '../trade/texts.ts'
import { VisuallyHidden } from '../ui/feedback.tsx'
import styles from './order-demo.module.css'

const t = pageTranslator(orderDemoMessages)
const tTrade = pageTranslator(tradeViewMessages)
const rowsASide = 7

/** The middle of the order book, seven rows a side. */
export function DemoBook({
  market,
  side,
  limit,
}: {
  readonly market: TradeMarket
  readonly side: Side
  /** The worst price of the order in price units; null if there is no order. */
  readonly limit: number | null
}) {
  const frame = useFeed((feed) => feed.frame)
  const isFresh = useFeed((feed) => isTrusted(feed.link.state))
  const isFilled = (of: Side, price: number) =>
    limit !== null && of !== side && (side === 'buy' ? price <= limit : price >= limit)
  const row = (of: Side) => (entry: BookRow | null, index: number) => (
    <tr
      key={`${of}${index}`}
      data-side={of}
      data-taken={entry !== null && isFilled(of, entry.price)}
    >
      <td>{entry?.priceText ?? '\u00a0'}</td>
      <td>{entry === null ? '' : quantityText(market, entry.quantity)}</td>
    </tr>
  )
  return (
    <div className={styles['book']} data-fresh={isFresh}>
      <table>
        <caption>
          {t('demoBook', { pair: market.pairText })}
          <VisuallyHidden> {t('demoBookText')}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('demoPrice')}</th>
            <th scope="col">{market.base.symbol}</th>
          </tr>
        </thead>
        <tbody>{filled(frame?.asks).toReversed().map(row('sell'))}</tbody>
        <tbody>
          <tr className={styles['spread']}>
            <td>{tTrade('spread')}</td>
            <td>{frame?.spreadText ?? '\u2013'}</td>
          </tr>
        </tbody>
        <tbody>{filled(frame?.bids).map(row('buy'))}</tbody>
      </table>
    </div>
  )
}

/** Pads the rows to a constant number, so that the layout does not shift. */
function filled(rows: readonly BookRow[] | undefined): readonly (BookRow | null)[] {
  return Array.from({ length: rowsASide }, (_, index) => rows?.[index] ?? null)
}
