/**
 * Notifies owners of security events of their accounts, by notice and e-mail, in the transaction of the
 * change.
 */
import { deviceWords } from '@tukar/i18n/server'
import type { Transaction } from '../../platform/database/pool.ts'
import type { MailBody, MailParams } from '../../platform/mail/templates.ts'
import { recordSecurityEvent } from '../../platform/security/events.ts'
import { type NewNotice, notify } from '../notifications/index.ts'
import type { Client } from './sign-in/clients.ts'
import type { AccountsDeps } from './deps.ts'
import { findAddressee } from './profile/profile-store.ts'

export type SecurityNoticeDeps = Pick<AccountsDeps, 'keys' | 'mail' | 'origin'>

/** Kinds that are also sent by e-mail; each kind has a template of the same name. */
type MailedKind =
  | 'sign_in_new_device'
  | 'password_changed'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'two_factor_guessed'
  | 'factor_reset_dropped'
  | 'bank_saved'
  | 'bank_changed'
  | 'bank_unlocked'

/** A security event and where it came from; `event` is the dotted name in the record (SRV-08). */
export type SecurityNotice = {
  readonly notice: Extract<NewNotice, { readonly kind: MailedKind }>
  readonly event: string
  readonly client: Pick<Client, 'address'>
  /** More details for the record; no secret. */
  readonly details?: Readonly<Record<string, string>>
}

const newPasswordPath = '/auth/forgot-password'
const contactPath = '/pages/contact-us'

/** Records a security event and notifies its owner, in the transaction of the change. */
export async function notifyOwner(
  { keys, mail, origin }: SecurityNoticeDeps,
  transaction: Transaction,
  { notice, event, client, details = {} }: SecurityNotice,
): Promise<void> {
  const { accountId } = notice
  const clientAddress = client.address
  await recordSecurityEvent(transaction, { accountId, kind: event, clientAddress, details })
  await notify(transaction, notice)
  const addressee = await findAddressee(transaction, keys, accountId)
  if (addressee === null) return
  const { email, fullName, language } = addressee
  // In the owner's language: the language of the request may be an attacker's.
  const to = { to: email, language }
  const path = notice.kind === 'factor_reset_dropped' ? contactPath : newPasswordPath
  const happened = { name: fullName, link: origin + path, atMs: Date.now() }
  await mail.send(transaction, { ...to, ...bodyOf(notice, happened, language) })
}

function bodyOf(
  notice: SecurityNotice['notice'],
  happened: MailParams['password_changed'],
  language: 'en' | 'id',
): MailBody {
  switch (notice.kind) {
    case 'sign_in_new_device': {
      const device = deviceWords(notice.params.device, language)
      return { template: notice.kind, params: { ...happened, ...notice.params, device } }
    }
    case 'bank_saved':
    case 'bank_changed':
    case 'bank_unlocked':
      return { template: notice.kind, params: { ...happened, ...notice.params } }
    case 'password_changed':
    case 'two_factor_on':
    case 'two_factor_off':
    case 'two_factor_guessed':
    case 'factor_reset_dropped':
      return { template: notice.kind, params: happened }
  }
}
