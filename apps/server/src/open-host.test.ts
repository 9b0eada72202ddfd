import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcesOf } from './open-host.ts'
import { readSettings } from './platform/config/settings.ts'

test('API-01 DEC-131: pages may call the configured hosts alone', () => {
  assert.deepEqual(sourcesOf(readSettings({})).connectSources, [])
  const settings = readSettings({
    TUKAR_HOST_API: 'https://api.example',
    TUKAR_HOST_SYNC: 'https://api.example',
    TUKAR_TICKER_BASE: 'https://ticker.example',
  })
  const hosts = ['https://api.example', 'https://ticker.example']
  assert.deepEqual(sourcesOf(settings).connectSources, hosts)
})

test('API-04 DEC-43: the base of the earlier group of identity checks is stored, and no page may call it', () => {
  assert.equal(readSettings({}).kyc.legacyBase, '')
  const settings = readSettings({ TUKAR_KYC_LEGACY_BASE: 'https://kyc.example/' })
  assert.equal(settings.kyc.legacyBase, 'https://kyc.example')
  assert.deepEqual(sourcesOf(settings).connectSources, [])
})
