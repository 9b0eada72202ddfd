/**
 * Counts of e-mails to an address, in the database. Known and unknown addresses are counted alike, so that
 * nobody is flooded and a refusal does not reveal who has an account.
 */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'

export type MailPurpose = 'signup' | 'verification' | 'reset'

const mailsMax = 5
const windowMinutes = 60

/**
 * Counts an e-mail to this address; refuses `mail.too_many` beyond five an hour. The count is locked until
 * the transaction ends, so that concurrent requests wait for each other.
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

/** Deletes old counts. */
export async function sweepMailCounts(database: Database): Promise<void> {
  await database.query(
    'delete from accounts.mail_count where since < now() - make_interval(mins => $1)',
    [windowMinutes],
  )
}
