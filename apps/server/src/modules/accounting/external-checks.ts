/** What the outside holds against what the books say it owes: pure (INV-14). */
import type { Finding } from './finding.ts'

/** What the chains hold of a currency, as the watch over custody last judged it; units. */
export type CoinCustody = {
  readonly currencyId: number
  readonly verdict: 'whole' | 'gap' | 'stale' | 'none'
  readonly held: number | null
  readonly liabilities: number
  readonly inFlight: number
  readonly gap: number | null
}

/** What the bank gateway holds against what its account of the books says; rupiah, in units. */
export type GatewayFigures = {
  readonly gatewayBalance: number | null
  readonly ledgerBalance: number | null
  readonly inFlight: number | null
  /** Rupiah that the house itself has: it is owed to nobody else. */
  readonly own: number
}

/** Currencies of which the chains hold too little. What is not known breaks nothing: it stops by itself. */
export function custodyFindings(custody: readonly CoinCustody[]): readonly Finding[] {
  return custody.flatMap(({ currencyId, verdict, held, liabilities, inFlight, gap }) => {
    if (verdict !== 'gap') return []
    const found = held === null ? null : held + inFlight
    const sample = { of: `gap:${gap ?? ''}`, expected: liabilities, found }
    return [{ check: 'custody' as const, currencyId, count: 1, samples: [sample] }]
  })
}

/** Units that the gateway lacks of what is owed to others; null where it is not known. */
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
