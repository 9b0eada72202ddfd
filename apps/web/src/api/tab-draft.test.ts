import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropTabDraft, keepTabDraft, readTabDraft } from './tab-draft.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
}

test('KYC-13 AGR-02: typed input survives a reload, only for the user who typed it', () => {
  const store = memory()
  keepTabDraft('identity', '7', { name: 'Siti' }, store)
  assert.deepEqual(readTabDraft('identity', '7', store), { name: 'Siti' })
  assert.deepEqual(readTabDraft('identity', '8', store), {})
  assert.deepEqual(readTabDraft('particulars', '7', store), {})
})

test('a sent draft is deleted alone; the end of a session deletes all drafts', () => {
  const store = memory()
  keepTabDraft('identity', '7', { name: 'Siti' }, store)
  keepTabDraft('particulars', '7', { city: 'Solo' }, store)
  dropTabDraft('identity', store)
  assert.deepEqual(readTabDraft('identity', '7', store), {})
  assert.deepEqual(readTabDraft('particulars', '7', store), { city: 'Solo' })
  dropTabDraft(null, store)
  assert.equal(store.kept.size, 0)
})

test('malformed drafts are ignored', () => {
  const store = memory()
  for (const text of ['', 'x', '[]', '{"userId":"7"}', '{"userId":"7","fields":3}']) {
    store.setItem('tukar.draft.identity', text)
    assert.deepEqual(readTabDraft('identity', '7', store), {})
  }
  store.setItem('tukar.draft.identity', '{"userId":"7","fields":{"name":1,"city":"Solo"}}')
  assert.deepEqual(readTabDraft('identity', '7', store), { city: 'Solo' })
})
