/** Health, and what a server answers while another one leads. */
import { createServer } from 'node:http'
import type { HttpHost } from './host.ts'

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

/** `GET /healthz`: 200 while this server leads; 503 with its state otherwise. */
export function registerHealth(http: HttpHost, status: () => Health): void {
  http.get('/healthz', async (_, reply) => {
    const current = status()
    return reply.code(current.state === 'leading' ? 200 : 503).send(healthOf(current))
  })
}

export type Standby = { close(): Promise<void> }

/** Listens and answers everything 503 with its state, until it is closed. */
export async function listenAsStandby(
  at: { readonly host: string; readonly port: number },
  status: () => Health,
): Promise<Standby> {
  const server = createServer((_, response) => {
    response.writeHead(503, {
      'content-type': 'application/json',
      'retry-after': '1',
      connection: 'close',
    })
    response.end(JSON.stringify({ success: 0, msg: 'standby', ...healthOf(status()) }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
