/** Joining: what a new account needs, and its making (SRV-13). */
import { Refusal } from '../../platform/http/refusal.ts'
import { emailKeyOf, isEmail } from './email-address.ts'
import { bookFunds, fundsOf } from './funds.ts'
import { checkNewPassword } from './password-rules.ts'
import type { AccountsParts } from './parts.ts'
import { hashPassword } from './passwords.ts'
import { insertUser } from './registration-store.ts'

const nameLengthMax = 100
/** Controls, marks of direction, halves of surrogate pairs. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}]/u
/** What leaves no ink: fillers as U+3164, blanks as U+2800, marks without a letter. */
const inkless = /[\p{DI}\p{Z}\p{M}\u2800]/gu

export type Registration = {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly passwordConfirm: string
  readonly clientAddress: string
}

/** Makes an account and returns its user's id; refuses with the code of the first fault. */
export async function register(parts: AccountsParts, registration: Registration): Promise<number> {
  const fullName = registration.name.normalize('NFC').trim()
  const email = registration.email.trim()
  checkRegistration(fullName, email, registration)
  const passwordHash = await hashPassword(registration.password, registration.clientAddress)
  const user = { fullName, email, emailKey: emailKeyOf(email), passwordHash }
  const userId = await insertUser(parts.database, user, fundsOf(parts))
  if (userId === null) throw new Refusal('register.email_taken')
  await bookFunds(parts, userId)
  return userId
}

function checkRegistration(fullName: string, email: string, registration: Registration): void {
  const isBlank = fullName.replaceAll(inkless, '') === ''
  if (isBlank || fullName.length > nameLengthMax || unprintable.test(fullName))
    throw new Refusal('register.name')
  if (!isEmail(email)) throw new Refusal('register.email')
  checkNewPassword(registration.password, registration.passwordConfirm)
}
