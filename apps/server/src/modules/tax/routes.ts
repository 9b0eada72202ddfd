/** The calls of a user's tax evidence: a page of it, and the whole as CSV and as a document. */
import { formatUnits } from '@tukar/money'
import {
  calls,
  holdingRow,
  taxCells,
  taxColumns,
  type TaxEvidence,
  taxRow,
  taxSumRow,
} from '@tukar/wire'
import type { Engine } from '../../engine/index.ts'
import { sendCsv, sendPdf } from '../../platform/documents/sent-file.ts'
import { type HttpHost, languageOf, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Guard, route } from '../../platform/http/route.ts'
import { createKeyedLimit } from '../../platform/limits/keyed-limit.ts'
import {
  type EvidenceDeps,
  evidencePage,
  evidenceRows,
  firstYearOf,
  holdingsRupiah,
  openEvidence,
} from './evidence.ts'
import { evidenceDocument } from './evidence-document.ts'
import { periodName, type TaxPeriod } from './period.ts'

export type TaxRoutes = EvidenceDeps & {
  readonly engine: Pick<Engine, 'waitForProjection'>
  readonly sessions: Guard
}

const pageRows = 50
const rupiahDecimals = 2
/** The limit of requests per user, because each reads its whole period: a burst, then a rate per second. */
const requestBurst = 20
const requestsPerSecond = 2
/** The limit of files per user. */
const filesBurst = 6
const fileIntervalSeconds = 20
const usersMax = 10_000

type EvidenceInput = { readonly year: string; readonly month?: string | undefined }

const periodOf = ({ year, month }: EvidenceInput): TaxPeriod => ({
  year: Number(year),
  month: month === undefined ? null : Number(month),
})

/** Serves the calls. */
export function registerTaxRoutes(http: HttpHost, routes: TaxRoutes): void {
  const { engine, sessions } = routes
  const mayRequest = createKeyedLimit<number>(requestBurst, requestsPerSecond, usersMax)
  const mayLoad = createKeyedLimit<number>(filesBurst, 1 / fileIntervalSeconds, usersMax)

  async function openFile(userId: number, query: EvidenceInput) {
    if (!mayLoad(userId, performance.now())) {
      throw new Refusal('request.rate', {}, fileIntervalSeconds)
    }
    if (!(await engine.waitForProjection(userId))) throw new Refusal('engine.behind')
    const period = periodOf(query)
    const evidence = await openEvidence(routes, userId, period)
    const name = `tax-evidence-${periodName(period)}`
    return { evidence, name, rows: evidenceRows(routes, userId, evidence) }
  }

  route(http, sessions, calls.taxEvidence, async ({ request, userId, input }) => {
    if (!mayRequest(userId, performance.now())) throw new Refusal('request.rate', {}, 1)
    if (!(await engine.waitForProjection(userId))) throw new Refusal('engine.behind')
    const data = await evidenceData(routes, userId, periodOf(input), Number(input.page ?? 1))
    return success(request, { data })
  })
  route(http, sessions, calls.taxEvidenceCsv, async ({ request, reply, userId, input }) => {
    const { name, rows } = await openFile(userId, input)
    return sendCsv({ request, reply, name, head: taxColumns }, rows, taxCells)
  })
  route(http, sessions, calls.taxEvidencePdf, async ({ request, reply, userId, input }) => {
    const { evidence, name, rows } = await openFile(userId, input)
    return sendPdf({ request, reply, name }, evidenceDocument(languageOf(request), evidence, rows))
  })
}

async function evidenceData(
  deps: EvidenceDeps,
  userId: number,
  period: TaxPeriod,
  page: number,
): Promise<TaxEvidence> {
  const evidence = await openEvidence(deps, userId, period)
  const range = { offset: (page - 1) * pageRows, limit: pageRows }
  const rows = await evidencePage(deps, userId, period, range)
  const { isVerified, ...taxpayer } = evidence.taxpayer
  const { holdings } = evidence
  const rupiah = (units: number) => formatUnits(units, rupiahDecimals)
  return {
    number: evidence.number,
    year: period.year,
    month: period.month,
    is_open: evidence.isOpen,
    first_year: await firstYearOf(deps.database, userId),
    platform: evidence.platform,
    taxpayer: { ...taxpayer, is_verified: isVerified },
    sums: evidence.sums.map(taxSumRow),
    total_idr: rupiah(evidence.totalRupiah),
    months: evidence.months.map((sum) => ({ month: sum.month, ...taxSumRow(sum) })),
    holdings: holdings === null ? null : holdings.map(holdingRow),
    holdings_idr: holdings === null ? null : rupiah(holdingsRupiah(holdings)),
    datas: rows.map(taxRow),
    total: evidence.count,
    page,
    rows: pageRows,
  }
}
