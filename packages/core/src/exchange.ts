/**
 * The exchange as a pure state machine: no clock, no randomness, nothing from outside but commands.
 * Its scenarios, properties and simulation stand beside it in this folder.
 */
import { rupiahId } from './accounts.ts'
import { applyCommand } from './apply.ts'
import type { CommandId, Envelope, Side } from './commands.ts'
import type { BalanceChange } from './events.ts'
import type { Applied, Exchange, Remembered } from './exchange-port.ts'
import { assertThat } from './invariant.ts'
import { findBrokenInvariants } from './invariants.ts'
import { type CoreState, rememberedMax, type StateHash } from './state.ts'
import { World } from './world.ts'

export type ExchangeOptions = {
  /** How many command ids are remembered; smaller only in tests. */
  readonly rememberedMax: number
}

const defaults: ExchangeOptions = { rememberedMax }

/** An exchange in which nothing is listed yet. */
export function createExchange(options: ExchangeOptions = defaults): Exchange {
  return new HostedExchange(new World(options.rememberedMax))
}

/** An exchange as it was when `state` was taken: same hash, same answers to whatever comes. */
export function restoreExchange(state: CoreState, options: ExchangeOptions = defaults): Exchange {
  const world = new World(options.rememberedMax)
  const { counters } = state
  for (const row of state.currencies) world.addCurrency(row)
  for (const row of state.markets) world.addMarket(row, rupiahId)
  for (const row of state.schedules) world.setSchedule(row)
  for (const accountId of state.suspendedAccounts) world.setSuspended(accountId, true)
  for (const row of state.balances) {
    world.ledger.restore(row)
    if (world.ledger.isCustody(world.ledger.row(row.accountId, row.currencyId))) {
      world.addSupply(row.currencyId, -row.available)
    }
  }
  for (const row of state.holds) world.setHold(row)
  for (const row of state.orders) world.rest(row)
  for (const row of state.remembered) world.memory.remember(row, row.seq, row.time)
  world.memory.forgottenAt = counters.forgottenAt
  world.seq = counters.seq
  world.time = counters.time
  world.epoch = counters.epoch
  world.lastOrderId = counters.lastOrderId
  world.lastHoldId = counters.lastHoldId
  return new HostedExchange(world)
}

class HostedExchange implements Exchange {
  readonly #world: World
  #isBatchOpen = false

  constructor(world: World) {
    this.#world = world
    world.ledger.settleTouched()
  }

  get seq(): number {
    return this.#world.seq
  }

  get time(): number {
    return this.#world.time
  }

  get forgottenAt(): number {
    return this.#world.memory.forgottenAt
  }

  beginBatch(timeMs: number): void {
    assertThat(!this.#isBatchOpen, 'a batch is open')
    this.#isBatchOpen = true
    if (timeMs > this.#world.time) this.#world.time = timeMs
  }

  apply({ command, id }: Envelope): Applied {
    const world = this.#world
    assertThat(this.#isBatchOpen, 'no batch is open')
    world.seq += 1
    world.events = []
    if (id !== null) world.memory.remember(id, world.seq, world.time)
    applyCommand(world, command)
    assertThat(world.events.length > 0, 'a command came to nothing')
    return { seq: world.seq, events: world.events }
  }

  endBatch(): { readonly balances: readonly BalanceChange[]; readonly hash: StateHash } {
    assertThat(this.#isBatchOpen, 'no batch is open')
    this.#isBatchOpen = false
    const balances = this.#world.ledger.settleTouched()
    return { balances, hash: this.hash() }
  }

  recall(id: CommandId): Remembered | null {
    return this.#world.memory.recall(id)
  }

  hash(): StateHash {
    return this.#world.readHash()
  }

  state(): CoreState {
    const world = this.#world
    const orders = [...world.markets.values()].flatMap((market) =>
      [...market.buys.slots(), ...market.sells.slots()].map((slot) => world.pool.row(slot)),
    )
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
      currencies: [...world.currencies.values()],
      markets: [...world.markets.values()].map((market) => market.row()),
      schedules: [...world.charges.rows()],
      suspendedAccounts: [...world.suspended],
      balances: [...world.ledger.rows()],
      orders,
      holds: [...world.holds.values()],
      remembered: [...world.memory.rows()],
    }
  }

  brokenInvariants(): readonly string[] {
    return findBrokenInvariants(this.#world)
  }

  levels(marketId: number, side: Side): Iterable<{ price: number; quantity: number }> {
    return this.#world.market(marketId).side(side).levels()
  }
}
