/** Goal: a valid form proposes exactly the typed values, and an invalid field shows its error. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyProfile, readCurrencyForm, readTokenForm } from './currency-form-model.ts'

const token = {
  chain: 'bnb',
  contract: ' 0x52908400098527886E0F7030069857D2E4169EE7 ',
  symbol: 'KOPI',
  decimals: '18',
  unitDecimals: '',
} as const
const profile = { name: 'Kopi', fee: '1,5', depositMin: '', travelLimit: '1000' }

test('ATT-75: a token is proposed as typed, and an ambiguous amount is rejected', () => {
  const read = readTokenForm(token, profile, false)
  assert.deepEqual(read, {
    ok: true,
    input: {
      symbol: 'KOPI',
      chain: 'bnb',
      contract: '0x52908400098527886E0F7030069857D2E4169EE7',
      decimals: 18,
      profile: {
        name: 'Kopi',
        withdrawal_fee: '1.5',
        deposit_min: null,
        travel_rule_limit: '1000',
      },
    },
  })
  const unclear = readTokenForm(token, { ...profile, travelLimit: '1.000' }, false)
  assert.equal(!unclear.ok && unclear.faults['travelLimit'], 'amountUnclear')
})

test('ATT-75: a further chain of a currency has neither profile nor decimals', () => {
  const read = readTokenForm({ ...token, unitDecimals: '6' }, emptyProfile, true)
  assert.ok(read.ok)
  assert.deepEqual(Object.keys(read.input), ['symbol', 'chain', 'contract', 'decimals'])
})

test('ATT-75: each fault is shown at its field', () => {
  const wrong = { ...token, contract: '0x12', symbol: 'kopi', decimals: '19', unitDecimals: '9' }
  const read = readTokenForm(wrong, emptyProfile, false)
  assert.ok(!read.ok)
  const named = Object.entries(read.faults).flatMap(([field, fault]) => (fault ? [field] : []))
  assert.deepEqual(named.toSorted(), [
    'contract',
    'decimals',
    'fee',
    'name',
    'symbol',
    'unitDecimals',
  ])
})

test('DEC-77: a change of a currency has all its values', () => {
  const switches = { isShown: true, areDepositsOpen: false, areWithdrawalsOpen: true }
  const read = readCurrencyForm('USDT', { ...profile, depositMin: '5' }, switches)
  assert.deepEqual(read.ok && read.input, {
    symbol: 'USDT',
    name: 'Kopi',
    withdrawal_fee: '1.5',
    deposit_min: '5',
    travel_rule_limit: '1000',
    is_shown: true,
    deposits_open: false,
    withdrawals_open: true,
  })
})
