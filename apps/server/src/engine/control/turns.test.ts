import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns, oneAtATime } from './turns.ts'

test('FLT-08: works in turn run one at a time in the order they came, also after one that failed', async () => {
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

test('FLT-08: what is begun now and then is not begun again while it lasts, and is once it ended', async () => {
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
