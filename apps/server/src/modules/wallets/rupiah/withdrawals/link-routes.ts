/** What a cancel link discloses about its withdrawal, before and after its use (ATT-92). */
import { calls, linkedWithdrawal } from '@tukar/wire'
import { type HttpHost, success } from '../../../../platform/http/host.ts'
import { route } from '../../../../platform/http/route.ts'
import { maskedNumber } from '../../../desk/index.ts'
import type { RupiahDeps } from '../deps.ts'
import type { RupiahService } from '../service.ts'
import { cancelableStates } from './withdrawal-row.ts'

/** Registers the route. Anyone with the link may call it; it changes nothing. */
export function registerLink(
  http: HttpHost,
  { sessions }: Pick<RupiahDeps, 'sessions'>,
  service: Pick<RupiahService, 'ofLink'>,
): void {
  route(http, sessions, calls.withdrawalOfLink, async ({ request, input }) => {
    const { state, amount, bankName, accountNumber, canceledBy } = await service.ofLink(input.token)
    const isCanceled = canceledBy !== null
    const canCancel = cancelableStates.includes(state) && !isCanceled
    const number = maskedNumber(accountNumber)
    const figures = { state, amount, bankName, number, canCancel, isCanceled }
    return success(request, { data: linkedWithdrawal(figures) })
  })
}
