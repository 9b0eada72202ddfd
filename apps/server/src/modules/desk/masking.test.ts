import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskedEmail, maskedName, maskedNumber } from './masking.ts'

test('ATT-104: names, addresses and account numbers are masked, however short or unusual', () => {
  assert.equal(maskedName('Sari Wulandari'), 'Sari W••••')
  assert.equal(maskedName(' Tuti '), 'T••••')
  assert.equal(maskedEmail('sari@example.com'), 's••••@example.com')
  assert.equal(maskedEmail('no address'), '••••')
  assert.equal(maskedEmail('@x'), '••••')
  assert.equal(maskedNumber('1234567890'), '••••••7890')
  assert.equal(maskedNumber('12345'), '•••45')
  assert.equal(maskedNumber(''), '')
})
