/**
 * The exchange as a pure state machine: no clock, no randomness, nothing from outside but commands.
 * Its scenarios and properties stand beside it in this folder, its simulation in `sim/`.
 */
import { applyCommand } from './apply.ts'
import type { Command, CommandId, Envelope, Side } from './commands.ts'
import type { EventTape } from './event-tape.ts'
import type { BalanceChange } from './events.ts'
import type { Applied, Exchange, Remembered } from './exchange-port.ts'
import { assertThat } from './invariant.ts'
import { findBrokenInvariants } from './invariants.ts'
import {
  type CoreState,
  type CurrencyRow,
  type HoldRow,
  rememberedMax,
  type StateHash,
} from './state.ts'
import { World } from './world.ts'

export type ExchangeOptions = {
  /** How many command ids are remembered; smaller only in tests. */
  readonly rememberedMax?: number
  /** Room for records at first, in integers; smaller only in tests, so that it grows while commands run. */
  readonly firstInts?: number
  /** A word that no client knows: it scatters the table of command ids and decides nothing. */
  readonly salt?: number
}

/** An exchange in which nothing is listed yet. */
export function createExchange(options: ExchangeOptions = {}): Exchange {
  return new HostedExchange(createWorld(options))
}

/**
 * An exchange as it was when `state` was taken: same hash, same answers to whatever comes. Orders must
 * come in the order of their ids, remembered ids oldest first.
 */
export function restoreExchange(state: CoreState, options: ExchangeOptions = {}): Exchange {
  const world = createWorld(options)
  const { counters } = state
  for (const row of state.currencies) world.addCurrency(row)
  for (const row of state.markets) world.addMarket(row)
  for (const row of state.schedules) world.addSchedule(row)
  for (const accountId of state.suspendedAccounts) world.setSuspended(accountId, true)
  for (const row of state.balances) world.restoreBalance(row)
  for (const row of state.holds) world.setHold(row)
  let before = 0
  for (const row of state.orders) {
    const market = world.markets[row.marketId]
    assertThat(market !== undefined, `order ${row.orderId} is of an unknown market`)
    assertThat(row.orderId > before, `order ${row.orderId} is out of order`)
    before = row.orderId
    const slot = world.pool.take(
      row.orderId,
      world.traders.open(row.accountId, market.rules),
      row.side === 'sell',
      row.price,
      row.remaining,
    )
    world.rest(market, slot)
  }
  for (const row of state.remembered) world.memory.remember(row, row.seq, row.time)
  world.memory.restoreForgottenAt(counters.forgottenAt)
  world.seq = counters.seq
  world.time = counters.time
  world.epoch = counters.epoch
  world.lastOrderId = counters.lastOrderId
  world.lastHoldId = counters.lastHoldId
  world.settle()
  return new HostedExchange(world)
}

function createWorld(options: ExchangeOptions): World {
  return new World(options.rememberedMax ?? rememberedMax, options.salt ?? 0, options.firstInts)
}

class HostedExchange implements Exchange {
  private readonly world: World
  private isBatchOpen = false

  constructor(world: World) {
    this.world = world
  }

  get seq(): number {
    return this.world.seq
  }

  get time(): number {
    return this.world.time
  }

  get forgottenAt(): number {
    return this.world.memory.forgottenAt
  }

  beginBatch(timeMs: number): void {
    assertThat(!this.isBatchOpen, 'a batch is open')
    assertThat(Number.isSafeInteger(timeMs), 'time is not an integer')
    this.isBatchOpen = true
    this.world.tape.clear()
    if (timeMs > this.world.time) this.world.time = timeMs
  }

  apply({ command, id }: Envelope): Applied {
    const from = this.world.tape.length
    const seq = this.write(command, id)
    return { seq, events: this.world.tape.read(from) }
  }

  write(command: Command, id: CommandId | null): number {
    const world = this.world
    assertThat(this.isBatchOpen, 'no batch is open')
    world.seq += 1
    const { tape } = world
    const from = tape.length
    if (id !== null) world.memory.remember(id, world.seq, world.time)
    applyCommand(world, command)
    assertThat(tape.length > from, 'a command came to nothing')
    return world.seq
  }

  endBatch(): { readonly balances: readonly BalanceChange[]; readonly hash: StateHash } {
    const hash = this.settle()
    return { balances: this.world.ledger.settled(), hash }
  }

  settle(): StateHash {
    assertThat(this.isBatchOpen, 'no batch is open')
    this.isBatchOpen = false
    this.world.settle()
    return this.world.readHash()
  }

  get tape(): EventTape {
    return this.world.tape
  }

  recall(id: CommandId): Remembered | null {
    return this.world.memory.recall(id)
  }

  hash(): StateHash {
    assertThat(!this.isBatchOpen, 'the hash is of the state between batches')
    return this.world.readHash()
  }

  state(): CoreState {
    const world = this.world
    const markets = [...world.listedMarkets()]
    const orders = markets.flatMap((market) => [...world.orderRows(market)])
    orders.sort((one, other) => one.orderId - other.orderId)
    return {
      counters: {
        seq: world.seq,
        time: world.time,
        epoch: world.epoch,
        lastOrderId: world.lastOrderId,
        lastHoldId: world.lastHoldId,
        forgottenAt: world.memory.forgottenAt,
      },
      currencies: [...world.listedCurrencies()].map((currency) => currency.row),
      markets: markets.map((market) => market.row()),
      schedules: [...world.schedules.values()],
      suspendedAccounts: [...world.suspended],
      balances: [...world.ledger.rows()],
      orders,
      holds: [...world.holds.values()],
      remembered: [...world.memory.rows()],
    }
  }

  brokenInvariants(): readonly string[] {
    return findBrokenInvariants(this.world)
  }

  levels(marketId: number, side: Side): Iterable<{ price: number; quantity: number }> {
    const market = this.world.markets[marketId]
    assertThat(market !== undefined, `no market ${marketId}`)
    return market.sideOf(side === 'sell').levels()
  }

  hold(holdId: number): HoldRow | null {
    return this.world.holds.get(holdId) ?? null
  }

  available(accountId: number, currencyId: number): number {
    const { ledger } = this.world
    return ledger.available(ledger.find(accountId, currencyId))
  }

  currency(currencyId: number): CurrencyRow | null {
    return this.world.currencies[currencyId]?.row ?? null
  }
}
