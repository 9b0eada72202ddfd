import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createDecisionStore,
  type StoredDecision,
  parseStoredDecision,
  type StorageLike,
} from './decision-store.ts'

const unsent: StoredDecision = {
  userId: 7,
  title: 'Approve the payout',
  place: '/executor/withdrawals/waiting/3',
  atMs: 1_000,
  sent: null,
}
const call = { path: 'withdrawals/9/decide', body: { decision: 'reject', reason: 'other name' } }
const sent = { ...unsent, title: 'Reject withdrawal 9', sent: call }
const later = { ...sent, atMs: 2_000, sent: { ...call, path: 'identity/8/decide' } }

/** A browser's storage, shared by its windows. */
function browser() {
  const texts = new Map<string, string>([['tukar.theme', 'dark']])
  const shelf: StorageLike = {
    get length() {
      return texts.size
    },
    key: (at) => [...texts.keys()][at] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  }
  let made = 0
  const openWindow = (get = () => shelf) => createDecisionStore(get, () => String((made += 1)))
  return { texts, openWindow }
}

test('stored decisions are read unchanged, and other stored values are ignored', () => {
  assert.deepEqual(
    [unsent, sent].map((one) => parseStoredDecision(JSON.stringify(one))),
    [unsent, sent],
  )
  const others = [
    null,
    3,
    {},
    [],
    { ...unsent, userId: 0 },
    { ...unsent, place: 'javascript:1' },
    { ...unsent, sent: undefined },
    { ...sent, sent: { ...call, path: '../users/data-update' } },
    { ...sent, sent: 'withdrawals' },
  ]
  for (const other of others) assert.equal(parseStoredDecision(JSON.stringify(other)), null)
  assert.deepEqual([parseStoredDecision(null), parseStoredDecision('{')], [null, null])
})

test('two windows that close at once store the decisions of both', () => {
  const { texts, openWindow } = browser()
  const [one, other] = [openWindow(), openWindow()]
  // Both windows have read the storage before either writes.
  assert.deepEqual([one.read(), other.read()], [[], []])
  one.keep([sent, unsent])
  other.keep([later])
  assert.deepEqual(openWindow().read(), [sent, unsent, later])
  one.drop(structuredClone(sent))
  assert.deepEqual(other.read(), [unsent, later])
  for (const decision of other.read()) other.drop(decision)
  assert.deepEqual(
    [...texts.keys()],
    ['tukar.theme'],
    'nothing is left behind, nothing else is lost',
  )
})

test('more than twenty stored decisions delete the oldest', () => {
  const { openWindow } = browser()
  const store = openWindow()
  store.keep([later])
  store.keep(Array.from({ length: 20 }, (_, atMs) => ({ ...sent, atMs })))
  assert.deepEqual([store.read().length, store.read()[0]?.atMs], [20, 1])
  assert.deepEqual(store.read().at(-1), later)
})

test('without storage decisions are kept in memory', () => {
  const store = browser().openWindow(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  store.keep([sent])
  assert.equal(store.read(), store.read(), 'the same array while nothing changed')
  assert.deepEqual(store.read(), [sent])
  store.drop(sent)
  assert.deepEqual(store.read(), [])
})
