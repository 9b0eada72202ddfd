/**
 * The drawing itself: candles and volume by lightweight-charts, in the product's colors and numbers.
 * Values are integers in the market's last digit; only the drawing treats them as lengths.
 */
import {
  CandlestickSeries,
  createChart,
  CrosshairMode,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type MouseEventParams,
  type UTCTimestamp,
} from 'lightweight-charts'
import { unitsText } from '../feed/frame.ts'
import type { Candle } from './candles.ts'
import type { Scale } from './load-candles.ts'
import { type Colors, readColors } from './looks.ts'

export type Drawing = {
  /** Shows these candles, oldest first, instead of all before. */
  readonly show: (candles: readonly Candle[], scale: Scale) => void
  /** Shows the newest candle: the last one grown, or one more. */
  readonly grow: (candle: Candle) => void
  readonly recolor: () => void
  /** Calls back with the candle under the crosshair, null where there is none. */
  readonly onPoint: (listener: (openMs: number | null) => void) => void
}

/** Volume takes the lowest fifth. */
const volumeTop = 0.8
/** Candles in sight after loading. */
const visibleCandles = 90

/** Times are shown in the zone of whoever looks; the library knows UTC alone, so they are shifted. */
const zoneSeconds = (): number => -new Date().getTimezoneOffset() * 60

function toTime(openMs: number): UTCTimestamp {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's brand has no other beginning
  return (openMs / 1_000 + zoneSeconds()) as UTCTimestamp
}

/** Draws into an element and follows its size. */
export function draw(canvas: HTMLElement): Drawing {
  const chart = createChart(canvas, {
    autoSize: true,
    layout: {
      attributionLogo: false,
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSize: 11,
    },
    crosshair: { mode: CrosshairMode.Normal },
    handleScroll: { vertTouchDrag: false },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.24 } },
    timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false, rightOffset: 4 },
  })
  const candles = chart.addSeries(CandlestickSeries, { borderVisible: false })
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'custom', formatter: () => '' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volume.priceScale().applyOptions({ scaleMargins: { top: volumeTop, bottom: 0 } })
  let colors = readColors()
  let shown: readonly Candle[] = []
  const paint = () => {
    colors = readColors()
    applyColors(chart, candles, colors)
    volume.setData(shown.map((candle) => volumeBar(candle, colors)))
  }
  paint()
  return {
    show: (next, scale) => {
      shown = next
      applyScale(candles, scale)
      candles.setData(next.map(candleBar))
      volume.setData(next.map((candle) => volumeBar(candle, colors)))
      chart.timeScale().setVisibleLogicalRange({
        from: Math.max(-2, next.length - visibleCandles),
        to: next.length + 3,
      })
    },
    grow: (candle) => {
      const last = shown.at(-1)
      shown = last?.openMs === candle.openMs ? [...shown.slice(0, -1), candle] : [...shown, candle]
      candles.update(candleBar(candle))
      volume.update(volumeBar(candle, colors))
    },
    recolor: paint,
    onPoint: (listener) => {
      chart.subscribeCrosshairMove(({ time }: MouseEventParams) => {
        listener(typeof time === 'number' ? (time - zoneSeconds()) * 1_000 : null)
      })
    },
  }
}

function candleBar({ openMs, open, high, low, close }: Candle) {
  return { time: toTime(openMs), open, high, low, close }
}

function volumeBar({ openMs, open, close, volume }: Candle, colors: Colors) {
  return {
    time: toTime(openMs),
    value: volume,
    color: close >= open ? colors.upBar : colors.downBar,
  }
}

function applyScale(series: ISeriesApi<'Candlestick'>, { priceDecimals }: Scale): void {
  series.applyOptions({
    priceFormat: {
      type: 'custom',
      minMove: 1,
      formatter: (price: number) => unitsText(Math.round(price), priceDecimals, priceDecimals),
    },
  })
}

function applyColors(chart: IChartApi, series: ISeriesApi<'Candlestick'>, colors: Colors): void {
  chart.applyOptions({
    layout: { background: { color: colors.ground }, textColor: colors.text },
    grid: { vertLines: { color: `${colors.line}80` }, horzLines: { color: `${colors.line}80` } },
    crosshair: {
      vertLine: { color: colors.crosshair, labelBackgroundColor: colors.label },
      horzLine: { color: colors.crosshair, labelBackgroundColor: colors.label },
    },
  })
  series.applyOptions({
    upColor: colors.up,
    downColor: colors.down,
    wickUpColor: colors.up,
    wickDownColor: colors.down,
  })
}
