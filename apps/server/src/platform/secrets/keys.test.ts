import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '../database/pool.ts'
import { migratedDatabase } from '../database/testing/cluster.ts'
import { openKeys } from './keys.ts'

let database: Database
let stop: () => Promise<void>

before(async () => {
  ;({ database, stop } = await migratedDatabase())
})

after(() => stop())

test('SRV-12: servers that start at once on one database share its keys', async () => {
  const opened = await Promise.all(Array.from({ length: 8 }, () => openKeys(database, null)))
  const captchas = new Set(opened.map((keys) => keys('captcha').toString('hex')))
  assert.equal(captchas.size, 1)
  assert.equal(opened[0]?.('two-factor').length, 32)
})

test('SRV-12: each purpose has a key of its own, and the setting goes before the database', async () => {
  const kept = await openKeys(database, null)
  const set = await openKeys(database, Buffer.alloc(48, 'a secret of the operator'))
  const again = await openKeys(database, Buffer.alloc(48, 'a secret of the operator'))
  assert.notDeepEqual(kept('captcha'), kept('two-factor'))
  assert.notDeepEqual(set('captcha'), kept('captcha'))
  assert.deepEqual(set('mail'), again('mail'))
})
