/** Queues of the operator console in figures. */
import type { Database } from '../../../platform/database/pool.ts'
import type { RowKind } from './row-store.ts'

type Connection = Pick<Database, 'query'>

/** Rows of a page of a queue. */
export const pageRows = 50
/** Of long queues no more is counted. */
const countedMax = 10_000

export type QueuePage<Row> = { readonly rows: readonly Row[]; readonly total: number }

export type QueueCount = { readonly count: number; readonly oldestAt: Date | null }

/** Rows that operators read, in queues. */
export type QueuedRows<Queue extends string> = {
  readonly table: string
  /** What its columns and conditions call it. */
  readonly alias: string
  readonly columns: string
  readonly conditions: Readonly<Record<Queue, string>>
}

/** What reads pages and figures of queues. */
export function createQueueReader<Queue extends string, Row extends object>(
  rows: QueuedRows<Queue>,
) {
  const { table, alias, columns, conditions } = rows
  const whereOf = (queue: Queue) => `from ${table} ${alias} where ${conditions[queue]}`

  /** How much waits in a queue, and since when. */
  async function count(connection: Connection, queue: Queue): Promise<QueueCount> {
    const found = await connection.query<QueueCount>(
      `select count(*)::int as count, min(at) as "oldestAt"
       from (select ${alias}.updated_at as at ${whereOf(queue)} limit ${countedMax}) counted`,
    )
    return found.rows[0] ?? { count: 0, oldestAt: null }
  }

  /** A page of a queue; what waits longest first, of all the newest. */
  async function page(connection: Connection, queue: Queue, no: number): Promise<QueuePage<Row>> {
    const found = await connection.query<Row>(
      `select ${columns} ${whereOf(queue)}
       order by ${alias}.id ${queue === 'all' ? 'desc' : 'asc'} limit $1 offset $2`,
      [pageRows, (no - 1) * pageRows],
    )
    return { rows: found.rows, total: (await count(connection, queue)).count }
  }

  return { count, page }
}

/** A moment of milliseconds since 1970. */
const since = 'to_timestamp($2::float8 / 1000)'

/**
 * How long the rows that operators first decided about since a moment had waited since they were made: the
 * median, in seconds; null where there was none.
 */
export async function medianWait(
  connection: Connection,
  kind: RowKind,
  sinceMs: number,
): Promise<number | null> {
  const found = await connection.query<{ seconds: number | null }>(
    `select percentile_cont(0.5) within group (order by extract(epoch from a.at - r.created_at))::float8
       as seconds
     from (select row_id, min(at) as at from wallets.approval
       where kind = $1 and at >= ${since} group by row_id) a
     join wallets.${kind} r on r.id = a.row_id
     where not exists (select from wallets.approval
       where kind = $1 and row_id = a.row_id and at < ${since})`,
    [kind, sinceMs],
  )
  const seconds = found.rows[0]?.seconds ?? null
  return seconds === null ? null : Math.round(seconds)
}
