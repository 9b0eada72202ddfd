import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNoticeRule } from './notice-rule.ts'

const trading = '/markets/1/BTC_IDR'

const own = 'Your order to buy in BTC/IDR at 1,650,000 IDR is filled.'
const other = 'Order beli Anda di ETH/IDR pada harga 50.000.000 IDR telah terisi.'

test('NOTIF-04: the trading page suppresses notifications of fills of its own pair only', () => {
  const { isShown } = createNoticeRule()
  assert.equal(isShown({ about: 'order_filled', text: own }, trading), false)
  assert.equal(isShown({ about: 'order_filled', text: other }, trading), true, 'another pair')
  assert.equal(isShown({ about: 'order_canceled', text: own }, trading), true, 'not by this page')
  for (const path of ['/', '/markets', '/settings/profile']) {
    assert.equal(isShown({ about: 'order_filled', text: own }, path), true, path)
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
  for (const about of security) {
    assert.equal(isShown({ about, text: own }, trading), true, about)
  }
})

test('NOTIF-04: orders canceled on this page cause no toast, however many there are', () => {
  let nowMs = 0
  const { suppress, isShown } = createNoticeRule(() => nowMs)
  const shown = { about: 'order_canceled', text: own }
  suppress('order_canceled')
  assert.equal(isShown(shown, trading), false)
  assert.equal(isShown(shown, '/settings/wallets'), false)
  nowMs = 10_000
  assert.equal(isShown(shown, trading), true, 'somebody else did it')
  suppress('order_canceled')()
  assert.equal(isShown(shown, trading), true, 'it was refused here')
})

test('NOTIF-04 TFA-08: an action on this page causes no toast, a later one elsewhere does', () => {
  let nowMs = 0
  const { suppress, isShown } = createNoticeRule(() => nowMs)
  suppress('two_factor_on')
  assert.equal(isShown({ about: 'two_factor_off', text: '' }, '/settings/2fa'), true)
  assert.equal(isShown({ about: 'two_factor_on', text: '' }, '/settings/2fa'), false)
  assert.equal(
    isShown({ about: 'two_factor_on', text: '' }, '/settings/2fa'),
    true,
    'somebody else did it',
  )

  suppress('two_factor_off')()
  assert.equal(
    isShown({ about: 'two_factor_off', text: '' }, '/settings/2fa'),
    true,
    'it was refused here',
  )

  suppress('two_factor_on')
  nowMs = 10_000
  assert.equal(
    isShown({ about: 'two_factor_on', text: '' }, '/settings/2fa'),
    true,
    'it comes too late to be ours',
  )
})

test('KYC-38 KYC-39 KYC-40: the result of the identity check is shown once, by its own pages', () => {
  const { suppress, isShown } = createNoticeRule(() => 0)
  const shown = { about: 'kyc_rejected', text: '' }
  assert.equal(isShown(shown, '/kyc/id/empat'), false)
  assert.equal(isShown(shown, '/kyc'), false)
  assert.equal(isShown(shown, '/'), true)
  suppress('kyc_approved')
  const approved = { about: 'kyc_approved', text: '' }
  assert.equal(
    isShown(approved, '/settings/agreement-sign'),
    false,
    'the page has led on meanwhile',
  )
})
