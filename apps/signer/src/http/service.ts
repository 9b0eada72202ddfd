/** The signer's HTTP service: a key for every call, small bodies, and an answer to any request. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { KeyTree } from '../keys/tree.ts'
import { parseRequest } from '../request.ts'
import type { Settings } from '../settings.ts'
import { hasOnly, isRecord, isToken, isWhole, parseJson } from '../shape.ts'
import type { Signer } from '../signer.ts'
import { parseTokenRequest } from '../tokens.ts'
import { type Answer, toAnswer, toAttempts, toKeys, refused, toStatus } from './answers.ts'
import { readBody, hasKey } from './bodies.ts'

export type ServiceDeps = {
  readonly key: string
  readonly signer: Signer
  readonly tree: KeyTree
  readonly settings: Settings
}

const requestMs = 10_000
const headersMs = 5_000
const connectionsMax = 64
const idLengthMax = 128
/** Requests that wait for the one before them. */
const waitingMax = 64
const idPattern = /^\/v1\/signed\/([!-~]{1,128})$/

/** A server that is not listening yet. */
export function createService(deps: ServiceDeps): Server {
  const waiting = { count: 0 }
  const server = createServer((request, response) => {
    answerTo(deps, request, waiting)
      .catch(() => withMessage(500, 'The call could not be answered'))
      .then((answer) => send(request, response, answer))
      .catch(() => response.destroy())
  })
  server.requestTimeout = requestMs
  server.headersTimeout = headersMs
  server.maxConnections = connectionsMax
  return server
}

async function answerTo(
  deps: ServiceDeps,
  request: IncomingMessage,
  waiting: { count: number },
): Promise<Answer> {
  const { signer, tree, settings } = deps
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://signer')
  const call = `${request.method} ${pathname}`
  if (call === 'GET /healthz') return withMessage(200, 'OK')
  if (!hasKey(request, deps.key)) return withMessage(401, 'Unauthorized')
  if (call === 'GET /v1/keys') return toKeys(tree, settings)
  if (call === 'GET /v1/status') {
    return toStatus(await signer.status(searchParams.get('to') ?? undefined))
  }
  if (call === 'POST /v1/sign') return inQueue(waiting, request, (body) => sign(signer, body))
  if (call === 'POST /v1/void') return inQueue(waiting, request, (body) => voidId(signer, body))
  if (call === 'POST /v1/tokens') return inQueue(waiting, request, (body) => addToken(signer, body))
  const [, name] = request.method === 'GET' ? (idPattern.exec(pathname) ?? []) : []
  if (name === undefined) return withMessage(404, 'Not found')
  return toAttempts(signer.signedUnder(decodeName(name)))
}

async function inQueue(
  waiting: { count: number },
  request: IncomingMessage,
  answer: (body: unknown) => Promise<Answer>,
): Promise<Answer> {
  if (waiting.count >= waitingMax) return withMessage(503, 'Busy')
  waiting.count++
  try {
    const body = await readBody(request)
    return body === null ? withMessage(413, 'Too large') : await answer(parseJson(body))
  } finally {
    waiting.count--
  }
}

async function sign(signer: Signer, body: unknown): Promise<Answer> {
  const request = parseRequest(body)
  return request === null
    ? withMessage(400, 'Invalid request')
    : toAnswer(await signer.sign(request))
}

async function addToken(signer: Signer, body: unknown): Promise<Answer> {
  const request = parseTokenRequest(body)
  if (request === null) return withMessage(400, 'Invalid request')
  const outcome = await signer.addToken(request)
  return 'refused' in outcome
    ? refused(outcome.refused)
    : { status: 200, body: { book: outcome.number } }
}

async function voidId(signer: Signer, body: unknown): Promise<Answer> {
  if (!isRecord(body) || !hasOnly(body, ['id', 'hold', 'bookAtLeast']))
    return withMessage(400, 'Invalid request')
  const { id, hold, bookAtLeast } = body
  if (!isToken(id, idLengthMax) || !isWhole(bookAtLeast)) return withMessage(400, 'Invalid request')
  if (hold !== null && !isToken(hold, idLengthMax)) return withMessage(400, 'Invalid request')
  const outcome = await signer.voidId({ id, hold, bookAtLeast })
  if ('refused' in outcome) return refused(outcome.refused)
  return {
    status: 200,
    body: { isVoid: outcome.isVoid, paidBy: outcome.paidBy, book: outcome.number },
  }
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function withMessage(status: number, message: string): Answer {
  return { status, body: { message } }
}

function send(request: IncomingMessage, response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body)
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      // Unread bytes of the body would be taken for the next request.
      ...(request.complete ? {} : { connection: 'close' }),
    })
    .end(text)
}
