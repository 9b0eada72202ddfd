/**
 * The console's calls of taxes: the totals of a month with the proof that they are booked, its lines, and
 * remittance.
 */
import { divFloor, formatUnits } from '@tukar/money'
import {
  calls,
  type CsvCell,
  type DeskTax,
  type DeskTaxProof,
  taxCells,
  taxColumns,
  type TaxFigures,
  taxSumRow,
  withheldKinds,
} from '@tukar/wire'
import { inTransaction } from '../../platform/database/transaction.ts'
import { sendCsv } from '../../platform/documents/sent-file.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { audit, type Desk, deskRoute } from '../desk/index.ts'
import type { Listing } from '../markets/index.ts'
import { type RemittanceDeps, listUnremittedTaxes, registerRemittance } from './remittance.ts'
import { taxFigures } from './figures.ts'
import { daysOf, dueDatesOf, monthAt, partsOfDay, periodName, spanOf } from './period.ts'
import { type ChargeTotal, listCharges } from './store.ts'
import { type ChargeProof, type ChargeTotals, createChargeTotals } from './totals.ts'

export type TaxDeskDeps = RemittanceDeps & {
  readonly listing: Listing
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

const roles = ['finance', 'admin'] as const
const rupiahDecimals = 2
const senPerRupiah = 100

/** Serves `/desk/tax` and its file; returns the totals, whose sweep the caller schedules. */
export function registerTaxDesk(http: HttpHost, desk: Desk, deps: TaxDeskDeps): ChargeTotals {
  const { database, listing, clock } = deps
  const totals = createChargeTotals(database, clock)
  registerRemittance(desk, deps)

  deskRoute(http, desk, calls.deskTax, roles, async ({ request, input }) => {
    const [year, month] = [Number(input.year), Number(input.month)]
    if (spanOf({ year, month }).fromMs > clock()) throw new Refusal('tax.period_ahead')
    const found = await totals.ofMonth(year, month)
    const due = dueDatesOf({ year, month })
    return success(request, {
      data: {
        year,
        month,
        is_open: clock() < spanOf({ year, month }).toMs,
        first_month: found.firstMs === null ? null : periodName(monthAt(found.firstMs)),
        pay_by: due.payment,
        report_by: due.report,
        sums: sumRows(found.totals),
        due: dueRows(found.totals),
        held: await listUnremittedTaxes(database),
        proofs: found.proofs.map((proof) => proofRow(listing, proof)),
      } satisfies DeskTax,
    })
  })

  deskRoute(http, desk, calls.deskTaxCsv, roles, async ({ request, reply, operator, input }) => {
    const period = { year: Number(input.year), month: Number(input.month) }
    const span = spanOf(period)
    if (span.fromMs > clock()) throw new Refusal('tax.period_ahead')
    await inTransaction(database, async (transaction) => {
      await audit.record(transaction, {
        operatorId: operator.operatorId,
        action: 'tax.export',
        subject: `tax:${periodName(period)}`,
        reason: '',
      })
    })
    async function* lines(): AsyncGenerator<AccountTax> {
      for (const day of daysOf({ ...span, toMs: Math.min(span.toMs, clock() + 1) })) {
        // Read in parts, because a day of the whole exchange would need too much memory.
        for (const part of partsOfDay(day)) {
          for (const line of await listCharges(database, part)) {
            yield { accountId: line.accountId, tax: taxFigures(listing, line) }
          }
        }
      }
    }
    const name = `tax-${periodName(period)}`
    return sendCsv({ request, reply, name, head: ['account', ...taxColumns] }, lines(), cellsOf)
  })
  return totals
}

type AccountTax = { readonly accountId: number; readonly tax: TaxFigures }

function cellsOf({ accountId, tax }: AccountTax): readonly CsvCell[] {
  return [{ figure: String(accountId) }, ...taxCells(tax)]
}

/** Each kind at each rate in each market, both sides together. */
function sumRows(totals: readonly ChargeTotal[]): DeskTax['sums'] {
  const groups = new Map<string, ChargeTotal[]>()
  for (const total of totals) {
    const key = [total.kind, total.ratePpm, total.symbol].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), total])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { amountRupiah, ...sums } = summed(group)
    const sum = { ...first, ...sums, taxRupiah: amountRupiah }
    return [{ market_pair: first.symbol, ...taxSumRow(sum) }]
  })
}

type Summed = Pick<ChargeTotal, 'baseRupiah' | 'amountRupiah' | 'count' | 'unvalued'>

function summed(totals: readonly ChargeTotal[]): Summed {
  const sumOf = (figure: (total: ChargeTotal) => number) =>
    totals.reduce((sum, total) => sum + figure(total), 0)
  return {
    baseRupiah: sumOf(({ baseRupiah }) => baseRupiah),
    amountRupiah: sumOf(({ amountRupiah }) => amountRupiah),
    count: sumOf(({ count }) => count),
    unvalued: sumOf(({ unvalued }) => unvalued),
  }
}

/** Each kind as one figure: whole rupiah are due, fractions are dropped. */
function dueRows(totals: readonly ChargeTotal[]): DeskTax['due'] {
  const rupiah = (units: number) => formatUnits(units, rupiahDecimals)
  return withheldKinds.map((kind) => {
    const sums = summed(totals.filter((total) => total.kind === kind))
    return {
      kind,
      count: sums.count,
      base_idr: rupiah(sums.baseRupiah),
      tax_idr: rupiah(sums.amountRupiah),
      due_idr: String(divFloor(sums.amountRupiah, senPerRupiah)),
      unvalued: sums.unvalued,
    }
  })
}

function proofRow({ currency }: Pick<Listing, 'currency'>, proof: ChargeProof): DeskTaxProof {
  const { symbol = '', decimals = 0 } = currency(proof.currencyId) ?? {}
  const text = (units: number) => formatUnits(units, decimals)
  const { traded, booked, tradedEver, bookedEver } = proof
  return {
    kind: proof.kind,
    ccurrency_symbol: symbol,
    traded: text(traded),
    booked: text(booked),
    traded_ever: text(tradedEver),
    booked_ever: text(bookedEver),
    is_equal: traded === booked && tradedEver === bookedEver,
  }
}
