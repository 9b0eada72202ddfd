/** The documents that say what calls take and give: `GET /openapi.json`. */
import { openApiDocument } from '@tukar/wire/openapi'
import type { HttpHost } from './host.ts'

/** Serves the document to anybody; it is made for the first who asks. */
export function registerContracts(http: HttpHost): void {
  let text: string | null = null
  http.get('/openapi.json', async (_, reply) => {
    text ??= JSON.stringify(openApiDocument())
    return reply.type('application/json').header('cache-control', 'no-cache').send(text)
  })
}
