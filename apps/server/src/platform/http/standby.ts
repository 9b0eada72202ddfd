/** Health, and what a server answers that does not lead: while it starts, and while another one leads. */
import { type HttpHost, sendRefusal } from './host.ts'
import { Refusal } from './refusal.ts'
import { isLocalRequest } from './local-only.ts'

/** What health tells of the engine: its state, and how far journal and tables are. */
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
 * `GET /healthz` and `GET /readyz`: 200 while this server answers as the one that leads; 503 otherwise. `GET /livez`:
 * 200 as long as the process answers at all. More than that is told by the doors for this machine alone.
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

/** What a server says that takes no orders: nothing was done. */
const standbyCode = 'engine.unavailable'

/**
 * Refuses every request while this is so: what this server would tell is old, or it cannot tell anything yet. Health
 * and figures go on, and say how it is.
 */
export function refuseWhile(http: HttpHost, isStandby: () => boolean): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (!isStandby() || stillAnswered.has(request.routeOptions.url ?? '')) return done()
    sendRefusal(request, reply, new Refusal(standbyCode))
  })
}

const stillAnswered: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/livez', '/metrics'])
