/** The documents of calls and events: `GET /openapi.json`, `GET /asyncapi.json`. */
import { asyncApiDocument, openApiDocument } from '@tukar/wire/openapi'
import type { HttpHost } from './host.ts'

/** Serves the documents to anybody; each is built at its first request. */
export function registerContracts(http: HttpHost): void {
  serve(http, '/openapi.json', openApiDocument)
  serve(http, '/asyncapi.json', asyncApiDocument)
}

function serve(http: HttpHost, path: string, documentOf: () => object): void {
  let text: string | null = null
  http.get(path, async (_, reply) => {
    text ??= JSON.stringify(documentOf())
    return reply.type('application/json').header('cache-control', 'no-cache').send(text)
  })
}
