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

test('what a page leaves to say is said once, by the next one', () => {
  const store = memory()
  assert.equal(takeParting(store), null)
  keepParting({ kind: 'signedOut' }, store)
  keepParting({ kind: 'accountGone', text: 'Akun Anda telah dihapus.' }, store)
  assert.deepEqual(takeParting(store), { kind: 'accountGone', text: 'Akun Anda telah dihapus.' })
  assert.equal(takeParting(store), null)
})

test('what is kept in another form, or not readable at all, is not said', () => {
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
