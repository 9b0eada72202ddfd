/** Health, and the answers of a server that does not lead, because it is starting or a standby. */
import { type HttpHost, sendRefusal } from './host.ts'
import { Refusal } from './refusal.ts'
import { isLocalRequest } from './local-only.ts'

/** The engine in the health answer: its state, and the progress of journal and projections. */
export type Health = {
  readonly state: string
  readonly epoch: number
  readonly lastSeq: number
  readonly committedRow: number
  readonly projectedRow: number
  readonly waiting: number
}

function healthOf({ state, epoch, lastSeq, committedRow, projectedRow, waiting }: Health) {
  return { state, epoch, last_seq: lastSeq, lag: committedRow - projectedRow, waiting }
}

/**
 * `GET /healthz` and `GET /readyz`: 200 while this server leads, 503 otherwise. `GET /livez`: 200 as long as
 * the process answers at all. Details are only given on the local listener.
 */
export function registerHealth(http: HttpHost, status: () => Health): void {
  const here = { config: { isLocalOnly: true } }
  for (const path of ['/healthz', '/readyz']) {
    http.get(path, here, async (request, reply) => {
      const current = status()
      const isUp = current.state === 'leading'
      return reply.code(isUp ? 200 : 503).send(isLocalRequest(request) ? healthOf(current) : {})
    })
  }
  http.get('/livez', here, async (request) =>
    isLocalRequest(request) ? { alive: true, state: status().state } : {},
  )
}

/** The refusal of a server that takes no orders: nothing was done. */
const standbyCode = 'engine.unavailable'

/**
 * Refuses every request while the server is a standby, because its data are old or not there yet. Health and
 * metrics continue and report the state.
 */
export function refuseWhile(http: HttpHost, isStandby: () => boolean): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (!isStandby() || stillAnswered.has(request.routeOptions.url ?? '')) return done()
    sendRefusal(request, reply, new Refusal(standbyCode))
  })
}

const stillAnswered: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/livez', '/metrics'])
