/** Validates the chart's address (CHART-02, R-71): view, pair, width and height. */

/** The views: `/chart/candles` and `/chart/depth`. */
export const chartViews = ['candles', 'depth'] as const
export type ChartView = (typeof chartViews)[number]

export type ChartAddress = {
  readonly pair: string
  /** In pixels; later the chart follows the size of its window. */
  readonly width: number
  readonly height: number
}

const pairPattern = /^[A-Z0-9]{2,12}_[A-Z0-9]{2,12}$/
const pixelsPattern = /^\d{2,4}$/
/** Allowed initial width and height, in whole pixels. */
export const pixelsMin = 100
export const pixelsMax = 4_096

/** Reads a query such as "?pair=BTC_IDR&width=800&height=550"; null if it is malformed. */
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

/** The view of a path such as "/chart/depth"; candles for any other path. */
export function readView(path: string): ChartView {
  const name = path.replace(/\/+$/, '').split('/').at(-1)
  return chartViews.find((view) => view === name) ?? 'candles'
}
