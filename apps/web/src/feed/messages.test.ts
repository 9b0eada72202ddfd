import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeBalances, decodeNotice, decodeOrderNotice } from './decode.ts'
import { userIdOf } from './messages.ts'

test('RT-06: an order\u2019s notice has its user, and without one it goes to nobody', () => {
  const payload = { uid: 7, id: 31, result: 'filled', status: 'close', seq: 4 }
  const notice = decodeOrderNotice(payload)
  assert.deepEqual(notice, { userId: '7', orderId: '31', result: 'filled', status: 'close' })
  assert.ok(notice !== null)
  assert.equal(userIdOf({ kind: 'ownOrder', notice }), '7')
  const { uid: _uid, ...nobodys } = payload
  assert.equal(decodeOrderNotice(nobodys)?.userId, '')
})

test('RT-05 RT-10: notifications and balances have their user', () => {
  assert.equal(userIdOf({ kind: 'notice', ...decodeNotice({ uid: 7, message: 'x' }) }), '7')
  const [news] = decodeBalances([{ u: 7, IDR: '1.00' }])
  assert.ok(news !== undefined)
  assert.equal(userIdOf({ kind: 'ownBalances', ...news }), '7')
})
