/** Compares the balances of external systems with the liabilities of the ledger: pure (INV-14). */
import type { Finding } from './finding.ts'

/** What the chains hold of a currency, by the last reading of custody; units. */
export type CoinCustody = {
  readonly currencyId: number
  readonly verdict: 'whole' | 'gap' | 'stale' | 'none'
  readonly held: number | null
  readonly liabilities: number
  readonly inFlight: number
  readonly gap: number | null
}

/** The balance of the bank gateway and the ledger's balance of it; rupiah, in units. */
export type GatewayFigures = {
  readonly gatewayBalance: number | null
  readonly ledgerBalance: number | null
  readonly inFlight: number | null
  /** The exchange's own rupiah, which is owed to nobody. */
  readonly own: number
}

/**
 * Currencies of which the chains hold too little. An unknown balance is no mismatch: transfers of that
 * currency stop anyway.
 */
export function custodyFindings(custody: readonly CoinCustody[]): readonly Finding[] {
  return custody.flatMap(({ currencyId, verdict, held, liabilities, inFlight, gap }) => {
    if (verdict !== 'gap') return []
    const found = held === null ? null : held + inFlight
    const sample = { of: `gap:${gap ?? ''}`, expected: liabilities, found }
    return [{ check: 'custody' as const, currencyId, count: 1, samples: [sample] }]
  })
}

/** The shortfall of the gateway against liabilities, in units; null if it is not known. */
export function gatewayGap(figures: GatewayFigures): number | null {
  const { gatewayBalance, ledgerBalance, inFlight, own } = figures
  if (gatewayBalance === null || ledgerBalance === null || inFlight === null) return null
  return Math.max(0, ledgerBalance - Math.max(0, own) - inFlight - gatewayBalance)
}

/** The finding about the gateway. */
export function gatewayFindings(figures: GatewayFigures, currencyId: number): readonly Finding[] {
  const gap = gatewayGap(figures)
  if (gap === null || gap === 0) return []
  const { gatewayBalance: found } = figures
  const expected = found === null ? null : found + gap
  return [{ check: 'gateway', currencyId, count: 1, samples: [{ of: 'gateway', expected, found }] }]
}
