/** The console's calls of the books, and the change that lets a stopped currency go on. */
import {
  calls,
  type DeskClosedLine,
  type DeskClosing,
  type DeskClosings,
  type DeskLedger,
  exportedBookCells,
  exportedBookColumns,
  exportedClosingCells,
  exportedClosingColumns,
  exportedLedgerCells,
  exportedLedgerColumns,
  exportedReconciliationCells,
  exportedReconciliationColumns,
} from '@tukar/wire'
import { firstUserId } from '@tukar/core'
import type { FastifyRequest } from 'fastify'
import { inTransaction } from '../../platform/database/transaction.ts'
import { sendCsv } from '../../platform/documents/sent-file.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { wibDate } from '../../platform/time/day.ts'
import { audit, type Desk, deskRoute, type Operator } from '../desk/index.ts'
import { chartOfDay, closedLineRow, type Currencies, readChart, trialBalances } from './chart.ts'
import { linesOf } from './closing-body.ts'
import { listDays, readDay } from './closing.ts'
import { countHalts } from './halts.ts'
import { ledgerRow, placeOf, placeText, readAsked } from './ledger-asked.ts'
import type { LedgerAsked } from './ledger-store.ts'
import { newest } from './ledger-store.ts'
import { searchLedger } from './ledger.ts'
import { readReconciliation } from './reconciliation.ts'
import { currencyResume, type ResumeParts } from './resume.ts'

const readers = ['finance', 'risk', 'admin'] as const
/** Of one person's ledger: who helps people has to see it too. */
const personReaders = ['support', ...readers] as const
const pageRows = 50
const exportRowsAtOnce = 1_000

export type BooksRoutes = ResumeParts & {
  readonly currencies: Currencies
  /** Counts and records that an operator looks at a person (ATT-104); refuses `desk.person_unknown`. */
  readonly openPerson: (operator: Operator, id: string) => Promise<{ readonly userId: number }>
}

/** Serves the calls, and tells the overview which currencies are stopped. */
export function registerBooks(http: HttpHost, desk: Desk, parts: BooksRoutes): void {
  desk.addQueue({ name: 'books.stopped', read: () => countHalts(parts.database) })
  desk.changes.register(currencyResume(parts))
  registerChart(http, desk, parts)
  registerClosings(http, desk, parts)
  registerLedger(http, desk, parts)
  registerReconciliation(http, desk, parts)
}

function registerChart(http: HttpHost, desk: Desk, { database, currencies }: BooksRoutes): void {
  const chartOf = async (day: string | undefined) => {
    if (day === undefined) {
      const rows = trialBalances(await readChart(database), currencies)
      return { day: null, at: new Date().toISOString(), currencies: rows }
    }
    const closed = await closedDay(database, day)
    const rows = trialBalances(chartOfDay(linesOf(closed.body)), currencies)
    return { day, at: new Date(closed.toMs).toISOString(), currencies: rows }
  }
  deskRoute(http, desk, calls.deskBooks, readers, async ({ request, input }) =>
    success(request, { data: await chartOf(input.day) }),
  )
  deskRoute(http, desk, calls.exportBooks, readers, async ({ request, reply, input }) => {
    const { day, currencies: balances } = await chartOf(input.day)
    const name = `books-${day ?? wibDate(Date.now())}`
    const rows = balances.flatMap(({ currency, accounts }) =>
      accounts.map((account) => ({ currency, account })),
    )
    return sendCsv({ request, reply, name, head: exportedBookColumns }, rows, (row) =>
      exportedBookCells(row.currency, row.account),
    )
  })
}

/** A closed day; refuses `books.day_open`. */
async function closedDay(database: BooksRoutes['database'], day: string) {
  const found = await readDay(database, day)
  if (found === null) throw new Refusal('books.day_open')
  return found
}

