/**
 * Reads BMP files, which the image library does not support: uncompressed ones of every depth, with a palette
 * or with masks, top-down or bottom-up (BITMAPFILEHEADER, BITMAPCOREHEADER, BITMAPINFOHEADER to
 * BITMAPV5HEADER). Nothing is compressed, so the file cannot expand.
 */

export type Bitmap = {
  readonly width: number
  readonly height: number
  /** Three bytes a pixel, red first, from the top. */
  readonly rgb: () => Buffer
}

type Layout = {
  readonly width: number
  readonly height: number
  readonly isFromTop: boolean
  readonly bits: number
  readonly pixelsAt: number
  readonly rowBytes: number
}
type Color = readonly [number, number, number]

const coreHeader = 12
const headers = [40, 52, 56, 64, 108, 124]
const plain = 0
const masked = 3
const depths = [1, 4, 8, 16, 24, 32]
const at = { pixels: 10, header: 14, size: 18, compression: 30, colors: 46, masks: 54 }
const masksByDepth: Readonly<Record<number, readonly number[]>> = {
  16: [0x7c00, 0x03e0, 0x001f],
  32: [0xff_00_00, 0xff_00, 0xff],
}

/** Reads the header; throws for other or compressed files. `rgb` throws for a truncated file. */
export function readBitmap(file: Buffer): Bitmap {
  const headerBytes = file.readUInt32LE(at.header)
  const isCore = headerBytes === coreHeader
  if (!isCore && !headers.includes(headerBytes)) throw new Error('a header of no known size')
  const width = isCore ? file.readUInt16LE(at.size) : file.readInt32LE(at.size)
  const rows = isCore ? file.readUInt16LE(at.size + 2) : file.readInt32LE(at.size + 4)
  const bits = file.readUInt16LE(isCore ? at.size + 6 : at.size + 10)
  const compression = isCore ? plain : file.readUInt32LE(at.compression)
  if (!depths.includes(bits)) throw new Error('a depth that there is not')
  if (compression !== plain && compression !== masked) throw new Error('compressed')
  const layout: Layout = {
    width,
    height: Math.abs(rows),
    isFromTop: rows < 0,
    bits,
    pixelsAt: file.readUInt32LE(at.pixels),
    rowBytes: Math.floor((bits * width + 31) / 32) * 4,
  }
  const colorOf = (): ((row: number, x: number) => Color) => {
    if (bits <= 8) return byPalette(file, layout, readPalette(file, headerBytes, bits))
    return bits === 24 ? byBytes(file) : byMasks(file, bits, readMasks(file, bits, compression))
  }
  return { width, height: layout.height, rgb: () => drawn(file, layout, colorOf()) }
}

function drawn(
  file: Buffer,
  { width, height, isFromTop, pixelsAt, rowBytes }: Layout,
  colorAt: (row: number, x: number) => Color,
): Buffer {
  if (pixelsAt + rowBytes * height > file.length) throw new Error('rows are missing')
  const rgb = Buffer.alloc(width * height * 3)
  let to = 0
  for (let y = 0; y < height; y++) {
    const row = pixelsAt + rowBytes * (isFromTop ? y : height - 1 - y)
    for (let x = 0; x < width; x++) {
      rgb.set(colorAt(row, x), to)
      to += 3
    }
  }
  return rgb
}

function byBytes(file: Buffer): (row: number, x: number) => Color {
  return (row, x) => {
    const from = row + x * 3
    return [file.readUInt8(from + 2), file.readUInt8(from + 1), file.readUInt8(from)]
  }
}

function byPalette(
  file: Buffer,
  { bits }: Layout,
  palette: readonly Color[],
): (row: number, x: number) => Color {
  const mask = (1 << bits) - 1
  const black: Color = [0, 0, 0]
  return (row, x) => {
    const bitAt = x * bits
    const shift = 8 - bits - (bitAt % 8)
    const index = (file.readUInt8(row + Math.floor(bitAt / 8)) >> shift) & mask
    return palette[index] ?? black
  }
}

function readPalette(file: Buffer, headerBytes: number, bits: number): readonly Color[] {
  const isCore = headerBytes === coreHeader
  const entryBytes = isCore ? 3 : 4
  const declared = isCore ? 0 : file.readUInt32LE(at.colors)
  const count = declared === 0 ? 1 << bits : Math.min(declared, 1 << bits)
  return Array.from({ length: count }, (_, entry) => {
    const from = at.header + headerBytes + entry * entryBytes
    return [file.readUInt8(from + 2), file.readUInt8(from + 1), file.readUInt8(from)]
  })
}

function readMasks(file: Buffer, bits: number, compression: number): readonly number[] {
  if (compression === plain) return masksByDepth[bits] ?? []
  return [0, 4, 8].map((offset) => file.readUInt32LE(at.masks + offset))
}

/** Each color is a run of bits of the pixel, stretched to a byte. */
function byMasks(
  file: Buffer,
  bits: number,
  masks: readonly number[],
): (row: number, x: number) => Color {
  const runs = masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
    return { shift, most: mask >>> shift }
  })
  const [red, green, blue] = runs
  const part = (pixel: number, run: (typeof runs)[number] | undefined): number =>
    run === undefined || run.most === 0
      ? 0
      : Math.round((((pixel >>> run.shift) & run.most) >>> 0) * (255 / run.most))
  return (row, x) => {
    const pixel = bits === 16 ? file.readUInt16LE(row + x * 2) : file.readUInt32LE(row + x * 4)
    return [part(pixel, red), part(pixel, green), part(pixel, blue)]
  }
}
