/** What the chart says about candles: the values above them, and sentences for those who do not see. */
import { formatDateMinute } from '@tukar/i18n'
import { unitsText } from '../feed/frame.ts'
import { averageAt } from './averages.ts'
import { type Candle, type Frame, isOfDays, shownShiftMs } from './candles.ts'
import type { CandleState } from './candles-page.ts'
import type { Scale } from './load-candles.ts'
import { element, frameName, say } from './elements.ts'

/** A volume needs no more decimals than this. */
const volumeDecimals = 4

/** A price as it is shown. */
export function priceText(units: number, { priceDecimals }: Scale): string {
  return unitsText(units, priceDecimals, priceDecimals)
}

/** A volume as it is shown. */
export function volumeText(units: number, { quantityDecimals }: Scale): string {
  return unitsText(units, quantityDecimals, Math.min(volumeDecimals, quantityDecimals))
}

/** A candle's moment, with the day; of a candle of days Jakarta's day alone. */
export function timeText({ openMs }: Candle, frame: Frame): string {
  if (!isOfDays(frame)) return formatDateMinute(openMs)
  return new Date(openMs + shownShiftMs(openMs, frame)).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** The values above the drawing: those of one candle, and of the averages at it. */
export function legendOf(state: CandleState, index: number, scale: Scale): readonly HTMLElement[] {
  const candle = state.candles[index]
  if (candle === undefined) return []
  const sayNow = say()
  const values = [
    [sayNow('open'), sayNow('openLong'), priceText(candle.open, scale)],
    [sayNow('high'), sayNow('highLong'), priceText(candle.high, scale)],
    [sayNow('low'), sayNow('lowLong'), priceText(candle.low, scale)],
    [sayNow('close'), sayNow('closeLong'), priceText(candle.close, scale)],
    [sayNow('volume'), sayNow('volumeLong'), volumeText(candle.volume, scale)],
  ] as const
  const averages = state.averages.flatMap((length) => {
    const value = averageAt(state.candles, index, length)
    if (value === null) return []
    const item = valueItem(`MA ${length}`, sayNow('averageOf', { length }), priceText(value, scale))
    item.dataset['average'] = String(length)
    return [item]
  })
  return [...values.map(([short, long, value]) => valueItem(short, long, value)), ...averages]
}

/** A value with its name. */
export function valueItem(short: string, long: string, value: string): HTMLElement {
  const item = element('span', 'value')
  item.title = long
  item.append(element('i', 'key', short), element('b', 'figure', value))
  return item
}

/** One candle as a sentence, for the crosshair that keys move. */
export function pointedText({ scale, frame }: CandleState, candle: Candle): string {
  if (scale === null) return ''
  return say()('spokenCandle', {
    time: timeText(candle, frame),
    open: priceText(candle.open, scale),
    high: priceText(candle.high, scale),
    low: priceText(candle.low, scale),
    close: priceText(candle.close, scale),
    volume: volumeText(candle.volume, scale),
  })
}

/** Says in a sentence what the picture shows. */
export function describe(state: CandleState, { canvas }: { readonly canvas: HTMLElement }): void {
  const { candles, scale, frame, pair, marks } = state
  const last = candles.at(-1)
  if (last === undefined || scale === null) return
  const sayNow = say()
  const summary = sayNow('spokenSummary', {
    frame: frameName(frame),
    pair: pair.replace('_', '/'),
    last: priceText(last.close, scale),
    high: priceText(Math.max(...candles.map((candle) => candle.high)), scale),
    low: priceText(Math.min(...candles.map((candle) => candle.low)), scale),
  })
  const own = marks.length === 0 ? '' : ` ${sayNow('spokenOrders', { count: marks.length })}`
  canvas.setAttribute('aria-label', `${summary}${own} ${sayNow('spokenKeys')}`)
}
