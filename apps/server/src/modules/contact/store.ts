/** Messages to the operator. */
import { emailKeyOf } from '@tukar/wire'
import type { Database, Transaction } from '../../platform/database/pool.ts'

/** Older messages need no answer any longer. */
const retentionDays = 365

export type ContactMessage = {
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly clientAddress: string
}

/** Stores a message. */
export async function insertMessage(
  client: Pick<Database, 'query'>,
  { name, email, subject, message, clientAddress }: ContactMessage,
): Promise<void> {
  await client.query(
    `insert into contact.message (name, email, email_key, subject, body, client_address)
     values ($1, $2, $3, $4, $5, $6)`,
    [name, email, emailKeyOf(email), subject, message, clientAddress],
  )
}

/** Deletes the messages from an address when its account is deleted. */
export async function deleteMessagesOf(client: Transaction, email: string): Promise<void> {
  await client.query('delete from contact.message where email_key = $1', [emailKeyOf(email)])
}

/** Removes messages that are too old. */
export async function sweepMessages(database: Database): Promise<void> {
  await database.query(
    `delete from contact.message where created_at < now() - make_interval(days => $1)`,
    [retentionDays],
  )
}
