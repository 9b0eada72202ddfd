/** The findings of the checks: pure. */

/** The checks, each with the invariants that it proves. */
export const checkNames = [
  /** Each balance is the sum of its ledger entries (INV-03). */
  'entries',
  /** Each currency sums to zero over all accounts (INV-01). */
  'zero_sum',
  /** No balance has the wrong sign (INV-02). */
  'sign',
  /** Held money equals the holds of open orders and withdrawals (INV-04). */
  'held',
  /** Each hold belongs to an open row (INV-05). */
  'holds',
  /** The trades of each market are numbered without a gap (INV-16). */
  'trades',
  /** The tables match a row of the journal, and no row below it is missing (INV-28). */
  'journal',
  /** The chains hold at least the liabilities (INV-14). */
  'custody',
  /** The bank gateway holds at least the liabilities (INV-14). */
  'gateway',
  /** Closed days are unchanged. */
  'closed_days',
  /** The saved sums equal the sums of the whole ledger (INV-03). */
  'sums',
] as const
export type CheckName = (typeof checkNames)[number]

/** One deviation; amounts in units of the finding's currency. */
export type Sample = {
  /** The subject of the figures: an account's number, `market:1/trade:7`, a hold's source or a day. */
  readonly of: string
  readonly expected: number | null
  readonly found: number | null
}

/** A failed check for a currency, or (null) for no currency in particular. */
export type Finding = {
  readonly check: CheckName
  readonly currencyId: number | null
  /** The number of deviations; `samples` has the first of them. */
  readonly count: number
  readonly samples: readonly Sample[]
}

/** The maximum number of stored samples of a finding. */
export const samplesMax = 10

/** Checks against external systems, where one side may be read a moment before the other. */
const externalChecks: readonly CheckName[] = ['custody', 'gateway']
/** Money in transit arrives within this time; chains are read each half minute. */
export const externalPatienceMs = 120_000

/** How long a finding must last before it counts. Findings of one snapshot count at once. */
export function patienceMsOf(check: CheckName): number {
  return externalChecks.includes(check) ? externalPatienceMs : 0
}

/** A sample with its currency. */
export type CurrencySample = Sample & {
  readonly currencyId: number | null
  readonly total?: number
}

/** One finding per currency, of all samples of a check. */
export function findingsOf(check: CheckName, found: readonly CurrencySample[]): readonly Finding[] {
  const byCurrency = new Map<number | null, CurrencySample[]>()
  for (const sample of found) {
    byCurrency.set(sample.currencyId, [...(byCurrency.get(sample.currencyId) ?? []), sample])
  }
  return [...byCurrency].map(([currencyId, samples]) => ({
    check,
    currencyId,
    count: samples[0]?.total ?? samples.length,
    samples: samples
      .slice(0, samplesMax)
      .map(({ of, expected, found: is }) => ({ of, expected, found: is })),
  }))
}

/** The findings as text; equal findings give equal text. */
export function findingText(findings: readonly Finding[]): string {
  return findings
    .map(({ check, currencyId }) => `${check}:${currencyId ?? ''}`)
    .toSorted()
    .join(' ')
}
