/** What must hold of the whole state between batches (reliability.md, INV): the names of what does not. */
import { buyHold } from '@tukar/money'
import { firstCustodyId, lastCustodyId } from './accounts.ts'
import type { Side } from './commands.ts'
import type { Market } from './market.ts'
import type { World } from './world.ts'

/** Checks everything; empty if all invariants hold. */
export function findBrokenInvariants(world: World): readonly string[] {
  return [...brokenSums(world), ...brokenHolds(world), ...brokenBooks(world)]
}

/** INV-01, INV-02: each currency sums to zero, every sign is right, custody equals the supply. */
function* brokenSums(world: World): Generator<string> {
  const sums = new Map<number, bigint>()
  const owed = new Map<number, number>()
  for (const { accountId, currencyId, available, held, claim } of world.ledger.rows()) {
    const sum = BigInt(available) + BigInt(held) + BigInt(claim)
    sums.set(currencyId, (sums.get(currencyId) ?? 0n) + sum)
    const isCustody = accountId >= firstCustodyId && accountId <= lastCustodyId
    if (isCustody) owed.set(currencyId, (owed.get(currencyId) ?? 0) - available)
    const isSigned = isCustody ? available <= 0 && held === 0 : available >= 0 && held >= 0
    if (!isSigned || claim > 0) yield `INV-02 sign of account ${accountId} currency ${currencyId}`
  }
  for (const [currencyId, sum] of sums) {
    if (sum !== 0n) yield `INV-01 currency ${currencyId} sums to ${sum}`
  }
  for (const currencyId of world.currencies.keys()) {
    if ((owed.get(currencyId) ?? 0) !== world.supply(currencyId)) {
      yield `INV-14 supply of currency ${currencyId}`
    }
  }
}

/** INV-04: held = what open orders and open holds set aside, per account and currency. */
function* brokenHolds(world: World): Generator<string> {
  const expected = new Map<string, number>()
  const add = (accountId: number, currencyId: number, amount: number): void => {
    const key = `${accountId}/${currencyId}`
    expected.set(key, (expected.get(key) ?? 0) + amount)
  }
  for (const market of world.markets.values()) {
    const { baseId, quoteId } = market.rules
    for (const { row } of orders(world, market)) {
      const isBuy = row.side === 'buy'
      const amount = isBuy ? buyHold(row.price, row.remaining, market.baseScale) : row.remaining
      add(row.accountId, isBuy ? quoteId : baseId, amount)
    }
  }
  for (const hold of world.holds.values()) add(hold.accountId, hold.currencyId, hold.remaining)
  for (const { accountId, currencyId, held } of world.ledger.rows()) {
    const key = `${accountId}/${currencyId}`
    if (held !== (expected.get(key) ?? 0)) yield `INV-04 held of account ${key}`
    expected.delete(key)
  }
  for (const [key, amount] of expected) if (amount !== 0) yield `INV-04 nothing held for ${key}`
}

/** INV-06, INV-07: not crossed, positive, on the lot, in order of price and time, levels add up. */
function* brokenBooks(world: World): Generator<string> {
  let open = 0
  for (const market of world.markets.values()) {
    const name = market.rules.symbol
    const bid = bestPrice(market, 'buy')
    const ask = bestPrice(market, 'sell')
    if (bid !== null && ask !== null && bid >= ask) yield `INV-06 ${name} is crossed`
    const counts = new Map<number, number>()
    for (const { row, isInOrder } of orders(world, market)) {
      open += 1
      counts.set(row.accountId, (counts.get(row.accountId) ?? 0) + 1)
      if (!isInOrder) yield `INV-07 ${name} order ${row.orderId} out of order`
      if (row.remaining <= 0 || row.price <= 0) yield `INV-06 ${name} order ${row.orderId} is empty`
    }
    for (const [accountId, count] of counts) {
      if (world.openOrders.count(accountId, market.rules.marketId) !== count) {
        yield `INV-27 open orders of account ${accountId} in ${name}`
      }
    }
    yield* brokenLevels(world, market)
  }
  if (open !== world.pool.open) yield 'INV-06 an order is open in no book'
}

function* brokenLevels(world: World, market: Market): Generator<string> {
  for (const side of ['buy', 'sell'] as const) {
    const totals = new Map<number, number>()
    for (const slot of market.side(side).slots()) {
      const { price, remaining } = world.pool.row(slot)
      totals.set(price, (totals.get(price) ?? 0) + remaining)
    }
    for (const { price, quantity } of market.side(side).levels()) {
      if (totals.get(price) !== quantity) yield `INV-28 ${market.rules.symbol} level ${price}`
      totals.delete(price)
    }
    if (totals.size > 0) yield `INV-28 ${market.rules.symbol} misses a level`
  }
}

type BookedOrder = {
  readonly row: ReturnType<World['pool']['row']>
  /** Whether it stands behind the order before it by price and id. */
  readonly isInOrder: boolean
}

function* orders(world: World, market: Market): Generator<BookedOrder> {
  for (const side of ['buy', 'sell'] as const) {
    let before: BookedOrder['row'] | null = null
    for (const slot of market.side(side).slots()) {
      const row = world.pool.row(slot)
      const sign = side === 'buy' ? -1 : 1
      const isInOrder: boolean =
        before === null ||
        sign * row.price > sign * before.price ||
        (row.price === before.price && row.orderId > before.orderId)
      yield { row, isInOrder: isInOrder && row.side === side }
      before = row
    }
  }
}

function bestPrice(market: Market, side: Side): number | null {
  for (const { price } of market.side(side).levels()) return price
  return null
}
