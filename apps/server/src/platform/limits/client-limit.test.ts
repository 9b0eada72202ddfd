import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toClientKey } from './client-address.ts'
import { createClientLimit } from './client-limit.ts'

test('ATT-112: a client is an IPv4 address or an IPv6 network, however it is written', () => {
  assert.equal(toClientKey('192.0.2.7'), '192.0.2.7')
  assert.equal(toClientKey('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(toClientKey('2001:DB8::1'), '2001:db8:0:0::/64')
  assert.equal(toClientKey('2001:0db8:0:0:ffff::9'), '2001:db8:0:0::/64')
  assert.equal(toClientKey('fe80::1%eth0'), 'fe80:0:0:0::/64')
  assert.notEqual(toClientKey('2001:db8:0:1::1'), toClientKey('2001:db8::1'))
})

test('SRV-04: each client has its own burst, which refills with time', () => {
  const may = createClientLimit(2, 1)
  assert.deepEqual([may('a', 0), may('a', 0), may('a', 0)], [true, true, false])
  assert.equal(may('b', 0), true)
  assert.equal(may('a', 1_000), true)
  assert.equal(may('a', 1_000), false)
})

test('INV-27: a flood of addresses forgets the one not seen for longest, and no other', () => {
  const may = createClientLimit(1, 0)
  assert.equal(may('regular', 0), true)
  for (let at = 0; at < 9_999; at++) may(`stranger ${at}`, 0)
  assert.equal(may('regular', 0), false)
  may('one more', 0)
  assert.equal(may('regular', 0), false)
  assert.equal(may('stranger 0', 0), true)
})
