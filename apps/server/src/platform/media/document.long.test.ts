import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { drawDocument } from './index.ts'
import { openInChild } from './open-in-child.ts'
import {
  documentOf,
  endlessDocument,
  lockedDocument,
  pagesOf,
  streamOf,
} from './testing/documents.ts'

async function drawn(content: Buffer) {
  const picture = await drawDocument(content)
  assert.ok(picture.ok, picture.ok ? '' : picture.why)
  const { format, width, height } = await sharp(picture.jpeg).metadata()
  assert.deepEqual([format, width, height], ['jpeg', picture.width, picture.height])
  return picture
}

async function fault(content: Buffer): Promise<string> {
  const picture = await drawDocument(content)
  return picture.ok ? `${picture.width} x ${picture.height}` : picture.why
}

test('M-7: the pages of a PDF become a picture, one below the other, with their visible content', async () => {
  const { jpeg, width, height } = await drawn(pagesOf({ count: 2 }))
  assert.deepEqual([width, height], [999, 2 * 1_414 + 12])
  const colorOf = async (left: number, top: number) => {
    const spot = await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
    return [...spot].map((part) => Math.round(part / 255))
  }
  for (const top of [700, 2_100]) {
    assert.deepEqual(await colorOf(200, top), [1, 0, 0])
    assert.deepEqual(await colorOf(800, top), [1, 1, 1])
  }
})

test('M-7: scripts, embedded files and actions of a PDF have no effect, and none of them is in the picture', async () => {
  const hostile = pagesOf({
    catalog:
      '/OpenAction<</S/JavaScript/JS(app.alert\\("planted"\\);for\\(;;\\){})>>' +
      '/AA<</WC<</S/Launch/F(planted.exe)>>>>' +
      '/Names<</EmbeddedFiles<</Names[(planted.exe) 5 0 R]>>>>',
    more: [
      '<</Type/Filespec/F(planted.exe)/EF<</F 6 0 R>>>>',
      streamOf('planted planted planted', '/Type/EmbeddedFile'),
    ],
  })
  const { jpeg } = await drawn(hostile)
  assert.ok(!jpeg.includes('planted') && !jpeg.includes('%PDF'))
})

test('M-7: a page of any size is drawn within bounds, and too many pages are refused', async () => {
  const huge = await drawn(pagesOf({ width: 2_000_000, height: 1_000_000 }))
  assert.ok(huge.width <= 1_000 && huge.height <= 1_414, `${huge.width} x ${huge.height}`)
  const thin = await drawn(pagesOf({ width: 3, height: 14_400 }))
  assert.ok(thin.width >= 1 && thin.height <= 1_414)
  assert.equal(await fault(pagesOf({ count: 11 })), 'too_large')
  assert.equal(await fault(pagesOf({ count: 5_000 })), 'too_large')
  assert.equal(await fault(Buffer.concat([pagesOf({}), Buffer.alloc(1_000_000)])), 'too_large')
})

test('M-7: a PDF with a password says so, one with a broken table is drawn, and anything else is broken', async () => {
  assert.equal(await fault(lockedDocument()), 'locked')
  const whole = pagesOf({}).toString('latin1')
  await drawn(
    Buffer.from(whole.replace(/xref[^]*trailer/, 'xref\n0 9\ngarbage\ntrailer'), 'latin1'),
  )
  assert.equal(await fault(Buffer.from('%PDF-1.7 a text')), 'broken')
  assert.equal(
    await fault(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5_000)])),
    'broken',
  )
  const loop = documentOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>'])
  assert.equal(await fault(loop), 'broken')
  assert.equal(await fault(Buffer.from('GIF89a')), 'type')
})

test('M-7: a PDF that never ends, or holds too much, ends with its process', async () => {
  const began = performance.now()
  const job = { job: 'document', kind: 'pdf' } as const
  const endless = await openInChild(job, endlessDocument(), 4_000)
  assert.deepEqual(endless, { ok: false, why: 'broken' })
  assert.ok(performance.now() - began < 20_000)
  const side = 20_000
  const pixels = deflateSync(deflateSync(Buffer.alloc(side * side), { level: 9 }), { level: 9 })
  const bomb = pagesOf({
    more: [
      streamOf(
        pixels.toString('latin1'),
        `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8` +
          '/ColorSpace/DeviceGray/Filter[/FlateDecode/FlateDecode]',
      ),
    ],
  })
    .toString('latin1')
    .replace('1 0 0 rg 0 0', '/F Do    0 0')
  const outcome = await openInChild(job, Buffer.from(bomb, 'latin1'), 10_000)
  // Either drawn within the memory limit, or ended: the server survives both.
  assert.ok(outcome.ok || outcome.why === 'broken')
})
