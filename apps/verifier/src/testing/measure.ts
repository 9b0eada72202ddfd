/**
 * What the verifier finds, confuses and misses on the sample photographs of the face models, how long a check
 * takes and how much memory it uses. Prints one line of JSON; `npm run bench -- faces` writes it into
 * docs/measured/faces.md.
 */
import sharp, { type Sharp } from 'sharp'
import {
  distanceBetween,
  distanceThreshold,
  documentWidthMinPx,
  findFace,
  toProbability,
  selfieWidthMinPx,
} from '../recognition/faces.ts'
import { loadModels, type Models } from '../recognition/models.ts'
import { colorPixels } from '../recognition/pictures.ts'
import { startVerifier } from './client.ts'
import { card, photograph, portrait, type Spot, spots } from './pictures.ts'

export type Measured = {
  readonly modelsMs: number
  readonly faces: { readonly seen: number; readonly found: number }
  /** Distances between the faces, all of different people. */
  readonly strangers: Distances
  /** Distances of copies to faces of others. */
  readonly copiesOfOthers: Distances
  /** Of each kind of copy: how many were made, in how many no face was found, and how far they are. */
  readonly copies: readonly (Distances & { readonly kind: string; readonly lost: number })[]
  readonly checks: {
    readonly startMs: number
    readonly firstDocumentMs: number
    readonly documentMs: readonly number[]
    readonly faceMs: readonly number[]
  }
  readonly memory: {
    readonly freshMb: number
    readonly highestMb: number
    readonly restedMb: number
  }
}

type Distances = {
  readonly pairs: number
  /** At the threshold, and so near that the probability is 0.6. */
  readonly within: number
  readonly sure: number
  readonly nearest: number
  readonly middle: number
  readonly farthest: number
}
type Known = { readonly spot: Spot; readonly descriptor: readonly number[] }

/** The faces that a person counts in the six photographs. */
const facesSeen = [3, 3, 3, 4, 5, 4]
const scoreMin = 0.5
const checkRounds = 10
/** The probability that the exchange requires for an automatic approval. */
const sureProbability = 0.6
const restLimitMs = 120_000
const restedMb = 300

const jpeg = (picture: Sharp, quality = 85) => picture.jpeg({ quality }).toBuffer()
/** Differences between two pictures of one person's face, as far as they can be simulated. */
const degradations: readonly (readonly [string, (spot: Spot) => Promise<Buffer>])[] = [
  ['cut wider', (spot) => portrait(spot, 1)],
  ['cut close', (spot) => portrait(spot, 0.15)],
  ['dark (40 %)', async (spot) => jpeg(sharp(await portrait(spot)).modulate({ brightness: 0.4 }))],
  [
    'bright (170 %)',
    async (spot) => jpeg(sharp(await portrait(spot)).modulate({ brightness: 1.7 })),
  ],
  ['grey', async (spot) => jpeg(sharp(await portrait(spot)).greyscale())],
  ['JPEG of quality 20', async (spot) => jpeg(sharp(await portrait(spot)), 20)],
  ['blurred (sigma 2)', async (spot) => jpeg(sharp(await portrait(spot)).blur(2))],
  [
    'turned by 10 degrees',
    async (spot) => jpeg(sharp(await portrait(spot)).rotate(10, { background: '#777' })),
  ],
  [
    'half as large',
    async (spot) => jpeg(sharp(await portrait(spot)).resize(Math.round(spot.width))),
  ],
  ['mirrored', async (spot) => jpeg(sharp(await portrait(spot)).flop())],
  ['on an identity card', async (spot) => card(await portrait(spot))],
]

async function findAll(models: Models): Promise<readonly Known[]> {
  const known: Known[] = []
  for (const [i] of facesSeen.entries()) {
    const sample = i + 1
    const { pixels, scale } = await colorPixels(await sharp(photograph(sample)).toBuffer())
    for (const { detection, descriptor } of await models.detect(
      pixels.data,
      pixels.width,
      pixels.height,
      scoreMin,
    )) {
      const { x, y, width } = detection.box
      const spot = { sample, x: x / scale, y: y / scale, width: width / scale }
      known.push({ spot, descriptor: [...descriptor] })
    }
  }
  return known
}

async function measureCopies(models: Models, known: readonly Known[]) {
  const copies: Measured['copies'][number][] = []
  const ofOthers: number[] = []
  for (const [kind, make] of degradations) {
    const distances: number[] = []
    let lost = 0
    for (const { spot, descriptor } of known) {
      const widthMin = kind.includes('card') ? documentWidthMinPx : selfieWidthMinPx
      const search = await findFace(models, await make(spot), widthMin)
      if (search.found !== 'face') {
        lost++
        continue
      }
      const copy = search.face.descriptor
      distances.push(distanceBetween(copy, descriptor))
      const others = known.filter(({ spot: other }) => other !== spot)
      ofOthers.push(...others.map((other) => distanceBetween(copy, other.descriptor)))
    }
    copies.push({ kind, lost, ...summarizeDistances(distances) })
  }
  return { copies, copiesOfOthers: summarizeDistances(ofOthers) }
}

function summarizeDistances(values: readonly number[]): Distances {
  const sorted = values.toSorted((a, b) => a - b)
  return {
    pairs: sorted.length,
    within: sorted.filter((value) => value <= distanceThreshold).length,
    sure: sorted.filter((value) => toProbability(value) >= sureProbability).length,
    nearest: sorted[0] ?? Number.NaN,
    middle: sorted[sorted.length >> 1] ?? Number.NaN,
    farthest: sorted.at(-1) ?? Number.NaN,
  }
}

/** A separate process, as the exchange starts it. */
async function measureChecks(): Promise<Pick<Measured, 'checks' | 'memory'>> {
  const document = await card(await portrait(spots.siti))
  const image = await portrait(spots.siti, 1)
  const timed = async (work: () => Promise<unknown>) => {
    const beganMs = performance.now()
    await work()
    return performance.now() - beganMs
  }
  const beganMs = performance.now()
  const verifier = await startVerifier()
  const startMs = performance.now() - beganMs
  const freshMb = verifier.memory().nowMb
  const id = await verifier.client.begin()
  const firstDocumentMs = await timed(() => verifier.client.document(id, document))
  const [documentMs, faceMs]: [number[], number[]] = [[], []]
  for (let round = 0; round < checkRounds; round++) {
    documentMs.push(await timed(() => verifier.client.document(id, document)))
    faceMs.push(await timed(() => verifier.client.face(id, image)))
  }
  const { highestMb } = verifier.memory()
  const untilMs = performance.now() + restLimitMs
  while (verifier.memory().nowMb > restedMb && performance.now() < untilMs)
    await new Promise((resolve) => setTimeout(resolve, 500))
  const rested = verifier.memory().nowMb
  await verifier.end()
  return {
    checks: { startMs, firstDocumentMs, documentMs, faceMs },
    memory: { freshMb, highestMb, restedMb: rested },
  }
}

const beganMs = performance.now()
const models = await loadModels()
const modelsMs = performance.now() - beganMs
const known = await findAll(models)
const strangers = known.flatMap((one, i) =>
  known.slice(i + 1).map((other) => distanceBetween(one.descriptor, other.descriptor)),
)
const measured: Measured = {
  modelsMs,
  faces: { seen: facesSeen.reduce((sum, count) => sum + count), found: known.length },
  strangers: summarizeDistances(strangers),
  ...(await measureCopies(models, known)),
  ...(await measureChecks()),
}
process.stdout.write(`${JSON.stringify(measured)}\n`)
