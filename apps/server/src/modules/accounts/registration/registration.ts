/**
 * Registration: the checks of a new account, and its creation (SRV-13). Only the owner of an address learns,
 * by e-mail, whether it has an account already (ATT-17).
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
import type { AccountsDeps } from '../deps.ts'
import { hashPassword } from '../password/passwords.ts'
import { type Addressee, findAddressee } from '../profile/profile-store.ts'
import { requireReachable } from './refused-addresses.ts'
import { findOwner, insertFunds, upsertUnverifiedUser } from './registration-store.ts'

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
 * Creates an account that opens when its address is confirmed, and e-mails the link. If the address has an
 * account, its owner gets an e-mail instead. Refuses with the code of the first fault,
 * `register.email_refused`, `mail.too_many` or `login.busy`.
 */
export async function register(deps: AccountsDeps, registration: Registration): Promise<void> {
  const { client, password } = registration
  const { fullName, email } = checkedOf(registration)
  const emailKey = emailKeyOf(email)
  const passwordHash = await hashPassword(deps.keys, password, client.address)
  const user = { fullName, email, emailKey, passwordHash, language: client.language }
  const userId = await inTransaction(deps.database, async (transaction) => {
    await countMail(transaction, emailKey, 'signup')
    const owner = await findOwnerAddressee(transaction, deps.keys, emailKey)
    await requireReachable(transaction, owner === null ? [email] : [email, owner.email])
    const created = await upsertUnverifiedUser(transaction, deps.keys, user)
    if (created === null) await notifyAddressOwner(deps, transaction, owner)
    else await openUnverified(deps, transaction, created, client)
    return created
  })
  if (userId !== null && !deps.requiresVerifiedEmail) await bookFunds(deps, userId)
}

async function openUnverified(
  deps: AccountsDeps,
  transaction: Transaction,
  userId: number,
  client: Client,
): Promise<void> {
  await noteRegistration(transaction, deps.keys, userId, client)
  await recordSecurityEvent(transaction, {
    accountId: userId,
    kind: 'account.registered',
    clientAddress: client.address,
  })
  // A user who may trade before the confirmation needs funds now.
  if (!deps.requiresVerifiedEmail) await insertFunds(transaction, userId, fundsOf(deps))
  await sendVerification(deps, transaction, userId)
}

/** The addressee of e-mails to the owner of an address; null if it has no owner. */
async function findOwnerAddressee(
  transaction: Transaction,
  keys: Keys,
  emailKey: string,
): Promise<Addressee | null> {
  const owner = await findOwner(transaction, emailKey)
  return owner === null ? null : await findAddressee(transaction, keys, owner.userId)
}

/** E-mails the owner of the address that there is an account already. */
async function notifyAddressOwner(
  { mail, origin }: AccountsDeps,
  transaction: Transaction,
  owner: Addressee | null,
): Promise<void> {
  if (owner === null) return
  const { email: to, fullName: name, language } = owner
  const params = { name, link: `${origin}/auth/forgot-password` }
  await mail.send(transaction, { to, language, template: 'already_registered', params })
}

/** The name to store; refuses each fault with its own code. */
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

/** A web address with its path; names have dots and slashes too, as "M.Yusuf" and "a/l". */
const linkLike = /:\/\/|\bwww\.|\.[a-z]{2,}\//i

function checkedOf({ name, email, password, passwordConfirm }: Registration) {
  const fullName = checkedName(name)
  // An e-mail greets the user by name: with a link as a name it would carry that link to another person's
  // address.
  if (linkLike.test(fullName)) throw new Refusal('register.name_link')
  const read = readEmail(email)
  if (read === null) throw new Refusal('register.email')
  checkNewPassword(password, passwordConfirm)
  return { fullName, email: read }
}
