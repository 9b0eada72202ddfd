/**
 * Proofs of users: address, password, second factor and status of each user have a proof under a key that the
 * database does not have. A user whose row differs from its proof is held for review: the user cannot sign
 * in, gets no e-mail and moves no money until operators have reviewed the account.
 */
import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { afterTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { createProof, type Proven } from '../../platform/secrets/proof.ts'
import {
  isProvenBefore,
  isProvenRow,
  findLastNo,
  findProofs,
  type ProvenRow,
  proveRow,
  proveRows,
  proveRowsAgain,
  type StoredProof,
} from '../../platform/secrets/row-proofs.ts'
import { isKeyedHash, keyedHash } from './password/passwords.ts'

type Connection = Pick<Database, 'query'>

export type UserProofDeps = { readonly database: Database; readonly keys: Keys }

/** The fields that the proof of a user covers. */
type UserRow = {
  readonly userId: number
  readonly email: string
  readonly emailKey: string
  readonly passwordHash: string | null
  readonly demoName: string | null
  readonly role: string
  readonly isVerified: boolean
  readonly isDeleted: boolean
  /** The sealed seed of the active factor; null: no factor is active. */
  readonly sealedSeed: Buffer | null
}

/** Users that are read in one batch. */
const pageRows = 1_000
const columns = `u.id::float8 as "userId", u.email, u.email_key as "emailKey", u.password_hash as "passwordHash",
  u.demo_name as "demoName", u.role, u.email_verified_at is not null as "isVerified",
  u.deleted_at is not null as "isDeleted",
  (select f.sealed_seed from accounts.two_factor f where f.user_id = u.id
    and f.activated_at is not null) as "sealedSeed"`
/** One record for a user in this time is enough to alert the operators. */
const noteMinutes = 60
export const unprovenEvent = 'account.unproven'

/**
 * How many of the newest proofs are read. The newest one is enough if it is valid. All of them are read only
 * if forged ones lie above it, or if it dates from before proofs had content.
 */
const readings = [1, null] as const

/** Whether the row and factor of a user match their proof; false if there is no such user. */
export async function isProvenUser(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<boolean> {
  for (const proofsMax of readings) {
    // One statement reads both: a change of ours between two reads would look like a change of an attacker.
    const found = await connection.query<UserRow & Partial<StoredProof>>(
      `select ${columns}, p.no, p.mac, p.says from accounts.users u
       left join lateral (select no, mac, says from security.row_proof
         where kind = 'user' and subject = u.id::text order by no desc, mac desc limit $2) p on true
       where u.id = $1 order by p.no desc, p.mac desc`,
      [userId, proofsMax],
    )
    const [row] = found.rows
    if (row === undefined) return false
    const proofs = found.rows.flatMap(({ no, mac, says = null }) =>
      // A user without any proof has null for both.
      typeof no === 'number' && mac instanceof Buffer ? [{ no, mac, says }] : [],
    )
    const isDecided = proofsMax === null || findLastNo(keys, rowOf(userId), proofs) > 0
    if (isDecided) return isProvenRow(keys, rowOf(userId), valuesOf(row), proofs)
  }
  return false
}

/** The number of the newest proof of the user with this address; 0 if there is none. */
export async function proofNoAt(
  connection: Connection,
  keys: Keys,
  emailKey: string,
): Promise<number> {
  for (const proofsMax of readings) {
    const found = await connection.query<StoredProof & { readonly userId: number }>(
      `select u.id as "userId", p.no, p.mac, p.says from accounts.users u
       cross join lateral (select no, mac, says from security.row_proof
         where kind = 'user' and subject = u.id::text order by no desc, mac desc limit $2) p
       where u.email_key = $1 order by p.no desc, p.mac desc`,
      [emailKey, proofsMax],
    )
    const [newest] = found.rows
    if (newest === undefined) return 0
    const no = findLastNo(keys, rowOf(newest.userId), found.rows)
    if (no > 0) return no
  }
  return 0
}

/**
 * Refuses `account.held` if the row of a user does not match its proof, and records it. Use `requireProvenIn`
 * within a transaction.
 */
export async function requireProven(
  { database, keys }: UserProofDeps,
  userId: number,
): Promise<void> {
  if (!(await isProvenOrNoted(database, keys, userId))) throw new Refusal('account.held')
}

/**
 * Like `requireProven`, within a transaction that the refusal rolls back: the mismatch is recorded after
 * that.
 */
export async function requireProvenIn(
  { database, keys }: UserProofDeps,
  transaction: Transaction,
  userId: number,
): Promise<void> {
  if (await isProvenUser(transaction, keys, userId)) return
  afterTransaction(transaction, () => noteUnproven(database, userId))
  throw new Refusal('account.held')
}

/** Like `requireProven`, but returns false instead of refusing. */
export async function isProvenOrNoted(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<boolean> {
  if (await isProvenUser(connection, keys, userId)) return true
  await noteUnproven(connection, userId)
  return false
}

/**
 * Changes fields that the proof of a user covers, in the caller's transaction: locks the row, checks its
 * proof, and adds a new one after the change. Refuses `account.held`: a later change of ours never proves a
 * changed row.
 */
export async function changeUser<T>(
  deps: UserProofDeps,
  transaction: Transaction,
  userId: number,
  work: () => Promise<T>,
): Promise<T> {
  await transaction.query('select 1 from accounts.users where id = $1 for no key update', [userId])
  await requireProvenIn(deps, transaction, userId)
  const result = await work()
  await proveUser(transaction, deps.keys, userId)
  return result
}

/**
 * The content of a user's row if it does not match its proof, as a text that is unique to that content. Null
 * if the account is not held, or does not exist.
 */
export async function heldStateOf(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<string | null> {
  const row = await findUserRow(connection, userId)
  if (row === null || (await isProvenUser(connection, keys, userId))) return null
  return createProof(keys, 'row', ['tukar held user 1', userId, ...valuesOf(row)]).toString('hex')
}

/**
 * Proves a held account with its current row, but without its password. Returns `changed` if the row differs
 * from what operators agreed to, `before` if it is proven already.
 */
export async function proveHeldUser(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  state: string,
): Promise<'proven' | 'changed' | 'before'> {
  await transaction.query('select 1 from accounts.users where id = $1 for no key update', [userId])
  const held = await heldStateOf(transaction, keys, userId)
  if (held === null) return 'before'
  if (held !== state) return 'changed'
  await transaction.query('update accounts.users set password_hash = null where id = $1', [userId])
  await proveUser(transaction, keys, userId)
  return 'proven'
}

/**
 * Adds a proof of the current row of a user, whatever it contains: for rows that were just created or
 * anonymized.
 */
export async function proveUser(connection: Connection, keys: Keys, userId: number): Promise<void> {
  const row = await findUserRow(connection, userId)
  if (row !== null) await proveRow(connection, keys, rowOf(userId), valuesOf(row))
}

async function findUserRow(connection: Connection, userId: number): Promise<UserRow | null> {
  const found = await connection.query<UserRow>(
    `select ${columns} from accounts.users u where u.id = $1`,
    [userId],
  )
  return found.rows[0] ?? null
}

/**
 * Binds old password hashes to our key, for each account whose row matches its proof. Held accounts are skipped. A
 * change in progress ends first, and what it left is bound and proven. A later copy of the database then allows
 * guesses only at the skipped hashes.
 */
export async function keyEarlierPasswords(connection: Connection, keys: Keys): Promise<void> {
  await eachPage(connection, async (users) => {
    const ids = users.filter(({ row }) => isUnbound(row)).map(({ row }) => row.userId)
    if (ids.length === 0) return
    await connection.query(
      'select 1 from accounts.users where id = any($1) order by id for no key update',
      [ids],
    )
    const { rows } = await connection.query<UserRow>(
      `select ${columns} from accounts.users u where u.id = any($1) order by u.id`,
      [ids],
    )
    const keyed = (await withProofs(connection, rows)).flatMap(({ row, proofs }) => {
      if (!isUnbound(row) || !isProvenRow(keys, rowOf(row.userId), valuesOf(row), proofs)) return []
      return [{ ...row, passwordHash: keyedHash(keys, row.passwordHash) }]
    })
    await connection.query(
      `update accounts.users u set password_hash = k.hash
       from unnest($1::bigint[], $2::text[]) as k(id, hash) where u.id = k.id`,
      [keyed.map(({ userId }) => userId), keyed.map(({ passwordHash }) => passwordHash)],
    )
    const proven = keyed.map((row) => ({ subject: `${row.userId}`, values: valuesOf(row) }))
    await proveRowsAgain(connection, keys, 'user', proven)
  })
}

function isUnbound(row: UserRow): row is UserRow & { readonly passwordHash: string } {
  return row.passwordHash !== null && !isKeyedHash(row.passwordHash)
}

/** Proves users from before there were proofs, as they are now. */
export function proveEarlierUsers(connection: Connection, keys: Keys): Promise<void> {
  return proveOnes(connection, keys, (_, proofs) => proofs.length === 0)
}

/** Proves users again if their proofs have no content yet and match; held users stay held. */
export function proveUsersAgain(connection: Connection, keys: Keys): Promise<void> {
  return proveOnes(connection, keys, (row, proofs) => {
    const one = rowOf(row.userId)
    return findLastNo(keys, one, proofs) === 0 && isProvenBefore(keys, one, valuesOf(row), proofs)
  })
}

async function proveOnes(
  connection: Connection,
  keys: Keys,
  isMeant: (row: UserRow, proofs: readonly StoredProof[]) => boolean,
): Promise<void> {
  await eachPage(connection, async (users) => {
    const meant = users.filter(({ row, proofs }) => isMeant(row, proofs))
    const rows = meant.map(({ row }) => ({ subject: `${row.userId}`, values: valuesOf(row) }))
    await proveRows(connection, keys, 'user', rows)
  })
}

/** The ids of users whose rows do not match their proofs, and the number of all users. */
export async function checkUsers(
  connection: Connection,
  keys: Keys,
): Promise<{ readonly count: number; readonly unproven: readonly number[] }> {
  const unproven: number[] = []
  let count = 0
  await eachPage(connection, async (users) => {
    count += users.length
    for (const { row, proofs } of users) {
      const { userId } = row
      if (!isProvenRow(keys, rowOf(userId), valuesOf(row), proofs)) unproven.push(userId)
    }
  })
  return { count, unproven }
}

type ProvenUser = { readonly row: UserRow; readonly proofs: readonly StoredProof[] }

async function withProofs(
  connection: Connection,
  rows: readonly UserRow[],
): Promise<readonly ProvenUser[]> {
  const subjects = rows.map(({ userId }) => `${userId}`)
  const proofs = await findProofs(connection, 'user', subjects)
  return rows.map((row) => ({ row, proofs: proofs.get(`${row.userId}`) ?? [] }))
}

/** All users with their newest proofs, page by page. */
async function eachPage(
  connection: Connection,
  work: (users: readonly ProvenUser[]) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await connection.query<UserRow>(
      `select ${columns} from accounts.users u where u.id > $1 order by u.id limit $2`,
      [after, pageRows],
    )
    await work(await withProofs(connection, rows))
    after = rows.at(-1)?.userId ?? after
    if (rows.length < pageRows) return
  }
}

/** Records, once an hour, that operators have to review a user; the overview of the console shows it. */
export async function noteUnproven(connection: Connection, userId: number): Promise<void> {
  await connection.query(
    `insert into security.event (account_id, kind) select $1::bigint, $2
     where not exists (select from security.event where account_id = $1 and kind = $2
       and at > now() - make_interval(mins => $3))`,
    [userId, unprovenEvent, noteMinutes],
  )
}

function rowOf(userId: number): ProvenRow {
  return { kind: 'user', subject: `${userId}` }
}

function valuesOf(row: UserRow): Proven {
  const { email, emailKey, passwordHash, demoName, role, isVerified, isDeleted, sealedSeed } = row
  const factor = sealedSeed === null ? null : createHash('sha256').update(sealedSeed).digest('hex')
  const flags = `${isVerified ? 'verified' : ''} ${isDeleted ? 'deleted' : ''}`
  return [email, emailKey, passwordHash, demoName, role, flags, factor]
}
