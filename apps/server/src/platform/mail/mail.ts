/**
 * The port of e-mail. An e-mail is written to the outbox in the transaction of the change that it reports, so
 * it exists exactly if that change does. The delivery retries until it is sent.
 */
import { randomUUID } from 'node:crypto'
import type { Language } from '@tukar/i18n/server'
import type { Database } from '../database/pool.ts'
import type { Keys } from '../secrets/keys.ts'
import { seal, unseal } from '../secrets/sealing.ts'
import { insertMail } from './outbox-store.ts'
import type { MailBody } from './templates.ts'

/** An e-mail to one person, in that person's language. `params` fill the placeholders of the template. */
export type OutgoingMail = MailBody & {
  readonly to: string
  readonly language: Language
}

export type Mail = {
  /** Adds an e-mail to the outbox, in the transaction of `client` if it has one. */
  send(client: Pick<Database, 'query'>, mail: OutgoingMail): Promise<void>
}

const outboxPurpose = 'mail'

/**
 * The port. The content is sealed until it is sent, because it may hold a link into an account. The recipient
 * is sealed too: a row that an attacker readdresses still goes to its owner.
 */
export function createMail(keys: Keys): Mail {
  const key = keys(outboxPurpose)
  return {
    async send(client, { to, language, template, params }) {
      const mailId = randomUUID()
      const sealed = seal(key, toOwner(mailId), Buffer.from(JSON.stringify({ to, params })))
      await insertMail(client, { mailId, recipient: to, language, template, sealed })
    },
  }
}

/** The parameters of an e-mail in the outbox; throws under another key. */
export function openParams(
  keys: Keys,
  mailId: string,
  sealed: Buffer,
): Readonly<Record<string, string | number>> {
  return openSealed(keys, mailId, sealed).params
}

type Params = Readonly<Record<string, string | number>>

/** The sealed content of an e-mail; `to` is null in old rows, which did not seal the recipient. */
export function openSealed(
  keys: Keys,
  mailId: string,
  sealed: Buffer,
): { readonly to: string | null; readonly params: Params } {
  const text = unseal(keys(outboxPurpose), toOwner(mailId), sealed).toString('utf8')
  const opened: Params | { readonly to: string; readonly params: Params } = JSON.parse(text)
  return isAddressed(opened) ? opened : { to: null, params: opened }
}

function isAddressed(
  opened: Params | { readonly to: string; readonly params: Params },
): opened is { readonly to: string; readonly params: Params } {
  return typeof opened.params === 'object'
}

/** What a sealed e-mail is bound to. */
function toOwner(mailId: string): string {
  return `mail ${mailId}`
}
