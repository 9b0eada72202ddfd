/**
 * Requests for transfers in all wallets: made once per request id, answered after the first pass, and
 * canceled.
 */
import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { changeRow, findRowOfRequest, type RowKind } from './row-store.ts'

const changesMax = 5
/** How long a repeated request waits for the first one: two seconds. */
const pollsMax = 20
const pollMs = 100

type CancelableRow = {
  readonly rowId: number
  readonly state: string
  readonly version: number
  readonly canceledBy: string | null
}

/** Waits for the first pass of a row that another call of the same request made, up to a limit. */
export async function waitForFirstPass<Row extends { readonly state: string }>(
  read: () => Promise<Row>,
  first: Row['state'],
): Promise<Row> {
  let row = await read()
  for (let round = 0; round < pollsMax && row.state === first; round += 1) {
    await setTimeout(pollMs)
    row = await read()
  }
  return row
}

export type RequestKey = {
  readonly userId: number
  readonly requestId: string
  readonly requestHash: Buffer
}

/** The withdrawal that the same request made before; refuses `command.id_reused` for another body. */
export async function findByRequest<Row extends { readonly state: string }>(
  database: Database,
  kind: RowKind,
  { requestHash, ...request }: RequestKey,
  read: (rowId: number) => Promise<Row>,
): Promise<Row | null> {
  const known = await findRowOfRequest(database, kind, request)
  if (known === null) return null
  if (!known.requestHash.equals(requestHash)) throw new Refusal('command.id_reused')
  return waitForFirstPass(() => read(known.rowId), 'requested')
}

/** The available units of an account, for the text of a refusal. */
export async function availableOf(
  database: Database,
  userId: number,
  currencyId: number,
): Promise<number> {
  const found = await database.query<{ available: number }>(
    'select available from exchange.balance where account_id = $1 and currency_id = $2',
    [userId, currencyId],
  )
  return found.rows[0]?.available ?? 0
}

export type Cancellation<Row> = {
  readonly kind: RowKind
  readonly canceledBy: 'user' | 'link'
  /** Called for each try, because the row may change. */
  readonly read: () => Promise<Row>
  readonly epoch: () => number
  /** Refuses when it is too late to cancel. */
  readonly requireInTime: (row: Row) => void
  readonly advance: (rowId: number) => Promise<void>
}

/** Marks a withdrawal as canceled; the next pass ends it. */
export async function cancelWithdrawal<Row extends CancelableRow>(
  database: Database,
  { kind, canceledBy, read, epoch, requireInTime, advance }: Cancellation<Row>,
): Promise<void> {
  for (let round = 0; round < changesMax; round += 1) {
    const row = await read()
    if (row.state === 'canceled' || row.canceledBy !== null) return
    requireInTime(row)
    const changes = { canceled_by: canceledBy }
    if (await changeRow(database, row, { kind, epoch: epoch(), changes })) return advance(row.rowId)
  }
  throw new Refusal('engine.unknown_outcome')
}
