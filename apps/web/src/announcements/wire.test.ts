import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnnouncementRow } from '@tukar/wire'
import { readAnnouncement } from './wire.ts'

const row: AnnouncementRow = {
  id: 3,
  version: 2,
  level: 'warning',
  text: 'Paused',
  link: null,
  currency: null,
  starts_at: '2026-11-22T03:00:00.000Z',
  ends_at: null,
}

test('ATT-103: an announcement links to our pages or complete addresses only', () => {
  const linkOf = (link: string | null) => readAnnouncement({ ...row, link }).link
  assert.equal(linkOf('/pages/contact-us'), '/pages/contact-us')
  assert.equal(linkOf('https://www.ojk.go.id/'), 'https://www.ojk.go.id/')
  for (const link of ['javascript:alert(1)', '//evil.example', '/\\evil.example', '', null]) {
    assert.equal(linkOf(link), null, String(link))
  }
})

test('a changed announcement is shown again after it was dismissed', () => {
  assert.equal(readAnnouncement(row).key, '3.2')
  assert.equal(readAnnouncement({ ...row, version: 3 }).key, '3.3')
})
