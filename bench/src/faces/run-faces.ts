/**
 * `npm run bench -- faces`: what the verifier finds, confuses and misses on the sample pictures of its
 * models, seconds per check, and memory. It measures itself, because its models are not in this workspace.
 */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Figure, toFigure, formatNumber, type Measured, root } from '../report.ts'

type Distances = {
  readonly pairs: number
  readonly within: number
  readonly sure: number
  readonly nearest: number
  readonly middle: number
  readonly farthest: number
}
/** The output of `apps/verifier/src/testing/measure.ts`. */
type Faces = {
  readonly modelsMs: number
  readonly faces: { readonly seen: number; readonly found: number }
  readonly strangers: Distances
  readonly copiesOfOthers: Distances
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

const program = path.join(root, 'apps/verifier/dist/testing/measure.js')
const memoryMaxMb = 700

/** Runs the verifier's measurement and converts it into figures. */
export async function measureFaces(): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  const measured = JSON.parse(stdout) as Faces
  const { faces, strangers, copiesOfOthers, copies, checks, memory } = measured
  const made = copies.reduce((sum, { pairs, lost }) => sum + pairs + lost, 0)
  const lost = copies.reduce((sum, copy) => sum + copy.lost, 0)
  const compared = made - lost
  const missed = compared - copies.reduce((sum, { within }) => sum + within, 0)
  const unsure = compared - copies.reduce((sum, { sure }) => sum + sure, 0)
  const seconds = (values: readonly number[]) => values.map((value) => value / 1_000)
  return {
    figures: [
      {
        ...count(`Faces found on six photographs, of ${faces.seen}`, faces.found),
        goal: { of: 'value', atLeast: faces.seen },
      },
      never(`Wrong matches, faces with each other, of ${strangers.pairs} pairs`, strangers.within),
      never(
        `Wrong matches, copies with faces of others, of ${copiesOfOthers.pairs} pairs`,
        copiesOfOthers.within,
      ),
      count(
        'Wrong matches of these with a probability of 0.6 and more, which a machine may approve',
        copiesOfOthers.sure,
      ),
      count(`Missed matches, copies with their own face, of ${compared} pairs`, missed),
      count(`Copies with their own face below a probability of 0.6, of ${compared} pairs`, unsure),
      count(`Copies in which no face is found, of ${made}`, lost),
      toFigure('A check of a document', 's', seconds(checks.documentMs)),
      toFigure('A check of a face', 's', seconds(checks.faceMs)),
      {
        what: 'The first check of a document, models and reader loaded',
        value: checks.firstDocumentMs / 1_000,
        unit: 's',
      },
      { what: 'Start of the process, to its port', value: checks.startMs / 1_000, unit: 's' },
      { what: 'Loading the face models', value: measured.modelsMs / 1_000, unit: 's' },
      { what: 'Resident after the start, nothing loaded', value: memory.freshMb, unit: 'MB' },
      {
        what: 'Resident, highest of 21 checks',
        value: memory.highestMb,
        unit: 'MB',
        floor: { of: 'value', atMost: memoryMaxMb },
      },
      { what: 'Resident after a minute of rest', value: memory.restedMb, unit: 'MB' },
    ],
    notes: [
      'The pictures are the six photographs of `@vladmandic/face-api`. All of their faces are taken for ' +
        'different people; nothing that comes with them says so.',
      'There are no two pictures of one person. Matches that should be are measured on degraded copies ' +
        'of one picture, which is easier than life: hair, years, glasses and light from elsewhere are not ' +
        'in it. The score is an aid for the person who decides.',
      `A match is a distance of at most 0.45. Faces of different people: ${spread(strangers)}; copies ` +
        `with faces of others: ${spread(copiesOfOthers)}.`,
      ...copies.map(
        (copy) =>
          `Copies ${copy.kind}: ${copy.within} of ${copy.pairs + copy.lost} match, in ${copy.lost} no ` +
          `face is found; distances ${spread(copy)}.`,
      ),
    ],
  }
}

function count(what: string, value: number): Figure {
  return { what, value, unit: '' }
}

function never(what: string, value: number): Figure {
  return { ...count(what, value), goal: { of: 'value', atMost: 0 } }
}

function spread({ nearest, middle, farthest }: Distances): string {
  const [least, half, most] = [nearest, middle, farthest].map(formatNumber)
  return `${least} to ${most}, half of them within ${half}`
}
