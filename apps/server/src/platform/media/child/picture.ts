/** Redraws an image: upright, within the size limit, and with only the pixels of the file. */
import type { Sharp } from 'sharp'
import { keptSideMax, pictureBytesMax, picturePixelsMax, pictureSideMin } from '../limits.ts'
import type { Fault, Outcome } from '../messages.ts'
import { readBitmap } from './bitmap.ts'
import { sharp, strict } from './decoders.ts'

/** Tried in this order until the file is small enough; the last one always is. */
const tries = [
  { sideMax: keptSideMax, quality: 88 },
  { sideMax: keptSideMax, quality: 75 },
  { sideMax: keptSideMax, quality: 60 },
  { sideMax: 1_200, quality: 60 },
] as const
const white = '#ffffff'

/** Draws a JPEG or PNG; rejects if it cannot be decoded completely. */
export async function openPicture(content: Buffer): Promise<Outcome> {
  if (moves(content)) return { ok: false, why: 'type' }
  // Reads only the header, without a limit, to recognize decompression bombs.
  const { width, height } = await sharp(content, { ...strict, limitInputPixels: false }).metadata()
  const fault = findFault(width, height)
  if (fault !== null) return { ok: false, why: fault }
  return drawn(() => sharp(content, strict).autoOrient())
}

/** Draws a BMP; throws if it cannot be decoded completely. */
export async function openBitmap(content: Buffer): Promise<Outcome> {
  const { width, height, rgb } = readBitmap(content)
  const fault = findFault(width, height)
  if (fault !== null) return { ok: false, why: fault }
  const pixels = rgb()
  return drawn(() => sharp(pixels, { ...strict, raw: { width, height, channels: 3 } }))
}

function findFault(width: number, height: number): Fault | null {
  if (Math.min(width, height) < pictureSideMin) return 'too_small'
  return width * height > picturePixelsMax ? 'too_large' : null
}

async function drawn(open: () => Sharp): Promise<Outcome> {
  let last: Outcome = { ok: false, why: 'broken' }
  for (const { sideMax, quality } of tries) {
    const { data, info } = await open()
      .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: white })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
    last = { ok: true, figures: [info.width, info.height], bytes: data }
    if (data.length <= pictureBytesMax) break
  }
  return last
}

const animationChunk = Buffer.from('acTL')
const dataChunk = Buffer.from('IDAT')

/** Whether a PNG is animated: the chunk of that name precedes the first data. */
function moves(content: Buffer): boolean {
  const at = content.indexOf(animationChunk)
  return content[0] === 0x89 && at >= 0 && at < content.indexOf(dataChunk)
}
