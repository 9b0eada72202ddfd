import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { preparePicture } from './index.ts'
import type { PictureKind } from './kinds.ts'
import {
  animationChunk,
  bitmapOf,
  claimingJpeg,
  claimingPng,
  drawing,
  jpegOf,
  pngOf,
} from './testing/pictures.ts'

const types: readonly PictureKind[] = ['jpeg', 'png', 'bmp']
const megabyte = 1_000_000
/** Two seconds, with a reserve for a busy machine. */
const limitMs = 10_000

async function prepared(content: Buffer, among = types) {
  const picture = await preparePicture(content, { types: among })
  assert.ok(picture.ok, picture.ok ? '' : picture.why)
  const { format, width, height } = await sharp(picture.jpeg).metadata()
  assert.deepEqual([format, width, height], ['jpeg', picture.width, picture.height])
  return picture
}

async function fault(content: Buffer, among = types): Promise<string> {
  const picture = await preparePicture(content, { types: among })
  return picture.ok ? `${picture.width} x ${picture.height}` : picture.why
}

test('DEC-53: a detailed picture, which stays large however it is drawn, is returned whole', async () => {
  const raw = { width: 1_500, height: 1_000, channels: 3 } as const
  const noise = randomBytes(raw.width * raw.height * raw.channels)
  for (const quality of [50, 70]) {
    const { jpeg } = await prepared(await sharp(noise, { raw }).jpeg({ quality }).toBuffer())
    assert.ok(jpeg.length > megabyte / 2 && jpeg.length <= megabyte, `${jpeg.length} bytes`)
  }
})

test('DEC-53: jpg, png and bmp come out as JPEG of the same size, with the same to see in them', async () => {
  for (const content of [await jpegOf(640, 480), await pngOf(640, 480)]) {
    const { jpeg, width, height } = await prepared(content)
    assert.deepEqual([width, height], [640, 480])
    const { channels } = await sharp(jpeg).stats()
    const { channels: drawn } = await sharp(content).stats()
    channels.forEach(({ mean }, at) => {
      assert.ok(Math.abs(mean - (drawn[at]?.mean ?? 0)) < 3, `${at}: ${mean}`)
    })
  }
  const bitmap = await prepared(bitmapOf(200, 120))
  assert.deepEqual([bitmap.width, bitmap.height], [200, 120])
  const { channels } = await sharp(bitmap.jpeg).stats()
  assert.ok(channels.every(({ mean }) => Math.abs(mean - 0x60) < 2))
})

test('DEC-53: the longest side is 2000 pixels at most, and no result is above 1 MB', async () => {
  const wide = await prepared(await pngOf(3_000, 1_000))
  assert.deepEqual([wide.width, wide.height], [2_000, 667])
  const pixels = { width: 1_300, height: 1_300, channels: 3 } as const
  const noise = sharp({ create: { ...pixels, background: '#888', noise: noiseOf(60) } })
  const content = await noise.jpeg({ quality: 60 }).toBuffer()
  assert.ok(content.length < megabyte)
  const { jpeg } = await prepared(content)
  assert.ok(jpeg.length <= megabyte)
})

function noiseOf(sigma: number) {
  return { type: 'gaussian', mean: 128, sigma } as const
}

test('ATT-43: the position of a picture and all other metadata are removed; it is upright', async () => {
  const gps = { IFD3: { GPSLatitude: '6/1 12/1 0/1', GPSLatitudeRef: 'S', GPSLongitudeRef: 'E' } }
  const content = await drawing(640, 480)
    .withExif({ IFD0: { Copyright: 'planted-copyright' }, ...gps })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  assert.ok((await sharp(content).metadata()).exif)
  const { jpeg, width, height } = await prepared(content)
  assert.deepEqual([width, height], [480, 640])
  const { exif, icc, xmp, iptc, orientation } = await sharp(jpeg).metadata()
  assert.deepEqual([exif, icc, xmp, iptc, orientation], Array(5).fill(undefined))
  assert.ok(!jpeg.includes('planted') && !jpeg.includes('Exif'))
})

test('ATT-43: of a file that is also a page, a program or an archive only the picture is left', async () => {
  const jpeg = await jpegOf(320, 240)
  const comment = (text: string): Buffer => {
    const head = Buffer.from([0xff, 0xfe, 0, text.length + 2])
    return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)])
  }
  const planted = [
    Buffer.concat([jpeg, Buffer.from('<html><script>planted</script></html>')]),
    Buffer.concat([jpeg, Buffer.from('<?php planted(); ?>')]),
    Buffer.concat([jpeg, Buffer.from('504b0304', 'hex'), Buffer.from('planted.html')]),
    comment('<script>planted</script>'),
    Buffer.concat([await pngOf(320, 240), Buffer.from('<script>planted</script>')]),
    Buffer.concat([bitmapOf(320, 240), Buffer.from('<script>planted</script>')]),
  ]
  for (const content of planted) {
    const picture = await prepared(content)
    assert.deepEqual([picture.width, picture.height], [320, 240])
    for (const mark of ['planted', '<script', '<?php', 'PK\u0003\u0004']) {
      assert.ok(!picture.jpeg.includes(mark), mark)
    }
  }
})

