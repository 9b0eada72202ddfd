/** The calls of the identity steps (API-15 to API-22). */
import {
  type Call,
  calls,
  kindOfNationality,
  kycDataRow,
  kycFiles,
  type KycKind,
  kycLimits,
  kycStepRow,
} from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { route } from '../../../platform/http/route.ts'
import { takeSlowly } from '../../../platform/http/slow-bodies.ts'
import { createKeyedLimit } from '../../../platform/limits/keyed-limit.ts'
import { clientOf, type Sessions } from '../../accounts/index.ts'
import { readForm } from './form.ts'
import { fieldNamesOf } from './step-rules.ts'
import {
  chooseKind,
  consent,
  readPersonData,
  requireOpen,
  saveDetails,
  saveVideo,
  type StepDeps,
  stepOf,
} from './step-service.ts'
import { createVideoSlots } from './video-slots.ts'

export type StepRoutes = StepDeps & { readonly sessions: Sessions }

/** Room for the parts of the form around the files: boundaries, names and other fields. */
const formBytesMax = 100_000
/** The limit of forms with files per user: a burst, then one per interval. */
const formBurst = 20
const formIntervalSeconds = 10
const peopleMax = 10_000

type Posted = Call & { readonly access: 'session' }

/** The calls of each variant. */
const variants = {
  indonesia: {
    consent: calls.kycIdConsent,
    details: calls.kycIdDetails,
    video: calls.kycIdVideo,
  },
  global: {
    consent: calls.kycGlobalConsent,
    details: calls.kycGlobalDetails,
    video: calls.kycGlobalVideo,
  },
} as const satisfies Record<KycKind, Record<'consent' | 'details' | 'video', Posted>>

/** Serves the calls; the settings may disable the steps in favor of the modal (DEC-42). */
export async function registerSteps(http: HttpHost, deps: StepRoutes): Promise<void> {
  const { sessions } = deps
  route(http, sessions, calls.kycStep, async ({ request, userId }) =>
    success(request, { data: kycStepRow(await stepOf(deps, userId)) }),
  )
  route(http, sessions, calls.kycData, async ({ request, userId }) => {
    const { details, stored } = await readPersonData(deps, userId)
    return success(request, { data: kycDataRow(details, stored) })
  })
  route(http, sessions, calls.kycNationality, async ({ request, userId, input }) => {
    requireSteps(deps)
    const kind = kindOfNationality(input)
    if (kind === null) throw new Refusal('kyc.nationality')
    await chooseKind(deps, userId, kind)
    return success(request, { data: kycStepRow(await stepOf(deps, userId)) })
  })
  for (const kind of ['indonesia', 'global'] as const) {
    route(http, sessions, variants[kind].consent, async ({ request, userId }) => {
      requireSteps(deps)
      await consent(deps, userId, kind, clientOf(request).address)
      return success(request, {}, { code: 'kyc.consented' })
    })
  }
  await registerForms(http, deps)
}

function requireSteps({ mode }: StepDeps): void {
  if (mode === 'modal') throw new Refusal('kyc.steps_off')
}

/** The calls that accept forms, each with its own size limit. */
async function registerForms(http: HttpHost, deps: StepRoutes): Promise<void> {
  const maySend = createKeyedLimit<number>(formBurst, 1 / formIntervalSeconds, peopleMax)
  const { imageBytesMax, videoBytesMax } = kycLimits
  const hand = createVideoSlots()
  const senders = new WeakMap<FastifyRequest, number>()
  for (const kind of ['indonesia', 'global'] as const) {
    await http.register(async (scope) => {
      takeForms(scope, 2 * imageBytesMax + formBytesMax)
      const admitted = admit(deps, maySend, kind, 'details')
      scope.addHook('onRequest', async (request) => void (await admitted(request)))
      const files = [kycFiles.document, kycFiles.npwp]
      const rules = { fields: fieldNamesOf(kind), files }
      route(scope, deps.sessions, variants[kind].details, async ({ request, userId }) => {
        const form = readForm(request.body, request.headers['content-type'], rules)
        await saveDetails(deps, userId, kind, form)
        return success(request, {}, { code: 'kyc.saved' })
      })
    })
    await http.register(async (scope) => {
      takeForms(scope, videoBytesMax + formBytesMax)
      const admitted = admit(deps, maySend, kind, 'video')
      scope.addHook('onRequest', async (request, reply) => {
        const userId = await admitted(request)
        hand.take(userId, reply.raw)
        senders.set(request, userId)
        takeSlowly(request)
      })
      scope.addHook('preParsing', (request, _, body, done) => {
        const userId = senders.get(request)
        done(null, userId === undefined ? body : hand.counted(userId, body))
      })
      const rules = { fields: [], files: [kycFiles.video] }
      route(scope, deps.sessions, variants[kind].video, async ({ request, userId }) => {
        const form = readForm(request.body, request.headers['content-type'], rules)
        await saveVideo(deps, userId, kind, form)
        return success(request, {}, { code: 'kyc.submitted' })
      })
    })
  }
}

function takeForms(scope: HttpHost, bodyLimit: number): void {
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit },
    async (_: FastifyRequest, body: Buffer) => body,
  )
}

/** Checked before the body is read, so that a refused request sends no body. */
function admit(
  deps: StepRoutes,
  maySend: (userId: number, nowMs: number) => boolean,
  kind: KycKind,
  piece: 'details' | 'video',
) {
  return async (request: FastifyRequest): Promise<number> => {
    const userId = await deps.sessions.require(request)
    requireSteps(deps)
    if (!maySend(userId, performance.now())) {
      throw new Refusal('request.rate', {}, formIntervalSeconds)
    }
    await requireOpen(deps, userId, kind, piece)
    return userId
  }
}
