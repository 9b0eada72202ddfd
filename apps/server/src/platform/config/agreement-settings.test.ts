import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTradesBeforeKyc } from './agreement-settings.ts'
import { SettingsError } from './environment.ts'

test('R-42: a simulation lets people trade before they are verified, live mode does not, unless configured', () => {
  assert.equal(readTradesBeforeKyc({}, 'simulation'), true)
  assert.equal(readTradesBeforeKyc({}, 'live'), false)
  for (const mode of ['simulation', 'live'] as const) {
    assert.equal(readTradesBeforeKyc({ TUKAR_TRADE_BEFORE_KYC: 'yes' }, mode), true)
    assert.equal(readTradesBeforeKyc({ TUKAR_TRADE_BEFORE_KYC: 'no' }, mode), false)
    const wrong = () => readTradesBeforeKyc({ TUKAR_TRADE_BEFORE_KYC: 'maybe' }, mode)
    assert.throws(wrong, SettingsError)
  }
})
