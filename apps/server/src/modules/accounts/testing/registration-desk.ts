/** For tests of registration and recovery: all calls of accounts, a real engine, and a real mail server. */
import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { engineFor } from '../../../engine/testing/rig.ts'
import { until } from '../../../engine/testing/until.ts'
import { createCaptcha } from '../../../platform/captcha/captcha.ts'
import { startDelivery } from '../../../platform/mail/delivery.ts'
import { createMail } from '../../../platform/mail/mail.ts'
import { createSmtpTransport } from '../../../platform/mail/smtp.ts'
import {
  type ReceivedMail,
  type SmtpSink,
  startSmtpSink,
} from '../../../platform/mail/testing/smtp-sink.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { type TestAnswer, ask, type Ask, deskOn } from '../../../testing/desk.ts'
import { figuresIn } from '../../../testing/verified.ts'
import type { AccountsDeps } from '../deps.ts'
import { noteRefused } from '../registration/refused-addresses.ts'
import { registerAccountRoutes } from '../routes.ts'
import { clockHolderOf, password, type SignInDesk } from './sign-in-desk.ts'

export const origin = 'https://tukar.example'

export type RegistrationDesk = SignInDesk & { readonly sink: SmtpSink }

export type DeskOptions = {
  readonly captchaKind?: 'none' | 'altcha'
  readonly requiresVerifiedEmail?: boolean
}

/** Serves all calls of accounts on this database. */
export async function registrationDesk(
  test: TestContext,
  databaseUrl: string,
  { captchaKind = 'none', requiresVerifiedEmail = true }: DeskOptions = {},
): Promise<RegistrationDesk> {
  const engine = await engineFor(test, databaseUrl)
  const desk = await deskOn(test, databaseUrl)
  const { database, log, sessions, http } = desk
  const keys = testKeys
  const sink = await startSmtpSink()
  const transport = createSmtpTransport({ url: sink.url, from: 'Tukar <no-reply@tukar.example>' })
  const brand = { product: 'Tukar', origin }
  const onRefused = (address: string) => noteRefused(database, address)
  const delivery = startDelivery({ database, keys, transport, brand, log, pollMs: 10, onRefused })
  test.after(async () => {
    await delivery.stop()
    await sink.stop()
  })
  const captcha = captchaKind === 'none' ? { kind: captchaKind } : { kind: captchaKind, cost: 1 }
  const deps: AccountsDeps = {
    database,
    engine,
    log,
    sessions,
    keys,
    captcha: createCaptcha({ database, keys, log }, captcha),
    mail: createMail(keys),
    origin,
    product: 'Tukar',
    requiresVerifiedEmail,
    isSimulation: true,
    savedReceiver: async () => null,
    sessionDays: 7,
  }
  registerAccountRoutes(http, { ...deps, identityFiguresOf: figuresIn(database) })
  return { ...desk, deps, sink, holdClock: clockHolderOf(test) }
}

/** An unused address. */
export function newEmail(): string {
  return `p${randomBytes(5).toString('hex')}@people.example`
}

/** Registers; a test may change fields of the form. */
export function signUp(
  desk: RegistrationDesk,
  email: string,
  fields: Readonly<Record<string, string>> = {},
  how: Ask = {},
): Promise<TestAnswer> {
  const body = { name: 'Dewi', email, password, password_confirm: password, ...fields }
  return ask(desk, 'POST', '/auth/signup_post', { ...how, body })
}

/** Posts to one of the calls. */
export function post(
  desk: RegistrationDesk,
  path: string,
  body: object,
  how: Ask = {},
): Promise<TestAnswer> {
  return ask(desk, 'POST', path, { ...how, body })
}

/** Signs in with the password of `signUp`, or another. */
export function signIn(
  desk: RegistrationDesk,
  email: string,
  given = password,
): Promise<TestAnswer> {
  return post(desk, '/auth/signin_post', { email, password: given })
}

/** The e-mails to an address whose subject matches, as soon as there are so many. */
export async function mailsTo(
  { sink }: RegistrationDesk,
  email: string,
  subject: RegExp,
  count = 1,
): Promise<readonly ReceivedMail[]> {
  const found = () =>
    sink.mails.filter((mail) => mail.to[0] === email && subject.test(mail.subject))
  await until(`${count} mails`, () => found().length >= count)
  return found()
}

/** Waits until the outbox is empty. */
export async function allSent({ database }: RegistrationDesk): Promise<void> {
  await until('all mails are sent', async () => {
    const left = await database.query(`select 1 from mail.outbox where state = 'waiting'`)
    return left.rows.length === 0
  })
}

/** The parameters of the link in an e-mail. */
export function linkOf(mail: ReceivedMail | undefined): URL {
  const [link = ''] = /https:\/\/\S+\?\S+/.exec(mail?.text ?? '') ?? []
  return new URL(link)
}

const verification = /^Confirm your e-mail/
const reset = /^Choose a new password/

/** The newest code to confirm an address. */
export async function verificationCode(
  desk: RegistrationDesk,
  email: string,
  count = 1,
): Promise<string> {
  const mails = await mailsTo(desk, email, verification, count)
  return linkOf(mails.at(-1)).searchParams.get('verification_code') ?? ''
}

/** The newest token to set a new password. */
export async function resetToken(
  desk: RegistrationDesk,
  email: string,
  count = 1,
): Promise<string> {
  const mails = await mailsTo(desk, email, reset, count)
  return linkOf(mails.at(-1)).searchParams.get('token') ?? ''
}

/** A user with a confirmed address. */
export async function joined(desk: RegistrationDesk): Promise<string> {
  const email = newEmail()
  await signUp(desk, email)
  await post(desk, '/auth/email_verification', { code: await verificationCode(desk, email) })
  return email
}
