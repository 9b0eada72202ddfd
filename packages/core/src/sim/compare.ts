/** What core and oracle must agree on: after each batch, and over the whole state. */
import { currencyUnits as units } from '@tukar/money'
import type { BalanceChange, CoreState, Exchange } from '../index.ts'
import { findDifference } from './difference.ts'
import { nameOf, type Oracle } from './oracle.ts'
import type { ModelBalance } from './oracle-model.ts'

/** Compares what a batch changed: its balances, the books of these markets, and the core's counters. */
export function compareBatch(
  exchange: Exchange,
  oracle: Oracle,
  balances: readonly BalanceChange[],
  marketIds: ReadonlySet<number>,
): string | null {
  return (
    compareTouched(oracle, balances) ??
    compareBooks(exchange, oracle, marketIds) ??
    findDifference(
      { seq: exchange.seq, time: exchange.time, forgottenAt: exchange.forgottenAt },
      { seq: oracle.seq(), time: oracle.model.time, forgottenAt: oracle.forgottenAt() },
      'counters',
    )
  )
}

function rowOf(balance: ModelBalance): BalanceChange {
  const { accountId, currencyId, available, held, claim } = balance
  return {
    accountId,
    currencyId,
    available: units(Number(available)),
    held: units(Number(held)),
    claim: units(Number(claim)),
  }
}

/** Each changed balance is reported once, with its current value; correct reports of others are allowed. */
function compareTouched(oracle: Oracle, balances: readonly BalanceChange[]): string | null {
  const untold = new Set(oracle.model.touched)
  const reported = new Set<number>()
  for (const row of balances) {
    const key = row.accountId * 1024 + row.currencyId
    if (reported.has(key)) return `balance ${key} is told twice`
    reported.add(key)
    const known = oracle.model.balances.get(key)
    if (known !== undefined) untold.delete(known)
    const { accountId, currencyId } = row
    const own = known ?? { accountId, currencyId, available: 0n, held: 0n, claim: 0n }
    const found = findDifference(row, rowOf(own), `balance ${accountId}/${currencyId}`)
    if (found !== null) return found
  }
  const [first] = untold
  return first === undefined ? null : `balance ${first.accountId}/${first.currencyId} is not told`
}

function compareBooks(
  exchange: Exchange,
  oracle: Oracle,
  marketIds: Iterable<number>,
): string | null {
  for (const marketId of marketIds) {
    for (const side of ['buy', 'sell'] as const) {
      const own = oracle.levels(marketId, side)
      const found = findDifference(
        [...exchange.levels(marketId, side)],
        own,
        `${side}s ${marketId}`,
      )
      if (found !== null) return found
    }
  }
  return null
}

/** Every row of the state, and every invariant that the core checks of itself. */
export function compareAll(exchange: Exchange, oracle: Oracle): string | null {
  const [broken] = exchange.brokenInvariants()
  if (broken !== undefined) return broken
  const state = exchange.state()
  const { model } = oracle
  return (
    compareRows(state, oracle) ??
    compareBooks(
      exchange,
      oracle,
      model.markets.map(({ rules }) => rules.marketId),
    )
  )
}

function compareRows(state: CoreState, { model, rememberedNames, seq, forgottenAt }: Oracle) {
  const { time, epoch, lastOrderId, lastHoldId } = model
  const counters = { seq: seq(), time, epoch, lastOrderId, lastHoldId, forgottenAt: forgottenAt() }
  const isKept = ({ available, held, claim }: ModelBalance) =>
    available !== 0n || held !== 0n || claim !== 0n
  const orders = model.markets.flatMap((market) =>
    market.orders.map((order) => ({
      ...order,
      price: Number(order.price),
      remaining: Number(order.remaining),
    })),
  )
  const markets = model.markets.map(({ rules, state: marketState, lastPrice, tradeCount }) => {
    const price = lastPrice === null ? null : Number(lastPrice)
    return { ...rules, state: marketState, lastPrice: price, tradeCount }
  })
  const balances = [...model.balances.values()].filter(isKept).map(rowOf)
  const holds = model.holds.map((hold) => ({ ...hold, remaining: Number(hold.remaining) }))
  return (
    findDifference(state.counters, counters, 'counters') ??
    findDifference([...state.currencies], sorted(model.currencies, 'currencyId'), 'currencies') ??
    findDifference([...state.markets], sorted(markets, 'marketId'), 'markets') ??
    findDifference([...state.schedules], model.schedules, 'schedules') ??
    findDifference(new Set(state.suspendedAccounts).size, model.suspended.size, 'suspended') ??
    findDifference(byAccount([...state.balances]), byAccount(balances), 'balances') ??
    findDifference([...state.orders], sorted(orders, 'orderId'), 'orders') ??
    findDifference(sorted([...state.holds], 'holdId'), sorted(holds, 'holdId'), 'holds') ??
    findDifference([...state.remembered].map(nameOf), rememberedNames(), 'remembered')
  )
}

function sorted<Name extends string, Row extends Readonly<Record<Name, number>>>(
  rows: readonly Row[],
  name: Name,
): Row[] {
  return rows.toSorted((one, other) => one[name] - other[name])
}

function byAccount(rows: readonly BalanceChange[]): BalanceChange[] {
  return rows.toSorted(
    (one, other) => one.accountId - other.accountId || one.currencyId - other.currencyId,
  )
}
