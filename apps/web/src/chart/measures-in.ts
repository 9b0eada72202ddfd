/** Reads the decimals of a market from the rows that each new connection starts with (DEC-75). */
import { isRecord, textAt } from '../api/json.ts'
import { decodeMeasures, rowsIn } from '../feed/decode.ts'
import type { Measures } from '../feed/frame.ts'

/**
 * Reads a `market_update`: null if it does not have the rows of all markets, `unknown` if the pair is not
 * among them.
 */
export function measuresIn(payload: unknown, pair: string): Measures | 'unknown' | null {
  const rows = rowsIn(isRecord(payload) ? payload['jsontable'] : undefined)
  const row = rows.find((market) => textAt(market, 'pair') === pair)
  if (row !== undefined) return decodeMeasures(row)
  return rows.length === 0 ? null : 'unknown'
}
