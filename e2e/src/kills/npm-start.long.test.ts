/** The whole `npm start` with its embedded PostgreSQL, killed in the middle of trading. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seedIn, shareOf, sliceIn } from '@tukar/core/sim/slice'
import { type Arena, openWholeArena, restartWhole, underLoad, verifyArena } from './kill-run.ts'
import { findingLines, verifyLists } from './verify.ts'

/** This slice's share of forty kills. */
const kills = shareOf(40, sliceIn(process.env))

let arena: Arena
before(async () => {
  arena = await openWholeArena(seedIn(process.env))
})
after(() => arena.close())

test(`R-50 FLT-01 INV-18: ${kills} kills of npm start, database and all, lose and double nothing`, async () => {
  for (let i = 0; i < kills; i++) {
    await underLoad(arena, () => arena.server.kill())
    await restartWhole(arena)
    assert.deepEqual(findingLines(await verifyArena(arena)), [])
  }
  assert.deepEqual(findingLines(await verifyLists(arena.server.client, arena.writers)), [])
})
