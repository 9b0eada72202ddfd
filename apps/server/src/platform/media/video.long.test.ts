import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { before, test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { readVideo } from './index.ts'

/** Four seconds at 15 frames a second, 320 x 240, recorded by a browser. */
const recordings = path.join(import.meta.dirname, '../../../src/platform/media/testing')
const megabyte = 1_000_000

let webm: Buffer
let mp4: Buffer

before(async () => {
  webm = await readFile(path.join(recordings, 'recording.webm'))
  mp4 = await readFile(path.join(recordings, 'recording.mp4'))
})

test('DEC-56: the length of a recording is computed from its frames, as it does not state it', async () => {
  for (const [content, container] of [
    [webm, 'webm'],
    [mp4, 'mp4'],
  ] as const) {
    const video = await readVideo(content)
    assert.ok(video.ok)
    assert.equal(video.container, container)
    assert.ok(video.durationMs > 3_500 && video.durationMs < 4_200, String(video.durationMs))
    assert.ok(video.frames > 50 && video.frames < 65, String(video.frames))
  }
})

test('SRV-40: a keyframe of a webm is a picture for the reviewer; another codec has none', async () => {
  const video = await readVideo(webm)
  assert.ok(video.ok && video.still !== null)
  const { format, width, height } = await sharp(video.still).metadata()
  assert.deepEqual([format, width, height], ['jpeg', 320, 240])
  const { channels } = await sharp(video.still).stats()
  assert.ok(
    channels.some(({ stdev }) => stdev > 20),
    'there is something to see',
  )
  const other = await readVideo(mp4)
  assert.ok(other.ok)
  assert.equal(other.still, null)
})

const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://169.254.169.254/latest\n'

function ebml(docType: string): Buffer {
  const type = Buffer.from(docType)
  const body = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 | type.length]), type])
  const head = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | body.length])
  return Buffer.concat([head, body])
}

test('ATT-45: a playlist, a page, a picture and another container are no video, whatever their names', async () => {
  const files = [
    Buffer.alloc(0),
    Buffer.from(playlist),
    Buffer.from('<html><video src="http://127.0.0.1/"></video>'),
    Buffer.from('ffd8ffe0', 'hex'),
    Buffer.from('RIFF....AVI LIST'),
    ebml('matroska'),
    Buffer.concat([ebml('webm').subarray(0, 4), Buffer.from(playlist)]),
  ]
  for (const content of files) {
    const video = await readVideo(content)
    assert.deepEqual(video, { ok: false, why: 'type' }, content.toString('latin1', 0, 12))
  }
})

test('ATT-45: a video without frames, or with nothing behind its beginning, is broken', async () => {
  const empty = Buffer.concat([ebml('webm'), Buffer.from('18538067ff', 'hex')])
  const brand = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')
  const noise = Buffer.alloc(megabyte, 'no box begins so ')
  for (const content of [empty, Buffer.concat([empty, noise]), brand]) {
    const from = performance.now()
    const video = await readVideo(content)
    assert.ok(!video.ok)
    // It does not wait for its limit of 20 s.
    assert.ok(performance.now() - from < 15_000)
  }
})

test('ATT-45: a video that never ends is broken within its time, and the server stays as small as it was', async () => {
  const before = process.memoryUsage().rss
  const cluster = webm.indexOf(Buffer.from('1f43b675', 'hex'))
  const endless = Buffer.concat([
    webm.subarray(0, cluster),
    ...Array.from({ length: 900 }, () => webm.subarray(cluster)),
  ])
  assert.ok(endless.length < 50 * megabyte)
  const from = performance.now()
  assert.deepEqual(await readVideo(endless), { ok: false, why: 'broken' })
  assert.ok(performance.now() - from < 40_000)
  const tooLarge = Buffer.concat([endless, Buffer.alloc(50 * megabyte - endless.length + 1)])
  assert.deepEqual(await readVideo(tooLarge), { ok: false, why: 'broken' })
  const grown = process.memoryUsage().rss - before - endless.length - tooLarge.length
  assert.ok(grown < 150 * megabyte, `grew by ${grown} bytes`)
})

test('ATT-45: a table of frames that claims billions of them is broken within its time', async () => {
  const content = Buffer.from(mp4)
  // The count of the first entry of a table of sample times, or of a run of samples.
  for (const box of ['stts', 'trun']) {
    for (let at = content.indexOf(box); at >= 0; at = content.indexOf(box, at + 4)) {
      content.writeUInt32BE(0xffff_fff0, at + 8)
    }
  }
  const from = performance.now()
  const video = await readVideo(content)
  assert.ok(!video.ok)
  assert.ok(performance.now() - from < 40_000, `it took ${performance.now() - from} ms`)
})

test('ATT-45: a recording with any of its bytes changed, or cut anywhere, is read or refused', async () => {
  const change = fc.record({
    isMp4: fc.boolean(),
    at: fc.nat(3_000),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
    keptShare: fc.double({ min: 0.02, max: 1, noNaN: true }),
  })
  await fc.assert(
    fc.asyncProperty(change, async ({ isMp4, at, bytes, keptShare }) => {
      const content = Buffer.from(isMp4 ? mp4 : webm)
      content.set(bytes, at)
      const video = await readVideo(content.subarray(0, Math.ceil(content.length * keptShare)))
      if (!video.ok) return
      assert.ok(video.durationMs >= 0 && video.frames > 0)
    }),
    { numRuns: 12, seed: 45 },
  )
})
