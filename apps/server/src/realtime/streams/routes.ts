/** `GET /realtime/events`: the frames of a socket as server-sent events, for networks that let no sockets through. */
import type { Readable } from 'node:stream'
import { calls } from '@tukar/wire'
import { type HttpHost, languageOf } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Guard, route } from '../../platform/http/route.ts'
import type { Realtime } from '../index.ts'

/** Serves the streams. */
export function registerStreamRoutes(
  http: HttpHost,
  realtime: Pick<Realtime, 'openStream'>,
  guard: Guard,
): void {
  route(http, guard, calls.events, async ({ request, reply, input }): Promise<Readable> => {
    // Requests that expect a finite answer are refused: this answer never ends, and after a HEAD nothing
    // would end it.
    const isWanted = request.method === 'GET' && request.headers.accept === 'text/event-stream'
    if (!isWanted) throw new Refusal('request.malformed')
    const { jwt: token } = request.headers
    const only = input.only === undefined ? {} : { only: input.only.split(',') }
    const body = await realtime.openStream({
      request: request.raw,
      connection: reply.raw,
      token,
      language: languageOf(request),
      subscription: input.pair === undefined ? null : { pair: input.pair, ...only },
    })
    reply.type('text/event-stream; charset=utf-8')
    // Proxies must neither compress nor buffer it.
    reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
    return body
  })
}
