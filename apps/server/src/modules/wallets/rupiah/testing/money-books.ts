/** For the simulation: the real core behind an engine with a faulty connection. */
import {
  type BalanceChange,
  createExchange,
  type Command,
  type CommandId,
  custodyAccounts,
  type Exchange,
} from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import type { KnownHold, Outcome } from '../../../../engine/index.ts'

export type Books = {
  readonly exchange: Exchange
  submit(command: Command, id: CommandId | null): Promise<Outcome>
  hold(holdId: number): Promise<KnownHold>
  /** Units of an account: the available ones, or of a rail its liability, below zero. */
  available(accountId: number): number
  held(accountId: number): number
}

const startMs = Date.UTC(2026, 10, 21)

/** Creates a ledger with rupiah, and starting funds for each user. */
export function openBooks(
  userIds: readonly number[],
  fund: number,
  isFaulty: () => 'no' | 'before' | 'after',
): Books {
  const exchange = createExchange()
  const answers = new Map<string, Outcome>()
  /** There is one currency. */
  const balances = new Map<number, BalanceChange>()
  let timeMs = startMs
  const apply = (command: Command, id: CommandId | null): Outcome => {
    timeMs += 1
    exchange.beginBatch(timeMs)
    const { seq, events } = exchange.apply({ command, id })
    for (const change of exchange.endBatch().balances) balances.set(change.accountId, change)
    const [first] = events
    return first?.kind === 'refused'
      ? { status: 'refused', code: first.code, params: first.params, seq }
      : { status: 'accepted', seq, timeMs, events }
  }
  const supplyMax = currencyUnits(2 ** 52)
  apply({ kind: 'list_currency', currencyId: 1, code: 'IDR', decimals: 2, supplyMax }, null)
  for (const accountId of userIds) {
    const amount = currencyUnits(fund)
    const cause = { reason: 'starting_fund', source: `starting_fund:${accountId}` }
    const railId = custodyAccounts.simulation
    apply({ kind: 'credit', accountId, currencyId: 1, amount, railId, ...cause }, null)
  }
  return {
    exchange,
    async submit(command, id) {
      const fault = isFaulty()
      if (fault === 'before') return { status: 'unavailable' }
      const name = id === null ? '' : id.words.join()
      const outcome = answers.get(name) ?? apply(command, id)
      if (id !== null) answers.set(name, outcome)
      return fault === 'after' ? { status: 'unknown' } : outcome
    },
    async hold(holdId) {
      if (isFaulty() !== 'no') return { status: 'later' }
      return { status: 'known', hold: exchange.hold(holdId) }
    },
    available: (accountId) => balances.get(accountId)?.available ?? 0,
    held: (accountId) => balances.get(accountId)?.held ?? 0,
  }
}
