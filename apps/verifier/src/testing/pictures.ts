/**
 * Pictures for tests and measurements: faces from the sample photographs of the face models, and cards of
 * invented people (fixtures/, drawn from the pages there) with such a face.
 */
import { createRequire } from 'node:module'
import path from 'node:path'
import sharp from 'sharp'

/** A face in one of the six photographs, by its box there. */
export type Spot = {
  readonly sample: number
  readonly x: number
  readonly y: number
  readonly width: number
}

/** Three different people. */
export const spots = {
  siti: { sample: 1, x: 838, y: 421, width: 186 },
  other: { sample: 2, x: 1447, y: 153, width: 194 },
  third: { sample: 3, x: 585, y: 329, width: 199 },
} as const satisfies Readonly<Record<string, Spot>>

/** The data on the card and in the passport of the fixtures. */
export const invented = {
  fullName: 'Siti Rahayu Pertiwi',
  cardNumber: '3171014107900003',
  passportNumber: 'X1234567',
  birthDate: '1990-07-01',
} as const

/** The margin around a face, as a share of its width. */
const usualRoom = 0.6
const fixtures = path.join(import.meta.dirname, '../../fixtures')
const photographs = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
  'demo',
)

/** One of the six photographs of the package. */
export function photograph(sample: number): string {
  return path.join(photographs, `sample${sample}.jpg`)
}

/** A face with a margin, as JPEG. */
export function portrait(spot: Spot, room: number = usualRoom): Promise<Buffer> {
  const margin = room * spot.width
  const left = Math.max(0, Math.round(spot.x - margin))
  const top = Math.max(0, Math.round(spot.y - margin))
  return sharp(photograph(spot.sample))
    .extract({
      left,
      top,
      width: Math.round(spot.width + 2 * margin),
      height: Math.round(spot.width * 1.2 + 2 * margin),
    })
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** The identity card with this face, as JPEG; null leaves the photo empty. */
export function card(face: Buffer | null): Promise<Buffer> {
  return withFace('card.png', face, { left: 728, top: 132, width: 240, height: 310 })
}

/** The passport's page with this face on it, as JPEG. */
export function passport(face: Buffer): Promise<Buffer> {
  return withFace('passport.png', face, { left: 36, top: 110, width: 270, height: 350 })
}

/** An empty picture. */
export function blank(width: number, height: number): Promise<Buffer> {
  const background = { r: 118, g: 132, b: 150 }
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** A page full of small letters, which takes a reader more than half a minute. */
export function densePage(): Promise<Buffer> {
  const lines = Array.from({ length: 130 }, (_, row) => {
    const letters = Array.from({ length: 200 }, (_, i) =>
      i % 6 === 5 ? ' ' : String.fromCharCode(97 + ((i * 7 + row * 13) % 26)),
    )
    return `<text y="${15 * (row + 1)}" font-size="14">${letters.join('')}</text>`
  })
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="2000">
    <rect width="100%" height="100%" fill="#fff"/>${lines.join('')}</svg>`
  return sharp(Buffer.from(page)).jpeg({ quality: 70 }).toBuffer()
}

type Place = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

async function withFace(fixture: string, face: Buffer | null, place: Place): Promise<Buffer> {
  const page = sharp(path.join(fixtures, fixture))
  if (face === null) return page.jpeg({ quality: 88 }).toBuffer()
  const { left, top, width, height } = place
  const input = await sharp(face).resize(width, height, { fit: 'cover' }).toBuffer()
  return page.composite([{ input, left, top }]).jpeg({ quality: 88 }).toBuffer()
}
