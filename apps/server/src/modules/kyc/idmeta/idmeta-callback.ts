/**
 * The callback of the provider at the end of its flow. The signature over the raw bytes is checked first. The
 * callback is only a hint: scores in it are not read (ATT-49). It closes the user's modal (RT-04, SRV-43).
 */
import { calls } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import type { CallbackOutcome, IdentityCheck } from '../../../adapters/identity-check/index.ts'
import type { Database } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type Guard, route } from '../../../platform/http/route.ts'
import { announce } from '../../notifications/index.ts'
import { decide } from '../record/decide.ts'
import { endVerification, ownerOf } from './idmeta-store.ts'
import type { KycDecisionDeps } from '../deps.ts'
import { lockRecord } from '../record/record-store.ts'

const bodyBytesMax = 65_536
const signatureHeader = 'x-signature'

export type CallbackDeps = KycDecisionDeps & {
  readonly database: Database
  readonly guard: Guard
  readonly check: Pick<IdentityCheck, 'isCallback' | 'readCallback'>
}

/** Serves the call; refuses `callback.forbidden` without the provider's signature. */
export async function registerIdmetaCallback(http: HttpHost, deps: CallbackDeps): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyBytesMax },
      async (_: FastifyRequest, body: Buffer) => body,
    )
    route(scope, deps.guard, calls.idmetaCallback, async ({ request }) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers[signatureHeader]
      if (!deps.check.isCallback(body, typeof signature === 'string' ? signature : undefined)) {
        throw new Refusal('callback.forbidden')
      }
      const callback = deps.check.readCallback(jsonIn(body))
      if (callback === null) throw new Refusal('request.malformed')
      const { verificationId, outcome } = callback
      if (outcome !== 'pending') await endFlow(deps, verificationId, outcome)
      return success(request)
    })
  })
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/**
 * Runs once for each verification, however often the callback arrives; it approves nobody. A rejection counts
 * against later faces.
 */
async function endFlow(
  deps: CallbackDeps,
  verificationId: string,
  outcome: Exclude<CallbackOutcome, 'pending'>,
): Promise<void> {
  await inTransaction(deps.database, async (transaction) => {
    const userId = await ownerOf(transaction, verificationId)
    if (userId === null) return
    // The record is locked first, as in every change of it.
    const record = await lockRecord(transaction, userId)
    if (!(await endVerification(transaction, verificationId, outcome))) return
    if (outcome !== 'verified' && record?.state === 'submitted') {
      const reason = 'suspicious'
      await decide(transaction, deps, { userId, decision: 'review', reason, actor: 'machine' })
    }
    await announce(transaction, { userId, event: 'kyc_tutup_popup', message: '' })
  })
}