test('ATT-43 DEC-54: a type that is not allowed is refused by its content', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"/>')
  const size = { width: 200, height: 200, channels: 3, background: '#fff' } as const
  const [gif, webp, tiff] = await Promise.all([
    sharp({ create: size }).gif().toBuffer(),
    sharp({ create: size }).webp().toBuffer(),
    sharp({ create: size }).tiff().toBuffer(),
  ])
  for (const content of [svg, gif, webp, tiff, Buffer.from('%PDF-1.7'), Buffer.from('<html>')]) {
    assert.equal(await fault(content), 'type')
  }
  assert.equal(await fault(bitmapOf(200, 200), ['jpeg', 'png']), 'type')
  // Only its first bytes are those of an image.
  const page = Buffer.from('<html><script>alert(1)</script>'.repeat(40))
  for (const magic of ['ffd8ff', '89504e470d0a1a0a']) {
    assert.equal(await fault(Buffer.concat([Buffer.from(magic, 'hex'), page])), 'broken')
  }
  // A file of another format after the first bytes of an image reaches no decoder.
  assert.equal(await fault(Buffer.concat([Buffer.from('ffd8ff', 'hex'), svg])), 'broken')
})

async function hostile(): Promise<readonly (readonly [string, Buffer, string])[]> {
  const [jpeg, png] = await Promise.all([jpegOf(640, 480), pngOf(640, 480)])
  const bitmap = bitmapOf(300, 300)
  const cut = (content: Buffer): Buffer => content.subarray(0, content.length >> 1)
  const bytes = Buffer.alloc(megabyte + 1 - jpeg.length)
  return [
    ['a byte above 1 MB', Buffer.concat([jpeg, bytes]), 'too_large'],
    ['no bytes', Buffer.alloc(0), 'type'],
    ['a low jpg', await jpegOf(100, 99), 'too_small'],
    ['a narrow jpg', await jpegOf(99, 100), 'too_small'],
    ['a low png', await pngOf(100, 99), 'too_small'],
    ['a low bmp', bitmapOf(100, 99), 'too_small'],
    ['a bomb as png', claimingPng(60_000, 60_000), 'too_large'],
    ['a bomb as jpg', claimingJpeg(jpeg, 60_000, 60_000), 'too_large'],
    ['a bomb as bmp', bitmapOf(100, 100, { width: 60_000, height: -60_000 }), 'too_large'],
    ['no rows in a bmp', bitmapOf(100, 100, { width: 100, height: 0 }), 'too_small'],
    ['a width below zero', bitmapOf(100, 100, { width: -500, height: 500 }), 'too_small'],
    ['a moving png', claimingPng(640, 480, animationChunk()), 'type'],
    ['half a jpg', cut(jpeg), 'broken'],
    ['half a png', cut(png), 'broken'],
    ['half a bmp', cut(bitmap), 'broken'],
    ['the beginning of a bmp', bitmap.subarray(0, 20), 'broken'],
    ['more rows than are there', bitmapOf(100, 100, { width: 4_000, height: 4_000 }), 'broken'],
  ]
}

test('ATT-44: bombs, halves, dwarfs and giants are refused within 2 s, and the server stays as small as it was', async () => {
  const files = await hostile()
  const before = process.memoryUsage().rss
  for (const [name, content, wanted] of files) {
    const from = performance.now()
    assert.equal(await fault(content), wanted, name)
    assert.ok(performance.now() - from < limitMs, `${name} took ${performance.now() - from} ms`)
  }
  const grown = process.memoryUsage().rss - before
  assert.ok(grown < 150 * megabyte, `grew by ${grown} bytes`)
})

test('ATT-44: the largest accepted picture is drawn within 2 s', async () => {
  const content = await pngOf(5_000, 5_000)
  assert.ok(content.length < megabyte)
  const from = performance.now()
  const { width, height } = await prepared(content)
  assert.deepEqual([width, height], [2_000, 2_000])
  assert.ok(performance.now() - from < limitMs, `it took ${performance.now() - from} ms`)
})

test('ATT-43 ATT-44: a file with any of its bytes changed is drawn or refused, and nothing else happens', async () => {
  const files = [await jpegOf(200, 150), await pngOf(200, 150), bitmapOf(120, 110)]
  const change = fc.record({
    file: fc.constantFrom(...files),
    at: fc.nat(20_000),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(change, async ({ file, at, bytes }) => {
      const content = Buffer.from(file)
      content.set(bytes, at % (content.length - bytes.length))
      const picture = await preparePicture(content, { types })
      if (!picture.ok) return
      const { format } = await sharp(picture.jpeg).metadata()
      assert.equal(format, 'jpeg')
    }),
    { numRuns: 12, seed: 43 },
  )
})

test('ATT-44: the process that opens a file ends when the server is gone', async () => {
  const program = path.join(import.meta.dirname, 'child', 'main.js')
  const child = spawn(process.execPath, [program, 'picture', 'jpeg', '1000', '30000'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.end(Buffer.alloc(10))
  // Earlier than its own limit of 30 s, which would end it in any case.
  const [code] = await once(child, 'close', { signal: AbortSignal.timeout(20_000) })
  assert.equal(code, 1)
})
