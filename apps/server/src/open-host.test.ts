import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcesOf } from './open-host.ts'
import { readSettings } from './platform/config/settings.ts'

test('API-01 DEC-131: pages may call the hosts that the configuration names, and no others', () => {
  assert.deepEqual(sourcesOf(readSettings({})).connectSources, [])
  const settings = readSettings({
    TUKAR_HOST_API: 'https://api.example',
    TUKAR_HOST_SYNC: 'https://api.example',
    TUKAR_TICKER_BASE: 'https://ticker.example',
  })
  const hosts = ['https://api.example', 'https://ticker.example']
  assert.deepEqual(sourcesOf(settings).connectSources, hosts)
})
