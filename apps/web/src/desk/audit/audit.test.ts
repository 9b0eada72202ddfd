import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toAudit } from './audit-wire.ts'

test('INV-23: a broken audit log reports the position', () => {
  const at = '2026-03-01T00:00:00.000Z'
  const verified = { to: 6, broken_at: 7, at, hash: 'ab', whole_at: at }
  const entry = {
    no: 1,
    at,
    operator: null,
    action: 'role.given',
    subject: 'user:7',
    about: null,
    reason: '',
    before: null,
    after: { roles: ['risk'] },
    hash: 'cd',
  }
  const data = { datas: [entry], operators: [], actions: [], total: 1, page: 1, rows: 50, verified }
  const audit = toAudit(data)
  assert.deepEqual([audit.verifiedTo, audit.brokenAt, audit.isLast], [6, 7, true])
  assert.equal(audit.wholeAt, at)
  const roles = { key: 'roles', before: null, after: '["risk"]' }
  assert.deepEqual(audit.rows[0]?.differences, [roles])
  assert.equal(toAudit({ ...data, verified: { ...verified, broken_at: null } }).brokenAt, null)
})
