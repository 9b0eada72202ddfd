/**
 * Notifies users of changes of operators to their accounts, by notice and e-mail, in the transaction of the
 * change.
 */
import { suspensionWords } from '@tukar/i18n/server'
import type { SuspensionCause } from '@tukar/wire'
import type { Transaction } from '../../../platform/database/pool.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import { jakartaTimeText } from '../../../platform/text/dates.ts'
import { findAddressee } from '../../accounts/index.ts'
import { notify } from '../../notifications/index.ts'
import type { UserChangeDeps } from './deps.ts'

type NoticeDeps = Pick<UserChangeDeps, 'keys' | 'mail' | 'origin'>

const contactPath = '/pages/contact-us'
const accountPath = '/settings'
const cancelResetPath = '/auth/keep-factor'

/** Notifies of a suspension, with its reason and the contact page. */
export async function notifySuspended(
  { keys, mail, origin }: NoticeDeps,
  transaction: Transaction,
  accountId: number,
  why: SuspensionCause,
): Promise<void> {
  await recordSecurityEvent(transaction, { accountId, kind: 'account.suspended', ...byNobody })
  await notify(transaction, { accountId, kind: 'account_suspended', params: {} })
  const to = await findAddressee(transaction, keys, accountId)
  if (to === null) return
  const happened = happenedTo(to, origin + contactPath)
  const params = { ...happened, why: suspensionWords[why][to.language] }
  await mail.send(transaction, { ...addressed(to), template: 'account_suspended', params })
}

/** Notifies that an account is resumed. */
export async function notifyResumed(
  { keys, mail, origin }: NoticeDeps,
  transaction: Transaction,
  accountId: number,
): Promise<void> {
  await recordSecurityEvent(transaction, { accountId, kind: 'account.resumed', ...byNobody })
  await notify(transaction, { accountId, kind: 'account_resumed', params: {} })
  const to = await findAddressee(transaction, keys, accountId)
  if (to === null) return
  const params = happenedTo(to, origin + accountPath)
  await mail.send(transaction, { ...addressed(to), template: 'account_resumed', params })
}

/** Notifies of the pending reset of a second factor, with the link that cancels it. */
export async function notifyFactorReset(
  { keys, mail, origin }: NoticeDeps,
  transaction: Transaction,
  accountId: number,
  { token, dueMs }: { readonly token: string; readonly dueMs: number },
): Promise<void> {
  const until = jakartaTimeText(dueMs)
  await recordSecurityEvent(transaction, { accountId, kind: 'two_factor.reset', ...byNobody })
  await notify(transaction, { accountId, kind: 'factor_reset', params: { until } })
  const to = await findAddressee(transaction, keys, accountId)
  if (to === null) return
  const params = { ...happenedTo(to, `${origin}${cancelResetPath}?token=${token}`), until }
  await mail.send(transaction, { ...addressed(to), template: 'factor_reset', params })
}

const byNobody = { clientAddress: null } as const

type Addressee = NonNullable<Awaited<ReturnType<typeof findAddressee>>>

function addressed({ email, language }: Addressee) {
  return { to: email, language }
}

function happenedTo({ fullName }: Addressee, link: string) {
  return { name: fullName, link, atMs: Date.now() }
}
