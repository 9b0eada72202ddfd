/** Wires e-mail: the outbox, its delivery, and the mailbox of a simulation without a mail server. */
import { startMailbox } from './mailbox/index.ts'
import { noteRefused } from './modules/accounts/index.ts'
import { SettingsError } from './platform/config/environment.ts'
import type { Settings } from './platform/config/settings.ts'
import type { Database } from './platform/database/pool.ts'
import type { HttpHost } from './platform/http/host.ts'
import type { Log } from './platform/logging/log.ts'
import { type Delivery, startDelivery } from './platform/mail/delivery.ts'
import { releaseClaimed } from './platform/mail/outbox-store.ts'
import { createSmtpTransport } from './platform/mail/smtp.ts'
import type { Keys } from './platform/secrets/keys.ts'

export type MailWiring = {
  readonly settings: Settings
  readonly http: HttpHost
  readonly database: Database
  readonly keys: Keys
  readonly log: Log
  /** Registers the end of a module as soon as it has started. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

/** Starts the delivery to the mail server of the settings, or to the mailbox. */
export async function wireMail(deps: MailWiring): Promise<Pick<Delivery, 'sweep' | 'health'>> {
  const { settings, http, database, keys, log, onStop } = deps
  const { smtpUrl, mailFrom, product, publicUrl: origin } = settings
  // Otherwise any user of this machine could read links into accounts.
  if (smtpUrl === null && settings.mode !== 'simulation') {
    throw new SettingsError('Live mode needs a mail server: set TUKAR_SMTP_URL.')
  }
  const mailbox = smtpUrl === null ? await startMailbox(http, database, log) : null
  if (mailbox !== null) onStop(() => mailbox.stop())
  const transport = createSmtpTransport({ url: smtpUrl ?? mailbox?.url ?? '', from: mailFrom })
  await releaseClaimed(database)
  const brand = { product, origin }
  const onRefused = (address: string) => noteRefused(database, address)
  const delivery = startDelivery({ database, keys, transport, brand, log, onRefused })
  onStop(() => delivery.stop())
  return delivery
}
