import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createPending, takeBackMs } from './pending.ts'

function storeOf(test: TestContext) {
  test.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const sent: string[] = []
  const store = createPending()
  const add = (key: string, title = key) => store.add({ key, title }, () => sent.push(title))
  return { store, sent, add, pass: (ms: number) => test.mock.timers.tick(ms) }
}

test('a decision is sent ten seconds after it was made, once', (t) => {
  const { store, sent, add, pass } = storeOf(t)
  add('withdrawals 7')
  assert.equal(store.read()[0]?.sendAtMs, Date.now() + takeBackMs)
  pass(takeBackMs - 1)
  assert.deepEqual(sent, [])
  pass(1)
  assert.deepEqual([sent, store.read()], [['withdrawals 7'], []])
  pass(takeBackMs)
  assert.equal(sent.length, 1)
})

test('a decision that is taken back is never sent; afterwards there is nothing to take back', (t) => {
  const { store, sent, add, pass } = storeOf(t)
  add('withdrawals 7')
  pass(takeBackMs - 1)
  assert.equal(store.takeBack('withdrawals 7'), true)
  pass(takeBackMs)
  assert.deepEqual([sent, store.read()], [[], []])
  assert.equal(store.takeBack('withdrawals 7'), false)
})

test('several cases wait beside each other; another decision about the same takes its place', (t) => {
  const { store, sent, add, pass } = storeOf(t)
  let told = 0
  const off = store.subscribe(() => (told += 1))
  add('withdrawals 7', 'approve')
  pass(4_000)
  add('withdrawals 8')
  add('withdrawals 7', 'reject')
  assert.equal(store.read().length, 2)
  pass(takeBackMs)
  assert.deepEqual(sent, ['withdrawals 8', 'reject'])
  off()
  const before = told
  add('withdrawals 9')
  assert.equal(told, before)
})

test('when the console is left all that wait are sent at once, and never again', (t) => {
  const { store, sent, add, pass } = storeOf(t)
  add('withdrawals 7')
  add('withdrawals 8')
  pass(4_000)
  store.takeBack('withdrawals 7')
  add('identity 9')
  const around: string[] = []
  store.flush((title, send) => {
    around.push(title)
    send()
  })
  assert.deepEqual([sent, store.read()], [['withdrawals 8', 'identity 9'], []])
  assert.deepEqual(around, sent)
  store.flush()
  pass(takeBackMs)
  assert.equal(sent.length, 2)
})
