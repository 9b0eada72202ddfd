/** The chart of accounts with its balances: current ones from the tables, or those of a closed day. */
import { formatUnits } from '@tukar/money'
import type { DeskAccountRow, DeskClosedLine, DeskTrialBalance } from '@tukar/wire'
import { bookAccountOf, compareGroups, groupOf } from './accounts.ts'
import type { ClosedLine } from './closing-body.ts'
import type { Connection } from './range.ts'

/** The symbol of a currency and the format of its amounts. */
export type CurrencyFormat = { readonly symbol: string; readonly decimals: number }
export type Currencies = (currencyId: number) => CurrencyFormat

/** The balance of a line, in units; `held` is null if it is not known. */
export type ChartLine = {
  readonly group: string
  readonly currencyId: number
  readonly amount: number
  readonly held: number | null
}

/** Current balances: all users are one line, and so are the market makers. */
export async function readChart(connection: Connection): Promise<readonly ChartLine[]> {
  const found = await connection.query<ChartLine>(
    `select ${groupOf('account_id')} as group, currency_id as "currencyId",
       sum(available + held + claim)::bigint as amount, sum(held)::bigint as held
     from exchange.balance group by 1, 2`,
  )
  return found.rows
}

/** Balances at the close of a day. */
export function chartOfDay(lines: readonly ClosedLine[]): readonly ChartLine[] {
  return lines.map(({ group, currencyId, closing }) => {
    return { group, currencyId, amount: closing, held: null }
  })
}

/** The trial balance of each currency: its debits and credits are equal. */
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
  // Custody is a claim on others: a custody line of zero still belongs on the debit side.
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

/** A line of a closed day for the wire. */
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
