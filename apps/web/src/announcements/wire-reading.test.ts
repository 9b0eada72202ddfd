import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnnouncements } from './wire-reading.ts'

const row = {
  id: 3,
  version: 2,
  level: 'warning',
  text: 'Paused',
  starts_at: '2026-11-22T03:00:00Z',
}

test('ATT-103: an announcement leads to pages of ours or whole addresses, whatever a server says', () => {
  const linkOf = (link: unknown) => readAnnouncements({ data: [{ ...row, link }] })[0]?.link
  assert.equal(linkOf('/pages/contact-us'), '/pages/contact-us')
  assert.equal(linkOf('https://www.ojk.go.id/'), 'https://www.ojk.go.id/')
  for (const link of ['javascript:alert(1)', '//evil.example', '/\\evil.example', '', null, 7]) {
    assert.equal(linkOf(link), null, String(link))
  }
})

test('GEN-15: an answer of another shape announces nothing', () => {
  for (const body of [{}, { data: null }, { data: {} }, { data: ['x', { id: 1 }] }]) {
    assert.deepEqual(readAnnouncements(body), [])
  }
  assert.equal(readAnnouncements({ data: [row] })[0]?.key, '3.2')
})
