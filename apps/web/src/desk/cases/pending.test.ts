import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createPending, takeBackMs } from './pending.ts'

function storeOf(test: TestContext) {
  test.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const sent: string[] = []
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const store = createPending(() => '/executor/withdrawals')
  const add = (key: string, title = key, isSigned = false) =>
    store.add({ key, title, isSigned }, () => {
      sent.push(title)
      return answered
    })
  return { store, sent, add, answer, answered, pass: (ms: number) => test.mock.timers.tick(ms) }
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

test('a withdrawn decision is never sent, and cannot be withdrawn twice', (t) => {
  const { store, sent, add, pass } = storeOf(t)
  add('withdrawals 7')
  pass(takeBackMs - 1)
  assert.equal(store.takeBack('withdrawals 7'), true)
  pass(takeBackMs)
  assert.deepEqual([sent, store.read(), store.isOpen()], [[], [], false])
  assert.equal(store.takeBack('withdrawals 7'), false)
})

test('decisions about several cases can be pending; a new one about the same case replaces the old one', (t) => {
  const { store, sent, add, pass } = storeOf(t)
  let outcome = 0
  const off = store.subscribe(() => (outcome += 1))
  add('withdrawals 7', 'approve')
  pass(4_000)
  add('withdrawals 8')
  add('withdrawals 7', 'reject')
  assert.equal(store.read().length, 2)
  pass(takeBackMs)
  assert.deepEqual(sent, ['withdrawals 8', 'reject'])
  off()
  const before = outcome
  add('withdrawals 9')
  assert.equal(outcome, before)
})

test('closing the console sends pending decisions once', (t) => {
  const { store, sent, add, pass } = storeOf(t)
  add('withdrawals 7')
  add('withdrawals 8')
  pass(4_000)
  store.takeBack('withdrawals 7')
  add('identity 9')
  const around: string[] = []
  const left = store.leave(({ title }, action) => {
    around.push(title)
    action()
  })
  assert.deepEqual([sent, store.read(), left], [['withdrawals 8', 'identity 9'], [], []])
  assert.deepEqual(around, sent)
  store.leave()
  pass(takeBackMs)
  assert.equal(sent.length, 2)
})

test('closing the console returns decisions that need a passkey or a code', (t) => {
  const { store, sent, add, pass } = storeOf(t)
  add('withdrawals 7', 'approve', true)
  add('identity 9')
  const left = store.leave()
  assert.deepEqual(
    left.map(({ key, title, path }) => [key, title, path]),
    [['withdrawals 7', 'approve', '/executor/withdrawals']],
  )
  pass(takeBackMs)
  assert.deepEqual([sent, store.isOpen()], [['identity 9'], false])
})

test('a sent decision is pending until its answer, and returned if the console closes first', async (t) => {
  const { store, add, pass, answer, answered } = storeOf(t)
  add('withdrawals 7', 'approve', true)
  pass(takeBackMs)
  assert.deepEqual([store.read(), store.isOpen()], [[], true])
  assert.deepEqual(
    store.leave().map(({ key }) => key),
    ['withdrawals 7'],
  )
  add('withdrawals 8', 'approve', true)
  pass(takeBackMs)
  assert.equal(store.isOpen(), true)
  answer()
  await answered
  assert.deepEqual([store.isOpen(), store.leave()], [false, []])
})
