/**
 * Renders a PDF as one image: its pages below one another, as printed. Nothing in it is executed, and no
 * embedded file is opened.
 */
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { documentBytesMax, pageSidesMax, pagesMax } from '../limits.ts'
import type { Outcome } from '../messages.ts'
import { sharp, strict } from './decoders.ts'

type Opened = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>

/** Tried in this order until the image is small enough; the last one always is. */
const qualities = [85, 70, 50, 30] as const
const bytesPerPixel = 4
/** Between pages, in pixels. */
const gap = 12
const gray = 0xd0

/** Draws a PDF; rejects if it cannot be read. */
export async function openDocument(content: Buffer): Promise<Outcome> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(content).catch((error: unknown) => {
    if (/password|security/i.test(String(error))) return null
    throw error
  })
  if (document === null) return { ok: false, why: 'locked' }
  const count = document.getPageCount()
  if (count === 0) return { ok: false, why: 'broken' }
  if (count > pagesMax) return { ok: false, why: 'too_large' }
  const pages: Page[] = []
  for (let at = 0; at < count; at += 1) pages.push(await drawPage(document, at))
  return asJpeg(pages)
}

type Page = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

/** Renders a page as large as the limits allow, whatever size it declares. */
async function drawPage(document: Opened, at: number): Promise<Page> {
  const page = document.getPage(at)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Error(`page ${at} cannot be read`)
  const { widthMax, heightMax } = pageSidesMax
  const scale = Math.min(widthMax / originalWidth, heightMax / originalHeight)
  const width = Math.max(1, Math.round(originalWidth * scale))
  const height = Math.max(1, Math.round(originalHeight * scale))
  const drawn = await page.render({ width, height, scale: 1, renderFormFields: true })
  return { width, height, pixels: drawn.data }
}

async function asJpeg(pages: readonly Page[]): Promise<Outcome> {
  const width = Math.max(...pages.map((page) => page.width))
  const height = pages.reduce((sum, page) => sum + page.height, gap * (pages.length - 1))
  const pixels = Buffer.alloc(width * height * bytesPerPixel, gray)
  let top = 0
  for (const page of pages) {
    for (let row = 0; row < page.height; row += 1) {
      const from = row * page.width * bytesPerPixel
      const line = page.pixels.subarray(from, from + page.width * bytesPerPixel)
      pixels.set(line, (top + row) * width * bytesPerPixel)
    }
    top += page.height + gap
  }
  const raw = { ...strict, raw: { width, height, channels: bytesPerPixel } } as const
  let jpeg: Buffer = Buffer.alloc(0)
  for (const quality of qualities) {
    jpeg = await sharp(pixels, raw).removeAlpha().jpeg({ quality }).toBuffer()
    if (jpeg.length <= documentBytesMax) break
  }
  return { ok: true, figures: [width, height], bytes: jpeg }
}
