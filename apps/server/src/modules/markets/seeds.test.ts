import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedCommands } from './seeds.ts'

/** The charge of a market at a time, in ppm; 0 if there is none. */
function rateAt(marketId: number, kind: string, payer: string, moment: string): number {
  const atMs = Date.parse(moment)
  const rows = seedCommands().flatMap((command) =>
    command.kind === 'set_schedule' &&
    command.marketId === marketId &&
    command.chargeKind === kind &&
    command.payer === payer &&
    command.from <= atMs
      ? [command]
      : [],
  )
  return rows.toSorted((a, b) => a.from - b.from).at(-1)?.ratePpm ?? 0
}

const rupiahMarket = 1
const swapMarket = 5

test('SRV-60: value-added tax of buyers ends with July 2025, in swaps for both sides', () => {
  const rates = [
    ['2022-04-30T23:59:59+07:00', 0],
    ['2022-05-01T00:00:00+07:00', 1_100],
    ['2025-01-01T00:00:00+07:00', 1_200],
    ['2025-02-11T00:00:00+07:00', 1_100],
    ['2025-07-31T23:59:59+07:00', 1_100],
    ['2025-08-01T00:00:00+07:00', 0],
  ] as const
  for (const [moment, ppm] of rates) {
    assert.equal(rateAt(rupiahMarket, 'vat', 'buyer', moment), ppm, moment)
    assert.equal(rateAt(swapMarket, 'vat', 'both', moment), ppm, moment)
  }
})
