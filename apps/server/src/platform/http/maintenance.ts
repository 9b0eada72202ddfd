/**
 * Answers calls during maintenance (DEC-11): the status call with success 0 and the text that clients
 * compare, every other call with 503 and the same text. Pages, health and metrics continue. So does the
 * operator console with its sign-in, because operators end maintenance there.
 */
import { calls } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { type HttpHost, sendRefusal, wantsPage } from './host.ts'
import { Refusal } from './refusal.ts'

const okStatus = 200

/**
 * A client on its way into the console sends this header. The role decides what the operator may do there.
 */
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

/** Refuses all calls while `isOn` is true, before session or body are read. */
export function registerMaintenance(http: HttpHost, isOn: () => boolean): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (!isOn() || isForConsole(request)) return done()
    const { url, config } = request.routeOptions
    // An unknown path may be a call of another version, so it is answered as a call.
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
