/**
 * Identity records in the database: one per user, changed along the declared transitions alone, each with its
 * history.
 */
import type { KycKind, KycPiece, KycReason } from '@tukar/wire'
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { proveApproval } from '../approval-proofs.ts'
import { mayMove, type RecordState } from './record-machine.ts'

type Connection = Pick<Database, 'query'>

export type KycRecord = {
  readonly userId: number
  readonly kind: KycKind | null
  /** 0 consent or nationality, 1 personal data, 2 video, 3 submitted. */
  readonly step: number
  readonly state: RecordState
  readonly version: number
  readonly reason: KycReason | null
  readonly piece: KycPiece | null
  /** Sealed under the field `details`. */
  readonly details: Buffer | null
  readonly numberIndex: Buffer | null
  readonly consentVersion: number | null
  readonly submittedAt: Date | null
  readonly decidedAt: Date | null
  readonly attempts: number
  /** Whether the account was deleted. */
  readonly isEnded: boolean
}

/** The actor of a transition: the user, the system, or an operator's id. */
export type Actor = 'user' | 'machine' | number

const columns = `user_id as "userId", kind, step, state, version, reason_code as reason, piece, details,
  number_index as "numberIndex", consent_version as "consentVersion", submitted_at as "submittedAt",
  decided_at as "decidedAt", attempts, ended_at is not null as "isEnded"`

/** The current record of a user; null if there is none. */
export async function findRecord(
  connection: Connection,
  userId: number,
): Promise<KycRecord | null> {
  const found = await connection.query<KycRecord>(
    `select ${columns} from kyc.record where user_id = $1`,
    [userId],
  )
  return found.rows[0] ?? null
}

/**
 * Locks a user's record until the transaction ends, and creates it if there is none, so that changes of one
 * user run one after the other. Null for a deleted user.
 */
export async function holdRecord(
  transaction: Transaction,
  userId: number,
): Promise<KycRecord | null> {
  const owner = await transaction.query(
    'select 1 from accounts.users where id = $1 and deleted_at is null for no key update',
    [userId],
  )
  if (owner.rowCount !== 1) return null
  await transaction.query('insert into kyc.record (user_id) values ($1) on conflict do nothing', [
    userId,
  ])
  return lockRecord(transaction, userId)
}

/** Locks a user's record until the transaction ends; null if there is none. */
export async function lockRecord(
  transaction: Transaction,
  userId: number,
): Promise<KycRecord | null> {
  const held = await transaction.query<KycRecord>(
    `select ${columns} from kyc.record where user_id = $1 for update`,
    [userId],
  )
  return held.rows[0] ?? null
}

/** The columns that a change writes, by name. */
export type RecordChanges = Readonly<
  Partial<Record<keyof typeof changeable, string | number | Date | Buffer | null>>
>

const changeable = {
  kind: 0,
  step: 0,
  consent_version: 0,
  consented_at: 0,
  consent_address: 0,
  details: 0,
  number_index: 0,
  reason_code: 0,
  piece: 0,
  submitted_at: 0,
  decided_at: 0,
  decided_by: 0,
  next_look_at: 0,
  attempts: 0,
} as const

/** Changes a record if its version is unchanged; otherwise returns false and does nothing. */
export async function changeRecord(
  connection: Connection,
  { userId, version }: Pick<KycRecord, 'userId' | 'version'>,
  changes: RecordChanges,
): Promise<boolean> {
  return update(connection, { userId, version }, Object.entries(changes))
}

/**
 * Moves a record if its version is unchanged, writes its history, and proves an approval. Otherwise returns
 * false and does nothing; throws for an undeclared transition.
 */
export async function moveRecord(
  transaction: Transaction,
  record: Pick<KycRecord, 'userId' | 'version' | 'state'>,
  to: RecordState,
  by: {
    readonly keys: Keys
    readonly actor: Actor
    readonly cause: string | null
    readonly changes?: RecordChanges
  },
): Promise<boolean> {
  if (!mayMove(record.state, to)) throw new Error(`no transition from ${record.state} to ${to}`)
  const changes = Object.entries({ ...by.changes })
  const isMoved = await update(transaction, record, [...changes, ['state', to]])
  if (!isMoved) return false
  if (to === 'approved') await proveApproval(transaction, by.keys, record.userId)
  await transaction.query(
    `insert into kyc.history (user_id, no, from_state, to_state, actor, cause)
     select $1, coalesce(max(no), 0) + 1, $2, $3, $4, $5 from kyc.history where user_id = $1`,
    [record.userId, record.state, to, String(by.actor), by.cause],
  )
  return true
}

async function update(
  connection: Connection,
  { userId, version }: Pick<KycRecord, 'userId' | 'version'>,
  changes: readonly (readonly [string, unknown])[],
): Promise<boolean> {
  const sets = changes.map(([column], at) => `, ${column} = $${at + 3}`)
  const updated = await connection.query(
    `update kyc.record set version = version + 1${sets.join('')}
     where user_id = $1 and version = $2 and ended_at is null`,
    [userId, version, ...changes.map(([, value]) => value)],
  )
  return updated.rowCount === 1
}

/** The class of our advisory locks, distinct from other modules. */
const numberLocks = 1801

/** Lets one transaction at a time check and claim a number; the next one waits until this one ends. */
export async function lockNumber(transaction: Transaction, numberIndex: Buffer): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock($1, $2)', [
    numberLocks,
    numberIndex.readInt32BE(0),
  ])
}

/**
 * Whether another account was approved with this number (SRV-39). A mere submission blocks nobody, because
 * the number may be another person's.
 */
export async function isNumberTaken(
  transaction: Transaction,
  userId: number,
  numberIndex: Buffer,
): Promise<boolean> {
  await lockNumber(transaction, numberIndex)
  const found = await transaction.query(
    `select 1 from kyc.record where number_index = $1 and user_id <> $2 and state = 'approved'
       and ended_at is null limit 1`,
    [numberIndex, userId],
  )
  return found.rowCount === 1
}

/** The other waiting or approved accounts with one of these numbers (SRV-39). */
export async function othersWithNumber(
  connection: Connection,
  userId: number,
  numberIndexes: readonly Buffer[],
): Promise<readonly number[]> {
  const found = await connection.query<{ userId: number }>(
    `select user_id as "userId" from kyc.record where number_index = any($1) and user_id <> $2
       and state in ('submitted', 'in_review', 'approved') and ended_at is null order by user_id`,
    [numberIndexes, userId],
  )
  return found.rows.map((row) => row.userId)
}

/** How often a user submitted within so many days. */
export async function countSubmissions(
  connection: Connection,
  userId: number,
  days: number,
): Promise<number> {
  const found = await connection.query<{ count: number }>(
    `select count(*)::int as count from kyc.history where user_id = $1 and to_state = 'submitted'
       and at > now() - make_interval(days => $2)`,
    [userId, days],
  )
  return found.rows[0]?.count ?? 0
}

export type HistoryStep = {
  readonly at: Date
  readonly from: RecordState
  readonly to: RecordState
  /** `user`, `machine`, or an operator's id. */
  readonly actor: string
  readonly cause: string | null
}

/** The history of a record, oldest first. */
export async function historyOf(
  connection: Connection,
  userId: number,
): Promise<readonly HistoryStep[]> {
  const found = await connection.query<HistoryStep>(
    `select at, from_state as "from", to_state as "to", actor, cause from kyc.history
     where user_id = $1 order by no`,
    [userId],
  )
  return found.rows
}
