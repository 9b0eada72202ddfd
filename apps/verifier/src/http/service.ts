/** The verifier's HTTP service: a key for every call, small bodies, and an answer to any request. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import { checkDocument, checkFace } from '../checks.ts'
import type { RecognitionQueue } from '../recognition/recognition-queue.ts'
import type { Verification, Verifications } from '../verifications.ts'
import { type Answer, created, extractionFailed, faceNotFound, withMessage } from './answer.ts'
import { readBody, type Form, hasKey, passOver, readBegin, readForm } from './requests.ts'

export type ServiceDeps = {
  readonly key: string
  readonly verifications: Verifications
  readonly queue: RecognitionQueue
  /** Called at the start and end of every call with the key. */
  readonly onCall?: () => void
}

const requestMs = 20_000
const headersMs = 5_000
const connectionsMax = 64
const prefix = '/v1/verification/'

type Route = (deps: ServiceDeps, body: Buffer, contentType: string) => Promise<Answer>

const routes: Readonly<Record<string, Route>> = {
  'create-verification': create,
  'document-verification': (deps, body, contentType) =>
    withForm(deps, body, contentType, async (verification, form) => {
      const front = await form.file('imageFrontSide')
      if (front === null) return withMessage(422, extractionFailed)
      return checkDocument(deps, verification, { front, back: await form.file('imageBackSide') })
    }),
  'biometric-verification': (deps, body, contentType) =>
    withForm(deps, body, contentType, async (verification, form) => {
      const image = await form.file('image')
      return image === null ? withMessage(422, faceNotFound) : checkFace(deps, verification, image)
    }),
}

/** A server that is not listening yet. */
export function createService(deps: ServiceDeps): Server {
  const server = createServer((request, response) => {
    answerTo(deps, request)
      .catch(() => withMessage(500, 'The call could not be answered'))
      .then((answer) => send(request, response, answer))
      .catch(() => response.destroy())
  })
  server.requestTimeout = requestMs
  server.headersTimeout = headersMs
  server.maxConnections = connectionsMax
  return server
}

async function answerTo(deps: ServiceDeps, request: IncomingMessage): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://verifier')
  if (request.method === 'GET' && pathname === '/healthz') return withMessage(200, 'OK')
  if (!hasKey(request, deps.key)) return refuse(request, 401, 'Unauthorized')
  const name = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : ''
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined
  if (route === undefined || request.method !== 'POST') return refuse(request, 404, 'Not found')
  deps.onCall?.()
  try {
    const body = await readBody(request)
    if (body === null) return withMessage(413, 'Too large')
    return await route(deps, body, request.headers['content-type'] ?? '')
  } finally {
    deps.onCall?.()
  }
}

async function refuse(request: IncomingMessage, status: number, why: string): Promise<Answer> {
  await passOver(request)
  return withMessage(status, why)
}

async function create({ verifications }: ServiceDeps, body: Buffer): Promise<Answer> {
  const begin = readBegin(body)
  if (begin === null) return withMessage(400, 'Invalid request')
  const { id } = verifications.create(begin)
  return { status: 200, body: { message: created, verification: { id } } }
}

async function withForm(
  { verifications }: ServiceDeps,
  body: Buffer,
  contentType: string,
  then: (verification: Verification, form: Form) => Promise<Answer>,
): Promise<Answer> {
  const form = await readForm(body, contentType)
  if (form === null) return withMessage(400, 'Invalid request')
  const verification = verifications.find(form.verificationId, form.templateId)
  return verification === null
    ? withMessage(404, 'Verification not found')
    : then(verification, form)
}

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, body, retryAfterSeconds } = answer
  const text = JSON.stringify(body)
  const headers: OutgoingHttpHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    // Unread bytes of the body would be parsed as the next request.
    ...(request.complete ? {} : { connection: 'close' }),
  }
  response.writeHead(status, headers).end(text)
}
