/** The calls that demo people are entered by, with their wire names. */
import { calls } from '@tukar/wire'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { isOriginAllowed } from '../../../platform/http/origins.ts'
import { route } from '../../../platform/http/route.ts'
import { isMisnamed } from '../../../platform/http/local-only.ts'
import { enterAsDemo } from './demo-people.ts'
import { listDemoPeople } from './demo-people-store.ts'
import type { AccountsParts } from '../parts.ts'
import { roleTrials } from '../role-trials.ts'
import { newClientOf, signedIn } from '../sign-in/sign-in-routes.ts'

/** Serves the list of demo people and the way in as one of them. */
export function registerDemoPeople(http: HttpHost, parts: AccountsParts): void {
  route(http, parts.sessions, calls.demoPeople, async ({ request }) => {
    const people = await listDemoPeople(parts.database)
    const roles = roleTrials.map(({ demoName, deskRole }) => ({ name: demoName, role: deskRole }))
    return success(request, { data: people.map(({ name, role }) => ({ name, role })), roles })
  })

  route(http, parts.sessions, calls.enterAsDemo, async (asked) => {
    const { request, input } = asked
    // A page that had its own name answered with our address would come in as an operator.
    if (isMisnamed(request, parts.origin)) throw new Refusal('request.not_found')
    // Anybody's page could open sessions until those of others end.
    const { origin, host } = request.headers
    if (!isOriginAllowed(origin, host, [parts.origin])) throw new Refusal('request.not_found')
    const client = newClientOf(asked)
    return signedIn(parts, asked, client, await enterAsDemo(parts, input?.name ?? null, client))
  })
}
