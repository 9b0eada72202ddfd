/**
 * The listeners of the server, from its start to its end: the public one, and the local one for this machine.
 * Each request goes to the host that is current at that moment, so a new host takes over without a refused or
 * cut connection.
 */
import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { LocalListenerSettings } from '../config/local-listener-settings.ts'
import { createBoundedServer } from './connections.ts'
import type { HttpHost } from './host.ts'

/** How long requests under way may take when the server closes. */
const drainMs = 5_000
/** How often idle connections are closed while the server closes. */
const idleCheckMs = 50

export type Front = {
  /** The port of the local listener; null if there is none. */
  readonly localPort: number | null
  /** Makes this host answer from now on. The previous host finishes the requests under way. */
  handTo(http: HttpHost): Promise<void>
  /**
   * Accepts no more connections and resolves once the requests under way are answered, after 5 s at the
   * latest.
   */
  close(): Promise<void>
}

/** The public listeners of hosts that do not listen themselves. */
const fronts = new WeakMap<Server, Server>()

/** The address at which requests reach this host, on its own port or its front's; null if there is none. */
export function addressOf({ server }: HttpHost): AddressInfo | null {
  const address = (fronts.get(server) ?? server).address()
  return typeof address === 'string' ? null : address
}

/** Requests that arrived at the local listener. */
const localRequests = new WeakSet<IncomingMessage>()

/** Whether a request arrived at the local listener. */
export function isLocalRequest(request: IncomingMessage): boolean {
  return localRequests.has(request)
}

/** The only address on which the local listener may open. */
const localHost = '127.0.0.1'
const portMax = 65_535

export type FrontOptions = {
  readonly host: string
  readonly port: number
  /** Null: no local listener is opened. */
  readonly localListener: LocalListenerSettings | null
}

/**
 * Listens and passes every request to this host.
 *
 * @throws Error with Node's code if a configured port is not available, such as `EADDRINUSE`
 */
export async function openFront(options: FrontOptions, first: HttpHost): Promise<Front> {
  await first.ready()
  let target = first.server
  const server = createBoundedServer()
  passOn(server, () => target)
  await listen(server, options.port, options.host)
  const localServer = await openLocalListener(options, () => target).catch((error: unknown) => {
    server.close()
    throw error
  })
  let closed: Promise<void> | null = null
  return {
    localPort: localServer === null ? null : portOf(localServer),
    async handTo(http) {
      await http.ready()
      fronts.set(http.server, server)
      target = http.server
    },
    close() {
      const servers = localServer === null ? [server] : [server, localServer]
      closed ??= Promise.all(servers.map(drain)).then(() => undefined)
      return closed
    },
  }
}

/**
 * Opens the local listener, if it is configured. Without a configured port it takes the one after the public
 * port, or any free one.
 */
async function openLocalListener(
  { port, localListener }: FrontOptions,
  target: () => Server,
): Promise<Server | null> {
  if (localListener === null) return null
  // Without a listener for upgrades Node answers an upgrade like any other request, and no socket opens.
  const server = createBoundedServer()
  server.on('request', (request, response) => {
    localRequests.add(request)
    target().emit('request', request, response)
  })
  server.on('clientError', (error, line) => target().emit('clientError', error, line))
  if (localListener.port !== null) return listen(server, localListener.port, localHost)
  const next = port === 0 || port === portMax ? 0 : port + 1
  return listen(server, next, localHost).catch(() => listen(server, 0, localHost))
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

/** A host without sockets answers an upgrade like any other request, and the connection ends. */
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
    // After its last answer a kept-alive connection would wait for a request that never comes.
    const idleTimer = setInterval(() => server.closeIdleConnections(), idleCheckMs)
    const patience = setTimeout(() => server.closeAllConnections(), drainMs)
    server.close(() => {
      clearInterval(idleTimer)
      clearTimeout(patience)
      resolve()
    })
  })
}
