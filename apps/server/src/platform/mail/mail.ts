/**
 * The port of mail. A mail is written into the outbox by the transaction of what it tells of, so that it
 * exists exactly if that change does; the delivery sends it, again and again until it is through.
 */
import { randomUUID } from 'node:crypto'
import type { Language } from '@tukar/i18n/server'
import type { Database } from '../database/pool.ts'
import type { Keys } from '../secrets/keys.ts'
import { seal, unseal } from '../secrets/sealing.ts'
import { insertMail } from './outbox-store.ts'
import type { MailBody } from './templates.ts'

/** What is sent: to one person, in his language. Places of the template come from `params`. */
export type OutgoingMail = MailBody & {
  readonly to: string
  readonly language: Language
}

export type Mail = {
  /** Puts a mail into the outbox, in the transaction of `client` where that has one. */
  send(client: Pick<Database, 'query'>, mail: OutgoingMail): Promise<void>
}

const outboxPurpose = 'mail'

/**
 * The port; what a mail says is sealed until it is sent, for it may hold a link into an account. Whom it goes to is
 * sealed with it: a row that somebody addresses to himself goes to its owner.
 */
export function createMail(keys: Keys): Mail {
  const key = keys(outboxPurpose)
  return {
    async send(client, { to, language, template, params }) {
      const mailId = randomUUID()
      const sealed = seal(key, ownerOf(mailId), Buffer.from(JSON.stringify({ to, params })))
      await insertMail(client, { mailId, recipient: to, language, template, sealed })
    },
  }
}

/** The parameters of a mail in the outbox; throws where the key is another. */
export function openParams(
  keys: Keys,
  mailId: string,
  sealed: Buffer,
): Readonly<Record<string, string | number>> {
  return openSealed(keys, mailId, sealed).params
}

type Params = Readonly<Record<string, string | number>>

/** What was sealed of a mail; `to` is null where it was written before receivers were sealed. */
export function openSealed(
  keys: Keys,
  mailId: string,
  sealed: Buffer,
): { readonly to: string | null; readonly params: Params } {
  const text = unseal(keys(outboxPurpose), ownerOf(mailId), sealed).toString('utf8')
  const said: Params | { readonly to: string; readonly params: Params } = JSON.parse(text)
  return isAddressed(said) ? said : { to: null, params: said }
}

function isAddressed(
  said: Params | { readonly to: string; readonly params: Params },
): said is { readonly to: string; readonly params: Params } {
  return typeof said.params === 'object'
}

/** What a sealed mail is bound to. */
function ownerOf(mailId: string): string {
  return `mail ${mailId}`
}
