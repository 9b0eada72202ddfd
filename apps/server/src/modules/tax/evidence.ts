/** A user's tax evidence: the owner, sums by kind and rate, months and holdings of a year, and rows. */
import { mulDivFloor, outOfRange, powerOfTen } from '@tukar/money'
import type { HoldingFigures, TaxFigures, TaxParty, TaxSumFigures } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { findContacts } from '../accounts/index.ts'
import { findParticulars } from '../agreement/index.ts'
import { kycStateOf, verifiedNameOf } from '../kyc/index.ts'
import type { Listing } from '../markets/index.ts'
import { readSums } from '../statements/index.ts'
import { rupiahId, taxFigures } from './figures.ts'
import { daysOf, monthAt, periodName, spanOf, type TaxPeriod } from './period.ts'
import { listRupiahPrices, listTaxes, sumTaxes, type TaxSum } from './store.ts'

export type EvidenceDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly listing: Listing
  /** The exchange as a taxpayer. */
  readonly company: () => TaxParty
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export type Taxpayer = TaxParty & { readonly nik: string; readonly isVerified: boolean }

export type Evidence = {
  readonly period: TaxPeriod
  /** The number of the document. */
  readonly number: string
  readonly isOpen: boolean
  readonly madeMs: number
  readonly platform: TaxParty
  readonly taxpayer: Taxpayer
  /** By kind and rate. */
  readonly sums: readonly TaxSumFigures[]
  readonly totalRupiah: number
  readonly count: number
  /** The months of a year; otherwise none. */
  readonly months: readonly TaxSum[]
  /** The holdings of a year; otherwise null. */
  readonly holdings: readonly HoldingFigures[] | null
}

/** Everything except the rows. Refuses `tax.period_ahead`. */
export async function openEvidence(
  deps: EvidenceDeps,
  userId: number,
  period: TaxPeriod,
): Promise<Evidence> {
  const madeMs = deps.clock()
  const span = spanOf(period)
  if (span.fromMs > madeMs) throw new Refusal('tax.period_ahead')
  const months = await sumTaxes(deps.database, userId, span)
  const sums = sumsOverMonths(months)
  return {
    period,
    number: `BP-${periodName(period)}-${userId}`,
    isOpen: madeMs < span.toMs,
    madeMs,
    platform: deps.company(),
    taxpayer: await taxpayerOf(deps, userId),
    sums,
    totalRupiah: sums.reduce((sum, { taxRupiah }) => sum + taxRupiah, 0),
    count: sums.reduce((sum, { count }) => sum + count, 0),
    months: period.month === null ? months : [],
    holdings:
      period.month === null
        ? await holdingsBefore(deps, userId, Math.min(span.toMs, madeMs))
        : null,
  }
}

/** A page of the rows, oldest first. */
export async function evidencePage(
  { database, listing }: EvidenceDeps,
  userId: number,
  period: TaxPeriod,
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly TaxFigures[]> {
  const lines = await listTaxes(database, userId, spanOf(period), page)
  return lines.map((line) => taxFigures(listing, line))
}

/** All rows, oldest first. At most a day is in memory, and months without rows are skipped. */
export async function* evidenceRows(
  { database, listing, clock }: EvidenceDeps,
  userId: number,
  { period: { year, month: only }, months, count }: Pick<Evidence, 'period' | 'months' | 'count'>,
): AsyncGenerator<TaxFigures> {
  if (count === 0) return
  // In the order of the database.
  const inOrder = only === null ? [...new Set(months.map(({ month }) => month))] : [only]
  for (const month of inOrder) {
    const span = spanOf({ year, month })
    for (const day of daysOf({ ...span, toMs: Math.min(span.toMs, clock() + 1) })) {
      for (const line of await listTaxes(database, userId, day)) yield taxFigures(listing, line)
    }
  }
}

/** The first year with tax evidence. */
export async function firstYearOf(database: Database, userId: number): Promise<number> {
  const found = await database.query<{ readonly createdMs: number }>(
    `select (extract(epoch from created_at) * 1000)::bigint as "createdMs"
     from accounts.users where id = $1`,
    [userId],
  )
  return monthAt(found.rows[0]?.createdMs ?? Date.now()).year
}

function sumsOverMonths(months: readonly TaxSum[]): readonly TaxSumFigures[] {
  const sums = new Map<string, TaxSumFigures>()
  for (const { month: _, ...sum } of months) {
    const key = `${sum.kind} ${sum.ratePpm}`
    const before = sums.get(key)
    sums.set(
      key,
      before === undefined
        ? sum
        : {
            ...sum,
            count: before.count + sum.count,
            baseRupiah: before.baseRupiah + sum.baseRupiah,
            taxRupiah: before.taxRupiah + sum.taxRupiah,
            unvalued: before.unvalued + sum.unvalued,
          },
    )
  }
  return [...sums.values()]
}

async function taxpayerOf({ database, keys }: EvidenceDeps, userId: number): Promise<Taxpayer> {
  const [state, verifiedName, contacts, known] = await Promise.all([
    kycStateOf({ database, keys }, userId),
    verifiedNameOf({ database, keys }, userId),
    findContacts(database, [userId]),
    findParticulars({ database, keys }, userId),
  ])
  const addressLines = [known.address, known.city, known.province]
  return {
    name: verifiedName ?? contacts.get(userId)?.name ?? '',
    address: addressLines.filter((text) => text !== '').join(', '),
    npwp: known.npwp,
    nik: known.number,
    isVerified: state === 'approved',
  }
}

/** The holdings before a moment, of each currency, valued at the last rupiah price before it. */
async function holdingsBefore(
  { database, listing }: EvidenceDeps,
  userId: number,
  beforeMs: number,
): Promise<readonly HoldingFigures[]> {
  const [{ currencies }, prices] = await Promise.all([
    readSums(database, userId, { fromMs: beforeMs, toMs: beforeMs }),
    listRupiahPrices(database, beforeMs),
  ])
  return currencies.flatMap(({ currencyId, balance, kinds }): readonly HoldingFigures[] => {
    const units = balance - kinds.reduce((sum, { later }) => sum + later, 0)
    const { symbol = '', decimals = 0 } = listing.currency(currencyId) ?? {}
    if (units === 0) return []
    if (currencyId === rupiahId)
      return [{ symbol, decimals, units, price: null, valueRupiah: units }]
    const price = prices.get(currencyId) ?? null
    const value = price === null ? outOfRange : mulDivFloor(units, price, powerOfTen(decimals))
    return [{ symbol, decimals, units, price, valueRupiah: value === outOfRange ? null : value }]
  })
}

/** The value of all holdings with a known price, in units of rupiah. */
export function holdingsRupiah(holdings: readonly HoldingFigures[]): number {
  return holdings.reduce((sum, { valueRupiah }) => sum + (valueRupiah ?? 0), 0)
}
