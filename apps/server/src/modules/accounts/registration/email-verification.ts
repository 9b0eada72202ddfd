/** Confirming an address with an e-mailed link, once and within a day (SRV-19, DEC-30). */
import { plainCode } from '@tukar/i18n/inputs'
import { emailKeyOf, mayHaveAccount } from '@tukar/wire'
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import type { Client } from '../sign-in/clients.ts'
import { endLinks, findLink, makeLink, verifyHours } from './email-links.ts'
import { bookFunds, fundsOf } from '../deletion/funds.ts'
import { countMail } from './mail-counts.ts'
import type { AccountsDeps } from '../deps.ts'
import { sendPasswordLink } from '../password/password-reset.ts'
import { hasPassword } from '../password/password-store.ts'
import { findAddressee } from '../profile/profile-store.ts'
import { findOwner, insertFunds, markVerified } from './registration-store.ts'
import { changeUser, isProvenOrNoted } from '../user-proofs.ts'

/**
 * E-mails a new link, in the transaction; earlier links become invalid. If the user has no valid password,
 * the link sets one, which confirms the address too.
 */
export async function sendVerification(
  deps: Pick<AccountsDeps, 'keys' | 'mail' | 'origin'>,
  transaction: Transaction,
  userId: number,
  template: 'verify_email' | 'verify_email_again' = 'verify_email',
): Promise<void> {
  if (!(await hasPassword(transaction, userId))) {
    await endLinks(transaction, userId, 'verify')
    await sendPasswordLink(deps, transaction, userId, 'choose_password')
    return
  }
  const { keys, mail, origin } = deps
  const addressee = await findAddressee(transaction, keys, userId)
  if (addressee === null) return
  const { email: to, fullName: name, language } = addressee
  const token = await makeLink(transaction, keys, userId, 'verify')
  const link = `${origin}/auth/email-verification?verification_code=${token}`
  const params = { name, link, hours: verifyHours }
  await mail.send(transaction, { to, language, template, params })
}

/**
 * Confirms the address of a code's owner, and books the starting funds. The code of an address that is
 * confirmed already succeeds again. Any other invalid code is refused as `verify.failed`. Refuses
 * `account.held`.
 */
export async function verifyEmail(deps: AccountsDeps, code: string, client: Client): Promise<void> {
  const userId = await inTransaction(deps.database, async (transaction) => {
    const link = await findLink(transaction, deps.keys, plainCode(code), 'verify')
    if (link === null || !(link.isLive || link.isVerified)) throw new Refusal('verify.failed')
    if (!link.isVerified) {
      await changeUser(deps, transaction, link.userId, () =>
        confirmAddress(deps, transaction, link.userId, client),
      )
    }
    return link.userId
  })
  await bookFunds(deps, userId)
}

/** Marks an address as confirmed within a change of the user; the caller books the funds afterwards. */
export async function confirmAddress(
  deps: AccountsDeps,
  transaction: Transaction,
  userId: number,
  { address: clientAddress }: Client,
): Promise<void> {
  if (!(await markVerified(transaction, userId))) return
  await endLinks(transaction, userId, 'verify')
  await insertFunds(transaction, userId, fundsOf(deps))
  await recordSecurityEvent(transaction, {
    accountId: userId,
    kind: 'email.verified',
    clientAddress,
  })
}

/**
 * E-mails a new link if the address has an account that waits for one; the answer does not reveal whether it
 * has (DEC-31). Refuses `register.email` for an invalid address, and `mail.too_many`.
 */
export async function requestVerification(deps: AccountsDeps, email: string): Promise<void> {
  if (!mayHaveAccount(email)) throw new Refusal('register.email')
  const emailKey = emailKeyOf(email)
  await inTransaction(deps.database, async (transaction) => {
    await countMail(transaction, emailKey, 'verification')
    const owner = await findOwner(transaction, emailKey)
    if (owner?.isVerified !== false) return
    if (!(await isProvenOrNoted(transaction, deps.keys, owner.userId))) return
    await sendVerification(deps, transaction, owner.userId, 'verify_email_again')
  })
}
