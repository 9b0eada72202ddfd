/** The verifier's HTTP: a key for every call, small bodies, and an answer whatever is sent. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import { checkDocument, checkFace } from '../checks.ts'
import type { Looker } from '../look/looker.ts'
import type { Verification, Verifications } from '../verifications.ts'
import { type Answer, created, extractionFailed, faceNotFound, say } from './answer.ts'
import { bodyOf, type Form, hasKey, passOver, readBegin, readForm } from './requests.ts'

export type ServiceParts = {
  readonly key: string
  readonly verifications: Verifications
  readonly looker: Looker
  /** Called at the begin and at the end of every call that has the key. */
  readonly onCall?: () => void
}

const requestMs = 20_000
const headersMs = 5_000
const connectionsMax = 64
const prefix = '/v1/verification/'

type Route = (parts: ServiceParts, body: Buffer, contentType: string) => Promise<Answer>

const routes: Readonly<Record<string, Route>> = {
  'create-verification': create,
  'document-verification': (parts, body, contentType) =>
    withForm(parts, body, contentType, async (verification, form) => {
      const front = await form.file('imageFrontSide')
      if (front === null) return say(422, extractionFailed)
      return checkDocument(parts, verification, { front, back: await form.file('imageBackSide') })
    }),
  'biometric-verification': (parts, body, contentType) =>
    withForm(parts, body, contentType, async (verification, form) => {
      const image = await form.file('image')
      return image === null ? say(422, faceNotFound) : checkFace(parts, verification, image)
    }),
}

/** A server that is not listening yet. */
export function createService(parts: ServiceParts): Server {
  const server = createServer((request, response) => {
    answerTo(parts, request)
      .catch(() => say(500, 'The call could not be answered'))
      .then((answer) => send(request, response, answer))
      .catch(() => response.destroy())
  })
  server.requestTimeout = requestMs
  server.headersTimeout = headersMs
  server.maxConnections = connectionsMax
  return server
}

async function answerTo(parts: ServiceParts, request: IncomingMessage): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://verifier')
  if (request.method === 'GET' && pathname === '/healthz') return say(200, 'OK')
  if (!hasKey(request, parts.key)) return refuse(request, 401, 'Unauthorized')
  const name = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : ''
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined
  if (route === undefined || request.method !== 'POST') return refuse(request, 404, 'Not found')
  parts.onCall?.()
  try {
    const body = await bodyOf(request)
    if (body === null) return say(413, 'Too large')
    return await route(parts, body, request.headers['content-type'] ?? '')
  } finally {
    parts.onCall?.()
  }
}

async function refuse(request: IncomingMessage, status: number, why: string): Promise<Answer> {
  await passOver(request)
  return say(status, why)
}

async function create({ verifications }: ServiceParts, body: Buffer): Promise<Answer> {
  const begin = readBegin(body)
  if (begin === null) return say(400, 'Invalid request')
  const { id } = verifications.create(begin)
  return { status: 200, body: { message: created, verification: { id } } }
}

async function withForm(
  { verifications }: ServiceParts,
  body: Buffer,
  contentType: string,
  then: (verification: Verification, form: Form) => Promise<Answer>,
): Promise<Answer> {
  const form = await readForm(body, contentType)
  if (form === null) return say(400, 'Invalid request')
  const verification = verifications.find(form.verificationId, form.templateId)
  return verification === null ? say(404, 'Verification not found') : then(verification, form)
}

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, body, retryAfterSeconds } = answer
  const text = JSON.stringify(body)
  const headers: OutgoingHttpHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    // What of the body was not read would be taken for the next request.
    ...(request.complete ? {} : { connection: 'close' }),
  }
  response.writeHead(status, headers).end(text)
}
