/**
 * Addresses whose mail servers refuse our e-mails permanently (FLT-36). A person who registers with one
 * learns it at the next attempt; a user with an account gets a notice.
 */
import { emailKeyOf } from '@tukar/wire'
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { wasRefused } from '../../../platform/mail/outbox-store.ts'
import { notify } from '../../notifications/index.ts'
import { findOwner } from './registration-store.ts'

/**
 * Each address that registers gets one of these, with or without an account, so that a refusal does not
 * reveal which (ATT-17). A repeated link goes to accounts alone, so it is not listed here.
 */
const joiningMails = ['verify_email', 'already_registered'] as const
/** The mailbox may work again after this time. */
const refusedMinutes = 60
/** An account gets one notice about it in this time. */
const noticeHours = 24

/**
 * Refuses `register.email_refused` if the registration e-mail of this address was refused permanently in the
 * last hour.
 *
 * @param addresses the spellings of one address
 */
export async function requireReachable(
  transaction: Transaction,
  addresses: readonly string[],
): Promise<void> {
  if (await wasRefused(transaction, addresses, joiningMails, refusedMinutes)) {
    throw new Refusal('register.email_refused')
  }
}

/** Notifies the owner of an address, once a day, that its mail server refuses our e-mails. */
export async function noteRefused(database: Database, address: string): Promise<void> {
  const owner = await findOwner(database, emailKeyOf(address))
  if (owner === null) return
  await inTransaction(database, async (transaction) => {
    const recent = await transaction.query(
      `select 1 from notifications.notice
       where account_id = $1 and kind = 'mail_refused'
         and created_at > now() - make_interval(hours => $2) limit 1`,
      [owner.userId, noticeHours],
    )
    if (recent.rows.length > 0) return
    await notify(transaction, { accountId: owner.userId, kind: 'mail_refused', params: {} })
  })
}
