import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { qrImageUrl } from './image.ts'
import { type Matrix, qrMatrix } from './matrix.ts'

/** Lengths of texts, and the start of SHA-256 of their codes as another encoder drew them. */
const drawnElsewhere = [
  [1, 21, '697166759f771908'],
  [10, 21, 'e4153be78aedda2c'],
  [40, 29, 'd4b6b52e465adf8b'],
  [130, 49, 'ec2231a007590d32'],
  [180, 53, '03ce228f97ee8986'],
  [250, 61, '9fe952684337333f'],
  [330, 69, 'a919f2696087a2e5'],
  [400, 77, '444f8b2888a85cdd'],
  [500, 85, 'c234d5792cf7f6f8'],
  [666, 97, '26a85ed3217af04e'],
] as const

const textOf = (length: number) => 'otpauth://totp/'.padEnd(length, 'aB3%').slice(0, length)

function drawn(matrix: Matrix): string {
  return matrix.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join('')).join('\n')
}

test('DEC-34: QR codes are module for module what another encoder draws', () => {
  for (const [length, size, start] of drawnElsewhere) {
    const matrix = qrMatrix(textOf(length))
    assert.equal(matrix.length, size, `${length} bytes`)
    const hash = createHash('sha256').update(drawn(matrix)).digest('hex')
    assert.equal(hash.slice(0, start.length), start, `${length} bytes`)
  }
})

test('DEC-34: a text that is too long is refused, not cut', () => {
  assert.throws(() => qrMatrix(textOf(667)), RangeError)
})

test('DEC-34: the picture is a data address of an SVG without script, dark on white', () => {
  const url = qrImageUrl(textOf(130))
  assert.match(url, /^data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+$/)
  const svg = Buffer.from(url.split(',')[1] ?? '', 'base64').toString()
  assert.match(svg, /^<svg [^>]*viewBox="0 0 57 57"[^>]*><rect [^>]*fill="#fff"\/><path d="M4,4h1/)
})
