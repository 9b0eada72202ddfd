/** A small price chart as an SVG path. */

export type Box = { readonly width: number; readonly height: number; readonly margin: number }

/**
 * Returns the path through prices from left to right, the lowest at the bottom; empty for fewer than two
 * prices. Equal prices make a line in the middle. For display only.
 */
export function sparkPath(prices: readonly string[], { width, height, margin }: Box): string {
  const values = prices.map(Number).filter(Number.isFinite)
  if (values.length < 2) return ''
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const usable = height - 2 * margin
  const points = values.map((value, index) => {
    const x = margin + (index / (values.length - 1)) * (width - 2 * margin)
    const share = high === low ? 0.5 : (value - low) / (high - low)
    return `${x.toFixed(1)} ${(margin + usable * (1 - share)).toFixed(1)}`
  })
  return `M${points.join('L')}`
}
