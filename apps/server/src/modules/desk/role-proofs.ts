/**
 * Roles of operators, each with a proof under a key that the database does not have: account, giver, and the
 * head of the audit log at that moment. An inserted row, or a row of a revoked role, gives no role.
 */
import type { DeskRole } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../../platform/secrets/proof.ts'
import { record } from './audit.ts'
import { type ChainHead, chainStart, heldEntries } from './audit-chain.ts'

type Connection = Pick<Database, 'query'>

const version = 'tukar operator role 1'
const sealAction = 'role.seal'
/** The audit action that revokes a role. */
export const revokeAction = 'role.take'

export type RoleGrant = {
  readonly userId: number
  readonly role: DeskRole
  /** Null: no operator, as for the demo operators of a simulation. */
  readonly givenBy: number | null
}

type RoleRow = RoleGrant & {
  readonly sinceNo: number | null
  readonly mac: Buffer | null
  /** Whether the audit log says that the role was revoked since. */
  readonly isTaken: boolean
}

/**
 * Gives a role; false if the account already has it with a proof.
 *
 * @param at the audit entry of the role, or the head of the audit log: the role is valid as long as that
 * entry exists
 */
export async function grantRole(
  connection: Connection,
  keys: Keys,
  given: RoleGrant,
  at: ChainHead,
): Promise<boolean> {
  const { userId, role, givenBy } = given
  if ((await provenRoles(connection, keys, [userId])).get(userId)?.includes(role)) return false
  await connection.query(
    `insert into desk.operator_role (user_id, role, given_by, since_no, mac)
     values ($1, $2, $3, $4, $5)
     on conflict (user_id, role) do update set given_by = excluded.given_by, given_at = now(),
       since_no = excluded.since_no, mac = excluded.mac`,
    [userId, role, givenBy, at.no, createProof(keys, 'operator-role', valuesOf(given, at))],
  )
  return true
}

/** The roles of accounts, in the order of role names; roles without a proof are omitted. */
export async function provenRoles(
  connection: Connection,
  keys: Keys,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, readonly DeskRole[]>> {
  const rows = await roleRows(connection, 'where r.user_id = any($1)', [userIds])
  return byAccount(await provenOf(connection, keys, rows))
}

/** The roles of all accounts that have any. */
export async function readAllRoles(
  connection: Connection,
  keys: Keys,
): Promise<ReadonlyMap<number, readonly DeskRole[]>> {
  return byAccount(await provenOf(connection, keys, await roleRows(connection, '', [])))
}

function byAccount(rows: readonly RoleGrant[]): ReadonlyMap<number, readonly DeskRole[]> {
  const roles = new Map<number, DeskRole[]>()
  for (const { userId, role } of rows) roles.set(userId, [...(roles.get(userId) ?? []), role])
  return roles
}

/** Roles that have a row but no proof, in the order of the rows. */
export async function unprovenRoles(
  connection: Connection,
  keys: Keys,
): Promise<readonly RoleGrant[]> {
  const rows = await roleRows(connection, '', [])
  const proven = new Set(await provenOf(connection, keys, rows))
  return rows.filter((row) => !proven.has(row))
}

/** Accounts with a role that has no proof; such a role has no effect. */
export async function unprovenOperators(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const roles = await unprovenRoles(connection, keys)
  return [...new Set(roles.map(({ userId }) => `${userId}`))]
}

/**
 * Proves roles from before there were proofs, once, by the audit log. A row without a proof that is inserted
 * later gives no role.
 */
export async function sealEarlierRoles(database: Database, keys: Keys): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const sealed = await transaction.query(
      `select from desk.audit_entry where action = $1 limit 1`,
      [sealAction],
    )
    if (sealed.rows.length > 0) return
    const rows = await roleRows(transaction, 'where r.mac is null', [])
    const roles = rows.map(({ userId, role }) => `${userId}:${role}`)
    const at = await record(transaction, {
      operatorId: null,
      action: sealAction,
      subject: 'operators',
      reason: '',
      after: { roles },
    })
    for (const row of rows) await grantRole(transaction, keys, row, at)
  })
}

async function provenOf<Row extends RoleRow>(
  connection: Connection,
  keys: Keys,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const numbers = rows.flatMap(({ sinceNo }) => sinceNo ?? [])
  const entries = await heldEntries(connection, numbers)
  return rows.filter((row) => {
    const at = row.sinceNo === 0 ? chainStart : entries.get(row.sinceNo ?? -1)
    if (row.isTaken || row.mac === null || at === undefined) return false
    return matchesProof(keys, 'operator-role', valuesOf(row, at), row.mac)
  })
}

async function roleRows(
  connection: Connection,
  where: string,
  values: readonly unknown[],
): Promise<readonly RoleRow[]> {
  const found = await connection.query<RoleRow>(
    `select r.user_id::float8 as "userId", r.role, r.given_by::float8 as "givenBy",
       r.since_no::float8 as "sinceNo", r.mac,
       exists (select from desk.audit_entry t where t.subject = 'user:' || r.user_id
         and t.no > r.since_no and t.action = '${revokeAction}' and t.after->>'role' = r.role)
         as "isTaken"
     from desk.operator_role r ${where} order by r.user_id, r.role`,
    [...values],
  )
  return found.rows
}

function valuesOf(
  { userId, role, givenBy }: RoleGrant,
  at: Pick<ChainHead, 'no' | 'hash'>,
): Proven {
  return [version, userId, role, givenBy, at.no, at.hash.toString('hex')]
}
