/** The result of comparing the gateway's figures with the ledger's. */
import { compareDecimals } from '@tukar/i18n'

export type MoneyVerdict = 'equal' | 'inFlight' | 'wrong' | 'unknown'

/** Whether the figures agree, differ by amounts in flight, or differ by more. */
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
