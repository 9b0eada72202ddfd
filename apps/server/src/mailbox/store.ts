/** E-mails of the mailbox in the database. */
import type { Database } from '../platform/database/pool.ts'

export type NewMessage = {
  readonly messageKey: string
  readonly recipient: string
  readonly sender: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type Message = NewMessage & { readonly messageId: number; readonly receivedAt: Date }

const columns = `id as "messageId", message_key as "messageKey", recipient, sender, subject,
  body_text as text, body_html as html, received_at as "receivedAt"`

/** Stores an e-mail, once per message. Only the newest `max` of all e-mails are kept. */
export async function insertMessage(
  database: Database,
  { messageKey, recipient, sender, subject, text, html }: NewMessage,
  max: number,
): Promise<void> {
  await database.query(
    `with made as (
       insert into mailbox.message
         (message_key, recipient, sender, subject, body_text, body_html)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id
     )
     delete from mailbox.message where id <= (select id from made) - $7`,
    [messageKey, recipient, sender, subject, text, html, max],
  )
}

/** The newest e-mails of one recipient; null: of all. */
export async function listMessages(
  database: Database,
  recipient: string | null,
  rows: number,
): Promise<readonly Message[]> {
  const found = await database.query<Message>(
    `select ${columns} from mailbox.message
     where $1::text is null or lower(recipient) = lower($1) order by id desc limit $2`,
    [recipient, rows],
  )
  return found.rows
}

/** The e-mail of this id, or null. */
export async function findMessage(database: Database, messageId: number): Promise<Message | null> {
  const found = await database.query<Message>(
    `select ${columns} from mailbox.message where id = $1`,
    [messageId],
  )
  return found.rows[0] ?? null
}
