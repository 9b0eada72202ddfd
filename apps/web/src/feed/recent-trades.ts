/**
 * The list of last trades, newest first, kept by their gap-free numbers: a repeat changes
 * nothing, a hole is seen, and what fills it finds its place.
 */

export type Trade = {
  /** Gap-free per market. */
  readonly no: number
  /** Price units and base units. */
  readonly price: number
  readonly quantity: number
  readonly takerSide: 'buy' | 'sell'
  readonly timeMs: number
}

/** The list is bounded (DEC-89). */
export const tapeMax = 100

export type Tape = {
  /** Newest first, at most `tapeMax`, no number twice. */
  readonly trades: readonly Trade[]
  /** Whether a number between the oldest and the newest is missing. */
  readonly hasGap: boolean
}

export const emptyTape: Tape = { trades: [], hasGap: false }

/** Returns the tape with more trades in it, in whatever order and however often they came. */
export function addTrades(tape: Tape, more: readonly Trade[]): Tape {
  if (more.length === 0) return tape
  const byNo = new Map<number, Trade>()
  for (const trade of [...tape.trades, ...more]) byNo.set(trade.no, trade)
  return tapeOf([...byNo.values()])
}

/** Returns a tape of just these trades: what a full answer of the server brings. */
export function tapeOf(trades: readonly Trade[]): Tape {
  const sorted = [...trades].sort((a, b) => b.no - a.no).slice(0, tapeMax)
  return { trades: sorted, hasGap: sorted.some((trade, index) => isHole(trade, sorted[index + 1])) }
}

function isHole(trade: Trade, older: Trade | undefined): boolean {
  return older !== undefined && trade.no !== older.no + 1
}
