/** The calls with which users see and end their sessions. */
import { calls, rowNumber } from '@tukar/wire'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { route } from '../../../platform/http/route.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import type { AccountsDeps } from '../deps.ts'
import { isDemoPerson } from '../demo-people/demo-people-store.ts'
import { type ListedSession, listSessions } from './sessions-store.ts'

/** Serves `GET /users/sessions` and `POST /users/sessions/revoke`. */
export function registerSessions(http: HttpHost, { database, sessions }: AccountsDeps): void {
  route(http, sessions, calls.sessions, async ({ request, userId }) => {
    const { sessionId } = await sessions.sessionOf(request)
    const rows = await listSessions(database, userId)
    // The other sessions of a demo person belong to other people, so their addresses stay hidden.
    const isShared = await isDemoPerson(database, userId)
    const seen = isShared ? rows.filter((row) => row.sessionId === sessionId) : rows
    return success(request, { data: seen.map((row) => sessionRow(row, sessionId)) })
  })

  route(http, sessions, calls.revokeSessions, async ({ request, userId, input }) => {
    const { sessionId } = await sessions.sessionOf(request)
    const isOwn = !('all' in input) && String(input.id) === String(sessionId)
    if (!isOwn && (await isDemoPerson(database, userId))) throw new Refusal('session.demo_person')
    if ('all' in input) await sessions.closeAll(userId, sessionId)
    else {
      const ended = rowNumber(String(input.id))
      const isEnded = ended !== null && (await sessions.closeOne(userId, ended))
      if (!isEnded) throw new Refusal('session.unknown')
    }
    const clientAddress = request.ip
    await recordSecurityEvent(database, { accountId: userId, kind: 'session.ended', clientAddress })
    return success(request, {}, { code: 'session.revoked' })
  })
}

function sessionRow(session: ListedSession, ownId: number) {
  return {
    id: session.sessionId,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    address: session.address,
    device: session.device,
    current: session.sessionId === ownId,
  }
}
