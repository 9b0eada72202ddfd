/**
 * Shows users' data to operators (ATT-104), limited per hour; beyond the limit the other risk operators are
 * notified.
 */
import { type DeskRole, emailKeyOf, mailboxOf } from '@tukar/wire'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { recordSecurityEvent } from '../../platform/security/events.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { notify } from '../notifications/index.ts'
import type { Operator } from './operator.ts'
import { noteShown } from './operators-store.ts'
import { readAllRoles } from './role-proofs.ts'

/** The number of users whose data one operator may see within an hour. */
const shownInHourMax = 30
const alarmKind = 'desk.many_shown'

export type ShowingDeps = {
  readonly database: Database
  readonly keys: Keys
  /** The e-mail addresses of admins from the settings, as in `desk.ts`. */
  readonly executorEmails: readonly string[]
}

/**
 * Shows a user's data to an operator, in one transaction that counts it; refuses `desk.too_many_shown` beyond
 * the limit.
 */
export async function showingPerson<T>(
  deps: ShowingDeps,
  operator: Pick<Operator, 'operatorId' | 'name'>,
  userId: number,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { database } = deps
  const { operatorId } = operator
  const shown = await inTransaction(database, async (transaction) => {
    const mayShow = await noteShown(transaction, operatorId, userId, shownInHourMax)
    return mayShow ? { result: await work(transaction) } : null
  })
  if (shown !== null) return shown.result
  await inTransaction(database, (transaction) => notifyWatchers(transaction, deps, operator))
  throw new Refusal('desk.too_many_shown', { max: shownInHourMax })
}

/** Notifies all other risk operators, including admins from the settings, once an hour. */
async function notifyWatchers(
  transaction: Transaction,
  { executorEmails, keys }: ShowingDeps,
  { operatorId, name }: Pick<Operator, 'operatorId' | 'name'>,
): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(hashtext($1))', [
    `${alarmKind}:${operatorId}`,
  ])
  const noted = await transaction.query(
    `select 1 from security.event
     where account_id = $1 and kind = $2 and at > now() - interval '1 hour'`,
    [operatorId, alarmKind],
  )
  if (noted.rows.length > 0) return
  const details = { max: shownInHourMax }
  const event = { accountId: operatorId, kind: alarmKind, clientAddress: null, details }
  await recordSecurityEvent(transaction, event)
  const byRole = await watchersOf(transaction, keys)
  const watchers = await transaction.query<{ userId: number; email: string }>(
    `select u.id as "userId", u.email from accounts.users u
     where u.id <> $1 and u.deleted_at is null and (
       u.id = any($3) or u.email_key = any($2) and u.email_verified_at is not null)
     order by u.id`,
    [operatorId, executorEmails.map(emailKeyOf), byRole],
  )
  const named = new Set(executorEmails.map(mailboxOf))
  for (const { userId: accountId, email } of watchers.rows) {
    // The folded key may match a mailbox that only resembles the named one, so the mailbox is compared.
    if (!byRole.includes(accountId) && !named.has(mailboxOf(email))) continue
    const params = { operator: name, max: shownInHourMax }
    await notify(transaction, { accountId, kind: 'desk_many_shown', params })
  }
}

/** The accounts with a role that watches risks. */
async function watchersOf(transaction: Transaction, keys: Keys): Promise<readonly number[]> {
  const roles = await readAllRoles(transaction, keys)
  const isWatcher = (own: readonly DeskRole[]) => own.includes('risk') || own.includes('admin')
  return [...roles].flatMap(([userId, own]) => (isWatcher(own) ? [userId] : []))
}
