/** Figures of the console's queues. */
import type { Database } from '../../../platform/database/pool.ts'
import type { RowKind } from './row-store.ts'

type Connection = Pick<Database, 'query'>

/** The number of rows per page. */
export const pageRows = 50
/** The highest count of a long queue. */
const countedMax = 10_000

export type QueuePage<Row> = { readonly rows: readonly Row[]; readonly total: number }

export type QueueCount = { readonly count: number; readonly oldestAt: Date | null }

/** Rows that are shown in queues. */
export type QueuedRows<Queue extends string> = {
  readonly table: string
  /** The alias of the table in the columns and conditions. */
  readonly alias: string
  readonly columns: string
  readonly conditions: Readonly<Record<Queue, string>>
}

/** Creates the reader of a table's queues. */
export function createQueueReader<Queue extends string, Row extends object>(
  rows: QueuedRows<Queue>,
) {
  const { table, alias, columns, conditions } = rows
  const whereOf = (queue: Queue) => `from ${table} ${alias} where ${conditions[queue]}`

  /** The number of rows in a queue, and the time of the oldest. */
  async function count(connection: Connection, queue: Queue): Promise<QueueCount> {
    const found = await connection.query<QueueCount>(
      `select count(*)::int as count, min(at) as "oldestAt"
       from (select ${alias}.updated_at as at ${whereOf(queue)} limit ${countedMax}) counted`,
    )
    return found.rows[0] ?? { count: 0, oldestAt: null }
  }

  /** A page of a queue, oldest first; of the queue `all`, newest first. */
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

/** SQL for a time in milliseconds since 1970. */
const since = 'to_timestamp($2::float8 / 1000)'

/**
 * The median waiting time from creation to the first decision, in seconds, of the rows first decided since a
 * time; null if there are none.
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
