/** What does not fit in the books, as the checks say it: pure. */

/** What is checked, each with the invariants that it proves. */
export const checkNames = [
  /** Each balance is the sum of its ledger entries (INV-03). */
  'entries',
  /** Each currency sums to zero over all accounts (INV-01). */
  'zero_sum',
  /** No balance has the wrong sign (INV-02). */
  'sign',
  /** What is held is what open orders and withdrawals hold (INV-04). */
  'held',
  /** Each hold has an open row that it is for (INV-05). */
  'holds',
  /** The trades of each market are numbered without a gap (INV-16). */
  'trades',
  /** The tables are as of a row of the journal, and no row below it is missing (INV-28). */
  'journal',
  /** The chains hold what is owed (INV-14). */
  'custody',
  /** The bank gateway holds what is owed (INV-14). */
  'gateway',
  /** Closed days are as they were closed. */
  'closed_days',
  /** The kept sums are those of the whole ledger (INV-03). */
  'sums',
] as const
export type CheckName = (typeof checkNames)[number]

/** One thing that is other than it has to be; amounts in units of the finding's currency. */
export type Sample = {
  /** An account's number, `market:1/trade:7`, a hold's source, a day: what the figures are of. */
  readonly of: string
  readonly expected: number | null
  readonly found: number | null
}

/** What a check found broken about a currency, or (null) about none. */
export type Finding = {
  readonly check: CheckName
  readonly currencyId: number | null
  /** How many things are wrong; `samples` has the first of them. */
  readonly count: number
  readonly samples: readonly Sample[]
}

/** The most samples that are kept of a finding. */
export const samplesMax = 10

/** Checks that compare with the outside, where one side may be read a moment before the other. */
const externalChecks: readonly CheckName[] = ['custody', 'gateway']
/** What is only on its way is there within this; chains are read each half minute. */
export const externalPatienceMs = 120_000

/** How long something has to last before it counts: what is read in one snapshot counts at once. */
export function patienceMsOf(check: CheckName): number {
  return externalChecks.includes(check) ? externalPatienceMs : 0
}

/** A sample with the currency that it is of. */
export type CurrencySample = Sample & {
  readonly currencyId: number | null
  readonly total?: number
}

/** One finding a currency, of all samples of a check. */
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

/** One text for what was found, the same for the same things. */
export function findingText(findings: readonly Finding[]): string {
  return findings
    .map(({ check, currencyId }) => `${check}:${currencyId ?? ''}`)
    .toSorted()
    .join(' ')
}
