/**
 * Sums the whole ledger from its first entry, range by range, and compares it with the saved sums. This finds
 * manual changes of old rows once a day. Entries before the marks never change otherwise, so the ranges need
 * no snapshot, and nobody waits for them.
 */
import { type Database, giveTime } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { type Finding, findingsOf, type CurrencySample } from './finding.ts'
import { begin, entriesOfRange, isSamePosition, type Marks, readNext, valuesOf } from './range.ts'
import { longMs, readMarks, stretchMax } from './totals.ts'

type Sum = { readonly accountId: number; readonly currencyId: number; readonly amount: number }

/**
 * Sums everything up to the marks.
 *
 * @param max trades of each market, and transfers, in one range
 */
export async function checkLedgerSums(
  database: Database,
  max = stretchMax,
): Promise<readonly Finding[]> {
  const { marks, stored } = await readSavedSums(database)
  const sums = new Map<string, number>()
  for (let after = begin; ; ) {
    const upTo = earlierMarks(await readNext(database, after, max), marks)
    if (isSamePosition(after, upTo)) break
    for (const { accountId, currencyId, amount } of await sumsOf(database, after, upTo)) {
      const key = `${accountId} ${currencyId}`
      sums.set(key, (sums.get(key) ?? 0) + amount)
    }
    after = upTo
  }
  return findingsOf('sums', differing(stored, sums))
}

function differing(
  stored: ReadonlyMap<string, number>,
  sums: ReadonlyMap<string, number>,
): readonly CurrencySample[] {
  const keys = new Set([...stored.keys(), ...sums.keys()])
  const wrong = [...keys].filter((key) => (stored.get(key) ?? 0) !== (sums.get(key) ?? 0))
  return wrong.map((key) => {
    const [of = '', currencyId] = key.split(' ')
    const [expected, found] = [stored.get(key) ?? 0, sums.get(key) ?? 0]
    return { of, currencyId: Number(currencyId), expected, found }
  })
}

async function readSavedSums(
  database: Database,
): Promise<{ readonly marks: Marks; readonly stored: ReadonlyMap<string, number> }> {
  return inTransaction(database, async (transaction) => {
    await transaction.query('set transaction isolation level repeatable read read only')
    const marks = await readMarks(transaction)
    const found = await transaction.query<Sum>(
      `select account_id as "accountId", currency_id as "currencyId", amount
       from books.total where amount <> 0`,
    )
    const stored = found.rows.map(({ accountId, currencyId, amount }) => {
      return [`${accountId} ${currencyId}`, amount] as const
    })
    return { marks, stored: new Map(stored) }
  })
}

async function sumsOf(database: Database, after: Marks, upTo: Marks): Promise<readonly Sum[]> {
  return inTransaction(database, async (transaction) => {
    await giveTime(transaction, longMs)
    const found = await transaction.query<Sum>(
      `with ${entriesOfRange}
       select account_id as "accountId", currency_id as "currencyId", sum(amount)::bigint as amount
       from entry group by account_id, currency_id`,
      valuesOf({ after, upTo }),
    )
    return found.rows
  })
}

/** The earlier of two positions, for transfers and for each market separately. */
function earlierMarks(place: Marks, end: Marks): Marks {
  const { transfers } = place
  const isBehind =
    transfers.seq > end.transfers.seq ||
    (transfers.seq === end.transfers.seq && transfers.no > end.transfers.no)
  return {
    transfers: isBehind ? end.transfers : transfers,
    trades: new Map(
      [...place.trades].map(([marketId, no]) => [
        marketId,
        Math.min(no, end.trades.get(marketId) ?? 0),
      ]),
    ),
  }
}
