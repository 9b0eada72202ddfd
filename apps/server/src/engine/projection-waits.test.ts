/** Which readers wait. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProjectionWaits } from './projection-waits.ts'

test('R-64: a read after a change of leaders waits for the rows of the previous leader', async () => {
  let hurried = 0
  const waits = new ProjectionWaits(() => hurried++)
  assert.equal(
    await waits.waitForProjection(1001, 1),
    true,
    'nobody leads: nothing is known to wait for',
  )
  waits.beginLeading(7)
  waits.projected(5)
  assert.equal(await waits.waitForProjection(1001, 1), false)
  const waiting = waits.waitForProjection(1001, 60_000)
  assert.ok(hurried > 0, 'the tables are told that somebody waits')
  waits.projected(7)
  assert.equal(await waiting, true)
  assert.equal(await waits.waitForProjection(1002, 1), true)
})
