/** The user's orders as lines on the chart, in the chart's scale. */
import { parseUnits } from '@tukar/money'
import { decimalsIn } from './candles.ts'
import type { Scale } from './load-candles.ts'
import type { OrderMark } from './messages.ts'
import { currentTranslator } from './elements.ts'

export type MarkLine = {
  readonly side: 'buy' | 'sell'
  /** Price units of the chart's scale. */
  readonly price: number
  readonly text: string
}

/** Returns one line for each side and price; orders at one price share it. */
export function markLines(
  marks: readonly OrderMark[],
  { priceDecimals }: Pick<Scale, 'priceDecimals'>,
): readonly MarkLine[] {
  const groups = new Map<string, OrderMark[]>()
  for (const mark of marks) {
    const key = `${mark.side} ${mark.price}`
    groups.set(key, [...(groups.get(key) ?? []), mark])
  }
  const t = currentTranslator()
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const price = first && toUnits(first.price, priceDecimals)
    if (first === undefined || price === null || price === undefined) return []
    const side = t(first.side === 'buy' ? 'buy' : 'sell')
    const quantity = group.length === 1 ? first.quantity.replace('.', ',') : `×${group.length}`
    return [{ side: first.side, price, text: `${side} ${quantity}` }]
  })
}

/** A price with more decimals than the chart shows is rounded down. */
function toUnits(text: string, decimals: number): number | null {
  const extra = decimalsIn(text) - decimals
  const cut = extra > 0 ? text.slice(0, decimals === 0 ? text.indexOf('.') : -extra) : text
  const parsed = parseUnits(cut, decimals)
  return parsed.ok ? parsed.units : null
}
