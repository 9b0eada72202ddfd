/**
 * A forgotten password: an e-mailed link, valid for one hour and one use, to choose a new one (SRV-20,
 * SRV-21). The new password ends all sessions and leaves the second factor unchanged (ATT-10).
 */
import { emailKeyOf, mayHaveAccount } from '@tukar/wire'
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import type { Client } from '../sign-in/clients.ts'
import { makeLink, resetMinutes } from '../registration/email-links.ts'
import { countMail } from '../registration/mail-counts.ts'
import type { AccountsDeps } from '../deps.ts'
import { findAddressee } from '../profile/profile-store.ts'
import { findOwner } from '../registration/registration-store.ts'
import { isProvenOrNoted } from '../user-proofs.ts'

/**
 * E-mails a link if the address has an account; the answer does not reveal whether it has (DEC-31). Refuses
 * `register.email` for an invalid address, and `mail.too_many`.
 */
export async function requestReset(
  deps: AccountsDeps,
  email: string,
  { address: clientAddress }: Client,
): Promise<void> {
  if (!mayHaveAccount(email)) throw new Refusal('register.email')
  const emailKey = emailKeyOf(email)
  await inTransaction(deps.database, async (transaction) => {
    await countMail(transaction, emailKey, 'reset')
    const owner = await findOwner(transaction, emailKey)
    // Everybody shares the demo people, so nobody may set their password.
    if (owner === null || owner.isDemo) return
    const { userId: accountId } = owner
    if (!(await isProvenOrNoted(transaction, deps.keys, accountId))) return
    await recordSecurityEvent(transaction, { accountId, kind: 'reset.requested', clientAddress })
    await sendPasswordLink(deps, transaction, accountId, 'reset_password')
  })
}

/** E-mails a link to choose a password, in the transaction; earlier links become invalid. */
export async function sendPasswordLink(
  { keys, mail, origin }: Pick<AccountsDeps, 'keys' | 'mail' | 'origin'>,
  transaction: Transaction,
  userId: number,
  template: 'reset_password' | 'choose_password',
): Promise<void> {
  const addressee = await findAddressee(transaction, keys, userId)
  if (addressee === null) return
  const { email: to, fullName: name, language } = addressee
  const token = await makeLink(transaction, keys, userId, 'reset')
  const query = new URLSearchParams({ email: to, token }).toString()
  const params = { name, link: `${origin}/auth/passchange-form?${query}`, minutes: resetMinutes }
  await mail.send(transaction, { to, language, template, params })
}
