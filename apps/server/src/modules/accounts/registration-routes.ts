/** The calls of joining, with their wire names. */
import { calls } from '@tukar/wire'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { route } from '../../platform/http/route.ts'
import { createClientLimit } from './client-limit.ts'
import type { AccountsParts } from './parts.ts'
import { register } from './registration.ts'

/** How fast the sign-ups of one client address come back. */
const signUpsPerSecond = 5

/** Serves `POST /auth/signup_post`. */
export function registerRegistration(http: HttpHost, parts: AccountsParts): void {
  const limitSignUps = createClientLimit(parts.signUpBurst, signUpsPerSecond)
  route(http, parts.sessions, calls.signUp, async ({ request, input }) => {
    limitSignUps(request.ip)
    const userId = await register(parts, {
      name: input.name,
      email: input.email,
      password: input.password,
      passwordConfirm: input.password_confirm,
      clientAddress: request.ip,
    })
    return success(request, { usid: userId }, { code: 'register.done' })
  })
}
