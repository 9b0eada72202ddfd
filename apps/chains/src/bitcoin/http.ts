/** JSON-RPC over HTTP with the statuses of Bitcoin Core: 401, 404, 500 with the error, 200. */
import { timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import { fieldsOf } from '../fields.ts'

const bodyLengthMax = 8_000_000
const statuses: Readonly<Record<number, number>> = { [-32601]: 404, [-32600]: 400 }

type Answer = { readonly status: number; readonly body: unknown }

/**
 * The server, not listening yet.
 *
 * @param authorization the required value of the `Authorization` header
 * @param call answers a body, single or batch
 */
export function createRpcServer(
  authorization: string,
  call: (body: unknown) => Promise<unknown>,
): http.Server {
  return http.createServer((request, response) => {
    const answer = (status: number, body: unknown): void => {
      const text = body === undefined ? '' : `${JSON.stringify(body)}\n`
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    }
    if (!isSame(request.headers.authorization ?? '', authorization)) {
      request.resume()
      response.setHeader('www-authenticate', 'Basic realm="jsonrpc"')
      answer(401, undefined)
      return
    }
    if (request.method !== 'POST') {
      request.resume()
      answer(405, undefined)
      return
    }
    readBody(request)
      .then((text) => answered(parsed(text), call))
      .then(({ status, body }) => answer(status, body))
      .catch((error: unknown) => answer(500, refusal(-32603, String(error))))
  })
}

async function answered(body: unknown, call: (body: unknown) => Promise<unknown>): Promise<Answer> {
  if (body === undefined) return { status: 500, body: refusal(-32700, 'Parse error') }
  const result = await call(body)
  const { error } = fieldsOf(result)
  if (error === undefined || error === null) return { status: 200, body: result }
  return { status: statuses[Number(fieldsOf(error)['code'])] ?? 500, body: result }
}

function refusal(code: number, message: string): object {
  return { result: null, error: { code, message }, id: null }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readBody(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bodyLengthMax) throw new Error('the body is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function isSame(given: string, right: string): boolean {
  const [left, other] = [Buffer.from(given), Buffer.from(right)]
  return left.length === other.length && timingSafeEqual(left, other)
}
