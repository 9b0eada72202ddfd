/**
 * The candle drawing by lightweight-charts, in the product's colors and number formats. Values are integers
 * in the market's last digit; only the drawing treats them as lengths.
 */
import {
  CandlestickSeries,
  createChart,
  CrosshairMode,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type MouseEventParams,
  type UTCTimestamp,
} from 'lightweight-charts'
import { unitsText } from '../feed/frame.ts'
import { averageAt, averageLengths, type AverageLength, movingAverage } from './averages.ts'
import { type Candle, type Frame, shownShiftMs } from './candles.ts'
import type { Scale } from './load-candles.ts'
import { type Colors, pageLanguage, readColors } from './appearance.ts'
import type { MarkLine } from './order-marks.ts'
import { priceOnStep } from './price-step.ts'

export type Drawing = {
  /** Replaces all candles, oldest first; `isAnew` scrolls to the newest ones. */
  readonly show: (candles: readonly Candle[], shape: Shape, isAnew: boolean) => void
  /** Updates the newest candle or appends one. */
  readonly grow: (candle: Candle) => void
  /** Shows exactly these averages. */
  readonly average: (lengths: readonly AverageLength[]) => void
  /** Replaces the lines of the user's orders. */
  readonly mark: (lines: readonly MarkLine[]) => void
  /** Puts the crosshair on a candle and scrolls to it; null removes it. */
  readonly pointAt: (candle: Candle | null, index: number) => void
  readonly recolor: () => void
  /** Calls the listener with the candle under the crosshair; null without one. */
  readonly onPoint: (listener: (openMs: number | null) => void) => void
}

/** The number format of candles. */
export type Shape = {
  readonly scale: Scale
  readonly frame: Frame
  /** The market's tick in the last digit of the scale. */
  readonly step: number
}

/** Volume uses the lowest fifth. */
const volumeTop = 0.8
/** Visible candles after loading. */
const visibleCandles = 90

/** Converts a time for the library, which knows only UTC: times of another zone are shifted. */
type ToTime = (openMs: number) => UTCTimestamp

function createToTime(frame: Frame): ToTime {
  return (openMs) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's brand has no other beginning
    ((openMs + shownShiftMs(openMs, frame)) / 1_000) as UTCTimestamp
}

/** Creates a drawing in an element and follows its size. */
export function draw(canvas: HTMLElement): Drawing {
  const chart = openChart(canvas)
  const candles = chart.addSeries(CandlestickSeries, { borderVisible: false })
  const volume = openVolume(chart)
  const averages = openAverages(chart)
  const marks = openMarks(candles)
  let colors = readColors()
  let shown: readonly Candle[] = []
  let toTime = createToTime('1m')
  const paint = () => {
    colors = readColors()
    applyColors(chart, candles, colors)
    averages.recolor(colors)
    marks.recolor(colors)
    volume.setData(shown.map((candle) => volumeBar(candle, toTime, colors)))
  }
  paint()
  return {
    show: (next, shape, isAnew) => {
      shown = next
      toTime = createToTime(shape.frame)
      applyShape(candles, shape)
      candles.setData(next.map((candle) => candleBar(candle, toTime)))
      volume.setData(next.map((candle) => volumeBar(candle, toTime, colors)))
      averages.show(next, toTime)
      if (!isAnew) return
      chart.timeScale().setVisibleLogicalRange({
        from: Math.max(-2, next.length - visibleCandles),
        to: next.length + 3,
      })
    },
    grow: (candle) => {
      const last = shown.at(-1)
      shown = last?.openMs === candle.openMs ? [...shown.slice(0, -1), candle] : [...shown, candle]
      candles.update(candleBar(candle, toTime))
      volume.update(volumeBar(candle, toTime, colors))
      averages.grow(shown, toTime)
    },
    average: (lengths) => averages.choose(lengths, shown, toTime),
    mark: (lines) => marks.show(lines, colors),
    pointAt: (candle, index) => {
      if (candle === null) return chart.clearCrosshairPosition()
      bringIntoSight(chart, index)
      chart.setCrosshairPosition(candle.close, toTime(candle.openMs), candles)
    },
    recolor: paint,
    onPoint: (listener) => {
      chart.subscribeCrosshairMove(({ time, sourceEvent }: MouseEventParams) => {
        // Moves by keyboard have been handled.
        if (time !== undefined && sourceEvent === undefined) return
        const pointed = shown.find(({ openMs }) => toTime(openMs) === time)
        listener(pointed?.openMs ?? null)
      })
    },
  }
}

