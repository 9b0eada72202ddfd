/** New users in the database. */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import type { Role } from '../profile/profile-store.ts'
import { isProvenOrNoted, type UserProofDeps, proveUser } from '../user-proofs.ts'

export type NewUser = {
  readonly fullName: string
  readonly email: string
  readonly emailKey: string
  readonly passwordHash: string | null
  readonly demoName?: string
  readonly role?: Role
}

/** Creates a user whose address needs no confirmation, with starting funds; null if the address is taken. */
export function insertUser(
  { database, keys }: UserProofDeps,
  user: NewUser,
  funds: readonly Fund[],
): Promise<number | null> {
  return inTransaction(database, async (transaction) => {
    const userId = await insertUserRow(transaction, user, funds)
    if (userId !== null) await proveUser(transaction, keys, userId)
    return userId
  })
}

async function insertUserRow(
  transaction: Transaction,
  user: NewUser,
  funds: readonly Fund[],
): Promise<number | null> {
  const created = await transaction.query<{ id: number }>(
    `with made as (
       insert into accounts.users (full_name, nickname, email, email_key, password_hash, demo_name,
         role, email_verified_at)
       values ($1, $1, $2, $3, $4, $5, $6, now()) on conflict do nothing returning id
     ), funded as (
       insert into accounts.starting_fund (user_id, currency_id, amount)
       select made.id, f.currency_id, f.amount from made,
         unnest($7::int[], $8::bigint[]) as f(currency_id, amount)
     )
     select id from made`,
    [
      user.fullName,
      user.email,
      user.emailKey,
      user.passwordHash,
      user.demoName ?? null,
      user.role ?? 'trader',
      funds.map((fund) => fund.currencyId),
      funds.map((fund) => fund.amount),
    ],
  )
  return created.rows[0]?.id ?? null
}

type Fund = { readonly currencyId: number; readonly amount: number }

export type NewMember = {
  readonly fullName: string
  readonly email: string
  readonly emailKey: string
  readonly passwordHash: string
  readonly language: 'en' | 'id'
}

/**
 * Creates a user whose address is not confirmed yet. A second registration before the confirmation replaces
 * the name, so that nobody can reserve an address. Then no password counts, because two people may have
 * registered and the link must not let the other one in: the owner chooses a password by e-mail. Null if the
 * address has an owner, or its row does not match its proof.
 */
export async function upsertUnverifiedUser(
  transaction: Transaction,
  keys: Keys,
  { fullName, email, emailKey, passwordHash, language }: NewMember,
): Promise<number | null> {
  const earlier = await transaction.query<{ id: number }>(
    'select id from accounts.users where email_key = $1 for no key update',
    [emailKey],
  )
  const known = earlier.rows[0]?.id ?? null
  if (known !== null && !(await isProvenOrNoted(transaction, keys, known))) return null
  const put = await transaction.query<{ id: number }>(
    `insert into accounts.users as u
       (full_name, nickname, email, email_key, password_hash, language)
     values ($1, $1, $2, $3, $4, $5)
     on conflict (email_key) do update set full_name = excluded.full_name,
       nickname = excluded.nickname, email = excluded.email,
       password_hash = null, language = excluded.language
     where u.email_verified_at is null and u.deleted_at is null and u.demo_name is null
       and u.first_signed_in_at is null
     returning id`,
    [fullName, email, emailKey, passwordHash, language],
  )
  const userId = put.rows[0]?.id ?? null
  if (userId !== null) await proveUser(transaction, keys, userId)
  return userId
}

export type Owner = {
  readonly userId: number
  readonly isVerified: boolean
  readonly isDemo: boolean
}

/** The owner of an address, or null. */
export async function findOwner(
  connection: Pick<Database, 'query'>,
  emailKey: string,
): Promise<Owner | null> {
  const found = await connection.query<Owner>(
    `select id as "userId", email_verified_at is not null as "isVerified",
       demo_name is not null as "isDemo"
     from accounts.users where email_key = $1 and deleted_at is null`,
    [emailKey],
  )
  return found.rows[0] ?? null
}

/** Adds the starting funds of a user as rows to be booked; existing rows stay. */
export async function insertFunds(
  transaction: Transaction,
  userId: number,
  funds: readonly Fund[],
): Promise<void> {
  await transaction.query(
    `insert into accounts.starting_fund (user_id, currency_id, amount)
     select $1, f.currency_id, f.amount from unnest($2::int[], $3::bigint[]) as f(currency_id, amount)
     on conflict (user_id, currency_id) do nothing`,
    [userId, funds.map((fund) => fund.currencyId), funds.map((fund) => fund.amount)],
  )
}

/** Marks the address of a user as confirmed; false if it was confirmed already. */
export async function markVerified(transaction: Transaction, userId: number): Promise<boolean> {
  const marked = await transaction.query(
    `update accounts.users set email_verified_at = now()
     where id = $1 and email_verified_at is null`,
    [userId],
  )
  return marked.rowCount === 1
}
