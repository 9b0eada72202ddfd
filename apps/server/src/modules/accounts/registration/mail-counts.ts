/**
 * How many mails anybody can have sent to an address: counted in the database, for known and unknown
 * addresses alike, so that nobody is flooded and the refusal says nothing of who has an account.
 */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'

export type MailPurpose = 'signup' | 'verification' | 'reset'

const mailsMax = 5
const windowMinutes = 60

/**
 * Counts a mail to this address; refuses `mail.too_many` beyond five an hour. The count of an address is
 * held until the transaction ends: what is asked for it at once is done one after the other.
 */
export async function countMail(
  transaction: Transaction,
  emailKey: string,
  purpose: MailPurpose,
): Promise<void> {
  const counted = await transaction.query(
    `insert into accounts.mail_count as c (email_key, purpose, sent) values ($1, $2, 1)
     on conflict (email_key, purpose) do update set
       sent = case when c.since < now() - make_interval(mins => $4) then 1 else c.sent + 1 end,
       since = case when c.since < now() - make_interval(mins => $4) then now() else c.since end
     where c.sent < $3 or c.since < now() - make_interval(mins => $4)
     returning 1`,
    [emailKey, purpose, mailsMax, windowMinutes],
  )
  if (counted.rows.length === 0) {
    throw new Refusal('mail.too_many', {}, windowMinutes * 60)
  }
}

/** Removes counts that are over. */
export async function sweepMailCounts(database: Database): Promise<void> {
  await database.query(
    'delete from accounts.mail_count where since < now() - make_interval(mins => $1)',
    [windowMinutes],
  )
}
