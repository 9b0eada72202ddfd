/** The calls of statements: a page of lines, and the whole statement as CSV or PDF. */
import {
  calls,
  type InputOf,
  type ListFields,
  statementCells,
  statementColumns,
  statementRow,
  statementSumsRow,
  timeField,
} from '@tukar/wire'
import type { Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { sendCsv, sendPdf } from '../../platform/documents/sent-file.ts'
import { type HttpHost, languageOf, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Guard, route } from '../../platform/http/route.ts'
import { createKeyedLimit } from '../../platform/limits/keyed-limit.ts'
import { listOf } from '../../platform/lists/answer.ts'
import { findContacts } from '../accounts/index.ts'
import type { Listing } from '../markets/index.ts'
import { statementDocument } from './document.ts'
import { statementPeriod } from './period.ts'
import { openStatement, type Statement, type StatementQuery } from './statement.ts'

export type StatementRoutes = {
  readonly database: Database
  readonly engine: Pick<Engine, 'waitForProjection'>
  readonly sessions: Guard
  readonly listing: Listing
  /** The issuer of documents. */
  readonly product: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The limit of statements per user, because each reads its whole period: a burst, then a rate per second. */
const requestBurst = 20
const requestsPerSecond = 2
/** The limit of files per user. */
const filesBurst = 6
const fileIntervalSeconds = 20
const usersMax = 10_000

/** Balances can be computed newest first only. */
const listFields: ListFields = { created_at: timeField('createdMs') }

type StatementInput = InputOf<typeof calls.statement> | InputOf<typeof calls.statementCsv>

/** Serves the calls. */
export function registerStatements(http: HttpHost, routes: StatementRoutes): void {
  const { engine, sessions } = routes
  const mayRequest = createKeyedLimit<number>(requestBurst, requestsPerSecond, usersMax)
  const mayLoad = createKeyedLimit<number>(filesBurst, 1 / fileIntervalSeconds, usersMax)

  route(http, sessions, calls.statement, async ({ request, userId, input }) => {
    const { page, rows } = listOf(input, listFields, 'created_at')
    const query = parseStatementQuery(routes, userId, input)
    if (!mayRequest(userId, performance.now())) throw new Refusal('request.rate', {}, 1)
    if (!(await engine.waitForProjection(userId))) throw new Refusal('engine.behind')
    const statement = await openStatement(routes, query)
    const lines = await statement.page(page, rows)
    const { from, to } = query.period
    return success(request, {
      data: {
        from,
        to,
        currencies: statement.currencies.map(statementSumsRow),
        datas: lines.map(statementRow),
        total: statement.total,
        page,
        rows,
      },
    })
  })

  const openFile = async (userId: number, query: StatementQuery): Promise<Statement> => {
    if (!mayLoad(userId, performance.now())) {
      throw new Refusal('request.rate', {}, fileIntervalSeconds)
    }
    if (!(await engine.waitForProjection(userId))) throw new Refusal('engine.behind')
    return openStatement(routes, query)
  }
  route(http, sessions, calls.statementCsv, async ({ request, reply, userId, input }) => {
    const query = parseStatementQuery(routes, userId, input)
    const statement = await openFile(userId, query)
    const file = { request, reply, name: fileName(query), head: statementColumns }
    return sendCsv(file, statement.lines(), statementCells)
  })
  route(http, sessions, calls.statementPdf, async ({ request, reply, userId, input }) => {
    const query = parseStatementQuery(routes, userId, input)
    const [statement, contacts] = [
      await openFile(userId, query),
      await findContacts(routes.database, [userId]),
    ]
    const document = statementDocument(
      {
        ...query,
        language: languageOf(request),
        product: routes.product,
        owner: contacts.get(userId) ?? { userId, name: '', email: '' },
        symbol: input.currency ?? null,
        nowMs: routes.clock(),
      },
      statement,
    )
    return sendPdf({ request, reply, name: fileName(query) }, document)
  })
}

function fileName({ period: { from, to } }: StatementQuery): string {
  return `statement-${from}-${to}`
}

/** Parses a query; refuses `statement.bad_period` and `currency.unknown`. */
function parseStatementQuery(
  { listing, clock }: Pick<StatementRoutes, 'listing' | 'clock'>,
  accountId: number,
  { from, to, currency, kind }: StatementInput,
): StatementQuery {
  const period = statementPeriod({ from, to }, clock())
  const found = listing.currencies().find(({ symbol }) => symbol === currency)
  if (currency !== undefined && found === undefined) throw new Refusal('currency.unknown')
  return { accountId, period, currencyId: found?.currencyId ?? null, kind: kind ?? null }
}
