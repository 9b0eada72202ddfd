/** What the chart's address asks for (CHART-02, R-71): view, pair, width and height, validated. */

/** What is drawn: `/chart/candles` or `/chart/depth`. */
export const chartViews = ['candles', 'depth'] as const
export type ChartView = (typeof chartViews)[number]

export type ChartAddress = {
  readonly pair: string
  /** Pixels; the chart follows its window afterwards. */
  readonly width: number
  readonly height: number
}

const pairPattern = /^[A-Z0-9]{2,12}_[A-Z0-9]{2,12}$/
const pixelsPattern = /^\d{2,4}$/
/** Whole pixels that a chart may be wide and high at first. */
export const pixelsMin = 100
export const pixelsMax = 4_096

/** Reads a query such as "?pair=BTC_IDR&width=800&height=550"; null where it names no chart. */
export function readAddress(search: string): ChartAddress | null {
  const query = new URLSearchParams(search)
  const pair = query.get('pair') ?? ''
  const width = readPixels(query.get('width'))
  const height = readPixels(query.get('height'))
  if (!pairPattern.test(pair) || width === null || height === null) return null
  return { pair, width, height }
}

function readPixels(text: string | null): number | null {
  if (text === null || !pixelsPattern.test(text)) return null
  const pixels = Number(text)
  return pixels >= pixelsMin && pixels <= pixelsMax ? pixels : null
}

/** The view that a path such as "/chart/depth" names; candles where it names none. */
export function readView(path: string): ChartView {
  const name = path.replace(/\/+$/, '').split('/').at(-1)
  return chartViews.find((view) => view === name) ?? 'candles'
}
