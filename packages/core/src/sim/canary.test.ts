/** A simulation that cannot fail proves nothing: each planted fault must be found, and soon. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CurrencyUnits } from '@tukar/money'
import {
  type Applied,
  type BalanceChange,
  type CoreState,
  createExchange,
  type Exchange,
  type ExchangeOptions,
  type OpenOrderRow,
  restoreExchange,
} from '../index.ts'
import { simulate } from './simulate.ts'

/** Changes what an exchange returns or knows after a number of commands; undefined leaves it unchanged. */
type Fault = {
  readonly applied?: (applied: Applied) => Applied
  /** Replaces the state between two batches, once. */
  readonly state?: (state: CoreState) => CoreState | undefined
  readonly balances?: (balances: readonly BalanceChange[]) => readonly BalanceChange[]
}

const faultyFromSeq = 2_000

/** The core with a fault planted in it. */
function plant(fault: Fault) {
  const spoil = (sound: Exchange, options: ExchangeOptions): Exchange => {
    let inner = sound
    let isDone = false
    const isDue = () => inner.seq >= faultyFromSeq
    return {
      get seq() {
        return inner.seq
      },
      get time() {
        return inner.time
      },
      get forgottenAt() {
        return inner.forgottenAt
      },
      beginBatch: (timeMs) => {
        const changed = !isDone && isDue() ? fault.state?.(inner.state()) : undefined
        if (changed !== undefined) {
          isDone = true
          inner = restoreExchange(changed, options)
        }
        inner.beginBatch(timeMs)
      },
      apply: (envelope) => {
        const applied = inner.apply(envelope)
        return isDue() ? (fault.applied?.(applied) ?? applied) : applied
      },
      endBatch: () => {
        const { balances, hash } = inner.endBatch()
        return { balances: isDue() ? (fault.balances?.(balances) ?? balances) : balances, hash }
      },
      recall: (id) => inner.recall(id),
      write: (command, id) => inner.write(command, id),
      get eventBuffer() {
        return inner.eventBuffer
      },
      closeBatch: () => inner.closeBatch(),
      hash: () => inner.hash(),
      state: () => inner.state(),
      brokenInvariants: () => inner.brokenInvariants(),
      levels: (marketId, side) => inner.levels(marketId, side),
      currency: (currencyId) => inner.currency(currencyId),
      hold: (holdId) => inner.hold(holdId),
      available: (accountId, currencyId) => inner.available(accountId, currencyId),
    }
  }
  return {
    create: (options: ExchangeOptions) => spoil(createExchange(options), options),
    restore: (state: CoreState, options: ExchangeOptions) =>
      spoil(restoreExchange(state, options), options),
  }
}

function oneLess(amount: CurrencyUnits): CurrencyUnits {
  return (amount - 1) as CurrencyUnits
}

/** Swaps two neighboring orders of two owners at one price. */
function swapPriority(state: CoreState): CoreState | undefined {
  const orders = [...state.orders]
  for (const [index, order] of orders.entries()) {
    const rivalAt = orders.findIndex((rival, at) => at > index && isRival(order, rival))
    const rival = orders[rivalAt]
    if (rival === undefined) continue
    orders[index] = { ...rival, orderId: order.orderId }
    orders[rivalAt] = { ...order, orderId: rival.orderId }
    return { ...state, orders }
  }
  return undefined
}

function isRival(one: OpenOrderRow, other: OpenOrderRow): boolean {
  return (
    one.marketId === other.marketId &&
    one.side === other.side &&
    one.price === other.price &&
    one.accountId !== other.accountId
  )
}

const faults: Readonly<Record<string, Fault>> = {
  'INV-08: a fill that loses one unit': {
    applied: ({ seq, events }) => ({
      seq,
      events: events.map((event) =>
        event.kind === 'traded' ? { ...event, quote: oneLess(event.quote) } : event,
      ),
    }),
  },
  'INV-03: a balance that is told one unit short': {
    balances: ([first, ...others]) =>
      first === undefined ? [] : [{ ...first, available: oneLess(first.available) }, ...others],
  },
  'INV-03: a balance that is not told': { balances: (balances) => balances.slice(1) },
  'INV-01: a unit that vanishes from an account that does nothing': {
    state: (state) => {
      const balances = [...state.balances]
      const at = balances.findIndex(({ accountId }) => accountId === 5)
      const row = balances[at]
      if (row === undefined || row.available === 0) return undefined
      balances[at] = { ...row, available: oneLess(row.available) }
      return { ...state, balances }
    },
  },
  'INV-07: two orders at one price that change places': { state: swapPriority },
  'INV-15: a command id that is forgotten too early': {
    state: (state) => ({ ...state, remembered: [...state.remembered].slice(1) }),
  },
  'INV-05: a hold that is lost': {
    state: (state) => {
      const holds = [...state.holds]
      return holds.length === 0 ? undefined : { ...state, holds: holds.slice(1) }
    },
  },
  'INV-16: a trade that is not counted': {
    state: (state) => {
      const markets = [...state.markets]
      const [first, ...others] = markets
      if (first === undefined || first.tradeCount === 0) return undefined
      return { ...state, markets: [{ ...first, tradeCount: first.tradeCount - 1 }, ...others] }
    },
  },
}

for (const [name, fault] of Object.entries(faults)) {
  test(`${name} is found within 4,000 commands`, () => {
    const { failure } = simulate(3, 6_000, plant(fault))
    assert.notEqual(failure, null)
  })
}

test('R-50: the core without a planted fault passes through the same wrapping', () => {
  assert.equal(simulate(3, 6_000, plant({})).failure, null)
})
