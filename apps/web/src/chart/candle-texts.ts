/** Texts about candles: the values above them, and sentences for screen readers. */
import { formatDateMinute } from '@tukar/i18n'
import { unitsText } from '../feed/frame.ts'
import { averageAt } from './averages.ts'
import { type Candle, type Frame, isDaily, shownShiftMs } from './candles.ts'
import type { CandleState } from './candles-page.ts'
import type { Scale } from './load-candles.ts'
import { element, frameName, currentTranslator } from './elements.ts'

/** The maximum decimals of a shown volume. */
const volumeDecimals = 4

/** Formats a price. */
export function priceText(units: number, { priceDecimals }: Scale): string {
  return unitsText(units, priceDecimals, priceDecimals)
}

/** Formats a volume. */
export function volumeText(units: number, { quantityDecimals }: Scale): string {
  return unitsText(units, quantityDecimals, Math.min(volumeDecimals, quantityDecimals))
}

/** The time of a candle with its date; for candles of a day or more the date in Jakarta only. */
export function timeText({ openMs }: Candle, frame: Frame): string {
  if (!isDaily(frame)) return formatDateMinute(openMs)
  return new Date(openMs + shownShiftMs(openMs, frame)).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** The values above the drawing: one candle and its averages. */
export function buildLegend(
  state: CandleState,
  index: number,
  scale: Scale,
): readonly HTMLElement[] {
  const candle = state.candles[index]
  if (candle === undefined) return []
  const t = currentTranslator()
  const values = [
    [t('open'), t('openLong'), priceText(candle.open, scale)],
    [t('high'), t('highLong'), priceText(candle.high, scale)],
    [t('low'), t('lowLong'), priceText(candle.low, scale)],
    [t('close'), t('closeLong'), priceText(candle.close, scale)],
    [t('volume'), t('volumeLong'), volumeText(candle.volume, scale)],
  ] as const
  const averages = state.averages.flatMap((length) => {
    const value = averageAt(state.candles, index, length)
    if (value === null) return []
    const item = valueItem(`MA ${length}`, t('averageOf', { length }), priceText(value, scale))
    item.dataset['average'] = String(length)
    return [item]
  })
  return [...values.map(([short, long, value]) => valueItem(short, long, value)), ...averages]
}

/** A named value. */
export function valueItem(short: string, long: string, value: string): HTMLElement {
  const item = element('span', 'value')
  item.title = long
  item.append(element('i', 'key', short), element('b', 'figure', value))
  return item
}

/** A candle as a sentence, for the keyboard crosshair. */
export function pointedText({ scale, frame }: CandleState, candle: Candle): string {
  if (scale === null) return ''
  return currentTranslator()('spokenCandle', {
    time: timeText(candle, frame),
    open: priceText(candle.open, scale),
    high: priceText(candle.high, scale),
    low: priceText(candle.low, scale),
    close: priceText(candle.close, scale),
    volume: volumeText(candle.volume, scale),
  })
}

/** Describes the chart in a sentence. */
export function describe(state: CandleState, { canvas }: { readonly canvas: HTMLElement }): void {
  const { candles, scale, frame, pair, marks } = state
  const last = candles.at(-1)
  if (last === undefined || scale === null) return
  const t = currentTranslator()
  const summary = t('spokenSummary', {
    frame: frameName(frame),
    pair: pair.replace('_', '/'),
    last: priceText(last.close, scale),
    high: priceText(Math.max(...candles.map((candle) => candle.high)), scale),
    low: priceText(Math.min(...candles.map((candle) => candle.low)), scale),
  })
  const own = marks.length === 0 ? '' : ` ${t('spokenOrders', { count: marks.length })}`
  canvas.setAttribute('aria-label', `${summary}${own} ${t('spokenKeys')}`)
}
