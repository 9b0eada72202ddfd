/**
 * Rows of the state machines in the database. Every change names the version that was read and the current
 * writer. A late change, or one of a former writer, changes nothing.
 */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import type { MachineRow } from './decision.ts'

export type RowKind = 'deposit' | 'withdrawal' | 'chain_deposit' | 'chain_withdrawal'

/** Column names come from our code alone, so an unknown column is a programming error. */
export type ColumnValues = Readonly<
  Record<string, string | number | boolean | Date | Buffer | null>
>

/** SQL: whether this epoch is that of the current writer. */
const isWriter = (index: string): string =>
  `(select writer_epoch from exchange.watermark) = ${index}`

/** How long a claim lasts before another pass may start; a start of the worker ends it at once. */
const leaseSeconds = 120

type Known = Pick<MachineRow<string>, 'rowId' | 'state' | 'version'>

export type RowMove = {
  readonly kind: RowKind
  readonly epoch: number
  readonly to: string
  readonly cause: string | null
  readonly changes: ColumnValues
}

/** Moves a row and adds its step, in the caller's transaction; false if the row changed since it was read. */
export async function moveRow(
  transaction: Transaction,
  row: Known,
  { kind, epoch, to, cause, changes }: RowMove,
): Promise<boolean> {
  const names = Object.keys(changes)
  const sets = names.map((name, index) => `, ${columnOf(name)} = $${index + 7}`).join('')
  const moved = await transaction.query(
    `update wallets.${kind} set state = $5, cause = $6, version = version + 1, attempts = 0,
       alarm = null, updated_at = now() ${sets}
     where id = $1 and state = $2 and version = $3 and ${isWriter('$4')}`,
    [row.rowId, row.state, row.version, epoch, to, cause, ...Object.values(changes)],
  )
  if (moved.rowCount !== 1) return false
  await addStep(transaction, { kind, rowId: row.rowId, state: to, cause })
  return true
}

/** Changes a row without moving it; false if it changed since it was read. */
export async function changeRow(
  connection: Pick<Database, 'query'>,
  row: Known,
  { kind, epoch, changes }: Pick<RowMove, 'kind' | 'epoch' | 'changes'>,
): Promise<boolean> {
  const names = Object.keys(changes)
  const sets = names.map((name, index) => `, ${columnOf(name)} = $${index + 5}`).join('')
  const changed = await connection.query(
    `update wallets.${kind} set version = version + 1, hints = hints + 1, next_look_at = now() ${sets}
     where id = $1 and state = $2 and version = $3 and ${isWriter('$4')}`,
    [row.rowId, row.state, row.version, epoch, ...Object.values(changes)],
  )
  return changed.rowCount === 1
}

function columnOf(name: string): string {
  if (!/^[a-z_]+$/.test(name)) throw new Error(`${name} is not a column`)
  return name
}

/** Adds a numbered step of a row. */
export async function addStep(
  transaction: Pick<Transaction, 'query'>,
  step: {
    readonly kind: RowKind
    readonly rowId: number
    readonly state: string
    readonly cause: string | null
  },
): Promise<void> {
  await transaction.query(
    `insert into wallets.step (kind, row_id, no, state, cause)
     select $1, $2, count(*) + 1, $3, $4 from wallets.step where kind = $1 and row_id = $2`,
    [step.kind, step.rowId, step.state, step.cause],
  )
}

/** Ends a pass and sets when the next one is due: at once if news arrived meanwhile. */
export async function storePassEnd(
  database: Database,
  kind: RowKind,
  row: MachineRow<string>,
  { epoch, delayMs, alarm }: { epoch: number; delayMs: number | null; alarm: string | null },
): Promise<void> {
  await database.query(
    `update wallets.${kind} set taken_until = null, alarm = $5,
       attempts = attempts + case when $4::float8 = 0 then 0 else 1 end,
       next_look_at = case when hints > $2 or version <> $3 then now()
         else now() + make_interval(secs => $4::float8 / 1000) end
     where id = $1 and ${isWriter('$6')}`,
    [row.rowId, row.hints, row.version, delayMs, alarm, epoch],
  )
}

