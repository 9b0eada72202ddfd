/** The calls that open and make accounts. */
import { textAt } from '../api/json.ts'
import { type Failure, type RawOutcome, send } from '../api/request.ts'
import { openSession } from '../api/session.ts'
import type { RegistrationValues } from './registration.ts'
import { readSession } from './wire-reading.ts'

/** Opens the session that an answer gives; an answer without one is a failure with its own text. */
export function enterBy(outcome: RawOutcome): Failure | null {
  if (!outcome.ok) return outcome
  const session = readSession(outcome.body)
  if (session !== null) {
    openSession(session.token, session.userId)
    return null
  }
  return {
    ok: false,
    kind: 'refused',
    status: 200,
    code: textAt(outcome.body, 'action'),
    params: {},
    message: textAt(outcome.body, 'msg'),
    requestId: textAt(outcome.body, 'request_id'),
    body: outcome.body,
  }
}

/** Signs in; on success the page is loaded anew at `/` (LOGIN-05, DEC-09). */
export async function signIn(credentials: {
  readonly email: string
  readonly password: string
}): Promise<Failure | null> {
  const email = credentials.email.trim()
  const body = { email, password: credentials.password, 'g-recaptcha-response': '' }
  const outcome = await send({ host: 'api', method: 'POST', path: '/auth/signin_post', body })
  const failure = enterBy(outcome)
  if (failure === null) location.assign('/')
  return failure
}

export type RegisterOutcome =
  | { readonly ok: true; readonly message: string }
  | { readonly ok: false; readonly failure: Failure }

/** Makes an account. */
export async function register(values: RegistrationValues): Promise<RegisterOutcome> {
  const body = {
    name: values.name.trim(),
    email: values.email.trim(),
    password: values.password,
    password_confirm: values.passwordConfirm,
    'g-recaptcha-response': '',
  }
  const outcome = await send({ host: 'api', method: 'POST', path: '/auth/signup_post', body })
  if (!outcome.ok) return { ok: false, failure: outcome }
  return { ok: true, message: textAt(outcome.body, 'msg') }
}
