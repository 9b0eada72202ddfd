/**
 * Answers to bytes that are not a valid request: the connection gets the envelope and headers of every other
 * answer, and ends (SRV-01, ATT-41, ATT-114).
 */
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { languageOfHeader, serverMessage } from '@tukar/i18n/server'
import type { GuardHeaders } from './guard-headers.ts'

const code = 'request.malformed'
/** The parser's codes for a head that is too large, and one that took too long. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
const badRequest = 400
const notAllowed = 405
const expectationFailed = 417

/** Answers an unreadable request; for Node's `clientError`. */
export function answerUnreadable(guardHeaders: GuardHeaders) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = statuses[error.code ?? ''] ?? badRequest
    if (socket.writable) endWith(socket, status, guardHeaders)
    socket.destroy(error)
  }
}

/** Answers what Node would answer on its own or not at all: CONNECT requests, and unknown expectations. */
export function refuseOddRequests(server: Server, guardHeaders: GuardHeaders): void {
  server.on('connect', (_, connection) => endWith(connection, notAllowed, guardHeaders))
  server.on('checkExpectation', ({ socket }: IncomingMessage) =>
    endWith(socket, expectationFailed, guardHeaders),
  )
}

/** Sends a refusal on a connection that takes no further request. */
export function endWith(
  connection: Duplex,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  const requestId = randomUUID()
  const msg = serverMessage(languageOfHeader(undefined), code)
  const body = JSON.stringify({ success: 0, msg, code, params: {}, request_id: requestId })
  const all = {
    ...headers,
    'cache-control': 'no-store',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
}
