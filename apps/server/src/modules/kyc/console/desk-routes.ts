/** The reviewer's calls: queue, case, display, files and decisions. */
import { Readable } from 'node:stream'
import { calls, rowNumber } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { findContacts } from '../../accounts/index.ts'
import { type Desk, deskRoute } from '../../desk/index.ts'
import {
  decideCase,
  type IdentityVerdict,
  readCase,
  readShownFile,
  type ReviewDeps,
  showCase,
} from './desk-cases.ts'
import { caseRow, peopleIn } from './desk-figures.ts'
import { previewDecision } from './desk-preview.ts'
import * as store from './desk-store.ts'
import type { KycDeps } from '../deps.ts'

const reviewers = ['kyc'] as const

/** Serves the calls, and adds the queue to the overview. */
export function registerIdentityDesk(
  http: HttpHost,
  desk: Desk,
  deps: ReviewDeps & Pick<KycDeps, 'product'>,
): void {
  const { database } = deps
  desk.addQueue({
    name: 'identity.review',
    read: () => store.countReview(database),
    medianWait: () => store.medianWait(database),
  })

  deskRoute(http, desk, calls.deskIdentities, reviewers, async ({ request, input }) => {
    const page = Number(input.page ?? 1)
    const { rows, total } = await store.listCases(database, input.queue ?? 'review', page)
    const people = await findContacts(database, peopleIn(rows))
    const datas = rows.map((row) => caseRow(row, people))
    return success(request, { data: { datas, total, page, rows: store.caseRows } })
  })

  deskRoute(http, desk, calls.deskIdentity, reviewers, async ({ request, id }) => {
    return success(request, { data: await readCase(deps, userIdOf(id)) })
  })

  deskRoute(http, desk, calls.showIdentity, reviewers, async ({ request, operator, input, id }) => {
    const data = await showCase({ ...deps, desk }, operator, userIdOf(id), input.reason)
    return success(request, { data })
  })

  deskRoute(http, desk, calls.deskIdentityFile, reviewers, async (asked) => {
    const { request, reply, operator, input, id } = asked
    const shown = { userId: userIdOf(id), fileId: fileIdOf(request), token: input.token }
    const { mediaType, content } = await readShownFile(deps, operator, shown)
    // The bytes come from a user: browsers must not run them as a page, and no cache may store them.
    reply.headers({ 'content-type': mediaType, 'content-disposition': 'attachment' })
    return Readable.from([content])
  })

  deskRoute(http, desk, calls.decideIdentity, reviewers, async (asked) => {
    const { request, operator, input, id } = asked
    const verdict: IdentityVerdict = {
      userId: userIdOf(id),
      decision: input.decision,
      reason: input.reason ?? null,
      piece: input.piece ?? null,
      note: input.note ?? '',
      version: input.version ?? null,
    }
    await decideCase(deps, operator, verdict)
    return success(request, {}, { code: 'desk.decided' })
  })

  deskRoute(http, desk, calls.previewIdentity, reviewers, async ({ request, input, id }) => {
    const { decision, reason = null } = input
    const data = await previewDecision(deps, userIdOf(id), { decision, reason })
    return success(request, { data })
  })
}

function userIdOf(id: string): number {
  const userId = rowNumber(id)
  if (userId === null) throw new Refusal('desk.case_unknown')
  return userId
}

/** The path parameter `:file`. */
function fileIdOf({ params }: FastifyRequest): string {
  const isNamed = typeof params === 'object' && params !== null && 'file' in params
  return isNamed && typeof params.file === 'string' ? params.file : ''
}
