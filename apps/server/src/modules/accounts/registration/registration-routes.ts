/** The calls to register and to recover an account. */
import { calls } from '@tukar/wire'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { route } from '../../../platform/http/route.ts'
import { clientOf } from '../sign-in/clients.ts'
import { requestVerification, verifyEmail } from './email-verification.ts'
import type { AccountsDeps } from '../deps.ts'
import { changePassword } from '../password/password-change.ts'
import { requestReset } from '../password/password-reset.ts'
import { register } from './registration.ts'

/** Serves registration, the confirmation of an address and a new password; captchas are checked first. */
export function registerRegistration(http: HttpHost, deps: AccountsDeps): void {
  const { captcha, sessions } = deps
  route(http, sessions, calls.signUp, async ({ request, input }) => {
    await captcha.require(input, { action: 'signup', clientAddress: request.ip })
    const { name, email, password, password_confirm: passwordConfirm } = input
    await register(deps, { name, email, password, passwordConfirm, client: clientOf(request) })
    return success(request, {}, { code: 'register.done' })
  })

  route(http, sessions, calls.verifyEmail, async ({ request, input }) => {
    await verifyEmail(deps, input.code, clientOf(request))
    return success(request, {}, { code: 'verify.done' })
  })

  route(http, sessions, calls.requestVerification, async ({ request, input }) => {
    await captcha.require(input, { action: 'verification', clientAddress: request.ip })
    await requestVerification(deps, input.email)
    return success(request, {}, { code: 'verify.sent' })
  })

  route(http, sessions, calls.requestPasswordChange, async ({ request, input }) => {
    await captcha.require(input, { action: 'reset', clientAddress: request.ip })
    await requestReset(deps, input.email, clientOf(request))
    return success(request, {}, { code: 'reset.sent' })
  })

  route(http, sessions, calls.changePassword, async ({ request, input }) => {
    await captcha.require(input, { action: 'password', clientAddress: request.ip })
    const { email, token, password, password_confirm: passwordConfirm } = input
    const client = clientOf(request)
    await changePassword(deps, { email, token, password, passwordConfirm, client })
    return success(request, {}, { code: 'reset.done' })
  })
}
