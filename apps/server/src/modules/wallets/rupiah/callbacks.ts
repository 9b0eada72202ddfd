/**
 * What the gateway calls us with: kept as it came, answered, and then only taken as a hint that there is
 * news of a row (ATT-66 to ATT-69). References that are nobody's are kept for people to see.
 */
import type { BankGateway, CallbackKind } from '../../../adapters/bank-gateway/index.ts'
import type { Database } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { wakeRows, type RowKind } from '../machine/row-store.ts'

/** So many are taken at once; as long as there are as many, there may be more. */
export const callbacksAtOnceMax = 500
const keptDays = 90
const referenceLengthMax = 200

const rowKinds: Readonly<Record<CallbackKind, RowKind>> = {
  invoice: 'deposit',
  payout: 'withdrawal',
}

/** Keeps a callback, bytes as they came. */
export async function keepCallback(
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

/** Makes rows due that callbacks tell of; returns how many callbacks there were. */
export async function takeCallbacks(
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
      // In one order, so that two takers never wait for each other.
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

/** Removes callbacks that are long handled; those that nobody understood stay as long. */
export async function sweepCallbacks(database: Database): Promise<void> {
  await database.query(
    `delete from wallets.callback
     where state <> 'waiting' and received_at < now() - make_interval(days => $1)`,
    [keptDays],
  )
}
