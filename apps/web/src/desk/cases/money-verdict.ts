/** What the figures of gateway and ledger say together. */
import { compareDecimals } from '@tukar/i18n'

export type MoneyVerdict = 'equal' | 'inFlight' | 'wrong' | 'unknown'

/** Whether both say the same, or differ by what is in flight, or by something else. */
export function findMoneyVerdict({
  difference,
  inFlight,
}: {
  readonly difference: string | null
  readonly inFlight: string | null
}): MoneyVerdict {
  if (difference === null) return 'unknown'
  if (compareDecimals(difference, '0') === 0) return 'equal'
  const size = difference.replace(/^-/, '')
  const isExplained = inFlight !== null && compareDecimals(size, inFlight) <= 0
  return isExplained ? 'inFlight' : 'wrong'
}
