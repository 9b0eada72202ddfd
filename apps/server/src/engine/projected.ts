/** Whether the tables hold a stretch of time whole: the journal is ahead of them, and may be for long. */
import type pg from 'pg'

/**
 * Whether the tables hold all that was decided before a moment that is over. While orders keep coming the
 * tables are behind the journal at nearly every look, so what was decided since the moment does not matter.
 *
 * @param momentMs milliseconds since 1970
 */
export async function isProjectedUntil(
  connection: Pick<pg.Pool | pg.PoolClient, 'query'>,
  momentMs: number,
): Promise<boolean> {
  const found = await connection.query<{ isWhole: boolean }>(
    `select time_ms >= $1
       or row_no >= coalesce((select max(row_no) from exchange.journal), 0) as "isWhole"
     from exchange.watermark`,
    [momentMs],
  )
  return found.rows[0]?.isWhole === true
}
