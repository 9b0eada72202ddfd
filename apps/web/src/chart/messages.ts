/**
 * Messages between the page and the chart in its frame: appearance and orders to the chart, keys to
 * the page. Both have one origin; messages from other origins or of other forms are ignored.
 */
import { isLanguage, type Language } from '@tukar/i18n'
import { isRecord, textAt } from '../api/json.ts'

/** The current appearance of the page. */
export type AppearanceMessage = {
  readonly kind: 'looks'
  readonly theme: 'dark' | 'light'
  readonly isPairSafe: boolean
  readonly language: Language
}

/** One of the user's open orders, in decimal strings of the market. */
export type OrderMark = {
  readonly id: string
  readonly side: 'buy' | 'sell'
  readonly price: string
  /** The remaining quantity. */
  readonly quantity: string
}

/** All of the user's open orders in one market; they replace earlier ones. */
export type OrdersMessage = {
  readonly kind: 'orders'
  readonly pair: string
  readonly orders: readonly OrderMark[]
}

export type PageMessage = AppearanceMessage | OrdersMessage

/** A key press that the chart does not use. */
export type KeyMessage = {
  readonly kind: 'chart-key'
  readonly key: string
  readonly shiftKey: boolean
}

/** Messages of the chart: it is ready, or a key is left to the page. */
export type ChartMessage = { readonly kind: 'chart-ready' } | KeyMessage

/** The maximum number of orders: more would hide the candles. */
export const marksMax = 50

type Received = { readonly origin: string; readonly data: unknown }

/** Reads a message of the page; null if it has another origin or form. */
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

/** Reads a message of the chart; null if it has another origin or form. */
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

/** Whether the page may use a key: Escape and single characters, but not keys that press buttons. */
export function isPageKey(key: string): boolean {
  return key === 'Escape' || /^\S$/u.test(key)
}

/**
 * Whether the chart at this base URL may get the appearance and the orders: only on the page's own origin.
 *
 * @param base from the settings; empty for the page's origin
 */
export function isSameOriginChart(base: string, ownOrigin: string): boolean {
  return new URL(base === '' ? ownOrigin : base, ownOrigin).origin === ownOrigin
}
