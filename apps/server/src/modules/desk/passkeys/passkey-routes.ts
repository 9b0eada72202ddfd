/** The console's calls of the operator's own passkeys. */
import { calls, type DeskPasskeys, deskRoles } from '@tukar/wire'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import type { Desk } from '../desk.ts'
import { deskRoute } from '../desk-route.ts'
import { passkeysOf } from './passkey-store.ts'
import { beginPasskey, endPasskey, finishPasskey } from './registering.ts'

/** Serves `/desk/passkeys`. */
export function registerPasskeys(http: HttpHost, desk: Desk, product = 'Tukar'): void {
  const { database, keys } = desk
  const deps = { database, keys, product }
  deskRoute(http, desk, calls.deskPasskeys, deskRoles, async ({ request, operator }) => {
    const own = await passkeysOf(database, keys, operator.operatorId)
    const datas = own.map(({ id, name, addedAt, lastUsedAt }) => ({
      id,
      name,
      added_at: addedAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    }))
    const { origin, isPasskeyNeeded } = operator.pass.rules
    const data = { datas, origin, is_needed: isPasskeyNeeded } satisfies DeskPasskeys
    return success(request, { data })
  })
  deskRoute(http, desk, calls.beginPasskey, deskRoles, async ({ request, operator }) =>
    success(request, { data: await beginPasskey(deps, operator) }),
  )
  deskRoute(http, desk, calls.addPasskey, deskRoles, async ({ request, operator, input }) => {
    await finishPasskey(deps, operator, input)
    return success(request, {})
  })
  deskRoute(http, desk, calls.removePasskey, deskRoles, async ({ request, operator, input }) => {
    await endPasskey(deps, operator, input.id)
    return success(request, {})
  })
}
