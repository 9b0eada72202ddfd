import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blank } from '../testing/pictures.ts'
import { createRecognitionQueue, queueLimits } from './recognition-queue.ts'

test('ATT-44: a check that takes too long fails alone, and the next is made by another thread', async () => {
  const image = await blank(300, 300)
  const hasty = createRecognitionQueue({ ...queueLimits, taskMs: 1 })
  assert.equal((await hasty.run('face', { image })).outcome, 'failed')
  assert.equal((await hasty.run('face', { image })).outcome, 'failed')
  await hasty.end()
})

test('ATT-44: a thread whose memory has grown is ended, and the next check is made all the same', async () => {
  const image = await blank(300, 300)
  const small = createRecognitionQueue({ ...queueLimits, residentMax: 1 })
  for (let round = 0; round < 2; round++) {
    const outcome = await small.run('face', { image })
    assert.deepEqual(outcome, {
      outcome: 'done',
      value: { isPicture: true, search: { found: 'none' }, isPage: false },
    })
  }
  await small.end()
})
