/**
 * Callbacks of the gateway. They are stored unchanged and answered, and then only wake the rows that they
 * name (ATT-66 to ATT-69). Callbacks with unknown references are kept for operators.
 */
import type { BankGateway, CallbackKind } from '../../../../adapters/bank-gateway/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { wakeRows, type RowKind } from '../../machine/row-store.ts'

/** The number of callbacks per round. A full round is followed by another one. */
export const callbacksAtOnceMax = 500
const retentionDays = 90
const referenceLengthMax = 200

const rowKinds: Readonly<Record<CallbackKind, RowKind>> = {
  invoice: 'deposit',
  payout: 'withdrawal',
}

/** Stores a callback unchanged. */
export async function storeCallback(
  database: Database,
  railId: number,
  kind: CallbackKind,
  body: Buffer,
): Promise<void> {
  await database.query('insert into wallets.callback (rail_id, kind, body) values ($1, $2, $3)', [
    railId,
    kind,
    body,
  ])
}

type Waiting = { readonly id: number; readonly kind: CallbackKind; readonly body: Buffer }

/** Wakes the rows that callbacks name; returns the number of callbacks. */
export async function applyCallbacks(
  database: Database,
  gateway: Pick<BankGateway, 'readCallback'>,
): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const waiting = await transaction.query<Waiting>(
      `select id, kind, body from wallets.callback where state = 'waiting'
       order by id limit $1 for update skip locked`,
      [callbacksAtOnceMax],
    )
    if (waiting.rows.length === 0) return 0
    const read = waiting.rows.map(({ id, kind, body }) => {
      const hint = gateway.readCallback(kind, parsed(body))
      return { id, kind, reference: hint?.reference.slice(0, referenceLengthMax) ?? null }
    })
    const known = new Set<string>()
    for (const kind of ['invoice', 'payout'] as const) {
      const references = new Set(
        read.flatMap((one) => (one.kind === kind ? (one.reference ?? []) : [])),
      )
      // In a fixed order, so that two processes never deadlock.
      const sorted = [...references].toSorted()
      for (const one of await wakeRows(transaction, rowKinds[kind], sorted))
        known.add(`${kind} ${one}`)
    }
    const states = read.map(({ kind, reference }) => {
      if (reference === null) return 'unreadable'
      return known.has(`${kind} ${reference}`) ? 'handled' : 'stray'
    })
    await transaction.query(
      `update wallets.callback c set state = n.state, reference = n.reference
       from unnest($1::bigint[], $2::text[], $3::text[]) as n (id, state, reference)
       where c.id = n.id`,
      [read.map(({ id }) => id), states, read.map(({ reference }) => reference)],
    )
    return read.length
  })
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** Deletes callbacks that were handled long ago; unrecognized ones are kept as long. */
export async function sweepCallbacks(database: Database): Promise<void> {
  await database.query(
    `delete from wallets.callback
     where state <> 'waiting' and received_at < now() - make_interval(days => $1)`,
    [retentionDays],
  )
}
