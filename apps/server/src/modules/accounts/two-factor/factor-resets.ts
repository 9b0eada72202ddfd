/**
 * Resets of second factors: two operators remove the factor of an owner who lost it (DEC-37). The reset takes
 * a day. The owner can cancel it with the link in the e-mail, or by using the factor.
 */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import { hashOf, isToken, makeToken } from '../../../platform/security/opaque-tokens.ts'
import { findRecordedReset, recordReset, recordResetEnd } from '../password/reset-proofs.ts'
import { notifyOwner, type SecurityNoticeDeps } from '../security-notices.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { deleteSessionsOf } from '../sessions/sessions-store.ts'
import { burnChallengesOf } from '../sign-in/sign-in-challenges.ts'
import { haltSignIns } from '../sign-in/sign-in-store.ts'
import { deleteFactor, hasTwoFactor } from './two-factor-store.ts'
import { isProvenOrNoted, proveUser } from '../user-proofs.ts'

/** The time that an owner has to object. */
export const factorResetHours = 24

export type FactorReset = { readonly dueMs: number }

/** The pending reset of an account; null if there is none. */
export async function factorResetOf(
  connection: Pick<Database, 'query'>,
  userId: number,
): Promise<FactorReset | null> {
  const found = await connection.query<FactorReset>(
    `select floor(extract(epoch from due_at) * 1000)::bigint as "dueMs"
     from accounts.factor_reset where user_id = $1 and state = 'waiting'`,
    [userId],
  )
  return found.rows[0] ?? null
}

/**
 * Begins a reset; returns the token of the link that cancels it. Null if this or another change began it
 * already.
 */
export async function beginFactorReset(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  changeId: number,
): Promise<string | null> {
  const token = makeToken()
  const begun = await transaction.query<FactorReset>(
    `insert into accounts.factor_reset (user_id, change_id, due_at, token_hash)
     values ($1, $2, now() + make_interval(hours => $3), $4) on conflict do nothing
     returning floor(extract(epoch from due_at) * 1000)::bigint as "dueMs"`,
    [userId, changeId, factorResetHours, hashOf(token)],
  )
  const [reset] = begun.rows
  if (reset === undefined) return null
  const tokenHash = hashOf(token).toString('hex')
  await recordReset(transaction, keys, userId, { changeId, dueMs: reset.dueMs, tokenHash })
  return token
}

/** Cancels a reset by the token of a link; returns the user, or null if the link is no longer valid. */
export async function cancelResetByToken(
  transaction: Transaction,
  keys: Keys,
  token: string,
): Promise<number | null> {
  if (!isToken(token)) return null
  const found = await transaction.query<{ userId: number; changeId: number }>(
    `select user_id as "userId", change_id as "changeId" from accounts.factor_reset
     where token_hash = $1 for update`,
    [hashOf(token)],
  )
  const [row] = found.rows
  if (row === undefined) return null
  const { userId, changeId } = row
  if ((await findRecordedReset(transaction, keys, userId))?.changeId !== changeId) return null
  await cancelReset(transaction, keys, userId)
  return userId
}

/** Cancels the reset of a user who has just used the factor. */
export async function cancelResetOnUse(
  transaction: Transaction,
  keys: Keys,
  userId: number,
): Promise<void> {
  if (!(await cancelReset(transaction, keys, userId))) return
  const [kind, clientAddress] = ['two_factor.kept', null]
  await recordSecurityEvent(transaction, { accountId: userId, kind, clientAddress })
}

/** Ends the pending reset of an account, whatever its row says; false if none is pending. */
async function cancelReset(transaction: Transaction, keys: Keys, userId: number): Promise<boolean> {
  if (!(await recordResetEnd(transaction, keys, userId))) return false
  await transaction.query(
    `update accounts.factor_reset set state = 'canceled', ended_at = now()
     where user_id = $1 and state = 'waiting'`,
    [userId],
  )
  return true
}

export type FactorResetDeps = SecurityNoticeDeps & {
  readonly database: Database
  readonly log: Log
  /** Whether the votes of operators prove the change that requested the reset of this factor. */
  readonly isAgreed: (changeId: number, userId: number) => Promise<boolean>
  readonly sessions: Pick<Sessions, 'forget'>
}

