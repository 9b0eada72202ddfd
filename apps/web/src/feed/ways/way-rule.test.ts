import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstWays, probeDelayMs, type WayEnd, waysAfter, type Ways } from './way-rule.ts'

const barren: WayEnd = { cause: 'barren', heldMs: 0 }
const silent: WayEnd = { cause: 'silent', heldMs: 7_000 }
const after = (...ends: readonly WayEnd[]): Ways => ends.reduce(waysAfter, firstWays)

test('a network that blocks sockets gets a stream after two attempts', () => {
  assert.deepEqual([after(barren).way, after(barren, barren).way], ['socket', 'stream'])
})

test('a proxy that drops the frames of three sockets gets a stream; a long-lived socket does not count', () => {
  assert.equal(after(silent, silent).way, 'socket')
  assert.equal(after(silent, silent, silent).way, 'stream')
  assert.equal(after(silent, silent, { cause: 'silent', heldMs: 20_000 }, silent).way, 'socket')
})

test('a repeatedly closed or rejected socket stays a socket', () => {
  const lost: WayEnd = { cause: 'lost', heldMs: 30_000 }
  assert.equal(after(barren, lost, barren, lost, barren).way, 'socket')
  assert.equal(after(barren, { cause: 'refused', heldMs: 0 }, barren).way, 'socket')
})

test('without events the transports alternate, and a closed stream is opened again', () => {
  const ways = [barren, barren, barren, barren, barren].map(
    (_, at, all) => after(...all.slice(0, at + 1)).way,
  )
  assert.deepEqual(ways, ['socket', 'stream', 'socket', 'stream', 'socket'])
  assert.equal(after(barren, barren, { cause: 'lost', heldMs: 100 }).way, 'stream')
})

test('a stream probes a socket after five seconds, later once a minute', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 99].map(probeDelayMs),
    [5_000, 10_000, 20_000, 40_000, 60_000, 60_000],
  )
})
