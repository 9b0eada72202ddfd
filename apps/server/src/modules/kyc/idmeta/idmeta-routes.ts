/** The three calls of the verification modal (API-72 to API-74); refusals have status 422 (DEC-135). */
import { calls, type Envelope, idmetaTexts, protocolMessageOf } from '@tukar/wire'
import { serverMessage } from '@tukar/i18n/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type HttpHost, languageOf, sendRefusal, success } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type Guard, route } from '../../../platform/http/route.ts'
import { takeSlowly } from '../../../platform/http/slow-bodies.ts'
import { createKeyedLimit } from '../../../platform/limits/keyed-limit.ts'
import {
  createVerification,
  type IdmetaIds,
  requireOpen,
  verifyDocument,
  verifyFace,
} from './idmeta-flow.ts'
import { formBytesMax, preparedImage, readIdmetaForm } from './idmeta-form.ts'
import type { IdmetaOutcome } from './idmeta-refusals.ts'
import type { KycDeps } from '../deps.ts'
import { unlessUsedUp } from '../record/used-up.ts'

const refusedStatus = 422
/** The call limit of one user, as each call costs the verifier a second: a burst, then one per interval. */
const callBurst = 20
const callIntervalSeconds = 15
const usersMax = 10_000

export type IdmetaRoutes = KycDeps & { readonly guard: Guard }

/** Serves the calls; two of them accept forms, only with a session. */
export async function registerIdmetaRoutes(http: HttpHost, deps: IdmetaRoutes): Promise<void> {
  const { guard } = deps
  const mayCall = createKeyedLimit<number>(callBurst, 1 / callIntervalSeconds, usersMax)
  const requireTurn = (userId: number): void => {
    if (!mayCall(userId, performance.now())) {
      throw new Refusal('request.rate', {}, callIntervalSeconds)
    }
  }
  await http.register(async (scope) => {
    scope.setErrorHandler(sendRefused)
    route(scope, guard, calls.createVerification, async (asked) => {
      const { userId, input } = asked
      requireTurn(userId)
      const outcome = await createVerification(deps, userId, input.template_id)
      return answered(asked, outcome, idmetaTexts.created, (id) => ({ verification_id: id }))
    })
    await scope.register(async (forms) => {
      forms.addHook('onRequest', async (request) => {
        // Checked before the body is read, so that a refused request sends no body.
        const userId = await guard.require(request)
        requireTurn(userId)
        await requireOpen(deps, userId)
        // A document check may take longer than the timeout of an idle connection.
        takeSlowly(request)
      })
      forms.addContentTypeParser(
        'multipart/form-data',
        { parseAs: 'buffer', bodyLimit: formBytesMax },
        async (_: FastifyRequest, body: Buffer) => body,
      )
      registerForms(forms, deps)
    })
  })
}

function registerForms(http: HttpHost, deps: IdmetaRoutes): void {
  const { guard } = deps
  route(http, guard, calls.verifyDocument, async (asked) => {
    const { request, userId } = asked
    const form = readIdmetaForm(request)
    const { front, back } = form
    const isWhole = back !== null || deps.passportSingleSide
    if (front === null || !isWhole) throw new Refusal('idmeta.both_sides')
    const pictures = {
      front: await preparedImage(front),
      back: back === null ? null : await preparedImage(back),
    }
    const outcome = await verifyDocument(deps, userId, form, pictures)
    return answered(asked, outcome, idmetaTexts.done, (result) => ({ result: named(form, result) }))
  })

  route(http, guard, calls.verifyFace, async (asked) => {
    const { request, userId } = asked
    const form = readIdmetaForm(request)
    if (form.face === null) throw new Refusal('request.malformed')
    const sent = { image: await preparedImage(form.face), clientAddress: request.ip }
    const outcome = await verifyFace(deps, userId, form, sent)
    return answered(asked, outcome, idmetaTexts.done, (result) => ({ result: named(form, result) }))
  })
}

/** A result with the ids of its verification (DATA-09), as the row has them. */
function named<Result extends object>({ templateId, verificationId }: IdmetaIds, result: Result) {
  return {
    id: verificationId,
    template_id: templateId,
    verification_id: verificationId,
    ...result,
  }
}

type Exchanged = { readonly request: FastifyRequest; readonly reply: FastifyReply }

type Answered<Fields> = Envelope & { readonly message: string } & Fields

/** The answer, with the same text as `msg` and `message` (DEC-136). */
function answered<T, const Fields extends object>(
  { request, reply }: Exchanged,
  outcome: IdmetaOutcome<T>,
  text: string,
  fieldsOf: (value: T) => Fields,
): Answered<Fields> {
  if (outcome.status === 'done') {
    return success(request, { msg: text, message: text, ...fieldsOf(outcome.value) })
  }
  const { code, message, result } = outcome
  reply.code(refusedStatus)
  const refusal = {
    ...success(request, { success: 0, code, msg: message, message }),
    ...(result === null ? {} : { result }),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a refusal has other fields than the answer
  return refusal as Envelope as Answered<Fields>
}

/** Our own refusals: those with status 200 elsewhere, such as a used number, have 422 here. */
function sendRefused(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = unlessUsedUp(thrown)
  if (!(error instanceof Refusal)) throw error
  const { code, params } = error
  const message = protocolMessageOf(code) ?? serverMessage(languageOf(request), code, params)
  return sendRefusal(request, reply, error, { fields: { message }, refusedStatus })
}
