import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { isLocalRequest, isMisnamed } from './local-only.ts'

/** A request that arrived at the local listener. */
const raw = new IncomingMessage(new Socket())
const localListener = {
  exchangeUrl: 'http://localhost:3000',
  isLocal: (one: IncomingMessage) => one === raw,
  port: () => 3_001,
}

const requestTo = (host: string | undefined, ip = '127.0.0.1', others = {}) =>
  isLocalRequest({
    ip,
    raw,
    server: { localListener },
    headers: { ...(host === undefined ? {} : { host }), ...others },
  })

test('ATT-40: a foreign host name that resolves to this machine opens nothing', () => {
  for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000']) {
    assert.equal(requestTo(host), true, host)
  }
  for (const host of ['evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example']) {
    assert.equal(requestTo(host), false, host)
  }
  assert.equal(requestTo(undefined), false)
})

test('ATT-112: neither another machine nor a forwarded request counts as this machine', () => {
  assert.equal(requestTo('localhost', '192.0.2.7'), false)
  assert.equal(requestTo('localhost', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }), false)
  assert.equal(requestTo('localhost', '::ffff:127.0.0.1'), true)
})

test('ATT-112 M-8: a request through any proxy that names itself is not local', () => {
  const proxies = [
    'forwarded x-forwarded-for x-forwarded-host x-forwarded-proto x-forwarded-server x-forwarded',
    'x-real-ip x-client-ip x-cluster-client-ip client-ip true-client-ip x-remote-addr x-originating-ip',
    'via max-forwards cdn-loop cf-connecting-ip cf-ray cf-visitor fastly-client-ip akamai-origin-hop',
    'x-original-url x-original-host x-original-forwarded-for x-rewrite-url x-arr-log-id x-azure-clientip',
    'x-amzn-trace-id x-amz-cf-id x-envoy-external-address x-varnish x-appengine-user-ip',
    'x-cloud-trace-context fly-client-ip x-vercel-id x-nf-client-connection-ip proxy-connection',
    'x-proxyuser-ip tailscale-user-login front-end-https x-nginx-proxy',
  ]
  for (const name of proxies.join(' ').split(' ')) {
    assert.equal(requestTo('localhost', '127.0.0.1', { [name]: '1' }), false, name)
  }
  // Headers as browsers, curl and our own pages send them.
  const plain =
    'accept accept-encoding accept-language cache-control connection content-length content-type cookie dnt ' +
    'idempotency-key jwt origin pragma referer sec-ch-ua sec-fetch-mode sec-gpc te upgrade ' +
    'upgrade-insecure-requests user-agent x-requested-with authorization expect priority purpose x-request-id'
  const headers = Object.fromEntries(plain.split(' ').map((name) => [name, '1']))
  assert.equal(requestTo('localhost', '127.0.0.1', headers), true)
})

test('ATT-40: a request under a foreign host name is distinguished from one under ours', () => {
  const misnamed = (host: string, ip = '127.0.0.1', others = {}) =>
    isMisnamed({ ip, headers: { host, ...others } }, 'https://tukar.example')
  assert.ok(misnamed('evil.example:3000'))
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'Tukar.example']) {
    assert.ok(!misnamed(host), host)
  }
  assert.ok(!misnamed('evil.example', '192.0.2.7'), 'from elsewhere any name may lead here')
  const claimed = { 'x-forwarded-for': '192.0.2.7' }
  assert.ok(misnamed('evil.example', '127.0.0.1', claimed), 'any page may claim a proxy')
})

test('M-8: a request at the public listener is not local, whatever headers a proxy omits', () => {
  const headers = { host: 'localhost:3000' }
  const other = new IncomingMessage(new Socket())
  const asks = (one: IncomingMessage) =>
    isLocalRequest({ ip: '127.0.0.1', raw: one, headers, server: { localListener } })
  assert.deepEqual([asks(raw), asks(other)], [true, false])
})
