import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOriginAllowed } from './origins.ts'

test('ATT-108: a page of another origin opens no socket', () => {
  const allowed = ['https://partner.example']
  const may = (origin: string | undefined, host: string | undefined = 'tukar.example') =>
    isOriginAllowed(origin, host, allowed)
  assert.equal(may(undefined), true, 'no browser')
  assert.equal(may('https://tukar.example'), true)
  assert.equal(may('https://partner.example'), true)
  for (const origin of [
    'https://tukar.example.evil.example',
    'https://eviltukar.example',
    'null',
    '',
    'https://tukar.example:444',
    'ftp://tukar.example',
  ]) {
    assert.equal(may(origin), false, origin)
  }
  assert.equal(isOriginAllowed('http://undefined', undefined, []), false)
})
