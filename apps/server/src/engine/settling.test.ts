/** Who waits before he reads. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Settling } from './settling.ts'

test('R-64: whoever reads after the engine came to lead waits for the rows of whoever led before', async () => {
  let hurried = 0
  const settling = new Settling(() => hurried++)
  assert.equal(await settling.settled(1001, 1), true, 'nobody leads: nothing is known to wait for')
  settling.leads(7)
  settling.projected(5)
  assert.equal(await settling.settled(1001, 1), false)
  const waiting = settling.settled(1001, 60_000)
  assert.ok(hurried > 0, 'the tables are told that somebody waits')
  settling.projected(7)
  assert.equal(await waiting, true)
  assert.equal(await settling.settled(1002, 1), true)
})
