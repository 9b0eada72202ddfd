/**
 * Second factors that two operators take off for an owner who lost his (DEC-37). It takes a day: whoever has
 * the mailbox keeps the factor by the link of the mail about it, and whoever uses the factor has it still.
 */
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Log } from '../../platform/logging/log.ts'
import { recordSecurityEvent } from '../../platform/security/events.ts'
import { hashOf, isToken, makeToken } from '../../platform/security/opaque-tokens.ts'
import { tellOwner, type TellingParts } from './security-notices.ts'
import type { Sessions } from './sessions.ts'
import { deleteSessionsOf } from './sessions-store.ts'
import { burnChallengesOf } from './sign-in-challenges.ts'
import { haltSignIns } from './sign-in-store.ts'
import { deleteFactor, hasTwoFactor } from './two-factor-store.ts'
import { isProvenOrNoted, proveUser } from './user-proofs.ts'

/** How long an owner has to object. */
export const factorResetHours = 24

export type FactorReset = { readonly dueMs: number }

/** The reset that waits for an account; null where none does. */
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
 * Begins a reset; gives the token of the link that ends it, and null where this change, or another one,
 * began it already.
 */
export async function beginFactorReset(
  transaction: Transaction,
  userId: number,
  changeId: number,
): Promise<string | null> {
  const token = makeToken()
  const begun = await transaction.query(
    `insert into accounts.factor_reset (user_id, change_id, due_at, token_hash)
     values ($1, $2, now() + make_interval(hours => $3), $4) on conflict do nothing`,
    [userId, changeId, factorResetHours, hashOf(token)],
  )
  return begun.rowCount === 1 ? token : null
}

/** Keeps the factor by a link's token; whose it is, or null where the link serves no more. */
export async function keepFactorBy(
  transaction: Transaction,
  token: string,
): Promise<number | null> {
  if (!isToken(token)) return null
  const kept = await transaction.query<{ userId: number }>(
    `update accounts.factor_reset set state = 'canceled', ended_at = now()
     where token_hash = $1 and state = 'waiting' returning user_id as "userId"`,
    [hashOf(token)],
  )
  return kept.rows[0]?.userId ?? null
}

/** Keeps the factor of somebody who has just used it. */
export async function keepUsedFactor(transaction: Transaction, userId: number): Promise<void> {
  const kept = await transaction.query(
    `update accounts.factor_reset set state = 'canceled', ended_at = now()
     where user_id = $1 and state = 'waiting'`,
    [userId],
  )
  if (kept.rowCount !== 1) return
  const [kind, clientAddress] = ['two_factor.kept', null]
  await recordSecurityEvent(transaction, { accountId: userId, kind, clientAddress })
}

export type ResetParts = TellingParts & {
  readonly database: Database
  readonly log: Log
  /** Whether operators' votes prove the change that asked for the reset of this account's factor. */
  readonly isAgreed: (changeId: number, userId: number) => Promise<boolean>
  readonly sessions: Pick<Sessions, 'forget'>
}

type Due = { readonly resetId: number; readonly userId: number; readonly changeId: number }

/**
 * Takes off the factors whose owners did not object in time: their sessions end, they are told, and their
 * withdrawals wait as after every change of a factor (SRV-82). A reset that no vote of operators proves is canceled:
 * the factor stays, and its owner is told.
 */
export async function resetDueFactors(parts: ResetParts): Promise<void> {
  const due = await parts.database.query<Due>(
    `select id as "resetId", user_id as "userId", change_id as "changeId" from accounts.factor_reset
     where state = 'waiting' and due_at <= now() order by id limit 100`,
  )
  for (const one of due.rows) {
    if (await parts.isAgreed(one.changeId, one.userId)) await resetFactor(parts, one)
    else await dropReset(parts, one)
  }
}

async function dropReset(parts: ResetParts, { resetId, userId, changeId }: Due): Promise<void> {
  const isDropped = await inTransaction(parts.database, async (transaction) => {
    const ended = await transaction.query(
      `update accounts.factor_reset set state = 'canceled', ended_at = now()
       where id = $1 and state = 'waiting'`,
      [resetId],
    )
    if (ended.rowCount !== 1) return false
    await tellOwner(parts, transaction, {
      notice: { accountId: userId, kind: 'factor_reset_dropped', params: {} },
      event: 'two_factor.reset_dropped',
      client: { address: '' },
      details: { by: 'system' },
    })
    return true
  })
  if (!isDropped) return
  const about = { userId, changeId }
  parts.log.error(about, 'no vote proves the reset of a second factor: the factor stays')
}

async function resetFactor(
  parts: ResetParts,
  { resetId, userId }: { readonly resetId: number; readonly userId: number },
): Promise<void> {
  const isReset = await inTransaction(parts.database, async (transaction) => {
    // First, as who signs in does: he may use the factor this moment, and keep it by that.
    await haltSignIns(transaction, userId)
    const ended = await transaction.query(
      `update accounts.factor_reset set state = 'done', ended_at = now()
       where id = $1 and state = 'waiting'`,
      [resetId],
    )
    if (ended.rowCount !== 1 || !(await hasTwoFactor(transaction, userId))) return false
    // What somebody changed is looked at by people first; the factor stays, and they may ask again.
    if (!(await isProvenOrNoted(transaction, parts.keys, userId))) return false
    await deleteFactor(transaction, userId)
    await proveUser(transaction, parts.keys, userId)
    await burnChallengesOf(transaction, userId)
    await deleteSessionsOf(transaction, userId, null)
    await tellOwner(parts, transaction, {
      notice: { accountId: userId, kind: 'two_factor_off', params: {} },
      event: 'two_factor.off',
      client: { address: '' },
      details: { by: 'operators' },
    })
    return true
  })
  if (isReset) parts.sessions.forget(userId)
}
