/** The mailbox of a simulation: shows the e-mails that the exchange sends. */
import type { Database } from '../platform/database/pool.ts'
import type { HttpHost } from '../platform/http/host.ts'
import type { Log } from '../platform/logging/log.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { registerMailbox } from './routes.ts'

export type Mailbox = Receiver

/** Registers the mailbox's pages and starts its SMTP server. */
export function startMailbox(http: HttpHost, database: Database, log: Log): Promise<Mailbox> {
  registerMailbox(http, database)
  return startReceiver(database, log)
}
