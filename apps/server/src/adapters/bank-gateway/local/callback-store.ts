/**
 * Callbacks in the database. The transaction of the event stores its callback; delivery is retried until the
 * receiver accepts it.
 */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import type { Hit } from './faults.ts'

export type CallbackKind = 'invoice' | 'payout'

export type Callback = {
  readonly callbackId: number
  readonly kind: CallbackKind
  readonly body: string
  readonly attempts: number
}

const repeatsDefault = 3
const delayMsDefault = 5_000

/**
 * Stores a callback for delivery. The faults that hit it may drop, repeat, delay or falsify it.
 *
 * @param body the true content
 * @param lie the content under the `lie` fault
 */
export async function storeCallback(
  transaction: Transaction,
  kind: CallbackKind,
  { body, lie }: { readonly body: object; readonly lie: object },
  hits: readonly Hit[],
): Promise<void> {
  const hitOf = (wanted: Hit['kind']): Hit | undefined => hits.find((hit) => hit.kind === wanted)
  if (hitOf('drop') !== undefined) return
  const repeat = hitOf('repeat')
  const copies = repeat === undefined ? 1 : (repeat.value ?? repeatsDefault)
  const text = JSON.stringify(hitOf('lie') === undefined ? body : lie)
  const reorder = hitOf('reorder')
  const delay = hitOf('delay')
  const delayMs =
    (delay === undefined ? 0 : (delay.value ?? delayMsDefault)) +
    (reorder === undefined ? 0 : Math.round((reorder.value ?? delayMsDefault) * reorder.chance))
  await transaction.query(
    `insert into simulated_bank.callback (kind, body, due_at)
     select $1, $2, now() + $3 * interval '1 millisecond' from generate_series(1, $4)`,
    [kind, text, delayMs, copies],
  )
}

export type CallbackBackoff = {
  readonly firstMs: number
  readonly mostMs: number
  readonly attemptsMax: number
}

/** Claims the callbacks that are due, and schedules the next attempt of each in case delivery fails. */
export async function claimDueCallbacks(
  database: Database,
  rows: number,
  { firstMs, mostMs, attemptsMax }: CallbackBackoff,
): Promise<readonly Callback[]> {
  const found = await database.query<Callback>(
    `update simulated_bank.callback set attempts = attempts + 1,
       due_at = case when attempts + 1 < $4 then
         now() + least($3, $2 * power(2, least(attempts, 30))) * interval '1 millisecond' end
     where id in (
       select id from simulated_bank.callback where due_at <= now()
       order by due_at, id limit $1 for update skip locked)
     returning id as "callbackId", kind, body, attempts`,
    [rows, firstMs, mostMs, attemptsMax],
  )
  return found.rows
}

/** Stores the result of a delivery. An accepted callback is not sent again. */
export async function recordDelivery(
  database: Database,
  callbackId: number,
  isAccepted: boolean,
  status: string,
): Promise<void> {
  await database.query(
    `update simulated_bank.callback
     set last_status = $2, due_at = case when $3 then null else due_at end where id = $1`,
    [callbackId, status, isAccepted],
  )
}

/** Number of callbacks that are still undelivered. */
export async function countWaiting(database: Database): Promise<number> {
  const found = await database.query<{ count: number }>(
    'select count(*) as count from simulated_bank.callback where due_at is not null',
  )
  return found.rows[0]?.count ?? 0
}

/** Makes all undelivered callbacks due now. */
export async function makeCallbacksDue(database: Database): Promise<void> {
  await database.query('update simulated_bank.callback set due_at = now() where due_at is not null')
}
