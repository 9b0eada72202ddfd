/** The call with which a page gets its captcha. */
import { calls } from '@tukar/wire'
import { type HttpHost, success } from '../http/host.ts'
import { type Guard, route } from '../http/route.ts'
import type { Captcha } from './captcha.ts'

/** Serves `GET /captcha/challenge`. */
export function registerCaptcha(http: HttpHost, guard: Guard, captcha: Captcha): void {
  route(http, guard, calls.captchaChallenge, async ({ request }) =>
    success(request, { data: await captcha.task() }),
  )
}