function registerClosings(http: HttpHost, desk: Desk, { database, currencies }: BooksRoutes): void {
  deskRoute(http, desk, calls.deskClosings, readers, async ({ request, input }) => {
    const page = Number(input.page ?? 1)
    const { days, total } = await listDays(database, page, pageRows)
    const datas = days.map(({ day, closedAt, hash }) => {
      return { day, closed_at: closedAt.toISOString(), hash: hash.toString('hex') }
    })
    return success(request, { data: { datas, total, page, rows: pageRows } satisfies DeskClosings })
  })
  deskRoute(http, desk, calls.deskClosing, readers, async ({ request, input }) => {
    const { day, closedAt, hash, body } = await closedDay(database, input.day)
    const lines = linesOf(body).map((line) => closedLineRow(line, currencies))
    const head = { day, closed_at: closedAt.toISOString(), hash: hash.toString('hex') }
    return success(request, { data: { ...head, lines } satisfies DeskClosing })
  })
  deskRoute(http, desk, calls.exportClosing, readers, async ({ request, reply, input }) => {
    const { day, body } = await closedDay(database, input.day)
    const lines: readonly DeskClosedLine[] = linesOf(body).map((line) =>
      closedLineRow(line, currencies),
    )
    const cells = lines.flatMap((line) => [...exportedClosingCells(day, line)])
    const file = { request, reply, name: `closing-${day}`, head: exportedClosingColumns }
    return sendCsv(file, cells, (one) => one)
  })
}

function registerLedger(http: HttpHost, desk: Desk, parts: BooksRoutes): void {
  const { database, currencies } = parts
  const pageOf = async (request: FastifyRequest, asked: LedgerAsked, before?: string) => {
    const found = await searchLedger(database, asked, placeOf(before), pageRows)
    const datas = found.entries.map((entry) => ledgerRow(entry, currencies))
    const next = found.next === null ? null : placeText(found.next)
    return success(request, { data: { datas, next } satisfies DeskLedger })
  }
  /** The entries of a person's account are that person's data; those of a deleted one are the books' alone. */
  const openOwner = async (operator: Operator, { accountId = 0 }: LedgerAsked) => {
    if (accountId < firstUserId) return
    try {
      await parts.openPerson(operator, String(accountId))
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'desk.person_unknown') throw error
    }
  }
  deskRoute(http, desk, calls.deskLedger, readers, async ({ request, operator, input }) => {
    const asked = readAsked(input, parts)
    await openOwner(operator, asked)
    return pageOf(request, asked, input.before)
  })
  deskRoute(http, desk, calls.personLedger, personReaders, async (asked) => {
    const { request, operator, input, id } = asked
    const { userId } = await parts.openPerson(operator, id)
    return pageOf(request, readAsked({ ...input, account: String(userId) }, parts), input.before)
  })
  deskRoute(
    http,
    desk,
    calls.exportLedger,
    readers,
    async ({ request, reply, operator, input }) => {
      const asked = readAsked(input, parts)
      await openOwner(operator, asked)
      await inTransaction(database, (transaction) =>
        audit.record(transaction, {
          operatorId: operator.operatorId,
          action: 'ledger.export',
          subject: 'ledger',
          reason: '',
          after: input,
        }),
      )
      const name = `ledger-${wibDate(Date.now())}`
      const file = { request, reply, name, head: exportedLedgerColumns }
      return sendCsv(file, allEntries(parts, asked), exportedLedgerCells)
    },
  )
}

/** All entries that are asked for, newest first, a window at a time. */
async function* allEntries({ database, currencies }: BooksRoutes, asked: LedgerAsked) {
  for (let place = newest; ; ) {
    const { entries, next } = await searchLedger(database, asked, place, exportRowsAtOnce)
    for (const entry of entries) yield ledgerRow(entry, currencies)
    if (next === null) return
    place = next
  }
}

function registerReconciliation(http: HttpHost, desk: Desk, parts: BooksRoutes): void {
  const { database, currencies, work } = parts
  deskRoute(http, desk, calls.deskReconciliation, readers, async ({ request }) =>
    success(request, { data: await readReconciliation(database, currencies) }),
  )
  deskRoute(http, desk, calls.lookAtBooks, readers, async ({ request, input }) => {
    await work.look(input.kind ?? 'minute')
    return success(request, { data: await readReconciliation(database, currencies) })
  })
  deskRoute(http, desk, calls.exportReconciliation, readers, async ({ request, reply }) => {
    const { currencies: rows } = await readReconciliation(database, currencies)
    const name = `reconciliation-${wibDate(Date.now())}`
    const file = { request, reply, name, head: exportedReconciliationColumns }
    return sendCsv(file, rows, exportedReconciliationCells)
  })
}
