/** The route that uploads a proof of payment (API-53, SRV-71): one per deposit, while it is payable. */
import { calls, rowNumber } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { type HttpHost, success } from '../../../../platform/http/host.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { route } from '../../../../platform/http/route.ts'
import { fileBytesMax, toStoredFile } from '../../../uploads/index.ts'
import * as deposits from './deposit-store.ts'
import type { RupiahDeps } from '../deps.ts'
import { storeProof } from '../proofs.ts'

/** Bytes of the form in addition to the file: boundaries, names, the other field. */
const formBytesMax = 20_000

/** Registers the route. It accepts a form, and only with a session a body of that size. */
export async function registerDepositFile(
  http: HttpHost,
  { database, sessions }: RupiahDeps,
): Promise<void> {
  await http.register(async (scope) => {
    scope.addHook('onRequest', async (request) => void (await sessions.require(request)))
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: fileBytesMax + formBytesMax },
      async (_: FastifyRequest, body: Buffer) => body,
    )
    route(scope, sessions, calls.depositFile, async ({ request, userId }) => {
      const { depositId, content } = await formIn(request)
      const deposit = await deposits.findOwnDeposit(database, userId, depositId)
      if (deposit === null) throw new Refusal('deposit.unknown')
      const file = await toStoredFile(content)
      const isKept = await storeProof(database, depositId, file)
      if (!isKept) throw new Refusal('deposit.not_pending')
      return success(request, {}, { code: 'deposit.file_kept' })
    })
  })
}

/** Parses the deposit id and the file of the form; refuses an incomplete body. */
async function formIn({
  body,
  headers,
}: FastifyRequest): Promise<{ readonly depositId: number; readonly content: Buffer }> {
  if (!Buffer.isBuffer(body)) throw new Refusal('request.malformed')
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => null)
  const id = form?.get('depoidr_id') ?? null
  const file = form?.get('depoidr_file') ?? null
  const depositId = typeof id === 'string' ? rowNumber(id) : null
  if (depositId === null || file === null || typeof file === 'string') {
    throw new Refusal('request.malformed')
  }
  return { depositId, content: Buffer.from(await file.arrayBuffer()) }
}
