import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAudit } from './audit-reading.ts'

test('INV-23: a record that is broken says where', () => {
  const verified = { to: 6, broken_at: 7, hash: 'ab', whole_at: '2026-03-01T00:00:00.000Z' }
  const entry = { no: 1, operator: null, before: null, after: { roles: ['risk'] } }
  const audit = readAudit({ data: { datas: [entry], total: 1, page: 1, rows: 50, verified } })
  assert.deepEqual([audit.verifiedTo, audit.brokenAt, audit.isLast], [6, 7, true])
  assert.equal(audit.wholeAt, verified.whole_at)
  const roles = { key: 'roles', before: null, after: '["risk"]' }
  assert.deepEqual(audit.rows[0]?.differences, [roles])
  assert.equal(readAudit({ data: { verified: { to: 6, broken_at: null } } }).brokenAt, null)
})
