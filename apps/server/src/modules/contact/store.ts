/** What people wrote to the operator. */
import type { Database } from '../../platform/database/pool.ts'

export type ContactMessage = {
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly clientAddress: string
}

/** Keeps a message. */
export async function insertMessage(
  client: Pick<Database, 'query'>,
  { name, email, subject, message, clientAddress }: ContactMessage,
): Promise<void> {
  await client.query(
    `insert into contact.message (name, email, subject, body, client_address)
     values ($1, $2, $3, $4, $5)`,
    [name, email, subject, message, clientAddress],
  )
}
