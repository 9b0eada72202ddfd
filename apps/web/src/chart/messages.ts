/**
 * What the page and the chart in its frame say to each other: looks and own orders inward, wishes
 * outward. Both stand on one origin; a message from anywhere else, or of another form, counts as none.
 */
import { isLanguage, type Language } from '@tukar/i18n'
import { isRecord, textAt } from '../api/json.ts'

/** How the page looks at the moment. */
export type AppearanceMessage = {
  readonly kind: 'looks'
  readonly theme: 'dark' | 'light'
  readonly isPairSafe: boolean
  readonly language: Language
}

/** An own open order, as decimal strings of the market. */
export type OrderMark = {
  readonly id: string
  readonly side: 'buy' | 'sell'
  readonly price: string
  /** What is left of it. */
  readonly quantity: string
}

/** All own open orders of one market; they stand in place of all before. */
export type OrdersMessage = {
  readonly kind: 'orders'
  readonly pair: string
  readonly orders: readonly OrderMark[]
}

export type PageMessage = AppearanceMessage | OrdersMessage

/** A key that was pressed in the chart and means nothing there. */
export type KeyMessage = {
  readonly kind: 'chart-key'
  readonly key: string
  readonly shiftKey: boolean
}

/** What the chart says: that it listens, and which keys it leaves to the page. */
export type ChartMessage = { readonly kind: 'chart-ready' } | KeyMessage

/** More orders than this would hide the candles; the page sends no more. */
export const marksMax = 50

type Received = { readonly origin: string; readonly data: unknown }

/** Reads what the page said; null where it was not the page, on this origin, that said it. */
export function readPageMessage({ origin, data }: Received, ownOrigin: string): PageMessage | null {
  if (origin !== ownOrigin || !isRecord(data)) return null
  if (data['kind'] === 'looks') {
    const { theme, isPairSafe, language } = data
    if ((theme !== 'dark' && theme !== 'light') || !isLanguage(language)) return null
    return { kind: 'looks', theme, isPairSafe: isPairSafe === true, language }
  }
  const { pair, orders } = data
  if (data['kind'] !== 'orders' || typeof pair !== 'string' || !Array.isArray(orders)) return null
  const marks = orders.slice(0, marksMax).flatMap((order: unknown) => readMark(order) ?? [])
  return { kind: 'orders', pair, orders: marks }
}

function readMark(order: unknown): OrderMark | null {
  if (!isRecord(order)) return null
  const { side } = order
  if (side !== 'buy' && side !== 'sell') return null
  const [id, price, quantity] = [
    textAt(order, 'id'),
    textAt(order, 'price'),
    textAt(order, 'quantity'),
  ]
  return price === '' ? null : { id, side, price, quantity }
}

/** Reads what the chart said; null where it was not the chart, on this origin, that said it. */
export function readChartMessage(
  { origin, data }: Received,
  ownOrigin: string,
): ChartMessage | null {
  if (origin !== ownOrigin || !isRecord(data)) return null
  const { kind, key, shiftKey } = data
  if (kind === 'chart-ready') return { kind }
  if (kind !== 'chart-key' || typeof key !== 'string' || !isPageKey(key)) return null
  return { kind, key, shiftKey: shiftKey === true }
}

/** Whether the page can mean something by a key: Escape and single characters, not what presses buttons. */
export function isPageKey(key: string): boolean {
  return key === 'Escape' || /^\S$/u.test(key)
}

/**
 * Whether the chart at this base may be told about looks and orders: only on the page's own origin.
 *
 * @param base as the settings name it; empty for the page's origin
 */
export function isSameOriginChart(base: string, ownOrigin: string): boolean {
  return new URL(base === '' ? ownOrigin : base, ownOrigin).origin === ownOrigin
}
