/** Parses a search of the ledger from the wire, and formats its rows for the wire. */
import { formatUnits, parseUnits } from '@tukar/money'
import type { DeskLedgerQuery, DeskLedgerRow } from '@tukar/wire'
import type * as z from 'zod/mini'
import { Refusal } from '../../platform/http/refusal.ts'
import { dayMs, wibDateStartMs } from '../../platform/time/day.ts'
import { bookAccountOf, groupNameOf } from './accounts.ts'
import type { Currencies } from './chart.ts'
import type { Entry, LedgerPosition } from './ledger-entries.ts'
import { type LedgerQuery, newest } from './ledger-store.ts'
import type { CurrencyIds } from './resume.ts'

type Query = z.infer<typeof DeskLedgerQuery>

/** Parses a query; refuses `books.bad_filter` and `currency.unknown`. */
export function parseLedgerQuery(
  query: Query,
  {
    currencyIdOf,
    currencies,
  }: { readonly currencyIdOf: CurrencyIds; readonly currencies: Currencies },
): LedgerQuery {
  const { currency, kind, source, account, seq } = query
  const currencyId = currency === undefined ? undefined : currencyIdOf(currency)
  if (currencyId === null) throw new Refusal('currency.unknown')
  const fromMs = query.from === undefined ? 0 : wibDateStartMs(query.from)
  const untilMs =
    query.to === undefined ? Number.MAX_SAFE_INTEGER : wibDateStartMs(query.to) + dayMs
  if (!(fromMs < untilMs)) throw new Refusal('books.bad_filter')
  return {
    fromMs,
    untilMs,
    ...(currencyId === undefined ? {} : { currencyId }),
    ...(kind === undefined ? {} : { kind }),
    ...(source === undefined ? {} : { source }),
    ...(account === undefined ? {} : { accountId: Number(account) }),
    ...(seq === undefined ? {} : { seq: Number(seq) }),
    ...amountOf(query.amount, currencyId, currencies),
  }
}

function amountOf(
  amount: string | undefined,
  currencyId: number | undefined,
  currencies: Currencies,
): { readonly amount?: number } {
  if (amount === undefined) return {}
  if (currencyId === undefined) throw new Refusal('books.bad_filter')
  const parsed = parseUnits(amount, currencies(currencyId).decimals)
  if (!parsed.ok) throw new Refusal('books.bad_filter')
  return { amount: parsed.units }
}

/** Parses a position that `formatPosition` wrote; without a text, the newest position. */
export function parsePosition(before: string | undefined): LedgerPosition {
  if (before === undefined) return newest
  const [seq = 0, no = 0, timeMs = 0] = before.split('.').map(Number)
  return { seq, no: Math.min(no, newest.no), timeMs }
}

/** A position as text. */
export function formatPosition({ seq, no, timeMs }: LedgerPosition): string {
  // Trades are numbered from 1 and transfers from 0, so nothing precedes the first position.
  return `${seq}.${no}.${timeMs}`
}

/** An entry for the wire. */
export function ledgerRow(entry: Entry, currencies: Currencies): DeskLedgerRow {
  const { symbol, decimals } = currencies(entry.currencyId)
  return {
    seq: entry.seq,
    created_at: new Date(entry.timeMs).toISOString(),
    account_id: entry.accountId,
    account: bookAccountOf(groupNameOf(entry.accountId)).account,
    currency: symbol,
    amount: formatUnits(entry.amount, decimals),
    kind: entry.kind,
    source: entry.source,
    order_id: entry.orderId,
  }
}
