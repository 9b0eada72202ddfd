/** The console's calls of accounting, and the change that resumes a halted currency. */
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
import { ledgerRow, parsePosition, formatPosition, parseLedgerQuery } from './ledger-query.ts'
import type { LedgerQuery } from './ledger-store.ts'
import { newest } from './ledger-store.ts'
import { searchLedger } from './ledger.ts'
import { readReconciliationView } from './reconciliation-view.ts'
import { currencyResume, type ResumeDeps } from './resume.ts'

const readers = ['finance', 'risk', 'admin'] as const
/** Readers of one user's ledger: support needs it too. */
const personReaders = ['support', ...readers] as const
const pageRows = 50
const exportRowsAtOnce = 1_000

export type AccountingRoutes = ResumeDeps & {
  readonly currencies: Currencies
  /** Counts and records that an operator opened a user's data (ATT-104); refuses `desk.person_unknown`. */
  readonly recordPersonAccess: (
    operator: Operator,
    id: string,
  ) => Promise<{ readonly userId: number }>
}

/** Serves the calls, and adds the halted currencies to the overview. */
export function registerAccounting(http: HttpHost, desk: Desk, deps: AccountingRoutes): void {
  desk.addQueue({ name: 'books.stopped', read: () => countHalts(deps.database) })
  desk.changes.register(currencyResume(deps))
  registerChart(http, desk, deps)
  registerClosings(http, desk, deps)
  registerLedger(http, desk, deps)
  registerReconciliation(http, desk, deps)
}

function registerChart(
  http: HttpHost,
  desk: Desk,
  { database, currencies }: AccountingRoutes,
): void {
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
async function closedDay(database: AccountingRoutes['database'], day: string) {
  const found = await readDay(database, day)
  if (found === null) throw new Refusal('books.day_open')
  return found
}

function registerClosings(
  http: HttpHost,
  desk: Desk,
  { database, currencies }: AccountingRoutes,
): void {
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

function registerLedger(http: HttpHost, desk: Desk, deps: AccountingRoutes): void {
  const { database, currencies } = deps
  const pageOf = async (request: FastifyRequest, query: LedgerQuery, before?: string) => {
    const found = await searchLedger(database, query, parsePosition(before), pageRows)
    const datas = found.entries.map((entry) => ledgerRow(entry, currencies))
    const next = found.next === null ? null : formatPosition(found.next)
    return success(request, { data: { datas, next } satisfies DeskLedger })
  }
  /** The entries of a user's account are personal data; those of a deleted account are not. */
  const recordOwnerAccess = async (operator: Operator, { accountId = 0 }: LedgerQuery) => {
    if (accountId < firstUserId) return
    try {
      await deps.recordPersonAccess(operator, String(accountId))
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'desk.person_unknown') throw error
    }
  }
  deskRoute(http, desk, calls.deskLedger, readers, async ({ request, operator, input }) => {
    const query = parseLedgerQuery(input, deps)
    await recordOwnerAccess(operator, query)
    return pageOf(request, query, input.before)
  })
  deskRoute(http, desk, calls.personLedger, personReaders, async (query) => {
    const { request, operator, input, id } = query
    const { userId } = await deps.recordPersonAccess(operator, id)
    return pageOf(
      request,
      parseLedgerQuery({ ...input, account: String(userId) }, deps),
      input.before,
    )
  })
  deskRoute(
    http,
    desk,
    calls.exportLedger,
    readers,
    async ({ request, reply, operator, input }) => {
      const query = parseLedgerQuery(input, deps)
      await recordOwnerAccess(operator, query)
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
      return sendCsv(file, allEntries(deps, query), exportedLedgerCells)
    },
  )
}

/** All entries that match, newest first, window by window. */
async function* allEntries({ database, currencies }: AccountingRoutes, query: LedgerQuery) {
  for (let position = newest; ; ) {
    const { entries, next } = await searchLedger(database, query, position, exportRowsAtOnce)
    for (const entry of entries) yield ledgerRow(entry, currencies)
    if (next === null) return
    position = next
  }
}

function registerReconciliation(http: HttpHost, desk: Desk, deps: AccountingRoutes): void {
  const { database, currencies, work } = deps
  deskRoute(http, desk, calls.deskReconciliation, readers, async ({ request }) =>
    success(request, { data: await readReconciliationView(database, currencies) }),
  )
  deskRoute(http, desk, calls.lookAtBooks, readers, async ({ request, input }) => {
    await work.reconcile(input.kind ?? 'minute')
    return success(request, { data: await readReconciliationView(database, currencies) })
  })
  deskRoute(http, desk, calls.exportReconciliation, readers, async ({ request, reply }) => {
    const { currencies: rows } = await readReconciliationView(database, currencies)
    const name = `reconciliation-${wibDate(Date.now())}`
    const file = { request, reply, name, head: exportedReconciliationColumns }
    return sendCsv(file, rows, exportedReconciliationCells)
  })
}
