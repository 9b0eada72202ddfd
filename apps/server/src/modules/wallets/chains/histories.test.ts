/**
 * Random histories of a chain, processed by the real tracker and the real decisions about deposits, with
 * random crashes. The result is compared with the final chain, which neither of them has seen.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOf, sliceIn } from '@tukar/core/sim/slice'
import fc from 'fast-check'
import { createDepositModel, type ModelRules } from './testing/deposit-model.ts'
import { histories, playHistory } from './testing/history.ts'

/** The share of this slice; all slices together play 40,000. */
const historiesCount = shareOf(40_000, sliceIn(process.env))

test(`ATT-74 ATT-75 ATT-79 ATT-80 ATT-83 FLT-27 FLT-29 INV-11 INV-12: after ${historiesCount} random histories of reorganizations, replacements, double spends, fake tokens, failed receipts and deaths the credits are those of the final chain, and none came before it was final`, async () => {
  const seen = { credited: 0, claimedBack: 0, undone: 0, small: 0, held: 0 }
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const makeWorld = (rules: ModelRules) => Promise.resolve(createDepositModel(rules))
      const { rows, heldCount } = await playHistory(history, makeWorld)
      seen.held += heldCount
      for (const { state, life } of rows) {
        if (state === 'credited') seen.credited += 1
        if (life > 1 || state === 'claimed_back') seen.claimedBack += 1
        if (state === 'undone') seen.undone += 1
        if (state === 'too_small') seen.small += 1
      }
    }),
    { numRuns: historiesCount, includeErrorInReport: true },
  )
  // Checks that all of these events happened often, so that the histories are meaningful.
  for (const [what, count] of Object.entries(seen))
    assert.ok(count > historiesCount / 100, `${what}: ${count}`)
})
