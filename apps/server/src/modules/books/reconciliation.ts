/** What the page of reconciliation shows: the last look, what is broken, what is stopped. */
import { rupiahId } from '@tukar/core'
import { formatUnits } from '@tukar/money'
import type { DeskBreak, DeskLook, DeskReconciled, DeskReconciliation } from '@tukar/wire'
import type { Currencies } from './chart.ts'
import { gatewayGap } from './outside.ts'
import { type Halt, openHalts } from './halts.ts'
import type { LookFigures } from './look.ts'
import { type Break, type KeptLook, openBreaks, readLooks } from './look-store.ts'
import type { Connection } from './range.ts'

const looksShown = 30

/** Reads it. */
export async function readReconciliation(
  connection: Connection,
  currencies: Currencies,
): Promise<DeskReconciliation> {
  const [looks, breaks, halts] = await Promise.all([
    readLooks(connection, looksShown),
    openBreaks(connection),
    openHalts(connection),
  ])
  const [last] = looks
  return {
    last: last === undefined ? null : { ...lookRow(last), ...journalOf(last.figures) },
    currencies: last === undefined ? [] : currencyRows(last.figures, halts, currencies),
    breaks: breaks.map((one) => breakRow(one, currencies)),
    looks: looks.map(lookRow),
  }
}

function lookRow({ at, kind, tookMs, breaks }: KeptLook): DeskLook {
  return { at: at.toISOString(), kind, took_ms: tookMs, breaks }
}

function journalOf({ journal: { seq, row, lastRow } }: LookFigures) {
  return { seq, journal_behind: Math.max(0, lastRow - row) }
}

function currencyRows(
  { sums, custody, money, own }: LookFigures,
  halts: readonly Halt[],
  currencies: Currencies,
): readonly DeskReconciled[] {
  return sums.map(({ currencyId, users, traders, house, custody: owes, held }) => {
    const { symbol, decimals } = currencies(currencyId)
    const text = (units: number | null) => (units === null ? null : formatUnits(units, decimals))
    const coin = custody.find((one) => one.currencyId === currencyId)
    const outside = currencyId === rupiahId ? gatewayOutside(money, own) : (coin ?? nothingOutside)
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

type Outside = {
  readonly held: number | null
  readonly inFlight: number | null
  readonly liabilities: number | null
  readonly verdict: DeskReconciled['outside']
}

const nothingOutside: Outside = { held: null, inFlight: null, liabilities: null, verdict: 'none' }

function gatewayOutside(money: LookFigures['money'], own: number): Outside {
  const gap = gatewayGap({ ...money, own })
  const { gatewayBalance: held, inFlight, ledgerBalance } = money
  const verdict = gap === null ? 'stale' : gap > 0 ? 'gap' : 'whole'
  const liabilities = ledgerBalance === null ? null : Math.max(0, ledgerBalance - own)
  return { held, inFlight, liabilities, verdict }
}

function breakRow(
  { check, currencyId, figures, begunAt, confirmedAt }: Break,
  currencies: Currencies,
): DeskBreak {
  const words = currencyId === null ? null : currencies(currencyId)
  // Without a currency they count things, not money.
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
