/**
 * The exchange as a pure state machine: no clock, no randomness, no input but commands. Its scenarios and
 * property tests are in this folder, its simulation in `sim/`.
 */
import { applyCommand } from './apply.ts'
import type { Command, CommandId, Envelope, Side } from './commands.ts'
import type { EventBuffer } from './state/event-buffer.ts'
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
} from './state/state-rows.ts'
import { ExchangeState } from './state/exchange-state.ts'

export type ExchangeOptions = {
  /** How many command ids are remembered; smaller only in tests. */
  readonly rememberedMax?: number
  /**
   * Initial size of the record buffer, in integers. Tests set it smaller, so that the buffer grows while
   * commands run.
   */
  readonly firstInts?: number
  /** A secret number that scatters the table of command ids; it has no other effect. */
  readonly salt?: number
}

/** An exchange in which nothing is listed yet. */
export function createExchange(options: ExchangeOptions = {}): Exchange {
  return new HostedExchange(createState(options))
}

/**
 * Restores an exchange from `state`: same hash, same answers to all later commands. Orders must be sorted by
 * id, remembered ids oldest first.
 */
export function restoreExchange(state: CoreState, options: ExchangeOptions = {}): Exchange {
  const restored = createState(options)
  const { counters } = state
  for (const row of state.currencies) restored.addCurrency(row)
  for (const row of state.markets) restored.addMarket(row)
  for (const row of state.schedules) restored.addSchedule(row)
  for (const accountId of state.suspendedAccounts) restored.setSuspended(accountId, true)
  for (const row of state.balances) restored.restoreBalance(row)
  for (const row of state.holds) restored.setHold(row)
  let before = 0
  for (const row of state.orders) {
    const market = restored.markets[row.marketId]
    assertThat(market !== undefined, `order ${row.orderId} is of an unknown market`)
    assertThat(row.orderId > before, `order ${row.orderId} is out of order`)
    before = row.orderId
    const slot = restored.pool.allocate(
      row.orderId,
      restored.marketAccounts.open(row.accountId, market.rules),
      row.side === 'sell',
      row.price,
      row.remaining,
    )
    restored.addToBook(market, slot)
  }
  for (const row of state.remembered) restored.memory.remember(row, row.seq, row.time)
  restored.memory.restoreForgottenAt(counters.forgottenAt)
  restored.seq = counters.seq
  restored.time = counters.time
  restored.epoch = counters.epoch
  restored.lastOrderId = counters.lastOrderId
  restored.lastHoldId = counters.lastHoldId
  restored.updateHash()
  return new HostedExchange(restored)
}

function createState(options: ExchangeOptions): ExchangeState {
  return new ExchangeState(
    options.rememberedMax ?? rememberedMax,
    options.salt ?? 0,
    options.firstInts,
  )
}

class HostedExchange implements Exchange {
  private readonly exchangeState: ExchangeState
  private isBatchOpen = false

  constructor(state: ExchangeState) {
    this.exchangeState = state
  }

  get seq(): number {
    return this.exchangeState.seq
  }

  get time(): number {
    return this.exchangeState.time
  }

  get forgottenAt(): number {
    return this.exchangeState.memory.forgottenAt
  }

  beginBatch(timeMs: number): void {
    assertThat(!this.isBatchOpen, 'a batch is open')
    assertThat(Number.isSafeInteger(timeMs), 'time is not an integer')
    this.isBatchOpen = true
    this.exchangeState.eventBuffer.clear()
    if (timeMs > this.exchangeState.time) this.exchangeState.time = timeMs
  }

  apply({ command, id }: Envelope): Applied {
    const from = this.exchangeState.eventBuffer.length
    const seq = this.write(command, id)
    return { seq, events: this.exchangeState.eventBuffer.read(from) }
  }

  write(command: Command, id: CommandId | null): number {
    const state = this.exchangeState
    assertThat(this.isBatchOpen, 'no batch is open')
    state.seq += 1
    const { eventBuffer } = state
    const from = eventBuffer.length
    if (id !== null) state.memory.remember(id, state.seq, state.time)
    applyCommand(state, command)
    assertThat(eventBuffer.length > from, 'a command came to nothing')
    return state.seq
  }

  endBatch(): { readonly balances: readonly BalanceChange[]; readonly hash: StateHash } {
    const hash = this.closeBatch()
    return { balances: this.exchangeState.ledger.changedBalances(), hash }
  }

  closeBatch(): StateHash {
    assertThat(this.isBatchOpen, 'no batch is open')
    this.isBatchOpen = false
    this.exchangeState.updateHash()
    return this.exchangeState.readHash()
  }

  get eventBuffer(): EventBuffer {
    return this.exchangeState.eventBuffer
  }

  recall(id: CommandId): Remembered | null {
    return this.exchangeState.memory.recall(id)
  }

  hash(): StateHash {
    assertThat(!this.isBatchOpen, 'the hash is of the state between batches')
    return this.exchangeState.readHash()
  }

  state(): CoreState {
    const state = this.exchangeState
    const markets = [...state.listedMarkets()]
    const orders = markets.flatMap((market) => [...state.orderRows(market)])
    orders.sort((one, other) => one.orderId - other.orderId)
    return {
      counters: {
        seq: state.seq,
        time: state.time,
        epoch: state.epoch,
        lastOrderId: state.lastOrderId,
        lastHoldId: state.lastHoldId,
        forgottenAt: state.memory.forgottenAt,
      },
      currencies: [...state.listedCurrencies()].map((currency) => currency.row),
      markets: markets.map((market) => market.row()),
      schedules: [...state.schedules.values()],
      suspendedAccounts: [...state.suspended],
      balances: [...state.ledger.rows()],
      orders,
      holds: [...state.holds.values()],
      remembered: [...state.memory.rows()],
    }
  }

  brokenInvariants(): readonly string[] {
    return findBrokenInvariants(this.exchangeState)
  }

  levels(marketId: number, side: Side): Iterable<{ price: number; quantity: number }> {
    const market = this.exchangeState.markets[marketId]
    assertThat(market !== undefined, `no market ${marketId}`)
    return market.sideOf(side === 'sell').levels()
  }

  hold(holdId: number): HoldRow | null {
    return this.exchangeState.holds.get(holdId) ?? null
  }

  available(accountId: number, currencyId: number): number {
    const { ledger } = this.exchangeState
    return ledger.available(ledger.find(accountId, currencyId))
  }

  currency(currencyId: number): CurrencyRow | null {
    return this.exchangeState.currencies[currencyId]?.row ?? null
  }
}