function openChart(canvas: HTMLElement): IChartApi {
  return createChart(canvas, {
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
}

function openVolume(chart: IChartApi): ISeriesApi<'Histogram'> {
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'custom', formatter: () => '' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volume.priceScale().applyOptions({ scaleMargins: { top: volumeTop, bottom: 0 } })
  return volume
}

/** Moving averages, one series each; unselected ones are not computed. */
function openAverages(chart: IChartApi) {
  let chosen: readonly AverageLength[] = []
  const lines = averageLengths.map((length) => ({
    length,
    series: chart.addSeries(LineSeries, {
      lineWidth: 1,
      lastValueVisible: false,
      priceLineVisible: false,
      crosshairMarkerVisible: false,
    }),
  }))
  const show = (candles: readonly Candle[], toTime: ToTime) => {
    for (const { length, series } of lines) {
      const points = chosen.includes(length) ? movingAverage(candles, length) : []
      series.setData(points.map(({ openMs, value }) => ({ time: toTime(openMs), value })))
    }
  }
  return {
    show,
    choose: (next: readonly AverageLength[], candles: readonly Candle[], toTime: ToTime) => {
      chosen = next
      show(candles, toTime)
    },
    grow: (candles: readonly Candle[], toTime: ToTime) => {
      const last = candles.at(-1)
      if (last === undefined) return
      for (const { length, series } of lines.filter((line) => chosen.includes(line.length))) {
        const value = averageAt(candles, candles.length - 1, length)
        if (value !== null) series.update({ time: toTime(last.openMs), value })
      }
    },
    recolor: ({ averages }: Colors) => {
      for (const [index, { series }] of lines.entries()) {
        series.applyOptions({ color: averages[index] ?? '' })
      }
    },
  }
}

/** Lines of the user's orders. */
function openMarks(candles: ISeriesApi<'Candlestick'>) {
  let drawn: readonly { readonly line: IPriceLine; readonly side: MarkLine['side'] }[] = []
  const lineOptions = (side: MarkLine['side'], { up, down, ground }: Colors) => ({
    color: side === 'buy' ? up : down,
    axisLabelTextColor: ground,
  })
  return {
    show: (lines: readonly MarkLine[], colors: Colors) => {
      for (const { line } of drawn) candles.removePriceLine(line)
      drawn = lines.map(({ side, price, text }) => ({
        side,
        line: candles.createPriceLine({
          price,
          title: text,
          lineWidth: 1,
          lineStyle: LineStyle.Dashed,
          axisLabelVisible: true,
          ...lineOptions(side, colors),
        }),
      }))
    },
    recolor: (colors: Colors) => {
      for (const { line, side } of drawn) line.applyOptions(lineOptions(side, colors))
    },
  }
}

/** Scrolls just far enough to show this candle. */
function bringIntoSight(chart: IChartApi, index: number): void {
  const scale = chart.timeScale()
  const range = scale.getVisibleLogicalRange()
  if (range === null) return
  const by = index < range.from ? index - range.from - 1 : Math.max(0, index + 1 - range.to)
  if (by !== 0) scale.setVisibleLogicalRange({ from: range.from + by, to: range.to + by })
}

function candleBar({ openMs, open, high, low, close }: Candle, toTime: ToTime) {
  return { time: toTime(openMs), open, high, low, close }
}

function volumeBar({ openMs, open, close, volume }: Candle, toTime: ToTime, colors: Colors) {
  return {
    time: toTime(openMs),
    value: volume,
    color: close >= open ? colors.upBar : colors.downBar,
  }
}

function applyShape(series: ISeriesApi<'Candlestick'>, { scale, step }: Shape): void {
  const { priceDecimals } = scale
  const text = (units: number) => unitsText(units, priceDecimals, priceDecimals)
  series.applyOptions({
    priceFormat: {
      type: 'custom',
      minMove: 1,
      formatter: (price: number) => text(priceOnStep(price, step)),
      // The axis also labels values between the steps.
      tickmarksFormatter: (prices: readonly number[]) =>
        prices.map((price) => text(Math.round(price))),
    },
  })
}

function applyColors(chart: IChartApi, series: ISeriesApi<'Candlestick'>, colors: Colors): void {
  chart.applyOptions({
    // The page's language: with an invalid browser language the library draws nothing.
    localization: { locale: pageLanguage() },
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
