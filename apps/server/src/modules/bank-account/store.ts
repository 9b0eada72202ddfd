/** Bank accounts in the database: one a person, found by its owner alone. */
import type { Database, Transaction } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { matchesProof, createProof } from '../../platform/secrets/proof.ts'

type Connection = Pick<Database, 'query'>

export type BankAccount = {
  /** As the bank gateway names the bank. */
  readonly bankCode: string
  /** As people read it. */
  readonly bankName: string
  readonly holderName: string
  /** 5 to 20 digits. */
  readonly number: string
  /** Whether its owner may not change it any more (DEC-96). */
  readonly isLocked: boolean
}

const columns = `bank_code as "bankCode", bank_name as "bankName", holder_name as "holderName", number,
  locked_at is not null as "isLocked"`

/** The bank account of a person; null where there is none yet. */
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
 * Holds a person's bank account as it is until the transaction ends, whether there is one or not; one
 * change of a person at a time. Gives null for `account` where there is none; null for a deleted person.
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

/** Writes a person's bank account with its seal, in the place of an earlier one. */
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

/** Whether a person saved this very account: a row that somebody put or changed has no seal that fits. */
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

/** Seals the accounts that were saved before there were seals, as they are now. */
export async function sealBankAccounts(connection: Connection, keys: Keys): Promise<void> {
  const found = await connection.query<SavedAccount & { readonly userId: number }>(
    `select user_id as "userId", ${columns} from bank.account where seal is null`,
  )
  for (const { userId, ...account } of found.rows) {
    const seal = createProof(keys, 'bank-account', valuesOf(userId, account))
    await connection.query('update bank.account set seal = $2 where user_id = $1', [userId, seal])
  }
}

/** The accounts whose seals do not fit, of how many. */
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

/** Locks an account if it is `only`, where that is given; null where it was not, or is locked already. */
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

/** Unlocks an account; null where there is none, or it was not locked. */
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

/** Removes a person's bank account, with the person. */
export async function deleteBankAccountOf(connection: Connection, userId: number): Promise<void> {
  await connection.query('delete from bank.account where user_id = $1', [userId])
}
