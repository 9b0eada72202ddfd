/** The reconciliation page: the last run, open mismatches and halted currencies. */
import { rupiahId } from '@tukar/core'
import { formatUnits } from '@tukar/money'
import type { DeskBreak, DeskLook, DeskReconciled, DeskReconciliation } from '@tukar/wire'
import type { Currencies } from './chart.ts'
import { gatewayGap } from './external-checks.ts'
import { type Halt, listHalts } from './halts.ts'
import type { ReconciliationFigures } from './run-reconciliation.ts'
import {
  type Mismatch,
  type ReconciliationRecord,
  listOpenMismatches,
  listReconciliations,
} from './reconciliation-store.ts'
import type { Connection } from './range.ts'

const runsShown = 30

/** Reads the data of the page. */
export async function readReconciliationView(
  connection: Connection,
  currencies: Currencies,
): Promise<DeskReconciliation> {
  const [runs, breaks, halts] = await Promise.all([
    listReconciliations(connection, runsShown),
    listOpenMismatches(connection),
    listHalts(connection),
  ])
  const [last] = runs
  return {
    last: last === undefined ? null : { ...runRow(last), ...journalOf(last.figures) },
    currencies: last === undefined ? [] : currencyRows(last.figures, halts, currencies),
    breaks: breaks.map((one) => breakRow(one, currencies)),
    looks: runs.map(runRow),
  }
}

function runRow({ at, kind, tookMs, breaks }: ReconciliationRecord): DeskLook {
  return { at: at.toISOString(), kind, took_ms: tookMs, breaks }
}

function journalOf({ journal: { seq, row, lastRow } }: ReconciliationFigures) {
  return { seq, journal_behind: Math.max(0, lastRow - row) }
}

function currencyRows(
  { sums, custody, money, own }: ReconciliationFigures,
  halts: readonly Halt[],
  currencies: Currencies,
): readonly DeskReconciled[] {
  return sums.map(({ currencyId, users, traders, house, custody: owes, held }) => {
    const { symbol, decimals } = currencies(currencyId)
    const text = (units: number | null) => (units === null ? null : formatUnits(units, decimals))
    const coin = custody.find((one) => one.currencyId === currencyId)
    const outside =
      currencyId === rupiahId ? gatewayFiguresOf(money, own) : (coin ?? noExternalFigures)
    return {
      currency: symbol,
      users: text(users),
      traders: text(traders),
      house: text(house),
      custody: text(owes),
      held: text(held),
      outside_held: text(outside.held),
      outside_in_flight: text(outside.inFlight),
      outside_owed: text(outside.liabilities),
      outside: outside.verdict,
      halted_since:
        halts.find((halt) => halt.currencyId === currencyId)?.begunAt.toISOString() ?? null,
    }
  })
}

type ExternalFigures = {
  readonly held: number | null
  readonly inFlight: number | null
  readonly liabilities: number | null
  readonly verdict: DeskReconciled['outside']
}

const noExternalFigures: ExternalFigures = {
  held: null,
  inFlight: null,
  liabilities: null,
  verdict: 'none',
}

function gatewayFiguresOf(money: ReconciliationFigures['money'], own: number): ExternalFigures {
  const gap = gatewayGap({ ...money, own })
  const { gatewayBalance: held, inFlight, ledgerBalance } = money
  const verdict = gap === null ? 'stale' : gap > 0 ? 'gap' : 'whole'
  const liabilities = ledgerBalance === null ? null : Math.max(0, ledgerBalance - own)
  return { held, inFlight, liabilities, verdict }
}

function breakRow(
  { check, currencyId, figures, begunAt, confirmedAt }: Mismatch,
  currencies: Currencies,
): DeskBreak {
  const words = currencyId === null ? null : currencies(currencyId)
  // Samples without a currency are counts, not money.
  const text = (units: number | null) =>
    units === null ? null : words === null ? String(units) : formatUnits(units, words.decimals)
  const isCount = check === 'trades' || check === 'journal'
  const figure = (units: number | null) => (isCount && units !== null ? String(units) : text(units))
  return {
    check,
    currency: words?.symbol ?? null,
    since: begunAt.toISOString(),
    is_confirmed: confirmedAt !== null,
    count: figures.count,
    samples: figures.samples.map(({ of, expected, found }) => ({
      of,
      expected: figure(expected),
      found: figure(found),
    })),
  }
}
