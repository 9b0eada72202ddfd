/**
 * The listeners of the server, from its start to its end: the one of everybody, and the one of the doors for this
 * machine. Each request goes to the host that answers at that moment: another host takes over without a connection
 * being refused or cut.
 */
import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { LocalListenerSettings } from '../config/local-listener-settings.ts'
import { createBoundedServer } from './connections.ts'
import type { HttpHost } from './host.ts'

/** Requests that are under way at the end may take so long. */
const drainMs = 5_000
/** How often connections whose last request is answered are closed at the end. */
const lookMs = 50

export type Front = {
  /** The port of the doors for this machine; null where they are shut. */
  readonly localPort: number | null
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

/** Requests that came in by the listener of the doors. */
const localRequests = new WeakSet<IncomingMessage>()

/** Whether a request came in by the listener of the doors for this machine. */
export function isLocalRequest(request: IncomingMessage): boolean {
  return localRequests.has(request)
}

/** The one address that doors for this machine are ever opened on. */
const doorsHost = '127.0.0.1'
const portMax = 65_535

export type FrontOptions = {
  readonly host: string
  readonly port: number
  /** Null: the doors for this machine stay shut. */
  readonly localListener: LocalListenerSettings | null
}

/**
 * Listens, and passes everything to this host.
 *
 * @throws Error with Node's code where a port that was named cannot be had, as `EADDRINUSE`
 */
export async function openFront(options: FrontOptions, first: HttpHost): Promise<Front> {
  await first.ready()
  let target = first.server
  const server = createBoundedServer()
  passOn(server, () => target)
  await listen(server, options.port, options.host)
  const doors = await openDoors(options, () => target).catch((error: unknown) => {
    server.close()
    throw error
  })
  let closed: Promise<void> | null = null
  return {
    localPort: doors === null ? null : portOf(doors),
    async handTo(http) {
      await http.ready()
      fronts.set(http.server, server)
      target = http.server
    },
    close() {
      const servers = doors === null ? [server] : [server, doors]
      closed ??= Promise.all(servers.map(drain)).then(() => undefined)
      return closed
    },
  }
}

/** Listens on loopback for the doors, if they are open; without a port that was named, after the one of everybody or anywhere. */
async function openDoors(
  { port, localListener }: FrontOptions,
  target: () => Server,
): Promise<Server | null> {
  if (localListener === null) return null
  // Nobody listens for upgrades here: Node answers a request for one as any other, and no socket opens.
  const server = createBoundedServer()
  server.on('request', (request, response) => {
    localRequests.add(request)
    target().emit('request', request, response)
  })
  server.on('clientError', (error, line) => target().emit('clientError', error, line))
  if (localListener.port !== null) return listen(server, localListener.port, doorsHost)
  const next = port === 0 || port === portMax ? 0 : port + 1
  return listen(server, next, doorsHost).catch(() => listen(server, 0, doorsHost))
}

function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

function portOf(server: Server): number | null {
  const address = server.address()
  return address === null || typeof address === 'string' ? null : address.port
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
