/**
 * A forgotten password: a link by mail, for one hour and one use, with which a new one is chosen (SRV-20,
 * SRV-21). It ends all sessions, and leaves a second factor as it is (ATT-10).
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
 * Mails a link if the address is that of an account; says nothing of that (DEC-31). Refuses
 * `register.email` for what is no address, `mail.too_many`.
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
    // Demo people belong to everybody: nobody chooses their password.
    if (owner === null || owner.isDemo) return
    const { userId: accountId } = owner
    if (!(await isProvenOrNoted(transaction, deps.keys, accountId))) return
    await recordSecurityEvent(transaction, { accountId, kind: 'reset.requested', clientAddress })
    await sendPasswordLink(deps, transaction, accountId, 'reset_password')
  })
}

/** Mails a link by which a password is chosen, in the transaction; earlier ones are dead. */
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
