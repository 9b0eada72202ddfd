import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepParting, takeParting } from './parting.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('a stored message is shown once, by the next page', () => {
  const store = memory()
  assert.equal(takeParting(store), null)
  keepParting({ kind: 'signedOut' }, store)
  keepParting({ kind: 'accountGone', text: 'Akun Anda telah dihapus.' }, store)
  assert.deepEqual(takeParting(store), { kind: 'accountGone', text: 'Akun Anda telah dihapus.' })
  assert.equal(takeParting(store), null)
})

test('a malformed or unreadable stored message is not shown', () => {
  const store = memory()
  for (const text of ['', '{', '[]', '{"kind":"else"}', 'null']) {
    store.setItem('tukar.parting', text)
    assert.equal(takeParting(store), null, text)
  }
  const closed = {
    ...store,
    getItem: () => {
      throw new Error('storage is closed')
    },
  }
  assert.equal(takeParting(closed), null)
})
