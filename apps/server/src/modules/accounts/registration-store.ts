/** New users in the database. */
import type { Database } from '../../platform/database/pool.ts'
import type { Role } from './profile-store.ts'

export type NewUser = {
  readonly fullName: string
  readonly email: string
  readonly emailKey: string
  readonly passwordHash: string | null
  readonly demoName?: string
  readonly role?: Role
}

/** Makes a user with his starting funds; null if the address is taken. */
export async function insertUser(
  database: Database,
  user: NewUser,
  funds: readonly { readonly currencyId: number; readonly amount: number }[],
): Promise<number | null> {
  const made = await database.query<{ id: number }>(
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
  return made.rows[0]?.id ?? null
}
