/**
 * For tests: a local server of the provider's REST API. The test sets its findings and faults, and reads the
 * calls that it received.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderDocument } from '@tukar/wire'
import type { Lasting } from '../../../testing/desk.ts'

export const providerKey = 'key-of-the-provider-0001'
export const callbackSecret = 'secret-of-the-callbacks-0001'

type Operation = 'create' | 'document' | 'face'
type DocumentResult = ProviderDocument['result']
type FaceFound = { probability?: number; quality?: number; copy?: boolean; refusal?: string }

/** Faults of the next calls: no reply, a closed connection, a status, invalid JSON, a wrong shape. */
export type Fault =
  | 'timeout'
  | 'disconnect'
  | 'error'
  | 'busy'
  | 'junk'
  | 'wrong_shape'
  | 'endless'
  | 'unauthorized'
  | 'lost'

export type ReceivedCall = {
  readonly operation: Operation
  readonly fields: Readonly<Record<string, string>>
  /** Bytes of the pictures by field. */
  readonly pictures: Readonly<Record<string, Buffer>>
}

export type ContractServer = {
  readonly url: string
  readonly key: string
  readonly callbackSecret: string
  /** All calls that got a regular reply, in order. */
  readonly asked: readonly ReceivedCall[]
  /** Sets the findings of the next documents; a text is a refusal with these words (422). */
  findDocument(found: Partial<DocumentResult> | string): void
  /** Sets the findings of the next faces; a text is a refusal, with scores where given. */
  findFace(found: FaceFound): void
  /** The next `times` calls of the operation fail. */
  fail(operation: Operation, fault: Fault, times?: number): void
  /** Forgets all verifications, as a restart does. */
  forget(): void
  /** Sets the duration of each call. */
  delay(delayMs: number): void
  /** A signed callback: its raw body and its signature. */
  callback(verificationId: string, status: string): { body: string; signature: string }
  stop(): Promise<void>
}

type Verification = {
  readonly expected: Readonly<Record<string, string | null>>
  hasDocument: boolean
}

const goodDocument: DocumentResult = {
  documentType: 'ID_CARD',
  extraction: { fullName: null, documentNumber: null, birthDate: null, confidence: 0.93 },
  dataCheck: { name: null, number: null, birthDate: null },
  face: { quality: 0.8 },
}
const paths: Readonly<Record<string, Operation>> = {
  '/v1/verification/create-verification': 'create',
  '/v1/verification/document-verification': 'document',
  '/v1/verification/biometric-verification': 'face',
}

