/** A varied stream of commands for tests of tables and audit: it causes every kind of row. */
import type { Command } from '@tukar/core'
import { creditOf, placeOf } from './listing.ts'
import { fund, freshId } from './rig.ts'
import { tablesFollow } from './tables.ts'
import type { Engine, Outcome } from '../port.ts'

const price = 165_000_000_000
const tick = 100_000
const quantity = 1_000_000

/** Typed as a command by one cast: test figures are plain integers. */
export function commandOf(command: Readonly<Record<string, unknown>>): Command {
  return command as unknown as Command
}

const cause = { reason: 'test', source: 'test:1' }

/**
 * Lists, funds, trades, rests, cancels, holds, settles, suspends; then drains the tables.
 *
 * @returns the outcomes of the orders, in order
 */
export async function runWorkload(engine: Engine): Promise<readonly Outcome[]> {
  await fund(engine, [1001, 1002, 1003, 900])
  const outcomes: Outcome[] = []
  for (let round = 0; round < 20; round++) {
    const at = price + (round % 5) * tick
    const orders = [
      placeOf(1001, 'buy', at, quantity + round),
      placeOf(1002, 'sell', at, quantity / 2),
      placeOf(900, 'sell', at + 50 * tick, quantity),
      placeOf(1003, 'sell', at, quantity * 3),
    ]
    const submitted = orders.map((order, place) =>
      engine.submit(order, freshId([1001, 1002, 900, 1003][place] ?? 0, order)),
    )
    outcomes.push(...(await Promise.all(submitted)))
    await engine.submit(commandOf({ kind: 'cancel_all', accountId: 900, marketId: 1 }), null)
  }
  const others: Command[] = [
    commandOf({ kind: 'hold', accountId: 1001, currencyId: 1, amount: 500, ...cause }),
    commandOf({ kind: 'hold', accountId: 1001, currencyId: 1, amount: 700, ...cause }),
    commandOf({ kind: 'settle', holdId: 1, amount: 200, houseAccountId: 100, ...cause }),
    commandOf({ kind: 'release', holdId: 2, ...cause }),
    commandOf({ kind: 'suspend_account', accountId: 1003 }),
    creditOf(1003, 1, 9),
  ]
  for (const command of others) {
    const outcome = await engine.submit(command, null)
    if (outcome.status !== 'accepted') throw new Error(`${command.kind}: ${outcome.status}`)
  }
  await tablesFollow(engine, 1001, 1002, 1003, 900)
  return outcomes
}
