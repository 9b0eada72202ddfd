/**
 * What calls are answered in maintenance (DEC-11): the status call success 0 with the text that clients
 * compare, every other call 503 with the same text. Pages, health and metrics go on, and so does the
 * operator console with the way into it: it is where the exchange is opened again.
 */
import { calls } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { type HttpHost, sendRefusal, wantsPage } from './host.ts'
import { Refusal } from './refusal.ts'

const okStatus = 200

/** Whoever is on his way into the console says so; what he may do there his role says. */
const consoleHeader = 'x-console'
const wayIn: ReadonlySet<string> = new Set(
  [
    calls.captchaChallenge,
    calls.signIn,
    calls.twoFactorLogin,
    calls.signOut,
    calls.demoPeople,
    calls.enterAsDemo,
  ].map(({ path }) => path),
)

/** Closes all calls while `isOn` says so; before they look at session or body. */
export function registerMaintenance(http: HttpHost, isOn: () => boolean): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (!isOn() || isForConsole(request)) return done()
    const { url, config } = request.routeOptions
    // Whatever is not there may be a call of another version: for all of them it is maintenance.
    const isCall = config.isCall === true || (request.is404 && !wantsPage(request))
    if (!isCall) return done()
    const status = url === calls.status.path ? okStatus : undefined
    sendRefusal(request, reply, new Refusal('server.maintenance'), { status })
  })
}

function isForConsole({ routeOptions, headers }: FastifyRequest): boolean {
  const { url = '' } = routeOptions
  return url.startsWith('/desk/') || (wayIn.has(url) && headers[consoleHeader] !== undefined)
}
