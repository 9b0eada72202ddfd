/** The calls that open, make and recover accounts. */
import { accountMessages } from '@tukar/i18n'
import { routes } from '@tukar/wire'
import { type Answer, call, type Outcome, told, type Told } from '../api/call.ts'
import type { Failure } from '../api/request.ts'
import { openSession } from '../api/session.ts'
import { ownNotices } from '../notifications/notice-rule.ts'
import { sayer } from '../app/translate.ts'
import type { FormCaptcha } from './captcha/use-captcha.ts'
import {
  dropLoginChallenge,
  keepLoginChallenge,
  type LoginChallenge,
} from './sign-in/login-challenge.ts'
import type { RegistrationValues } from './registration/registration.ts'

const say = sayer(accountMessages)

/** The sign-in was right, and the browser does not keep it: the next page would be a guest's. */
function notKept(): Failure {
  return {
    ok: false,
    kind: 'refused',
    status: 200,
    code: 'browser.no_cookies',
    params: {},
    message: say('cookiesBlocked'),
    requestId: '',
    body: {},
  }
}

/** Ends a session that nobody can go on with; where that fails too, it ends after its time. */
function endUnkept(token: string): void {
  call(routes.signOut, { token }).catch(() => undefined)
}

type SignedIn = Answer<typeof routes.signIn>

/** Opens the session that an answer gives; an answer that asks for a code is a failure with its own text. */
export function enterBy(outcome: Outcome<SignedIn>): Failure | null {
  if (!outcome.ok) return outcome
  const { body } = outcome
  if (body.action === 'login_complete') {
    if (openSession(body.token, body.usid)) return null
    endUnkept(body.token)
    return notKept()
  }
  return {
    ok: false,
    kind: 'refused',
    status: 200,
    code: body.action,
    params: {},
    message: body.msg,
    requestId: body.request_id,
    body,
  }
}

/** Where a sign-in stands after its first step. */
export type SignInOutcome = { readonly ok: true; readonly step: 'entered' | 'code' } | Failure

/**
 * Signs in: the session is open (`login_complete`), or a code is asked for and the first step is kept
 * until then (`2fa`, LOGIN-06).
 */
export async function signIn(
  credentials: { readonly email: string; readonly password: string },
  captcha: FormCaptcha,
): Promise<SignInOutcome> {
  const email = credentials.email.trim()
  const outcome = await captcha.carry((proof) =>
    call(routes.signIn, {
      input: { email, password: credentials.password, 'g-recaptcha-response': proof },
    }),
  )
  if (outcome.ok && outcome.body.action === '2fa') {
    const challenge = outcome.body.token
    return keepLoginChallenge({ email, challenge }) ? { ok: true, step: 'code' } : notKept()
  }
  return enterBy(outcome) ?? { ok: true, step: 'entered' }
}

/** The second step: the kept challenge and a code (TFA-03). Returns null where the session is open. */
export async function signInByCode(kept: LoginChallenge, code: string): Promise<Failure | null> {
  const input = { email: kept.email, password: kept.challenge, google_secret: code }
  const failure = enterBy(await call(routes.twoFactorLogin, { input }))
  if (failure === null) dropLoginChallenge()
  return failure
}

/** Makes an account. */
export async function register(values: RegistrationValues, captcha: FormCaptcha): Promise<Told> {
  const outcome = await captcha.carry((proof) =>
    call(routes.signUp, {
      input: {
        name: values.name.trim(),
        email: values.email.trim(),
        password: values.password,
        password_confirm: values.passwordConfirm,
        'g-recaptcha-response': proof,
      },
    }),
  )
  return told(outcome)
}

/** Says that an e-mail is its owner's, by the code of the mailed link. */
export async function verifyEmail(code: string): Promise<Told> {
  return told(await call(routes.verifyEmail, { input: { code } }))
}

/** Asks for the verification mail again; the answer does not tell whether there is such an account. */
export async function requestVerification(email: string, captcha: FormCaptcha): Promise<Told> {
  const outcome = await captcha.carry((proof) =>
    call(routes.requestVerification, { input: { email: email.trim(), captcha: proof } }),
  )
  return told(outcome)
}

/** Asks for a link to choose a new password; the answer does not tell whether there is such an account. */
export async function requestPasswordChange(email: string, captcha: FormCaptcha): Promise<Told> {
  const outcome = await captcha.carry((proof) =>
    call(routes.requestPasswordChange, { input: { email: email.trim(), captcha: proof } }),
  )
  return told(outcome)
}

export type PasswordChange = {
  readonly email: string
  readonly token: string
  readonly password: string
  readonly passwordConfirm: string
}

/** Chooses a new password by the token of the mailed link; its notice is not said besides the answer. */
export async function changePassword(change: PasswordChange, captcha: FormCaptcha): Promise<Told> {
  const takeBack = ownNotices.begin('password_changed')
  const outcome = await captcha.carry((proof) =>
    call(routes.changePassword, {
      input: {
        email: change.email,
        token: change.token,
        password: change.password,
        password_confirm: change.passwordConfirm,
        captcha: proof,
      },
    }),
  )
  if (!outcome.ok) takeBack()
  return told(outcome)
}
