/**
 * A provider of identity checks, by its REST contract. It finds on every document the values that a test
 * sets.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'

/** The values on a document. */
export type OnDocument = {
  readonly fullName: string
  readonly documentNumber: string
  /** `YYYY-MM-DD`. */
  readonly birthDate: string
}

export type LocalProvider = {
  readonly url: string
  /** Sets the values of every later document. */
  find(found: OnDocument): void
  stop(): Promise<void>
}

/** Starts the provider on loopback; requests need this key as a bearer token. */
export async function startLocalProvider(key: string): Promise<LocalProvider> {
  let found: OnDocument = { fullName: '', documentNumber: '', birthDate: '' }
  const answerTo = (path: string): object | null => {
    switch (path) {
      case '/v1/verification/create-verification':
        return {
          message: 'Verification created successfully',
          verification: { id: randomUUID() },
        }
      case '/v1/verification/document-verification':
        return {
          message: 'OK',
          result: {
            documentType: 'ID_CARD',
            extraction: { ...found, confidence: 0.9 },
            dataCheck: { name: 0.5, number: null, birthDate: null },
            face: { quality: 0.8 },
          },
        }
      case '/v1/verification/biometric-verification':
        return { message: 'OK', result: { probability: 0.93, quality: 0.8 } }
      default:
        return null
    }
  }
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const isKnown = request.headers.authorization === `Bearer ${key}`
      const answer = isKnown ? answerTo(request.url ?? '') : null
      response.writeHead(answer === null ? 401 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer ?? { message: 'Wrong key' }))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    find: (next) => {
      found = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
