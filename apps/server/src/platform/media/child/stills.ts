/**
 * Extracts images from a VP8 stream without a video decoder: a keyframe has the content of a WebP file, so
 * the image library can draw it with a WebP header around it (RFC 9649, section 2.5).
 */
import { pictureSideMin } from '../limits.ts'
import { sharp, strict } from './decoders.ts'

const quality = 88
const analysisSideMax = 480
/** Differences of a pixel from its neighbors; 128 means none. */
const edges = { width: 3, height: 3, kernel: [0, -1, 0, -1, 4, -1, 0, -1, 0], offset: 128 }
const headerBytes = 20

/** The sharpest of these keyframes as a JPEG; null if none can be drawn. */
export async function findSharpest(frames: readonly Uint8Array[]): Promise<Buffer> {
  let best: { sharpness: number; webp: Buffer } = { sharpness: -1, webp: Buffer.alloc(0) }
  for (const frame of frames) {
    const webp = toWebp(frame)
    const sharpness = await measureSharpness(webp).catch(() => -1)
    if (sharpness > best.sharpness) best = { sharpness, webp }
  }
  if (best.sharpness < 0) return best.webp
  return sharp(best.webp, strict).jpeg({ quality }).toBuffer()
}

function toWebp(frame: Uint8Array): Buffer {
  const padding = frame.length % 2
  const header = Buffer.alloc(headerBytes)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(headerBytes - 8 + frame.length + padding, 4)
  header.write('WEBPVP8 ', 8, 'latin1')
  header.writeUInt32LE(frame.length, 16)
  return Buffer.concat([header, frame, Buffer.alloc(padding)])
}

/** The contrast of neighboring pixels, at a common size; rejects for anything but a keyframe. */
async function measureSharpness(webp: Buffer): Promise<number> {
  const { width, height } = await sharp(webp, strict).metadata()
  if (Math.min(width, height) < pictureSideMin) throw new Error('too small to show anything')
  const pixels = await sharp(webp, strict)
    .resize({
      width: analysisSideMax,
      height: analysisSideMax,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .greyscale()
    .convolve(edges)
    .raw()
    .toBuffer()
  return pixels.reduce((sum, value) => sum + (value - edges.offset) ** 2, 0) / pixels.length
}