/** Starts the server on a free port. It stops with the test, or earlier. */
export async function startContractServer(test: Lasting): Promise<ContractServer> {
  const verifications = new Map<string, Verification>()
  const asked: ReceivedCall[] = []
  const faults: { operation: Operation; fault: Fault }[] = []
  const found: {
    document: Partial<DocumentResult> | string
    face: FaceFound
    delayMs: number
  } = { document: {}, face: {}, delayMs: 0 }

  const create = async (response: ServerResponse, asks: ReceivedCall): Promise<void> => {
    const id = randomUUID()
    const expected = JSON.parse(asks.fields['expected'] ?? '{}')
    verifications.set(id, { expected, hasDocument: false })
    send(response, 200, { message: 'Verification created successfully', verification: { id } })
  }
  const document = (response: ServerResponse, of: Verification): void => {
    if (typeof found.document === 'string') return send(response, 422, { message: found.document })
    of.hasDocument = true
    send(response, 200, { message: 'OK', result: documentOf(of, found.document) })
  }
  const face = (response: ServerResponse, of: Verification): void => {
    if (!of.hasDocument) return send(response, 409, { message: 'Verify the document first.' })
    const { probability = 0.94, quality = 0.81, copy, refusal } = found.face
    if (refusal === undefined) {
      return send(response, 200, { message: 'OK', result: { probability, quality, copy } })
    }
    const hasScores = found.face.probability !== undefined
    const result = hasScores ? { result: { probability, quality } } : {}
    send(response, 422, { message: refusal, ...result })
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const operation = paths[request.url ?? '']
    if (operation === undefined) return send(response, 404, { message: 'There is nothing here.' })
    if (request.headers.authorization !== `Bearer ${providerKey}`) {
      return send(response, 401, { message: 'Wrong key' })
    }
    const asks = await readCall(operation, request)
    await new Promise((resolve) => setTimeout(resolve, found.delayMs))
    const at = faults.findIndex((one) => one.operation === operation)
    if (at >= 0) {
      const [fault] = faults.splice(at, 1)
      if (fault !== undefined && goesWrong(response, fault.fault)) return
    }
    asked.push(asks)
    if (operation === 'create') return create(response, asks)
    const of = verifications.get(asks.fields['verificationId'] ?? '')
    if (of === undefined) return send(response, 404, { message: 'Unknown verification' })
    return operation === 'document' ? document(response, of) : face(response, of)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  test.after(stop)
  return {
    url: `http://127.0.0.1:${port}`,
    key: providerKey,
    callbackSecret,
    asked,
    findDocument: (document) => void (found.document = document),
    findFace: (face) => void (found.face = face),
    fail(operation, fault, times = 1) {
      // The client repeats a call that got no reply once, within the same call.
      const hangUps = fault === 'disconnect' ? 2 * times : times
      for (let i = 0; i < hangUps; i++) faults.push({ operation, fault })
    },
    forget: () => verifications.clear(),
    delay: (delayMs) => void (found.delayMs = delayMs),
    callback(verificationId, status) {
      const body = JSON.stringify({ verificationId, status })
      const signature = createHmac('sha256', callbackSecret).update(body).digest('hex')
      return { body, signature }
    },
    stop,
  }
}

/** The document that is found: the set findings, and the expected data for the rest. */
function documentOf({ expected }: Verification, findings: Partial<DocumentResult>): DocumentResult {
  const { fullName = null, documentNumber = null, birthDate = null } = expected
  return {
    ...goodDocument,
    extraction: { ...goodDocument.extraction, fullName, documentNumber, birthDate },
    dataCheck: {
      name: fullName === null ? null : 1,
      number: documentNumber === null ? null : true,
      birthDate: birthDate === null ? null : true,
    },
    ...findings,
  }
}

async function readCall(operation: Operation, request: IncomingMessage): Promise<ReceivedCall> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const body = Buffer.concat(chunks)
  if (operation === 'create') {
    const read: Record<string, unknown> = JSON.parse(body.toString('utf8'))
    const entries = Object.entries(read).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    return { operation, fields: Object.fromEntries(entries), pictures: {} }
  }
  const type = request.headers['content-type'] ?? ''
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  const fields: Record<string, string> = {}
  const pictures: Record<string, Buffer> = {}
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') fields[name] = value
    else pictures[name] = Buffer.from(await value.arrayBuffer())
  }
  return { operation, fields, pictures }
}

/** Applies a fault; returns whether it ends the call. */
function goesWrong(response: ServerResponse, fault: Fault): boolean {
  switch (fault) {
    // The server never replies.
    case 'timeout':
      return true
    case 'disconnect':
      response.destroy()
      return true
    case 'error':
      return sendAnd(response, 500, { message: 'It broke.' })
    case 'busy':
      response.setHeader('retry-after', '3')
      return sendAnd(response, 503, { message: 'Busy' })
    case 'unauthorized':
      return sendAnd(response, 401, { message: 'Wrong key' })
    case 'lost':
      return sendAnd(response, 404, { message: 'Unknown verification' })
    case 'junk':
      response.end('<html>502 Bad gateway</html>')
      return true
    case 'wrong_shape':
      return sendAnd(response, 200, { message: 'OK', result: { probability: 94 }, verification: 1 })
    case 'endless':
      pour(response)
      return true
  }
}

/** Sends bytes until the client disconnects. */
function pour(response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write(' '.repeat(65_536))) continue
  }
  response.on('drain', more)
  more()
}

function sendAnd(response: ServerResponse, status: number, body: object): true {
  send(response, status, body)
  return true
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
