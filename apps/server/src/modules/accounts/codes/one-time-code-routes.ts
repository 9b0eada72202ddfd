/** The call that sends a one-time code by e-mail (API-62). */
import { calls, codeTimesRow, type InputOf } from '@tukar/wire'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { route } from '../../../platform/http/route.ts'
import { clientOf } from '../sign-in/clients.ts'
import { codeTimes, sendCode } from './one-time-codes.ts'
import type { CodePayment } from './code-payment.ts'
import type { AccountsDeps } from '../deps.ts'
import { ownerOf } from './step-up.ts'

/** Serves the call. */
export function registerOneTimeCodes(http: HttpHost, deps: AccountsDeps): void {
  route(http, deps.sessions, calls.sendCode, async ({ request, input }) => {
    const owner = ownerOf(await deps.sessions.sessionOf(request))
    const named = paymentOf(input)
    // A payment without an address goes to the saved bank account. The code confirms that account alone.
    const receiver =
      named === null ? null : (named.receiver ?? (await deps.savedReceiver(owner.userId)))
    const payment = named === null ? null : { ...named, receiver }
    await sendCode(deps, { ...owner, payment }, clientOf(request))
    return success(request, codeTimesRow(codeTimes), { code: 'otp.sent' })
  })
}

/** The payment that the code is for; null if the client did not name one. */
function paymentOf(input: InputOf<typeof calls.sendCode>): CodePayment | null {
  const named = input?.payment
  if (named === undefined || named === null) return null
  const { currency: symbol, amount, chain_id, withdraw_to } = named
  const chainId = chain_id === undefined || chain_id === null ? null : Number(chain_id)
  return { symbol, chainId, amount: String(amount), receiver: withdraw_to ?? null }
}
