/** The calls to enter as a demo person. */
import { calls } from '@tukar/wire'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { isOriginAllowed } from '../../../platform/http/origins.ts'
import { route } from '../../../platform/http/route.ts'
import { isMisnamed } from '../../../platform/http/local-only.ts'
import { enterAsDemo } from './demo-people.ts'
import { listDemoPeople } from './demo-people-store.ts'
import type { AccountsDeps } from '../deps.ts'
import { roleTrials } from '../role-trials.ts'
import { newClientOf, signedIn } from '../sign-in/sign-in-routes.ts'

/** Serves the list of demo people and the call that signs in as one of them. */
export function registerDemoPeople(http: HttpHost, deps: AccountsDeps): void {
  route(http, deps.sessions, calls.demoPeople, async ({ request }) => {
    const people = await listDemoPeople(deps.database)
    const roles = roleTrials.map(({ demoName, deskRole }) => ({ name: demoName, role: deskRole }))
    return success(request, { data: people.map(({ name, role }) => ({ name, role })), roles })
  })

  route(http, deps.sessions, calls.enterAsDemo, async (asked) => {
    const { request, input } = asked
    // DNS rebinding: a foreign page whose host name resolves to this machine could otherwise sign in as an
    // operator.
    if (isMisnamed(request, deps.origin)) throw new Refusal('request.not_found')
    // Without this check any page could open sessions until the sessions of others end.
    const { origin, host } = request.headers
    if (!isOriginAllowed(origin, host, [deps.origin])) throw new Refusal('request.not_found')
    const client = newClientOf(asked)
    return signedIn(deps, asked, client, await enterAsDemo(deps, input?.name ?? null, client))
  })
}
