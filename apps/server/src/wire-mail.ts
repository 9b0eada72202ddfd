/** Wires mails: the outbox, who delivers it, and in a simulation without a mail server the mailbox. */
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
  /** Takes what ends a part, as soon as that part has begun. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

/** Begins to deliver, to the mail server of the settings or to the mailbox. */
export async function wireMail(deps: MailWiring): Promise<Pick<Delivery, 'sweep' | 'health'>> {
  const { settings, http, database, keys, log, onStop } = deps
  const { smtpUrl, mailFrom, product, publicUrl: origin } = settings
  // Links into accounts would lie open to whoever uses this machine.
  if (smtpUrl === null && settings.mode !== 'simulation') {
    throw new SettingsError('Outside of simulation mails need a mail server: set TUKAR_SMTP_URL.')
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
