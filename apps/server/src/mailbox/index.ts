/** The mailbox of a simulation: what the exchange sends, for whoever tries it. */
import type { Database } from '../platform/database/pool.ts'
import type { HttpHost } from '../platform/http/host.ts'
import type { Log } from '../platform/logging/log.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { registerMailbox } from './routes.ts'

export type Mailbox = Receiver

/** Serves the mailbox's pages and starts its mail server. */
export function startMailbox(http: HttpHost, database: Database, log: Log): Promise<Mailbox> {
  registerMailbox(http, database)
  return startReceiver(database, log)
}
