/**
 * Addresses whose mail servers refuse our mail for good (FLT-36). Who joins with one learns it at his next try; who has
 * an account learns it by a notice.
 */
import { emailKeyOf } from '@tukar/wire'
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { wasRefused } from '../../../platform/mail/outbox-store.ts'
import { notify } from '../../notifications/index.ts'
import { findOwner } from './registration-store.ts'

/**
 * One of them goes to every address that joins, whether it has an account or not: a refusal says nothing of that (ATT-17).
 * A link that is asked for again goes to accounts alone, so it is none of them.
 */
const joiningMails = ['verify_email', 'already_registered'] as const
/** A mailbox may be mended meanwhile. */
const refusedMinutes = 60
/** An account has one notice about it in so long. */
const noticeHours = 24

/**
 * Refuses `register.email_refused` where the mail by which an address joined was refused for good in the last hour.
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

/** Notifies the owner of an address, once a day, that its server refuses our mail. */
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