/** The alarm of a row whose passes keep failing. */
export const failingAlarm = 'look_breaks'
/** Failures before the alarm: about half a minute, because the database may be away for a moment. */
const quietFailures = 4

/**
 * Ends a failed pass, with a growing delay until the next one.
 *
 * @returns the alarm if this failure raised it; otherwise null
 */
export async function storeFailedPass(
  database: Database,
  kind: RowKind,
  rowId: number,
): Promise<string | null> {
  const ended = await database.query<{ alarm: string | null }>(
    `update wallets.${kind} r set taken_until = null, attempts = r.attempts + 1,
       next_look_at = now() + make_interval(secs => least(60, 2 ^ least(r.attempts, 6))),
       alarm = coalesce(r.alarm, case when r.attempts >= $2 then $3 end)
     from (select alarm from wallets.${kind} where id = $1) before
     where r.id = $1
     returning case when before.alarm is null then r.alarm end as alarm`,
    [rowId, quietFailures, failingAlarm],
  )
  return ended.rows[0]?.alarm ?? null
}

/**
 * SQL: whether a row is unclaimed. A claim that lasts longer than the maximum is forged and does not count.
 */
const isFree = (seconds: string): string =>
  `(taken_until is null or taken_until < now() or taken_until > now() + make_interval(secs => ${seconds} + 1))`

/** Claims due rows, longest due first. Other workers skip them until the claim ends. */
export async function claimDue(
  database: Database,
  kind: RowKind,
  { epoch, max }: { readonly epoch: number; readonly max: number },
): Promise<readonly number[]> {
  const claimed = await database.query<{ rowId: number }>(
    `update wallets.${kind} set taken_until = now() + make_interval(secs => $3)
     where id in (
       select id from wallets.${kind}
       where next_look_at <= now() and ${isFree('$3')}
       order by next_look_at limit $1 for update skip locked
     ) and ${isWriter('$2')}
     returning id as "rowId"`,
    [max, epoch, leaseSeconds],
  )
  return claimed.rows.map(({ rowId }) => rowId)
}

/** Claims one row, due or not; false if it is claimed already. */
export async function claimRow(
  database: Database,
  kind: RowKind,
  { epoch, rowId }: { readonly epoch: number; readonly rowId: number },
): Promise<boolean> {
  const claimed = await database.query(
    `update wallets.${kind} set taken_until = now() + make_interval(secs => $3)
     where id = $1 and ${isFree('$3')} and ${isWriter('$2')}`,
    [rowId, epoch, leaseSeconds],
  )
  return claimed.rowCount === 1
}

/** Releases the claims of a former writer. */
export async function releaseClaims(
  database: Database,
  kind: RowKind,
  epoch: number,
): Promise<void> {
  await database.query(
    `update wallets.${kind} set taken_until = null
     where taken_until is not null and ${isWriter('$1')}`,
    [epoch],
  )
}

/** Wakes rows by their references; returns the references that exist. */
export async function wakeRows(
  connection: Pick<Database, 'query'>,
  kind: RowKind,
  references: readonly string[],
): Promise<readonly string[]> {
  const hinted = await connection.query<{ reference: string }>(
    `update wallets.${kind} set hints = hints + 1, next_look_at = now()
     where reference = any($1) returning reference`,
    [references],
  )
  return hinted.rows.map(({ reference }) => reference)
}

/** The row that a user's request made, with the hash of the request; or null. */
export async function findRowOfRequest(
  connection: Pick<Database, 'query'>,
  kind: RowKind,
  { userId, requestId }: { readonly userId: number; readonly requestId: string },
): Promise<{ readonly rowId: number; readonly requestHash: Buffer } | null> {
  const found = await connection.query<{ rowId: number; requestHash: Buffer }>(
    `select id as "rowId", request_hash as "requestHash" from wallets.${kind}
     where user_id = $1 and request_id = $2`,
    [userId, requestId],
  )
  return found.rows[0] ?? null
}
