/** A local server with the contract of Google's siteverify; the test sets its answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { text } from 'node:stream/consumers'

export type GoogleAnswer =
  | { readonly body: unknown; readonly status?: number; readonly location?: string }
  /** Accepts the request and never answers. */
  | 'nothing'

export type Google = {
  readonly url: string
  /** The fields of each call, in order. */
  readonly requests: readonly Readonly<Record<string, string>>[]
  answerWith(reply: GoogleAnswer): void
}

/** Starts it for a test. */
export async function startGoogle(test: TestContext): Promise<Google> {
  const requests: Record<string, string>[] = []
  let reply: GoogleAnswer = 'nothing'
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(Object.fromEntries(new URLSearchParams(await text(request))))
    if (reply === 'nothing') return
    const { status = 200, location } = reply
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(location === undefined ? {} : { location }),
    })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  test.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/recaptcha/api/siteverify`,
    requests,
    answerWith: (next) => {
      reply = next
    },
  }
}
