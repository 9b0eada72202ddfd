/** How a market's numbers are read, from the rows that each new line begins with (DEC-75). */
import { isRecord, textAt } from '../api/json.ts'
import { decodeMeasures, rowsIn } from '../feed/decode.ts'
import type { Measures } from '../feed/frame.ts'

/**
 * Reads a `market_update`: null where it is not the rows of all markets, `unknown` where none of them is
 * of this pair.
 */
export function measuresIn(payload: unknown, pair: string): Measures | 'unknown' | null {
  const rows = rowsIn(isRecord(payload) ? payload['jsontable'] : undefined)
  const row = rows.find((market) => textAt(market, 'pair') === pair)
  if (row !== undefined) return decodeMeasures(row)
  return rows.length === 0 ? null : 'unknown'
}
