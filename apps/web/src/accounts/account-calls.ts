/** The calls that open and make accounts. */
import { textAt } from '../api/json.ts'
import { type Failure, send } from '../api/request.ts'
import { openSession } from '../api/session.ts'
import type { RegistrationValues } from './registration.ts'

/** Opens a session from an answer and loads the home page anew (LOGIN-05); null where it went well. */
function enter(body: Readonly<Record<string, unknown>>): boolean {
  const { token, usid } = body
  if (typeof token !== 'string' || (typeof usid !== 'number' && typeof usid !== 'string'))
    return false
  openSession(token, usid)
  return true
}

/** Signs in with e-mail and password; on success the page is loaded anew at `/`. */
export async function signIn(credentials: {
  readonly email: string
  readonly password: string
}): Promise<Failure | null> {
  const outcome = await send({
    host: 'api',
    method: 'POST',
    path: '/auth/signin_post',
    body: { ...credentials, email: credentials.email.trim(), 'g-recaptcha-response': '' },
  })
  if (!outcome.ok) return outcome
  if (enter(outcome.body)) location.assign('/')
  return null
}

export type RegisterOutcome =
  | { readonly ok: true; readonly message: string }
  | { readonly ok: false; readonly failure: Failure }

/** Makes an account. */
export async function register(values: RegistrationValues): Promise<RegisterOutcome> {
  const outcome = await send({
    host: 'api',
    method: 'POST',
    path: '/auth/signup_post',
    body: {
      name: values.name.trim(),
      email: values.email.trim(),
      password: values.password,
      password_confirm: values.passwordConfirm,
      'g-recaptcha-response': '',
    },
  })
  if (!outcome.ok) return { ok: false, failure: outcome }
  return { ok: true, message: textAt(outcome.body, 'msg') }
}
