/** The call that mails a one-time code (API-62). */
import { calls, codeTimesRow } from '@tukar/wire'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { route } from '../../platform/http/route.ts'
import { clientOf } from './clients.ts'
import { codeTimes, sendCode } from './one-time-codes.ts'
import type { AccountsParts } from './parts.ts'

/** Serves the call. */
export function registerOneTimeCodes(http: HttpHost, parts: AccountsParts): void {
  route(http, parts.sessions, calls.sendCode, async ({ request, userId }) => {
    await sendCode(parts, { userId, purpose: 'withdrawal' }, clientOf(request))
    return success(request, codeTimesRow(codeTimes), { code: 'otp.sent' })
  })
}
