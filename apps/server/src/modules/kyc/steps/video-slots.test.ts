import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { createVideoSlots } from './video-slots.ts'

const answerOf = (destroyed = false) => Object.assign(new EventEmitter(), { destroyed })
const bodyOf = (...texts: readonly string[]) => Readable.from(texts.map((one) => Buffer.from(one)))
const busy = { code: 'server.busy' }

test('ATT-44: received bytes count against the common limit, announced ones do not', async () => {
  const hand = createVideoSlots(10)
  const answers = [1, 2, 3, 4].map((userId) => {
    const answer = answerOf()
    hand.take(userId, answer)
    return answer
  })
  assert.equal(await text(hand.counted(1, bodyOf('1234', '5678'))), '12345678')
  await assert.rejects(text(hand.counted(2, bodyOf('ab', 'c'))), busy)
  assert.equal(await text(hand.counted(3, bodyOf(''))), '')
  assert.throws(() => hand.take(5, answerOf()), busy, 'there is no room')
  answers[0]?.emit('close')
  assert.equal(await text(hand.counted(4, bodyOf('12345678'))), '12345678')
  for (const answer of answers) answer.emit('close')
  hand.take(1, answerOf())
  assert.equal(await text(hand.counted(1, bodyOf('0123456789'))), '0123456789')
})

test('ATT-44: one video per user, none after a closed connection, and a broken connection ends its body', async () => {
  const hand = createVideoSlots(10)
  const answer = answerOf()
  hand.take(1, answer)
  assert.throws(() => hand.take(1, answerOf()), busy)
  assert.throws(() => hand.take(2, answerOf(true)), busy)
  const line = new PassThrough()
  const read = text(hand.counted(1, line))
  line.destroy(new Error('hung up'))
  await assert.rejects(read, /hung up/)
  answer.emit('close')
  hand.take(1, answerOf())
})
