/**
 * Admission of sockets (ATT-106, ATT-108, ATT-114): who may connect, what a connection may send, and the
 * answer to other requests.
 */
import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import type { Server, Socket } from 'socket.io'
import type { GuardHeaders } from '../platform/http/guard-headers.ts'
import { namesTwoHosts } from '../platform/http/origin-guard.ts'
import { isOriginAllowed } from '../platform/http/origins.ts'
import { endWith } from '../platform/http/raw-answer.ts'
import { createTokenBucket } from '../platform/limits/token-bucket.ts'
import { cut } from './backlog.ts'
import type { SocketsByAddress } from './by-address.ts'
import {
  connectionsMax,
  connectsBurst,
  connectsPerSecond,
  messagesBurst,
  messagesPerSecond,
} from './connection-limits.ts'

/** Where sockets are opened. */
export const socketPath = '/socket.io/'

const upgradeRequired = 426

/** What admission checks. */
export type AdmissionOptions = {
  /** Foreign origins whose pages may open sockets. */
  readonly allowedOrigins: readonly string[]
  readonly isClosed: () => boolean
  readonly byAddress: SocketsByAddress
}

/** Why a connection is refused; null if it is accepted. */
export type Admission = 'host' | 'origin' | 'maintenance' | 'address' | 'busy' | null

/** Decides before anything is allocated for a connection. */
export function createAdmission(options: AdmissionOptions, countOf: () => number) {
  const bucket = createTokenBucket(connectsBurst, connectsPerSecond)
  return (request: IncomingMessage): Admission => {
    const { origin, host } = request.headers
    if (namesTwoHosts(request)) return 'host'
    if (!isOriginAllowed(origin, host, options.allowedOrigins)) return 'origin'
    if (options.isClosed()) return 'maintenance'
    if (options.byAddress.isFull(request)) return 'address'
    if (countOf() >= connectionsMax || !bucket(performance.now())) return 'busy'
    return null
  }
}

/** A plain request to the socket path is refused with the headers of any answer. */
export function guardAnswers(engine: Server['engine'], guardHeaders: GuardHeaders): void {
  const headers = Object.entries({ ...guardHeaders, 'cache-control': 'no-store' })
  engine.use((_: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  })
}

type Connection = Socket['conn']

/** In the protocol of socket.io: this packet opens a socket on its connection. */
const connectPacket = '0'

/** Ends a connection that sends more than any page, or that opens a second socket. */
export function guard(connection: Connection): void {
  const bucket = createTokenBucket(messagesBurst, messagesPerSecond)
  const count = (): void => {
    if (!bucket(performance.now())) cut(connection)
  }
  // The WebSocket library answers pings automatically, each with as many bytes; a browser's page cannot send
  // any.
  const rawSocket: unknown = Reflect.get(connection.transport, 'socket')
  if (rawSocket instanceof EventEmitter) rawSocket.on('ping', count).on('pong', count)
  let opened = 0
  connection.on('packet', ({ type, data }: { readonly type: string; readonly data?: unknown }) => {
    const opens = type === 'message' && typeof data === 'string' && data.startsWith(connectPacket)
    if (opens) opened += 1
    if (opened > 1) cut(connection)
    else count()
  })
}

/** Answers an upgrade to another protocol; without an answer the client would wait (ATT-114). */
export function refuseOtherUpgrades(server: HttpServer, guardHeaders: GuardHeaders): void {
  const headers = { ...guardHeaders, upgrade: 'websocket' }
  server.on('upgrade', (request, connection) => {
    if (request.url?.startsWith(socketPath) !== true) endWith(connection, upgradeRequired, headers)
  })
}
