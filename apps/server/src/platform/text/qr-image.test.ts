import assert from 'node:assert/strict'
import { test } from 'node:test'
import { qrImageUrl } from './qr-image.ts'

test('DEC-34 CONST-12: the picture is a data URL of an SVG without script, dark on white, with a margin', () => {
  const url = qrImageUrl('otpauth://totp/'.padEnd(130, 'aB3%'))
  assert.match(url, /^data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+$/)
  const svg = Buffer.from(url.split(',')[1] ?? '', 'base64').toString()
  // 130 bytes at level H: 61 modules, and four on each side.
  assert.match(svg, /^<svg [^>]*viewBox="0 0 69 69"[^>]*><rect [^>]*fill="#fff"\/><path d="M4,4h1/)
  assert.doesNotMatch(svg, /script|onload/)
})
