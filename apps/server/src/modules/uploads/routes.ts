/** The upload call (API-14): one field `file` of a form, stored for its owner alone. */
import { calls } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/pool.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Guard, route } from '../../platform/http/route.ts'
import { fileBytesMax, toStoredFile } from './stored-file.ts'
import { insertFile } from './store.ts'

/** Room for the parts of the form around the file: boundaries, names and other fields. */
const formBytesMax = 20_000
const filesOfUserMax = 20

export type UploadRoutes = { readonly database: Database; readonly guard: Guard }

/** Serves the call. Only this call accepts forms; other calls accept JSON alone. */
export async function registerUploadRoutes(
  http: HttpHost,
  { database, guard }: UploadRoutes,
): Promise<void> {
  await http.register(async (scope) => {
    // Checked before the body is read, so that guests cannot send a large body.
    scope.addHook('onRequest', async (request) => void (await guard.require(request)))
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: fileBytesMax + formBytesMax },
      async (_: FastifyRequest, body: Buffer) => body,
    )
    route(scope, guard, calls.upload, async ({ request, userId }) => {
      const content = await fileIn(request)
      const file = await toStoredFile(content)
      const isKept = await insertFile(database, { userId, ...file }, filesOfUserMax)
      if (!isKept) throw new Refusal('upload.too_many', { max: filesOfUserMax })
      return success(request, {}, { code: 'upload.done' })
    })
  })
}

/** The content of the form's field `file`; refuses a body without it. */
async function fileIn({ body, headers }: FastifyRequest): Promise<Buffer> {
  if (!Buffer.isBuffer(body)) throw new Refusal('request.malformed')
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => null)
  const file = form?.get('file') ?? null
  if (file === null || typeof file === 'string') throw new Refusal('request.malformed')
  return Buffer.from(await file.arrayBuffer())
}
