/** The outbox in the database. */
import type { Database } from '../database/pool.ts'

type Connection = Pick<Database, 'query'>

export type NewMail = {
  readonly mailId: string
  readonly recipient: string
  readonly language: string
  readonly template: string
  readonly sealed: Buffer
}

/** Adds an e-mail that is due immediately. */
export async function insertMail(connection: Connection, mail: NewMail): Promise<void> {
  await connection.query(
    `insert into mail.outbox (mail_id, recipient, language, template, sealed)
     values ($1, $2, $3, $4, $5)`,
    [mail.mailId, mail.recipient, mail.language, mail.template, mail.sealed],
  )
}

export type DueMail = NewMail & {
  /** Includes the attempt that is under way. */
  readonly attempts: number
  readonly ageSeconds: number
}

/**
 * Takes due e-mails, the oldest first. Each is due again after `leaseSeconds`, so that a crash loses none. No
 * other process gets it meanwhile.
 */
export async function takeDue(
  database: Database,
  max: number,
  leaseSeconds: number,
): Promise<readonly DueMail[]> {
  const claimed = await database.query<DueMail>(
    `update mail.outbox set attempts = attempts + 1, last_error = null,
       due_at = now() + make_interval(secs => $2)
     where mail_id in (
       select mail_id from mail.outbox where state = 'waiting' and due_at <= now()
       order by due_at limit $1 for update skip locked
     )
     returning mail_id as "mailId", recipient, language, template, sealed, attempts,
       extract(epoch from now() - created_at)::float8 as "ageSeconds"`,
    [max, leaseSeconds],
  )
  return claimed.rows
}

/** Makes e-mails of a crashed leader due immediately: called when a new leader starts. */
export async function releaseClaimed(database: Database): Promise<void> {
  await database.query(
    `update mail.outbox set due_at = now()
     where state = 'waiting' and attempts > 0 and last_error is null and due_at > now()`,
  )
}

/** Marks an e-mail as sent and deletes its content. */
export async function markSent(database: Database, mailId: string): Promise<void> {
  await end(database, mailId, 'sent', null)
}

/** Gives an e-mail up and deletes its content. */
export async function markFailed(database: Database, mailId: string, error: string): Promise<void> {
  await end(database, mailId, 'failed', error)
}

async function end(
  database: Database,
  mailId: string,
  state: 'sent' | 'failed',
  error: string | null,
): Promise<void> {
  await database.query(
    `update mail.outbox set state = $2, sealed = null, last_error = $3, ended_at = now()
     where mail_id = $1 and state = 'waiting'`,
    [mailId, state, error],
  )
}

/**
 * Whether the newest finished e-mail of these, to these addresses within the last minutes, was refused
 * permanently. An e-mail that no server accepted for a day was given up as well, but that says nothing about
 * the address.
 */
export async function wasRefused(
  connection: Connection,
  recipients: readonly string[],
  templates: readonly string[],
  minutes: number,
): Promise<boolean> {
  const found = await connection.query<{ isRefused: boolean }>(
    `select state = 'failed' and ended_at < created_at + interval '12 hours' as "isRefused"
     from mail.outbox
     where state <> 'waiting' and ended_at > now() - make_interval(mins => $3)
       and recipient = any($1) and template = any($2)
     order by ended_at desc limit 1`,
    [recipients, templates, minutes],
  )
  return found.rows[0]?.isRefused ?? false
}

/** Retries an e-mail after this many seconds. */
export async function postpone(
  database: Database,
  mailId: string,
  seconds: number,
  error: string,
): Promise<void> {
  await database.query(
    `update mail.outbox set due_at = now() + make_interval(secs => $2), last_error = $3
     where mail_id = $1 and state = 'waiting'`,
    [mailId, seconds, error],
  )
}

/** Deletes e-mails that ended more than this many days ago. */
export async function sweepOutbox(database: Database, retentionDays: number): Promise<void> {
  await database.query(
    `delete from mail.outbox
     where state <> 'waiting' and ended_at < now() - make_interval(days => $1)`,
    [retentionDays],
  )
}
