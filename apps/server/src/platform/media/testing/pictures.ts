/** Images for tests, and files that almost are images. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** An image with visible content, as PNG or JPEG. */
export function drawing(width: number, height: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#246"/>
    <circle cx="30%" cy="40%" r="25%" fill="#fc9"/><rect y="80%" width="100%" height="9" fill="#e33"/>
  </svg>`
  return sharp(Buffer.from(svg))
}

export const jpegOf = (width: number, height: number): Promise<Buffer> =>
  drawing(width, height).jpeg().toBuffer()

export const pngOf = (width: number, height: number): Promise<Buffer> =>
  drawing(width, height).png().toBuffer()

const bitmapHeader = 54

/** A BMP of one color with 24 bits a pixel; the header may claim another size. */
export function bitmapOf(width: number, height: number, claimed = { width, height }): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(bitmapHeader + row * height, 0x60)
  file.fill(0, 0, bitmapHeader)
  file.write('BM', 0, 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(bitmapHeader, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(claimed.width, 18)
  file.writeInt32LE(claimed.height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  return file
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** A PNG whose header declares this size, with little data; further chunks come before the data. */
export function claimingPng(width: number, height: number, ...before: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const data = chunk('IDAT', deflateSync(Buffer.alloc(1_000)))
  return Buffer.concat([pngSignature, chunk('IHDR', header), ...before, data])
}

/** The chunk that makes a PNG animated. */
export function animationChunk(): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(3, 0)
  return chunk('acTL', control)
}

/** The same JPEG with this size in its frame header. */
export function claimingJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]))
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}
