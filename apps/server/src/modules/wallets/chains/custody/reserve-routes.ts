/** The console's routes for house reserves. */
import { formatUnits } from '@tukar/money'
import { calls, type DeskReserve } from '@tukar/wire'
import { type HttpHost, success } from '../../../../platform/http/host.ts'
import { findContacts } from '../../../accounts/index.ts'
import { type Desk, deskRoute } from '../../../desk/index.ts'
import { deciders } from '../../machine/approvals.ts'
import { bookOwnReserve, openReserves, type OwnReserveDeps } from './own-reserve.ts'

const readers = ['support', 'finance', 'risk', 'admin'] as const

/** Registers the routes. */
export function registerReserves(http: HttpHost, desk: Desk, deps: OwnReserveDeps): void {
  const { database, keys, listed } = deps
  deskRoute(http, desk, calls.deskReserves, readers, async ({ request, operator }) => {
    const open = await openReserves(database, keys)
    const people = await findContacts(database, [...new Set(open.map((one) => one.proposedBy))])
    const data = open.flatMap((one): readonly DeskReserve[] => {
      const { id, chain, contract, units, proposedBy, reason } = one
      const asset = listed.find((way) => way.chain === chain && way.contract === contract)
      if (asset === undefined) return []
      const row = {
        id,
        chain,
        currency: asset.symbol,
        amount: formatUnits(units, asset.unitDecimals),
        proposed_by: people.get(proposedBy)?.name ?? `#${proposedBy}`,
        proposed_at: new Date(one.proposedMs).toISOString(),
        reason,
        is_mine: proposedBy === operator.operatorId,
      }
      return [row]
    })
    return success(request, { data })
  })

  deskRoute(http, desk, calls.bookReserve, deciders, async ({ request, operator, input }) => {
    const done = await bookOwnReserve(deps, { operator, ...input })
    return success(
      request,
      {},
      { code: done === 'proposed' ? 'desk.reserve_proposed' : 'desk.decided' },
    )
  })
}
