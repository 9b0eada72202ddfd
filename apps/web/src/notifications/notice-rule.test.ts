import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeRule } from './notice-rule.ts'

const trading = '/markets/1/BTC_IDR'

test('NOTIF-04: the trading page silences the ends of orders alone, other pages nothing', () => {
  const { isSaid } = noticeRule()
  for (const about of ['order_filled', 'order_canceled']) {
    assert.equal(isSaid(about, trading), false, about)
    for (const path of ['/', '/markets', '/settings/profile']) {
      assert.equal(isSaid(about, path), true, `${about} at ${path}`)
    }
  }
  const security = [
    'sign_in_new_device',
    'password_changed',
    'two_factor_on',
    'two_factor_off',
    'two_factor_guessed',
    '',
    'of_a_later_version',
  ]
  for (const about of security) assert.equal(isSaid(about, trading), true, about)
})

test('NOTIF-04 TFA-08: what was done on this page is not said twice, and the next time it is', () => {
  let nowMs = 0
  const { begin, isSaid } = noticeRule(() => nowMs)
  begin('two_factor_on')
  assert.equal(isSaid('two_factor_off', '/settings/2fa'), true)
  assert.equal(isSaid('two_factor_on', '/settings/2fa'), false)
  assert.equal(isSaid('two_factor_on', '/settings/2fa'), true, 'somebody else did it')

  begin('two_factor_off')()
  assert.equal(isSaid('two_factor_off', '/settings/2fa'), true, 'it was refused here')

  begin('two_factor_on')
  nowMs = 10_000
  assert.equal(isSaid('two_factor_on', '/settings/2fa'), true, 'it comes too late to be ours')
})
