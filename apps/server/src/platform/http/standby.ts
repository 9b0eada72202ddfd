/** Health, and what a server answers while another one leads. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { serverMessage } from '@tukar/i18n/server'
import type { Envelope, ErrorCode } from '@tukar/wire'
import type { GuardHeaders } from './guard-headers.ts'
import { type HttpHost, languageIn, sendRefusal } from './host.ts'
import { Refusal } from './refusal.ts'
import { isFromThisMachine } from './this-machine.ts'

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

/** `GET /healthz`: 200 while this server leads, else 503; how far it is, it tells this machine alone. */
export function registerHealth(http: HttpHost, status: () => Health): void {
  http.get('/healthz', async (request, reply) => {
    const current = status()
    const isUp = current.state === 'leading'
    return reply.code(isUp ? 200 : 503).send(isFromThisMachine(request) ? healthOf(current) : {})
  })
}

/** What a server says that takes no orders: nothing was done. */
const standbyCode: ErrorCode = 'engine.unavailable'

/**
 * Refuses every request once the engine has found another server leading: what this one would tell is old. Health and
 * figures go on, and say that it stands by.
 */
export function refuseWhileStandby(http: HttpHost, isStandby: () => boolean): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (!isStandby() || stillAnswered.has(request.routeOptions.url ?? '')) return done()
    reply.header('retry-after', '1')
    sendRefusal(request, reply, new Refusal(standbyCode))
  })
}

const stillAnswered: ReadonlySet<string> = new Set(['/healthz', '/metrics'])

export type Standby = { close(): Promise<void> }

export type StandbyOptions = {
  readonly host: string
  readonly port: number
  /** Whether doors for this machine alone are open. */
  readonly hasLocalDoors: boolean
  /** What every answer carries, as those of the host do (ATT-114). */
  readonly guardHeaders: GuardHeaders
}

/** Listens and answers everything 503, in the envelope, to this machine with its state, until it is closed. */
export async function listenAsStandby(
  { host, port, guardHeaders, hasLocalDoors }: StandbyOptions,
  status: () => Health,
): Promise<Standby> {
  const server = createServer(({ headers, socket }, response) => {
    const ip = socket.remoteAddress ?? ''
    const isInside = isFromThisMachine({ headers, ip, server: { hasLocalDoors } })
    const requestId = randomUUID()
    response.writeHead(503, {
      ...guardHeaders,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      'retry-after': '1',
      connection: 'close',
    })
    const told = isInside ? healthOf(status()) : {}
    response.end(JSON.stringify({ ...refusalOf(headers, requestId), ...told }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function refusalOf(headers: IncomingHttpHeaders, requestId: string): Envelope {
  const msg = serverMessage(languageIn(headers), standbyCode)
  return { success: 0, msg, code: standbyCode, params: {}, request_id: requestId }
}
