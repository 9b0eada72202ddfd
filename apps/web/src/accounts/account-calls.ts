/** The calls that sign in, register and recover accounts. */
import { accountMessages } from '@tukar/i18n'
import { routes } from '@tukar/wire'
import {
  type Answer,
  call,
  type Outcome,
  toMessageResult,
  type MessageResult,
} from '../api/call.ts'
import type { Failure } from '../api/request.ts'
import { openSession } from '../api/session.ts'
import { pageNotices } from '../notifications/notice-rule.ts'
import { pageTranslator } from '../app/translate.ts'
import type { FormCaptcha } from './captcha/use-captcha.ts'
import {
  dropLoginChallenge,
  storeLoginChallenge,
  type LoginChallenge,
} from './sign-in/login-challenge.ts'
import type { RegistrationValues } from './registration/registration.ts'

const t = pageTranslator(accountMessages)

/** The sign-in succeeded, but the browser blocks the cookies. The next page would be a guest's page. */
function cookiesBlocked(): Failure {
  return {
    ok: false,
    kind: 'refused',
    status: 200,
    code: 'browser.no_cookies',
    params: {},
    message: t('cookiesBlocked'),
    requestId: '',
    body: {},
  }
}

/**
 * Ends a session that the browser could not store. If the call fails too, the session expires by its
 * lifetime.
 */
function endUnstoredSession(token: string): void {
  call(routes.signOut, { token }).catch(() => undefined)
}

type SignedIn = Answer<typeof routes.signIn>

/**
 * Opens the session of an answer. An answer that requires a code becomes a failure with the server's text.
 */
export function openSessionFrom(outcome: Outcome<SignedIn>): Failure | null {
  if (!outcome.ok) return outcome
  const { body } = outcome
  if (body.action === 'login_complete') {
    if (openSession(body.token, body.usid)) return null
    endUnstoredSession(body.token)
    return cookiesBlocked()
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

/** The result of the first step of a sign-in. */
export type SignInOutcome = { readonly ok: true; readonly step: 'entered' | 'code' } | Failure

/**
 * Signs in. With `login_complete` the session is open. With `2fa` a code is required, and the first step is
 * stored until then (LOGIN-06).
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
    return storeLoginChallenge({ email, challenge }) ? { ok: true, step: 'code' } : cookiesBlocked()
  }
  return openSessionFrom(outcome) ?? { ok: true, step: 'entered' }
}

/** The second step: sends the stored challenge and a code (TFA-03). Returns null if the session is open. */
export async function signInByCode(
  firstStep: LoginChallenge,
  code: string,
): Promise<Failure | null> {
  const input = { email: firstStep.email, password: firstStep.challenge, google_secret: code }
  const failure = openSessionFrom(await call(routes.twoFactorLogin, { input }))
  if (failure === null) dropLoginChallenge()
  return failure
}

/** Registers an account. */
export async function register(
  values: RegistrationValues,
  captcha: FormCaptcha,
): Promise<MessageResult> {
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
  return toMessageResult(outcome)
}

/** Verifies an e-mail address by the code of the mailed link. */
export async function verifyEmail(code: string): Promise<MessageResult> {
  return toMessageResult(await call(routes.verifyEmail, { input: { code } }))
}

/** Requests the verification e-mail again. The answer does not reveal whether the account exists. */
export async function requestVerification(
  email: string,
  captcha: FormCaptcha,
): Promise<MessageResult> {
  const outcome = await captcha.carry((proof) =>
    call(routes.requestVerification, { input: { email: email.trim(), captcha: proof } }),
  )
  return toMessageResult(outcome)
}

/** Requests a link to set a new password. The answer does not reveal whether the account exists. */
export async function requestPasswordChange(
  email: string,
  captcha: FormCaptcha,
): Promise<MessageResult> {
  const outcome = await captcha.carry((proof) =>
    call(routes.requestPasswordChange, { input: { email: email.trim(), captcha: proof } }),
  )
  return toMessageResult(outcome)
}

export type PasswordChange = {
  readonly email: string
  readonly token: string
  readonly password: string
  readonly passwordConfirm: string
}

/**
 * Sets a new password by the token of the mailed link. Suppresses the notification, because the answer is
 * shown.
 */
export async function changePassword(
  change: PasswordChange,
  captcha: FormCaptcha,
): Promise<MessageResult> {
  const cancelNotice = pageNotices.suppress('password_changed')
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
  if (!outcome.ok) cancelNotice()
  return toMessageResult(outcome)
}
