/**
 * The one listener of the server, from its start to its end. Each request goes to the host that answers at that
 * moment: another host takes over without a connection being refused or cut.
 */
import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createBoundedServer } from './connections.ts'
import type { HttpHost } from './host.ts'

/** Requests that are under way at the end may take so long. */
const drainMs = 5_000
/** How often connections whose last request is answered are closed at the end. */
const lookMs = 50

export type Front = {
  /** Lets this host answer from now on; requests that are under way are answered by the one before. */
  handTo(http: HttpHost): Promise<void>
  /** Takes no further connection and ends once what is under way is answered, after 5 s in any case. */
  close(): Promise<void>
}

/** The listeners in front of hosts that do not listen themselves. */
const fronts = new WeakMap<Server, Server>()

/** Where requests reach this host, over its own port or over its front's; null while none do. */
export function addressOf({ server }: HttpHost): AddressInfo | null {
  const address = (fronts.get(server) ?? server).address()
  return typeof address === 'string' ? null : address
}

/**
 * Listens, and passes everything to this host.
 *
 * @throws Error with Node's code where the port cannot be had, as `EADDRINUSE`
 */
export async function openFront(
  { host, port }: { readonly host: string; readonly port: number },
  first: HttpHost,
): Promise<Front> {
  await first.ready()
  let target = first.server
  const server = createBoundedServer()
  passOn(server, () => target)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  let closed: Promise<void> | null = null
  return {
    async handTo(http) {
      await http.ready()
      fronts.set(http.server, server)
      target = http.server
    },
    close() {
      closed ??= drain(server)
      return closed
    },
  }
}

function passOn(server: Server, target: () => Server): void {
  server.on('request', (request, response) => target().emit('request', request, response))
  server.on('connect', (request, line, head) => target().emit('connect', request, line, head))
  server.on('clientError', (error, line) => target().emit('clientError', error, line))
  server.on('checkExpectation', (request, response) =>
    target().emit('checkExpectation', request, response),
  )
  server.on('upgrade', (request, line, head) => {
    const now = target()
    if (now.listenerCount('upgrade') > 0) now.emit('upgrade', request, line, head)
    else answerUpgrade(now, request, line)
  })
}

/** A host without sockets answers who wants one as it answers any request, and the connection ends. */
function answerUpgrade(target: Server, request: IncomingMessage, line: Duplex): void {
  if (!(line instanceof Socket)) return void line.destroy()
  line.on('error', () => line.destroy())
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(line)
  response.on('finish', () => line.end())
  target.emit('request', request, response)
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A kept connection whose last answer is sent would wait for a request that never comes.
    const looks = setInterval(() => server.closeIdleConnections(), lookMs)
    const patience = setTimeout(() => server.closeAllConnections(), drainMs)
    server.close(() => {
      clearInterval(looks)
      clearTimeout(patience)
      resolve()
    })
  })
}
