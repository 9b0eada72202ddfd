/**
 * Checks what must hold of the whole state between batches (INV-nn); returns the names of broken invariants.
 */
import { buyHold, isMultiple } from '@tukar/money'
import { isCustodyAccount } from './accounts.ts'
import type { Side } from './commands.ts'
import { noRecord } from './state/layout.ts'
import type { Market } from './state/market.ts'
import type { OpenOrderRow } from './state/state-rows.ts'
import type { ExchangeState } from './state/exchange-state.ts'

/** Checks all invariants; empty if all hold. */
export function findBrokenInvariants(state: ExchangeState): readonly string[] {
  return [
    ...brokenSums(state),
    ...brokenHolds(state),
    ...brokenOrderBooks(state),
    ...brokenLists(state),
  ]
}

/** INV-01, INV-02: each currency sums to zero, every sign is right, the owed total is right. */
function* brokenSums(state: ExchangeState): Generator<string> {
  const sums = new Map<number, bigint>()
  const owed = new Map<number, bigint>()
  const add = (sumsByCurrency: Map<number, bigint>, currencyId: number, amount: number): void => {
    sumsByCurrency.set(currencyId, (sumsByCurrency.get(currencyId) ?? 0n) + BigInt(amount))
  }
  for (const { accountId, currencyId, available, held, claim } of state.ledger.rows()) {
    const isCustody = isCustodyAccount(accountId)
    for (const amount of [available, held, claim]) add(sums, currencyId, amount)
    if (!isCustody) add(owed, currencyId, available + held)
    const isSigned = isCustody ? available <= 0 && held === 0 : available >= 0 && held >= 0
    if (!isSigned || claim > 0) yield `INV-02 sign of account ${accountId} currency ${currencyId}`
    if (state.currencies[currencyId] === undefined) yield `INV-01 unlisted currency ${currencyId}`
  }
  for (const [currencyId, sum] of sums) {
    if (sum !== 0n) yield `INV-01 currency ${currencyId} sums to ${sum}`
  }
  for (const currency of state.listedCurrencies()) {
    const { currencyId } = currency.row
    if ((owed.get(currencyId) ?? 0n) !== BigInt(currency.owed)) {
      yield `INV-14 what is owed of currency ${currencyId}`
    }
  }
}

/** INV-04: held = the sum of holds of open orders and withdrawals, per account and currency. */
function* brokenHolds(state: ExchangeState): Generator<string> {
  const expected = new Map<string, number>()
  const add = (accountId: number, currencyId: number, amount: number): void => {
    const name = `${accountId} currency ${currencyId}`
    expected.set(name, (expected.get(name) ?? 0) + amount)
  }
  for (const market of state.listedMarkets()) {
    const { baseId, quoteId } = market.rules
    for (const { accountId, side, price, remaining } of state.orderRows(market)) {
      const isBuy = side === 'buy'
      const amount = isBuy ? buyHold(price, remaining, market.baseScale) : remaining
      add(accountId, isBuy ? quoteId : baseId, amount)
    }
  }
  for (const { accountId, currencyId, remaining } of state.holds.values()) {
    add(accountId, currencyId, remaining)
    if (remaining <= 0) yield `INV-05 an ended hold of account ${accountId} is open`
  }
  for (const { accountId, currencyId, held } of state.ledger.rows()) {
    const name = `${accountId} currency ${currencyId}`
    if (held !== (expected.get(name) ?? 0)) yield `INV-04 held of account ${name}`
    expected.delete(name)
  }
  for (const name of expected.keys()) yield `INV-04 nothing held for account ${name}`
}

/** INV-06, INV-07: not crossed, positive, on the lot, in the order of price and time. */
function* brokenOrderBooks(state: ExchangeState): Generator<string> {
  let open = 0
  for (const market of state.listedMarkets()) {
    const { symbol, lot } = market.rules
    const bid = bestPrice(state, market, 'buy')
    const ask = bestPrice(state, market, 'sell')
    if (bid !== null && ask !== null && bid >= ask) yield `INV-06 ${symbol} is crossed`
    let before: OpenOrderRow | null = null
    for (const row of state.orderRows(market)) {
      open += 1
      const name = `${symbol} order ${row.orderId}`
      if (!(row.remaining > 0 && row.price > 0)) yield `INV-06 ${name} is empty`
      if (!isMultiple(row.remaining, lot)) yield `INV-06 ${name} is off the lot`
      if (row.orderId > state.lastOrderId) yield `INV-16 ${name} is from the future`
      if (before !== null && !isBehind(row, before)) yield `INV-07 ${name} is out of order`
      before = row
    }
  }
  if (open !== state.pool.count) yield 'INV-06 an order is open in no book'
}

/** Whether an order belongs after the one before it: sells come after all buys. */
function isBehind(row: OpenOrderRow, before: OpenOrderRow): boolean {
  if (row.side !== before.side) return row.side === 'sell'
  if (row.price === before.price) return row.orderId > before.orderId
  return row.side === 'buy' ? row.price < before.price : row.price > before.price
}

/**
 * INV-27: each market account lists exactly its open orders of that market, oldest first; an empty list is
 * checked too.
 */
function* brokenLists(state: ExchangeState): Generator<string> {
  const accountIds = new Set<number>()
  for (const { accountId } of state.ledger.rows()) accountIds.add(accountId)
  for (const market of state.listedMarkets()) {
    const { marketId, symbol } = market.rules
    const counts = new Map<number, number>()
    for (const { accountId } of state.orderRows(market)) {
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
      accountIds.add(accountId)
    }
    for (const accountId of accountIds) {
      const marketAccount = state.marketAccounts.find(accountId, marketId)
      const count = counts.get(accountId) ?? 0
      if (marketAccount < 0 && count === 0) continue
      const ids = [...state.marketAccounts.openSlots(marketAccount)].map((slot) =>
        state.pool.orderId(slot),
      )
      const isSorted = ids.every((id, index) => index === 0 || id > ids[index - 1])
      if (
        ids.length !== count ||
        state.marketAccounts.openCount(marketAccount) !== count ||
        !isSorted
      ) {
        yield `INV-27 open orders of account ${accountId} in ${symbol}`
      }
    }
  }
}

function bestPrice(state: ExchangeState, market: Market, side: Side): number | null {
  const slot = market.sideOf(side === 'sell').best()
  return slot === noRecord ? null : state.pool.price(slot)
}
