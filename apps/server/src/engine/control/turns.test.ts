import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns, oneAtATime } from './turns.ts'

test('FLT-08: queued tasks run one at a time in their order, also after a failed one', async () => {
  const inTurn = createTurns()
  const seen: string[] = []
  let endFirst = (): void => undefined
  const isFirstOver = new Promise<void>((resolve) => (endFirst = resolve))
  const one = inTurn(async () => {
    seen.push('one begins')
    await isFirstOver
    seen.push('one ends')
    throw new Error('one failed')
  })
  const two = inTurn(async () => void seen.push('two'))
  endFirst()
  await assert.rejects(one, /one failed/)
  await two
  assert.deepEqual(seen, ['one begins', 'one ends', 'two'])
})

test("FLT-08: a timer's task is not started again while it runs, and is once it has ended", async () => {
  const ends: (() => void)[] = []
  const begin = oneAtATime(() => new Promise<void>((resolve) => ends.push(resolve)))
  const first = begin()
  await begin()
  assert.equal(ends.length, 1)
  ends[0]?.()
  await first
  void begin()
  assert.equal(ends.length, 2)
  ends[1]?.()
})
