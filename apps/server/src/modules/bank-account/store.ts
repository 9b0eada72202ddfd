/** Bank accounts in the database: one per user, read by its owner alone. */
import type { Database, Transaction } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { matchesProof, createProof } from '../../platform/secrets/proof.ts'

type Connection = Pick<Database, 'query'>

export type BankAccount = {
  /** The bank's code at the bank gateway. */
  readonly bankCode: string
  /** The bank's name as users read it. */
  readonly bankName: string
  readonly holderName: string
  /** 5 to 20 digits. */
  readonly number: string
  /** Whether the owner may no longer change it (DEC-96). */
  readonly isLocked: boolean
}

const columns = `bank_code as "bankCode", bank_name as "bankName", holder_name as "holderName", number,
  locked_at is not null as "isLocked"`

/** The bank account of a user; null if there is none. */
export async function bankAccountOf(
  connection: Connection,
  userId: number,
): Promise<BankAccount | null> {
  const found = await connection.query<BankAccount>(
    `select ${columns} from bank.account where user_id = $1`,
    [userId],
  )
  return found.rows[0] ?? null
}

/**
 * Locks a user's bank account until the transaction ends, whether it exists or not, so that changes of one
 * user run one after the other. `account` is null if there is none; the result is null for a deleted user.
 */
export async function holdBankAccount(
  transaction: Transaction,
  userId: number,
): Promise<{ readonly account: BankAccount | null } | null> {
  const owner = await transaction.query(
    'select 1 from accounts.users where id = $1 and deleted_at is null for no key update',
    [userId],
  )
  if (owner.rowCount !== 1) return null
  const held = await transaction.query<BankAccount>(
    `select ${columns} from bank.account where user_id = $1 for update`,
    [userId],
  )
  return { account: held.rows[0] ?? null }
}

/** Writes a user's bank account with its seal, in place of an earlier one. */
export async function writeBankAccount(
  transaction: Connection,
  keys: Keys,
  userId: number,
  account: SavedAccount,
): Promise<void> {
  const { bankCode, bankName, holderName, number } = account
  const seal = createProof(keys, 'bank-account', valuesOf(userId, account))
  await transaction.query(
    `insert into bank.account (user_id, bank_code, bank_name, holder_name, number, seal)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id) do update set bank_code = excluded.bank_code,
       bank_name = excluded.bank_name, holder_name = excluded.holder_name,
       number = excluded.number, seal = excluded.seal, changed_at = now()`,
    [userId, bankCode, bankName, holderName, number, seal],
  )
}

/** Whether the user saved this very account: an inserted or changed row has no valid seal. */
export async function isSavedBy(
  connection: Connection,
  keys: Keys,
  userId: number,
  account: SavedAccount,
): Promise<boolean> {
  const found = await connection.query<{ seal: Buffer | null }>(
    'select seal from bank.account where user_id = $1',
    [userId],
  )
  return matchesProof(keys, 'bank-account', valuesOf(userId, account), found.rows[0]?.seal ?? null)
}

/** Seals accounts from before there were seals, as they are now. */
export async function sealBankAccounts(connection: Connection, keys: Keys): Promise<void> {
  const found = await connection.query<SavedAccount & { readonly userId: number }>(
    `select user_id as "userId", ${columns} from bank.account where seal is null`,
  )
  for (const { userId, ...account } of found.rows) {
    const seal = createProof(keys, 'bank-account', valuesOf(userId, account))
    await connection.query('update bank.account set seal = $2 where user_id = $1', [userId, seal])
  }
}

/** The accounts whose seals do not match, and the number of all accounts. */
export async function unsealedAccounts(
  connection: Connection,
  keys: Keys,
): Promise<{ readonly count: number; readonly userIds: readonly number[] }> {
  const found = await connection.query<
    SavedAccount & { readonly userId: number; readonly seal: Buffer | null }
  >(`select user_id as "userId", seal, ${columns} from bank.account order by user_id`)
  const userIds = found.rows.flatMap(({ userId, seal, ...account }) =>
    matchesProof(keys, 'bank-account', valuesOf(userId, account), seal) ? [] : [userId],
  )
  return { count: found.rows.length, userIds }
}

type SavedAccount = Omit<BankAccount, 'isLocked'>

function valuesOf(userId: number, { bankCode, bankName, holderName, number }: SavedAccount) {
  return ['tukar bank account 1', userId, bankCode, bankName, holderName, number]
}

/**
 * Locks an account, only if it equals `only` where that is given. Null if it does not, or is locked already.
 */
export async function lockAccount(
  transaction: Transaction,
  userId: number,
  only: Pick<BankAccount, 'bankCode' | 'number'> | null,
): Promise<BankAccount | null> {
  const locked = await transaction.query<BankAccount>(
    `update bank.account set locked_at = now()
     where user_id = $1 and locked_at is null
       and ($2::text is null or (bank_code = $2 and number = $3)) returning ${columns}`,
    [userId, only?.bankCode ?? null, only?.number ?? null],
  )
  return locked.rows[0] ?? null
}

/** Unlocks an account; null if there is none, or it was not locked. */
export async function unlockAccount(
  transaction: Transaction,
  userId: number,
): Promise<BankAccount | null> {
  const unlocked = await transaction.query<BankAccount>(
    `update bank.account set locked_at = null
     where user_id = $1 and locked_at is not null returning ${columns}`,
    [userId],
  )
  return unlocked.rows[0] ?? null
}

/** Deletes a deleted user's bank account. */
export async function deleteBankAccountOf(connection: Connection, userId: number): Promise<void> {
  await connection.query('delete from bank.account where user_id = $1', [userId])
}
