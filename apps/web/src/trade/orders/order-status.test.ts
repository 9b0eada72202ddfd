import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closedStatus } from './order-status.ts'

for (const [status, matched, shown] of [
  ['close', 0, 'close'],
  ['close', 3, 'close'],
  ['cancel', 2, 'partial'],
  ['cancel', 0, 'cancel'],
  ['open', 1, 'partial'],
  ['expired', 0, 'expired'],
] as const) {
  test(`HIST-06, DEC-83: "${status}" with ${matched} matched is shown as "${shown}"`, () => {
    assert.equal(closedStatus(status, matched), shown)
  })
}
