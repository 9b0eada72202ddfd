import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBitmap } from './bitmap.ts'

type Shape = {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly rows: string
  readonly palette?: string
  readonly compression?: number
  readonly masks?: string
  readonly colors?: number
}

/** A file of these rows in hex, each already padded to four bytes. */
function fileOf(shape: Shape): Buffer {
  const { width, height, bits, rows, palette = '', compression = 0, masks = '', colors = 0 } = shape
  const header = Buffer.alloc(54)
  header.write('BM', 0, 'latin1')
  header.writeUInt32LE(54 + (palette.length + masks.length) / 2, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(bits, 28)
  header.writeUInt32LE(compression, 30)
  header.writeUInt32LE(colors, 46)
  return Buffer.concat([header, Buffer.from(masks + palette + rows, 'hex')])
}

const drawn = (shape: Shape): string => readBitmap(fileOf(shape)).rgb().toString('hex')

test('DEC-53: a BMP of every depth is read as it is drawn, three bytes a pixel from the top', () => {
  const size = { width: 3, height: 2 } as const
  const [red, green, blue, white] = ['ff0000', '00ff00', '0000ff', 'ffffff']
  const wanted = `${red}${green}${blue}${white}${red}${green}`
  const palette = '0000ff0000ff0000ff000000ffffff00'
  const indexed = { ...size, palette, colors: 4 }
  assert.equal(drawn({ ...indexed, bits: 8, rows: '0300010000010200' }), wanted)
  assert.equal(drawn({ ...indexed, bits: 4, rows: '3010000001200000' }), wanted)
  const bytes = 'ffffff0000ff00ff000000000000ff00ff00ff0000000000'
  assert.equal(drawn({ ...size, bits: 24, rows: bytes }), wanted)
  const words = 'ffffff000000ff0000ff00000000ff0000ff0000ff000000'
  assert.equal(drawn({ ...size, bits: 32, rows: words }), wanted)
  const halves = 'ff7f007ce0030000007ce0031f000000'
  assert.equal(drawn({ ...size, bits: 16, rows: halves }), wanted)
  const masks = '00f80000e00700001f000000'
  const masked = 'ffff00f8e007000000f8e0071f000000'
  assert.equal(drawn({ ...size, bits: 16, compression: 3, masks, rows: masked }), wanted)
})

test('DEC-53: rows may begin at the top, and one bit be a pixel', () => {
  const palette = '00000000ffffff00'
  const shape = { width: 9, bits: 1, palette, rows: '8080000000000000' } as const
  const light = 'ffffff'
  const dark = '000000'
  const first = `${light}${dark.repeat(7)}${light}`
  assert.equal(drawn({ ...shape, height: 2 }), dark.repeat(9) + first)
  assert.equal(drawn({ ...shape, height: -2 }), first + dark.repeat(9))
})

test('ATT-44: a BMP with missing rows, or an invalid header, is an error', () => {
  const rows = '000000000000000000000000'
  const good = { width: 3, height: 1, bits: 24, rows } as const
  assert.equal(drawn(good), '00'.repeat(9))
  assert.throws(() => drawn({ ...good, height: 2 }), /missing/)
  assert.throws(() => drawn({ ...good, bits: 7 }), /depth/)
  assert.throws(() => drawn({ ...good, compression: 1 }), /compressed/)
  assert.throws(() => readBitmap(Buffer.from('BM')), RangeError)
  const file = fileOf(good)
  file.writeUInt32LE(41, 14)
  assert.throws(() => readBitmap(file), /header/)
})
