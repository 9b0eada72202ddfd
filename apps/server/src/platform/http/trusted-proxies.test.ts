import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../logging/log.ts'
import { createHttpHost } from './host.ts'

async function addressSeen(trustedProxies: readonly string[], from: string): Promise<string> {
  const http = await createHttpHost({
    log: createLog('fatal'),
    allowedOrigins: [],
    trustedProxies,
    connectSources: [],
    clientConfig: {},
  })
  http.get('/address', async ({ ip }) => ({ ip }))
  const answer = await http.inject({
    url: '/address',
    remoteAddress: from,
    headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.20' },
  })
  await http.close()
  return answer.json<{ ip: string }>().ip
}

test('ATT-112: only a trusted proxy names the client, and only the last hop that it saw', async () => {
  assert.equal(await addressSeen([], '198.51.100.7'), '198.51.100.7')
  assert.equal(await addressSeen(['10.0.0.0/8'], '198.51.100.7'), '198.51.100.7')
  assert.equal(await addressSeen(['10.0.0.0/8'], '10.1.2.3'), '198.51.100.20')
})
