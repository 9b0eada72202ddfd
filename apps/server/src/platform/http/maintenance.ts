/**
 * What calls are answered in maintenance (DEC-11): the status call success 0 with the text that clients
 * compare, every other call 503 with the same text. Pages, health and metrics go on.
 */
import { calls } from '@tukar/wire'
import { type HttpHost, sendRefusal, wantsPage } from './host.ts'
import { Refusal } from './refusal.ts'

const okStatus = 200

/** Closes all calls while `isOn` says so; before they look at session or body. */
export function registerMaintenance(http: HttpHost, isOn: () => boolean): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (!isOn()) return done()
    const { url, config } = request.routeOptions
    // Whatever is not there may be a call of another version: for all of them it is maintenance.
    const isCall = config.isCall === true || (request.is404 && !wantsPage(request))
    if (!isCall) return done()
    const status = url === calls.status.path ? okStatus : null
    sendRefusal(request, reply, new Refusal('server.maintenance'), {}, status)
  })
}
