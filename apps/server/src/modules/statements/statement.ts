/** A statement: opening and closing balance of each currency, and its lines with the balance after each. */
import {
  type StatementCause,
  statementCauses,
  type StatementKind,
  statementKinds,
  type StatementLine,
  type StatementSums,
} from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { dayMs } from '../../platform/time/day.ts'
import { splitSpan } from '../../platform/time/span.ts'
import type { Listing } from '../markets/index.ts'
import type { StatementPeriod } from './period.ts'
import {
  type StatementCurrencySums,
  type EntryRecord,
  readPage,
  readStretch,
  readSums,
} from './store.ts'

/** The period that a file reads at a time, to limit memory. */
const stretchMs = 7 * dayMs

export type StatementQuery = {
  readonly accountId: number
  readonly period: StatementPeriod
  /** Null for all. */
  readonly currencyId: number | null
  readonly kind: StatementKind | null
}

export type Statement = {
  /** The currencies with any balance or entry, in the order of the listing. */
  readonly currencies: readonly StatementSums[]
  /** The number of matching lines. */
  readonly total: number
  /** A page of lines, newest first. */
  page(page: number, rows: number): Promise<readonly StatementLine[]>
  /** All lines, oldest first. */
  lines(): AsyncGenerator<StatementLine>
}

/** Opens the statement of an account as of now: later entries change none of its lines. */
export async function openStatement(
  { database, listing }: { readonly database: Database; readonly listing: Listing },
  { accountId, period, currencyId, kind }: StatementQuery,
): Promise<Statement> {
  const { asOf, currencies } = await readSums(database, accountId, period)
  const selected = currencies.filter(
    (sums) => currencyId === null || sums.currencyId === currencyId,
  )
  const openings = new Map(selected.map((sums) => [sums.currencyId, openingOf(sums)]))
  const query = { accountId, asOf, currencyId }
  const lineOf = (entry: EntryRecord, before: ReadonlyMap<number, number>) =>
    statementLine(listing, entry, (before.get(entry.currencyId) ?? 0) + entry.moved)

  async function* lines(): AsyncGenerator<StatementLine> {
    const before = new Map(openings)
    for (const stretch of splitSpan(period, stretchMs)) {
      // Entries of every kind are read, because each one moves the balance of the next line.
      const entries = await readStretch(database, { ...query, ...stretch, kind: null })
      for (const entry of entries) {
        if (kind === null || entry.kind === kind) yield lineOf(entry, before)
      }
      for (const [id, moved] of new Map(entries.map((one) => [one.currencyId, one.moved]))) {
        before.set(id, (before.get(id) ?? 0) + moved)
      }
    }
  }

  return {
    currencies: selected.flatMap((sums) => statementSums(listing, sums)),
    total: selected.reduce((sum, { kinds }) => sum + linesOf(kinds, kind), 0),
    async page(page, rows) {
      const entries = await readPage(database, { ...query, ...period, kind }, { page, rows })
      return entries.map((entry) => lineOf(entry, openings))
    },
    lines,
  }
}

function openingOf({ balance, kinds }: StatementCurrencySums): number {
  return kinds.reduce((units, { amount, later }) => units - amount - later, balance)
}

function linesOf(kinds: StatementCurrencySums['kinds'], selected: StatementKind | null): number {
  return kinds.reduce(
    (sum, { kind, lines }) => (selected === null || kind === selected ? sum + lines : sum),
    0,
  )
}

function statementSums(listing: Listing, sums: StatementCurrencySums): readonly StatementSums[] {
  const currency = listing.currency(sums.currencyId)
  const opening = openingOf(sums)
  const moved = sums.kinds.filter(({ lines }) => lines > 0)
  if (currency === undefined || (opening === 0 && moved.length === 0)) return []
  const { symbol, decimals } = currency
  const closing = moved.reduce((units, { amount }) => units + amount, opening)
  const incoming = moved.reduce((units, kind) => units + kind.incoming, 0)
  const byKind = statementKinds.flatMap((kind) =>
    moved.flatMap((one) => (one.kind === kind ? [{ kind, amount: one.amount }] : [])),
  )
  const outgoing = opening + incoming - closing
  return [{ symbol, decimals, opening, closing, moved: { incoming, outgoing }, byKind }]
}

function statementLine(listing: Listing, entry: EntryRecord, balance: number): StatementLine {
  const { key, timeMs, currencyId, kind, reason, source, pair, amount } = entry
  const { symbol = '', decimals = 0 } = listing.currency(currencyId) ?? {}
  const cause = causeOf(source)
  return { key, timeMs, symbol, decimals, kind, reason, amount, balance, cause, pair }
}

/** The case that a source names, such as `deposit:12`; null if users have no page for it. */
function causeOf(source: string): StatementLine['cause'] {
  const [table = '', id = ''] = source.split(':')
  const of = statementCauses.find((cause): cause is StatementCause => cause === table)
  return of !== undefined && /^\d{1,15}$/.test(id) ? { of, id: Number(id) } : null
}
