/** Finds the main face of a picture, rates its quality, and compares two faces. */
import type { Box, Detected, Models } from './models.ts'
import {
  colorPart,
  colorPixels,
  evenedWithBorder,
  greyPart,
  type Pixels,
  type QuarterTurn,
} from './pictures.ts'

export type Face = {
  /** 128 numbers; faces of one person are close to each other. */
  readonly descriptor: readonly number[]
  /** 0 to 1, of size, sharpness and the detector's score. */
  readonly quality: number
  /** In the original picture. */
  readonly widthPx: number
  /** Whether there is no other face in the picture that is wide enough to be compared. */
  readonly isAlone: boolean
}

export type FaceSearch =
  | { readonly found: 'face'; readonly face: Face }
  | { readonly found: 'none' }
  | { readonly found: 'too_small' }

/** The minimum face widths for a comparison: of a selfie, and of a card photographed whole. */
export const selfieWidthMinPx = 80
export const documentWidthMinPx = 40

/**
 * In the sample pictures, faces of different people are at least 0.46 apart, copies of one face at most 0.24
 * (docs/measured/faces.md). The library's default of 0.6 would accept many strangers.
 */
export const distanceThreshold = 0.45
/** How steeply probability falls around the threshold. */
const steepness = 4

const scoreMin = 0.5
/** If no face was found, less certain ones count. */
const scoreMinFurther = 0.35
/** A face of this width loses nothing to the describing net, which sees 150 pixels. */
const goodWidthPx = 160
/** Strength of edges of a sharp face at `sharpnessSide`; half of it is soft. */
const goodEdges = 12
const sharpnessSide = 96
const borderShare = 0.35
/** The size of the parts that are searched for a small face, as a share of the sides. */
const partShare = 0.6

/**
 * The probability that two faces are of one person, from the distance of their descriptors: 1 at distance 0
 * and 0.5 at the threshold, p = 1 / (1 + (distance / 0.45)^4). A score for people to judge by, not a measured
 * frequency.
 */
export function toProbability(distance: number): number {
  return 1 / (1 + (distance / distanceThreshold) ** steepness)
}

/** The Euclidean distance of two descriptors. */
export function distanceBetween(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((value, i) => value - (other[i] ?? 0)))
}

/**
 * The widest face of a picture, after turning it by some degrees. A face that fills the picture is found with
 * a border around it; a small one, such as on a card on a table, in a part of the picture.
 */
export async function findFace(
  models: Models,
  content: Uint8Array,
  widthMinPx: number,
  turn: QuarterTurn = 0,
): Promise<FaceSearch> {
  const { pixels, scale } = await colorPixels(content, turn)
  const best = (await widestIn(models, pixels, scoreMin)) ?? (await searchFurther(models, pixels))
  if (best === null) return { found: 'none' }
  const widthPx = Math.round(best.detected.detection.box.width / scale)
  if (widthPx < widthMinPx) return { found: 'too_small' }
  const descriptor = [...best.detected.descriptor]
  const isAlone = best.others.every(
    (other) =>
      other.detection.box.width / scale < widthMinPx ||
      distanceBetween(descriptor, [...other.descriptor]) <= distanceThreshold,
  )
  const quality = await rateQuality(best, widthPx)
  return { found: 'face', face: { descriptor, quality, widthPx, isAlone } }
}

/** A face, the pixels that its box is of, and the narrower faces there. */
type Found = {
  readonly detected: Detected
  readonly others: readonly Detected[]
  readonly pixels: Pixels
}

async function widestIn(models: Models, pixels: Pixels, scoreMin: number): Promise<Found | null> {
  const { data, width, height } = pixels
  const all = await models.detect(data, width, height, scoreMin)
  const [detected, ...others] = all.toSorted(
    (a, b) => b.detection.box.width - a.detection.box.width,
  )
  return detected === undefined ? null : { detected, others, pixels }
}

async function searchFurther(models: Models, pixels: Pixels): Promise<Found | null> {
  const evened = await evenedWithBorder(pixels, borderShare)
  const bordered = await widestIn(models, evened, scoreMinFurther)
  if (bordered !== null) return bordered
  for (const part of splitParts(pixels)) {
    const found = await widestIn(models, await colorPart(pixels, part), scoreMin)
    if (found !== null) return found
  }
  return null
}

/** Four overlapping parts: a face cut by one is whole in another. */
function splitParts({ width, height }: Pixels): readonly Box[] {
  const part = { width: width * partShare, height: height * partShare }
  const rights = [width - part.width, 0]
  const bottoms = [0, height - part.height]
  return rights.flatMap((x) => bottoms.map((y) => ({ x, y, ...part })))
}

async function rateQuality({ detected, pixels }: Found, widthPx: number): Promise<number> {
  const { box, score } = detected.detection
  const size = Math.min(1, widthPx / goodWidthPx)
  const sharpness = Math.min(1, edgesIn(await greyPart(pixels, box, sharpnessSide)) / goodEdges)
  return Math.cbrt(size * sharpness * score)
}

/** Mean magnitude of the second differences, in gray levels after equalizing the contrast. */
function edgesIn({ data, width, height }: Pixels): number {
  let sum = 0
  let mean = 0
  for (const value of data) mean += value / data.length
  let spread = 0
  for (const value of data) spread += (value - mean) ** 2 / data.length
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = (dx: number, dy: number) => data[(y + dy) * width + x + dx] ?? 0
      sum += Math.abs(4 * at(0, 0) - at(-1, 0) - at(1, 0) - at(0, -1) - at(0, 1))
    }
  }
  const contrast = Math.max(8, Math.sqrt(spread))
  return ((sum / ((width - 2) * (height - 2))) * 50) / contrast
}
