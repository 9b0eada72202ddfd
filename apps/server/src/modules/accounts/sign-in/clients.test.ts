import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf, networkOf } from './clients.ts'

test('R-30: a device is named in our words, whatever a browser sends', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  const named = [
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/153.0 Safari/537.36`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/153.0 Edg/153.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/153.0 Mobile`, 'Chrome on Android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile Safari/604.1', 'Safari on iOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Firefox/150.0', 'Firefox on macOS'],
    ['curl/8.0', ''],
    ['<img src=x onerror=alert(1)> Linux', 'Linux'],
    ['', ''],
  ] as const
  for (const [sent, name] of named) assert.equal(deviceOf(sent), name)
})

test('R-30: addresses of one network count as one', () => {
  assert.equal(networkOf('192.0.2.7'), '192.0.2.0/24')
  assert.equal(networkOf('::ffff:192.0.2.99'), '192.0.2.0/24')
  assert.equal(networkOf('2001:db8::1'), networkOf('2001:db8::ffff'))
  assert.notEqual(networkOf('192.0.3.7'), networkOf('192.0.2.7'))
})