type Due = {
  readonly resetId: number
  readonly userId: number
  readonly changeId: number
  readonly tokenHash: string
}

/**
 * Removes the factors whose owners did not object in time. Their sessions end, they are notified, and their
 * withdrawals pause as after every change of a factor (SRV-82). A reset that no vote proves, or that differs
 * from its record, is canceled: the factor stays, and its owner is notified. The recorded due time counts.
 *
 * @param nowMs milliseconds since 1970
 */
export async function resetDueFactors(deps: FactorResetDeps, nowMs = Date.now()): Promise<void> {
  const due = await deps.database.query<Due>(
    `select id as "resetId", user_id as "userId", change_id as "changeId",
       encode(token_hash, 'hex') as "tokenHash"
     from accounts.factor_reset
     where state = 'waiting' and due_at <= to_timestamp($1::double precision / 1000)
     order by id limit 100`,
    [nowMs],
  )
  for (const one of due.rows) {
    const said = await findRecordedReset(deps.database, deps.keys, one.userId)
    const isRecorded = said?.changeId === one.changeId && said.tokenHash === one.tokenHash
    if (!isRecorded || !(await deps.isAgreed(one.changeId, one.userId))) await dropReset(deps, one)
    else if (said.dueMs > nowMs) await postponeReset(deps, one, said.dueMs)
    else await resetFactor(deps, one)
  }
}

/** A reset whose due time was moved forward in the database is due at the recorded time. */
async function postponeReset(
  { database, log }: FactorResetDeps,
  { resetId, userId, changeId }: Due,
  dueMs: number,
): Promise<void> {
  await database.query(
    `update accounts.factor_reset set due_at = to_timestamp($2::double precision / 1000)
     where id = $1 and state = 'waiting'`,
    [resetId, dueMs],
  )
  log.error(
    { userId, changeId },
    'due time of a factor reset was changed outside the server: the recorded time counts',
  )
}

async function dropReset(deps: FactorResetDeps, { resetId, userId, changeId }: Due): Promise<void> {
  const isDropped = await inTransaction(deps.database, async (transaction) => {
    const ended = await transaction.query(
      `update accounts.factor_reset set state = 'canceled', ended_at = now()
       where id = $1 and state = 'waiting'`,
      [resetId],
    )
    if (ended.rowCount !== 1) return false
    await recordResetEnd(transaction, deps.keys, userId)
    await notifyOwner(deps, transaction, {
      notice: { accountId: userId, kind: 'factor_reset_dropped', params: {} },
      event: 'two_factor.reset_dropped',
      client: { address: '' },
      details: { by: 'system' },
    })
    return true
  })
  if (!isDropped) return
  const about = { userId, changeId }
  deps.log.error(about, 'factor reset without votes canceled: the factor stays active')
}

async function resetFactor(
  deps: FactorResetDeps,
  { resetId, userId }: { readonly resetId: number; readonly userId: number },
): Promise<void> {
  const isReset = await inTransaction(deps.database, async (transaction) => {
    // Sign-ins wait first: the owner may be using the factor at this moment, which cancels the reset.
    await haltSignIns(transaction, userId)
    if (!(await recordResetEnd(transaction, deps.keys, userId))) return false
    const ended = await transaction.query(
      `update accounts.factor_reset set state = 'done', ended_at = now()
       where id = $1 and state = 'waiting'`,
      [resetId],
    )
    if (ended.rowCount !== 1 || !(await hasTwoFactor(transaction, userId))) return false
    // A changed row is reviewed by operators first. The factor stays, and they can request the reset again.
    if (!(await isProvenOrNoted(transaction, deps.keys, userId))) return false
    await deleteFactor(transaction, userId)
    await proveUser(transaction, deps.keys, userId)
    await burnChallengesOf(transaction, userId)
    await deleteSessionsOf(transaction, userId, null)
    await notifyOwner(deps, transaction, {
      notice: { accountId: userId, kind: 'two_factor_off', params: {} },
      event: 'two_factor.off',
      client: { address: '' },
      details: { by: 'operators' },
    })
    return true
  })
  if (isReset) deps.sessions.forget(userId)
}
