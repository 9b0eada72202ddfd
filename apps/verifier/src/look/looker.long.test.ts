import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blank } from '../testing/pictures.ts'
import { createLooker, lookerLimits } from './looker.ts'

test('ATT-44: a look that takes too long fails alone, and the next is made by another thread', async () => {
  const image = await blank(300, 300)
  const hasty = createLooker({ ...lookerLimits, taskMs: 1 })
  assert.equal((await hasty.look('face', { image })).outcome, 'failed')
  assert.equal((await hasty.look('face', { image })).outcome, 'failed')
  await hasty.end()
})

test('ATT-44: a thread that has grown is ended, and the next look is made all the same', async () => {
  const image = await blank(300, 300)
  const small = createLooker({ ...lookerLimits, residentMax: 1 })
  for (let round = 0; round < 2; round++) {
    const looked = await small.look('face', { image })
    assert.deepEqual(looked, {
      outcome: 'looked',
      value: { isPicture: true, search: { found: 'none' }, isPage: false },
    })
  }
  await small.end()
})
