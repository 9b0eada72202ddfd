/** For tests of sign-in: users with passwords, authenticator apps and captchas, over the calls. */
import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { createCaptcha } from '../../../platform/captcha/captcha.ts'
import { createMail, openParams } from '../../../platform/mail/mail.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { type TestAnswer, ask, type Desk, deskOn } from '../../../testing/desk.ts'
import { figuresIn } from '../../../testing/verified.ts'
import { proofOf } from '../../../platform/captcha/testing/solve.ts'
import type { Engine } from '../../../engine/index.ts'
import type { AccountsDeps } from '../deps.ts'
import { hashPassword } from '../password/passwords.ts'
import { registerProfile } from '../profile/profile-routes.ts'
import { insertUser } from '../registration/registration-store.ts'
import { registerSessions } from '../sessions/session-routes.ts'
import { registerSignIn } from '../sign-in/sign-in-routes.ts'
import { registerOneTimeCodes } from '../codes/one-time-code-routes.ts'
import { registerTwoFactor } from '../two-factor/two-factor-routes.ts'

/** The validity of one authenticator code, in milliseconds. */
const stepMs = 30_000

export const password = 'Kata-Sandi-9'
export const linuxFirefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

export type SignInDesk = Desk & {
  readonly deps: AccountsDeps
  /** Stops this process's clock for the rest of the test, so that authenticator codes do not change. */
  readonly holdClock: () => void
}
export type Member = { readonly userId: number; readonly email: string }

/** Serves sign-in, factors, sessions and the profile on this database. */
export async function signInDesk(
  test: TestContext,
  databaseUrl: string,
  captchaKind: 'none' | 'altcha' = 'none',
): Promise<SignInDesk> {
  const desk = await deskOn(test, databaseUrl)
  const { database, log, sessions, http } = desk
  const keys = testKeys
  const settings = captchaKind === 'none' ? { kind: captchaKind } : { kind: captchaKind, cost: 1 }
  const deps: AccountsDeps = {
    database,
    log,
    sessions,
    keys,
    captcha: createCaptcha({ database, keys, log }, settings),
    mail: createMail(keys),
    origin: 'https://tukar.example',
    product: 'Tukar',
    requiresVerifiedEmail: true,
    isSimulation: true,
    savedReceiver: async () => null,
    sessionDays: 7,
    engine: null as unknown as Engine,
  }
  registerSignIn(http, deps)
  registerTwoFactor(http, deps)
  registerOneTimeCodes(http, deps)
  registerSessions(http, deps)
  registerProfile(http, { ...deps, identityFiguresOf: figuresIn(database) })
  return { ...desk, deps, holdClock: clockHolderOf(test) }
}

/** Returns a function that stops the clock in the middle of a 30-second step, once. */
export function clockHolderOf({ mock }: TestContext): () => void {
  let isHeld = false
  return () => {
    if (isHeld) return
    isHeld = true
    const now = Date.now()
    mock.timers.enable({ apis: ['Date'], now: now - (now % stepMs) + stepMs / 2 })
  }
}

let hashed: Promise<string> | null = null

/** A user with the common password, who has never signed in. */
export async function memberAt(desk: SignInDesk): Promise<Member> {
  hashed ??= hashPassword(desk.keys, password, '127.0.0.1')
  const email = `m${randomBytes(5).toString('hex')}@people.example`
  const user = { fullName: 'Member', email, emailKey: email, passwordHash: await hashed }
  const userId = await insertUser(desk, user, [])
  if (userId === null) throw new Error('the address is taken')
  return { userId, email }
}

/** The client and the captcha of a sign-in. */
export type From = { readonly address?: string; readonly proof?: string; readonly agent?: string }

/** The first step of a sign-in. */
export function firstStep(
  desk: SignInDesk,
  email: string,
  given = password,
  { address = '192.0.2.1', proof = '', agent = linuxFirefox }: From = {},
): Promise<TestAnswer> {
  const body = { email, password: given, 'g-recaptcha-response': proof }
  return ask(desk, 'POST', '/auth/signin_post', { body, address, agent })
}

/** The second step of a sign-in. */
export function secondStep(
  desk: SignInDesk,
  email: string,
  challenge: string,
  code: string,
  address = '192.0.2.1',
): Promise<TestAnswer> {
  const body = { email, password: challenge, google_secret: code }
  return ask(desk, 'POST', '/auth/two-fa-login', { body, address, agent: linuxFirefox })
}

/** The text of a field of an answer; empty if it is missing. */
export function textOf({ body }: TestAnswer, field: string): string {
  const value = body[field]
  return typeof value === 'string' ? value : ''
}

/** Signs in without a second factor and returns the token. */
export async function enter(desk: SignInDesk, email: string, from: From = {}): Promise<string> {
  return textOf(await firstStep(desk, email, password, from), 'token')
}

/** Signs in up to the code and returns the challenge. */
export const challengeFor = enter

/** A proof of work for the captcha. */
export async function proofFor({
  deps,
}: {
  readonly deps: Pick<AccountsDeps, 'captcha'>
}): Promise<string> {
  const task = await deps.captcha.task()
  return task.kind === 'altcha' ? proofOf(task.challenge) : ''
}

/** An authenticator app of a user. */
export type AuthenticatorApp = {
  /** The code of the time of setup, or of some 30-second steps later. */
  code(stepsLater?: number): string
  /** Six digits that differ from all codes around now. */
  wrongCode(): string
}

/** An authenticator app with a seed in base32. */
export function authenticatorOf(secret: string): AuthenticatorApp {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const heldAtMs = Date.now()
  const code = (stepsLater = 0) => totp.generate({ timestamp: heldAtMs + stepsLater * stepMs })
  return {
    code,
    wrongCode() {
      const near = new Set([-2, -1, 0, 1, 2].map((steps) => code(steps)))
      for (let number = 0; ; number++) {
        const digits = String(number).padStart(6, '0')
        if (!near.has(digits)) return digits
      }
    },
  }
}

/** Requests a seed and returns an authenticator app with it; the clock stops from here on. */
export async function setUp(desk: SignInDesk, token: string): Promise<AuthenticatorApp> {
  desk.holdClock()
  const { body } = await ask(desk, 'GET', '/users/two-fa-qr-img', { token })
  return authenticatorOf((body['data'] as { secret: string }).secret)
}

/**
 * Activates the factor of the token's owner by the code of the previous step, and returns the authenticator
 * app.
 */
export async function protect(desk: SignInDesk, token: string): Promise<AuthenticatorApp> {
  const authenticator = await setUp(desk, token)
  const body = { google_secret: authenticator.code(-1) }
  const answer = await ask(desk, 'POST', '/users/two-fa-activate', { token, body })
  if (answer.body['success'] !== 1) throw new Error(JSON.stringify(answer.body))
  return authenticator
}

/** The queued e-mails to a user: template, language and parameters. */
export async function mailsTo(
  { database, deps }: SignInDesk,
  email: string,
): Promise<readonly { template: string; language: string; params: object }[]> {
  const found = await database.query<{
    id: string
    template: string
    language: string
    sealed: Buffer
  }>(
    `select mail_id as id, template, language, sealed from mail.outbox where recipient = $1
     order by created_at`,
    [email],
  )
  return found.rows.map(({ id, template, language, sealed }) => {
    return { template, language, params: openParams(deps.keys, id, sealed) }
  })
}
