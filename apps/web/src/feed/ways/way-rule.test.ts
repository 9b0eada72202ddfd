import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstWays, probeDelayMs, type WayEnd, waysAfter, type Ways } from './way-rule.ts'

const barren: WayEnd = { cause: 'barren', heldMs: 0 }
const silent: WayEnd = { cause: 'silent', heldMs: 7_000 }
const after = (...ends: readonly WayEnd[]): Ways => ends.reduce(waysAfter, firstWays)

test('a network that lets no socket through gets a stream after two attempts', () => {
  assert.deepEqual([after(barren).way, after(barren, barren).way], ['socket', 'stream'])
})

test('a proxy that swallows the frames of three sockets gets a stream; one that held long does not count', () => {
  assert.equal(after(silent, silent).way, 'socket')
  assert.equal(after(silent, silent, silent).way, 'stream')
  assert.equal(after(silent, silent, { cause: 'silent', heldMs: 20_000 }, silent).way, 'socket')
})

test('a socket that is cut again and again, or refused by the server, stays a socket', () => {
  const lost: WayEnd = { cause: 'lost', heldMs: 30_000 }
  assert.equal(after(barren, lost, barren, lost, barren).way, 'socket')
  assert.equal(after(barren, { cause: 'refused', heldMs: 0 }, barren).way, 'socket')
})

test('where neither brings anything they take turns, and a stream that is cut is opened again', () => {
  const ways = [barren, barren, barren, barren, barren].map(
    (_, at, all) => after(...all.slice(0, at + 1)).way,
  )
  assert.deepEqual(ways, ['socket', 'stream', 'socket', 'stream', 'socket'])
  assert.equal(after(barren, barren, { cause: 'lost', heldMs: 100 }).way, 'stream')
})

test('a stream looks for a socket after five seconds, later each minute', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 99].map(probeDelayMs),
    [5_000, 10_000, 20_000, 40_000, 60_000, 60_000],
  )
})
