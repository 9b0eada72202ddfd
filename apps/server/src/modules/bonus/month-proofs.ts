/**
 * The months of the bonus as this server recorded them with proofs: the promise of the current month, and the
 * entitled users at its end. The last recorded state is paid; the rows of `bonus` are for display.
 */
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../platform/secrets/row-proofs.ts'
import {
  clearIdentities,
  closeMonth,
  deleteMonth,
  insertEntry,
  listMonthRows,
  writePromise,
} from './month-store.ts'
import { monthOf } from './period.ts'
import type { CountedOrders, CandidateVerdict } from './rules.ts'

type Connection = Pick<Database, 'query'>

/** A user who gets the bonus of a month. */
export type Entitled = CountedOrders & { readonly userId: number }

/** A recorded month; the amount is for each user, in units of 0.01 rupiah. */
export type RecordedMonth =
  | { readonly state: 'promised'; readonly amount: number }
  | {
      readonly state: 'closed'
      readonly amount: number
      /** The oldest account first. */
      readonly entitled: readonly Entitled[]
    }

const kind = 'bonus'
/** The proof's text for a month whose promise was withdrawn. */
const forgotten = 'forgotten'

/** Records the new state of a month; null: nothing is promised. The caller has locked the month. */
export async function recordMonth(
  connection: Connection,
  keys: Keys,
  startMs: number,
  month: RecordedMonth | null,
): Promise<void> {
  await addProof(connection, keys, { kind, subject: `${startMs}` }, textOf(month))
}

/** The recorded months by their start. */
export async function readRecordedMonths(
  connection: Connection,
  keys: Keys,
  starts: readonly number[] | null = null,
): Promise<ReadonlyMap<number, RecordedMonth>> {
  const said = await provenValues(connection, keys, kind, starts?.map(String) ?? null)
  const months = new Map<number, RecordedMonth>()
  for (const [startMs, text] of said) {
    if (text !== forgotten) months.set(Number(startMs), monthIn(text))
  }
  return months
}

/** The recorded state of a month; null if nothing is promised. */
export async function readRecordedMonth(
  connection: Connection,
  keys: Keys,
  startMs: number,
): Promise<RecordedMonth | null> {
  return (await readRecordedMonths(connection, keys, [startMs])).get(startMs) ?? null
}

/** Promises an amount for the current month, or changes it. */
export async function promiseMonth(
  database: Database,
  keys: Keys,
  startMs: number,
  amount: number,
): Promise<void> {
  const isRecorded = (said: RecordedMonth | null) =>
    said?.state === 'closed' || said?.amount === amount
  if (isRecorded(await readRecordedMonth(database, keys, startMs))) return
  await inTransaction(database, async (transaction) => {
    await holdMonth(transaction, startMs)
    if (isRecorded(await readRecordedMonth(transaction, keys, startMs))) return
    await writePromise(transaction, startMs, amount)
    await recordMonth(transaction, keys, startMs, { state: 'promised', amount })
  })
}

/** Withdraws the promise for the current month. */
export async function forgetMonth(database: Database, keys: Keys, startMs: number): Promise<void> {
  if ((await readRecordedMonth(database, keys, startMs))?.state !== 'promised') return
  await inTransaction(database, async (transaction) => {
    await holdMonth(transaction, startMs)
    if ((await readRecordedMonth(transaction, keys, startMs))?.state !== 'promised') return
    await deleteMonth(transaction, startMs)
    await recordMonth(transaction, keys, startMs, null)
  })
}

/** The promised, unclosed months that began before a moment, oldest first. */
export async function listOpenMonths(
  connection: Connection,
  keys: Keys,
  startMs: number,
): Promise<readonly number[]> {
  const said = [...(await readRecordedMonths(connection, keys))]
  const open = said.filter(([start, { state }]) => state === 'promised' && start < startMs)
  return open.map(([start]) => start).toSorted((a, b) => a - b)
}

/** Closes a promised month with its judged candidates; does nothing if it was closed meanwhile. */
export async function closeJudgedMonth(
  database: Database,
  keys: Keys,
  startMs: number,
  judged: readonly CandidateVerdict[],
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await holdMonth(transaction, startMs)
    const said = await readRecordedMonth(transaction, keys, startMs)
    if (said?.state !== 'promised') return
    const { amount } = said
    await closeMonth(transaction, startMs, amount)
    await clearIdentities(transaction, startMs)
    for (const one of judged) await insertEntry(transaction, startMs, one)
    const entitled = judged.filter(({ exclusion }) => exclusion === null)
    await recordMonth(transaction, keys, startMs, { state: 'closed', amount, entitled })
  })
}

/** Excludes a user from a closed month. */
export async function recordExclusion(
  transaction: Transaction,
  keys: Keys,
  startMs: number,
  userId: number,
): Promise<void> {
  await holdMonth(transaction, startMs)
  const said = await readRecordedMonth(transaction, keys, startMs)
  if (said?.state !== 'closed') return
  const entitled = said.entitled.filter((one) => one.userId !== userId)
  await recordMonth(transaction, keys, startMs, { ...said, entitled })
}

/** Proves months from before there were proofs, as they are now. */
export async function proveEarlierBonuses(connection: Connection, keys: Keys): Promise<void> {
  for (const [startMs, month] of await listMonthRows(connection)) {
    await recordMonth(connection, keys, startMs, month)
  }
}

/** Months whose rows differ from the record, as text: `2026-11`. */
export async function unprovenBonuses(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const rows = await listMonthRows(connection)
  const said = await readRecordedMonths(connection, keys)
  const all = [...new Set([...rows.keys(), ...said.keys()])]
  const textAt = (months: ReadonlyMap<number, RecordedMonth>, startMs: number) =>
    textOf(months.get(startMs) ?? null)
  return all.filter((startMs) => textAt(rows, startMs) !== textAt(said, startMs)).map(monthOf)
}

/** Locks a month until the transaction ends, so that no other transaction records it. */
async function holdMonth(transaction: Transaction, startMs: number): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${kind}:${startMs}`,
  ])
}

function textOf(month: RecordedMonth | null): string {
  if (month === null) return forgotten
  const { state, amount } = month
  const people = state === 'closed' ? month.entitled : []
  const each = people
    .toSorted((a, b) => a.userId - b.userId)
    .map(({ userId, filled, counted }) => `${userId}:${filled}:${counted}`)
  return [state, amount, ...each].join(' ')
}

function monthIn(text: string): RecordedMonth {
  const [state, amountText, ...each] = text.split(' ')
  const amount = Number(amountText)
  if (state === 'promised') return { state, amount }
  const entitled = each.map((one) => {
    const [userId = 0, filled = 0, counted = 0] = one.split(':').map(Number)
    return { userId, filled, counted }
  })
  return { state: 'closed', amount, entitled }
}
