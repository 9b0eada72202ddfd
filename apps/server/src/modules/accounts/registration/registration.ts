/**
 * Joining: what a new account needs, and its making (SRV-13). Whether an address has an account already
 * is told to the owner of the address alone, by mail (ATT-17).
 */
import { emailKeyOf, readEmail } from '@tukar/wire'
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { readName } from '../../../platform/text/plain-text.ts'
import type { Client } from '../sign-in/clients.ts'
import { sendVerification } from './email-verification.ts'
import { bookFunds, fundsOf } from '../deletion/funds.ts'
import { noteRegistration } from '../sign-in/known-devices.ts'
import { countMail } from './mail-counts.ts'
import { checkNewPassword } from '../password/password-rules.ts'
import type { AccountsParts } from '../parts.ts'
import { hashPassword } from '../password/passwords.ts'
import { type Addressee, findAddressee } from '../profile/profile-store.ts'
import { requireReachable } from './refused-addresses.ts'
import { findOwner, insertFunds, putUnverified } from './registration-store.ts'

/** In characters. */
const nameLengthMax = 100

export type Registration = {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly passwordConfirm: string
  readonly client: Client
}

/**
 * Makes an account that opens once its address is confirmed, and mails the link; of an address that has
 * one, its owner is told. Refuses with the code of the first fault, `register.email_refused`, `mail.too_many`, `login.busy`.
 */
export async function register(parts: AccountsParts, registration: Registration): Promise<void> {
  const { client, password } = registration
  const { fullName, email } = checkedOf(registration)
  const emailKey = emailKeyOf(email)
  const passwordHash = await hashPassword(parts.keys, password, client.address)
  const user = { fullName, email, emailKey, passwordHash, language: client.language }
  const userId = await inTransaction(parts.database, async (transaction) => {
    await countMail(transaction, emailKey, 'signup')
    const owner = await findOwnerAddressee(transaction, parts.keys, emailKey)
    await requireReachable(transaction, owner === null ? [email] : [email, owner.email])
    const made = await putUnverified(transaction, parts.keys, user)
    if (made === null) await tellOwner(parts, transaction, owner)
    else await openUnverified(parts, transaction, made, client)
    return made
  })
  if (userId !== null && !parts.requiresVerifiedEmail) await bookFunds(parts, userId)
}

async function openUnverified(
  parts: AccountsParts,
  transaction: Transaction,
  userId: number,
  client: Client,
): Promise<void> {
  await noteRegistration(transaction, parts.keys, userId, client)
  await recordSecurityEvent(transaction, {
    accountId: userId,
    kind: 'account.registered',
    clientAddress: client.address,
  })
  // Whoever may trade before he confirms his address needs what he trades with.
  if (!parts.requiresVerifiedEmail) await insertFunds(transaction, userId, fundsOf(parts))
  await sendVerification(parts, transaction, userId)
}

/** Whom a mail to the owner of an address goes to; null where nobody has it. */
async function findOwnerAddressee(
  transaction: Transaction,
  keys: Keys,
  emailKey: string,
): Promise<Addressee | null> {
  const owner = await findOwner(transaction, emailKey)
  return owner === null ? null : await findAddressee(transaction, keys, owner.userId)
}

/** Tells whoever has the address that he has an account. */
async function tellOwner(
  { mail, origin }: AccountsParts,
  transaction: Transaction,
  owner: Addressee | null,
): Promise<void> {
  if (owner === null) return
  const { email: to, fullName: name, language } = owner
  const params = { name, link: `${origin}/auth/forgot-password` }
  await mail.send(transaction, { to, language, template: 'already_registered', params })
}

/** A name as it is kept; refuses what it is not, each fault as itself. */
function checkedName(text: string): string {
  const read = readName(text, nameLengthMax)
  if (read.ok) return read.text
  switch (read.fault.kind) {
    case 'empty':
      throw new Refusal('register.name')
    case 'long':
      throw new Refusal('register.name_long', { max: nameLengthMax })
    case 'letter':
      throw new Refusal('register.name_letter', { letter: read.fault.letter })
  }
}

/** An address of the web with its path; names have dots and slashes of their own, as "M.Yusuf" and "a/l". */
const linkLike = /:\/\/|\bwww\.|\.[a-z]{2,}\//i

function checkedOf({ name, email, password, passwordConfirm }: Registration) {
  const fullName = checkedName(name)
  // A mail that greets whoever is named at somebody else's address would carry the link there.
  if (linkLike.test(fullName)) throw new Refusal('register.name_link')
  const read = readEmail(email)
  if (read === null) throw new Refusal('register.email')
  checkNewPassword(password, passwordConfirm)
  return { fullName, email: read }
}
