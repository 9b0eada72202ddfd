/** The chart of accounts with its balances: now from the tables, or as a day closed. */
import { formatUnits } from '@tukar/money'
import type { DeskAccountRow, DeskClosedLine, DeskTrialBalance } from '@tukar/wire'
import { bookAccountOf, compareGroups, groupOf } from './accounts.ts'
import type { ClosedLine } from './closing-body.ts'
import type { Connection } from './range.ts'

/** What a currency is called and how its amounts are written. */
export type CurrencyFormat = { readonly symbol: string; readonly decimals: number }
export type Currencies = (currencyId: number) => CurrencyFormat

/** A line's balance in units; `held` is null where it is not known. */
export type ChartLine = {
  readonly group: string
  readonly currencyId: number
  readonly amount: number
  readonly held: number | null
}

/** Balances as they are now: all users are one line, and so are the house's traders. */
export async function readChart(connection: Connection): Promise<readonly ChartLine[]> {
  const found = await connection.query<ChartLine>(
    `select ${groupOf('account_id')} as group, currency_id as "currencyId",
       sum(available + held + claim)::bigint as amount, sum(held)::bigint as held
     from exchange.balance group by 1, 2`,
  )
  return found.rows
}

/** Balances as a day closed. */
export function chartOfDay(lines: readonly ClosedLine[]): readonly ChartLine[] {
  return lines.map(({ group, currencyId, closing }) => {
    return { group, currencyId, amount: closing, held: null }
  })
}

/** The trial balance of each currency: its debits and credits come to the same. */
export function trialBalances(
  lines: readonly ChartLine[],
  currencies: Currencies,
): readonly DeskTrialBalance[] {
  const ids = [...new Set(lines.map(({ currencyId }) => currencyId))].toSorted((a, b) => a - b)
  return ids.map((currencyId) => {
    const { symbol, decimals } = currencies(currencyId)
    const own = lines.filter((line) => line.currencyId === currencyId)
    const sumOf = (sign: 1 | -1): number =>
      own.reduce((sum, { amount }) => sum + Math.max(0, sign * amount), 0)
    const [credit, debit] = [sumOf(1), sumOf(-1)]
    return {
      currency: symbol,
      debit: formatUnits(debit, decimals),
      credit: formatUnits(credit, decimals),
      is_balanced: debit === credit,
      accounts: own
        .toSorted((one, other) => compareGroups(one.group, other.group))
        .map((line) => accountRow(line, decimals)),
    }
  })
}

function accountRow({ group, amount, held }: ChartLine, decimals: number): DeskAccountRow {
  const { account, accountId, kind } = bookAccountOf(group)
  // Custody is what others owe us; a line of it that is zero stands on its side all the same.
  const isDebit = amount < 0 || (amount === 0 && kind === 'custody')
  const text = formatUnits(Math.abs(amount), decimals)
  return {
    account,
    account_id: accountId,
    kind,
    debit: isDebit ? text : null,
    credit: isDebit ? null : text,
    held: held === null ? null : formatUnits(held, decimals),
  }
}

/** A line of a closed day on the wire. */
export function closedLineRow(line: ClosedLine, currencies: Currencies): DeskClosedLine {
  const { group, currencyId, opening, moves, closing } = line
  const { symbol, decimals } = currencies(currencyId)
  const { account, accountId, kind } = bookAccountOf(group)
  const text = (units: number) => formatUnits(units, decimals)
  return {
    currency: symbol,
    account,
    account_id: accountId,
    kind,
    opening: text(opening),
    moves: Object.entries(moves).map(([name, amount]) => ({ kind: name, amount: text(amount) })),
    closing: text(closing),
  }
}
