/** The calls of personal details and agreement (AGR-02 to AGR-04). */
import { agreementFields, calls, givenParticulars } from '@tukar/wire'
import { type HttpHost, languageOf, success } from '../../platform/http/host.ts'
import { route } from '../../platform/http/route.ts'
import type { Sessions } from '../accounts/index.ts'
import { agree, type AgreementDeps, saveParticulars } from './service.ts'
import { hasParticulars } from './store.ts'
import { agreementPage } from './text.ts'

export type AgreementRoutes = AgreementDeps & { readonly sessions: Sessions }

/** Serves the calls. */
export function registerAgreementRoutes(http: HttpHost, deps: AgreementRoutes): void {
  const { database, sessions, isSimulation } = deps
  route(http, sessions, calls.updateDetails, async ({ request, userId, input }) => {
    await saveParticulars(deps, userId, givenParticulars(input))
    return success(request, {}, { code: 'agreement.saved' })
  })

  route(http, sessions, calls.agreementText, async ({ request, userId }) => {
    const page = agreementPage(languageOf(request), isSimulation)
    const isReady = await hasParticulars(database, userId)
    return success(request, agreementFields({ ...page, isReady }))
  })

  route(http, sessions, calls.agree, async ({ request, userId, input }) => {
    const consent = { userId, language: languageOf(request), clientAddress: request.ip }
    await agree(deps, { ...consent, version: input?.version ?? null })
    return success(request, {}, { code: 'agreement.done' })
  })
}
