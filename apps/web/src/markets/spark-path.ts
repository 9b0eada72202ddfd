/** A small curve of prices as a path of a drawing. */

export type Box = { readonly width: number; readonly height: number; readonly margin: number }

/**
 * Returns the path through prices from left to right, the lowest at the bottom; empty for less than two.
 * Prices that do not differ are a line in the middle. A picture, not a calculation with money.
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
