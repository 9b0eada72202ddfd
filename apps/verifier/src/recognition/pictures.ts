/** Opens pictures with sharp: their type, their pixels for the models, gray pixels for the reader. */
import sharp, { type Region, type Sharp } from 'sharp'

/** A decoded picture: three bytes per pixel, or one for a gray one, row by row. */
export type Pixels = { readonly data: Uint8Array; readonly width: number; readonly height: number }

/** Degrees, clockwise. */
export type QuarterTurn = 0 | 90 | 180 | 270

/** More are not decoded: a few kilobytes can unpack to gigabytes. */
const pixelsMax = 40_000_000
/** Large enough for faces, small enough for memory. */
const colorSideMax = 1_024
/** Letters of a card photographed whole are some 25 pixels high at this width. */
const textWidth = 1_400
const types: ReadonlySet<string> = new Set(['jpeg', 'png'])

// One check at a time on few cores: no cache, and no waiting thread.
sharp.cache(false)
sharp.concurrency(1)

/** Whether the bytes are a JPEG or PNG that can be decoded. Never rejects. */
export async function isPicture(content: Uint8Array): Promise<boolean> {
  try {
    const { format } = await open(content).metadata()
    if (!types.has(format)) return false
    await open(content).resize(1, 1).raw().toBuffer()
    return true
  } catch {
    return false
  }
}

/**
 * Color pixels with at most 1,024 on the longer side, turned by the picture's own orientation and further
 * degrees, and the scale.
 */
export async function colorPixels(
  content: Uint8Array,
  turn: QuarterTurn = 0,
): Promise<{ readonly pixels: Pixels; readonly scale: number }> {
  const { autoOrient } = await open(content).metadata()
  const sides = [autoOrient.width, autoOrient.height]
  const { data, info } = await open(content)
    .autoOrient()
    .rotate(turn)
    .resize(colorSideMax, colorSideMax, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColorspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = { data: new Uint8Array(data), width: info.width, height: info.height }
  return { pixels, scale: Math.max(info.width, info.height) / Math.max(...sides) }
}

/**
 * The same pixels with equalized light, and a gray border as a share of the longer side: for dark faces, and
 * faces that fill their picture.
 */
export async function evenedWithBorder(pixels: Pixels, share: number): Promise<Pixels> {
  const border = Math.round(Math.max(pixels.width, pixels.height) * share)
  const edges = { top: border, bottom: border, left: border, right: border }
  const { data, info } = await fromPixels(await evened(pixels), 3)
    .extend({ ...edges, background: '#888' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

async function evened(pixels: Pixels): Promise<Pixels> {
  const { data } = await fromPixels(pixels, 3)
    .normalise({ lower: 1, upper: 98 })
    .gamma(1.6)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { ...pixels, data: new Uint8Array(data) }
}

/** A region of the pixels, clipped to the picture, as gray pixels of the requested size. */
export async function greyPart(
  pixels: Pixels,
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  side: number,
): Promise<Pixels> {
  const { data, info } = await fromPixels(pixels, 3)
    .extract(within(pixels, part))
    .resize(side, side, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

/** A region of the pixels in color. */
export async function colorPart(
  pixels: Pixels,
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<Pixels> {
  const { data, info } = await fromPixels(pixels, 3)
    .extract(within(pixels, part))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

/** Gray pixels with stretched contrast, in the reader's preferred width, turned by some degrees. */
export async function greyForText(content: Uint8Array, turn: QuarterTurn): Promise<Pixels> {
  const { data, info } = await open(content)
    .autoOrient()
    .rotate(turn)
    .flatten({ background: '#fff' })
    .resize({ width: textWidth, height: textWidth * 2, fit: 'inside' })
    .greyscale()
    .normalise()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

/** Gray pixels turned back by these degrees. */
export async function leveled(pixels: Pixels, degrees: number): Promise<Pixels> {
  const { data, info } = await fromPixels(pixels, 1)
    .rotate(-degrees, { background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

/** A PNG of gray pixels, the reader's input. */
export function toGrayPng(pixels: Pixels): Promise<Buffer> {
  return fromPixels(pixels, 1).png({ compressionLevel: 1 }).toBuffer()
}

function open(content: Uint8Array): Sharp {
  return sharp(content, { limitInputPixels: pixelsMax, failOn: 'error', animated: false })
}

function fromPixels({ data, width, height }: Pixels, channels: 1 | 3): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

function within(
  { width, height }: Pixels,
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Region {
  const left = Math.min(width - 1, Math.max(0, Math.floor(part.x)))
  const top = Math.min(height - 1, Math.max(0, Math.floor(part.y)))
  const right = Math.min(width, Math.max(left + 1, Math.ceil(part.x + part.width)))
  const bottom = Math.min(height, Math.max(top + 1, Math.ceil(part.y + part.height)))
  return { left, top, width: right - left, height: bottom - top }
}
