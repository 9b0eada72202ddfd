/**
 * Every screen in every width, in each theme, each language and as each viewer. A run looks pairwise: each
 * width with two opposite looks, so that every two of width, theme, language and viewer meet. A screen of one viewer
 * has one theme and one language a width then. Four runs in a row take all looks; so does `TUKAR_PROOF=full` in one.
 */
import { itemsOf, sliceIn } from '@tukar/core/sim/slice'
import { screensFor } from '../harness/screens.ts'
import { registerRoutesSuite, type Round } from './routes-suite.ts'

/** The three that the product is made for, and those between and beyond them. */
const widths = [390, 1024, 1440, 320, 768, 1280, 1920]
const mainWidths = 3

type Look = Pick<Round['looks'], 'theme' | 'language'> & Pick<Round, 'viewer'>

/** Each with its opposite; together all eight. */
const opposites: readonly (readonly [Look, Look])[] = [
  [
    { theme: 'dark', language: 'en', viewer: 'guest' },
    { theme: 'light', language: 'id', viewer: 'user' },
  ],
  [
    { theme: 'dark', language: 'id', viewer: 'user' },
    { theme: 'light', language: 'en', viewer: 'guest' },
  ],
  [
    { theme: 'dark', language: 'en', viewer: 'user' },
    { theme: 'light', language: 'id', viewer: 'guest' },
  ],
  [
    { theme: 'dark', language: 'id', viewer: 'guest' },
    { theme: 'light', language: 'en', viewer: 'user' },
  ],
]

const slice = sliceIn(process.env)

/** The looks of a width in this run. */
function looksAt(row: number): readonly Look[] {
  if (slice.count === 1) return opposites.flat()
  const turn = (row + slice.index) % opposites.length
  return itemsOf(opposites, { index: turn, count: opposites.length }).flat()
}

/** Axe looks at the three widths that the product is made for, and at one of the others in turn. */
function hasBarrierCheck(row: number): boolean {
  const others = widths.length - mainWidths
  return slice.count === 1 || row < mainWidths || row - mainWidths === slice.index % others
}

registerRoutesSuite(
  widths.flatMap((width, row) =>
    looksAt(row).map(({ theme, language, viewer }) => ({
      looks: { width, height: 900, theme, language },
      viewer,
      seen: screensFor(viewer, width),
      findsBarriers: hasBarrierCheck(row),
    })),
  ),
)
