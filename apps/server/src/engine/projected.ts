/** Whether the tables are complete for a past period: the journal is ahead of them, possibly for long. */
import type pg from 'pg'

/**
 * Whether the tables hold everything that was decided before a past moment. Under load the tables almost
 * always lag behind the journal; rows after the moment do not matter here.
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
