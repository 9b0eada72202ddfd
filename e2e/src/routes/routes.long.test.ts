/**
 * Every screen in every width, theme and language, for each viewer. A run covers two of the three main
 * widths and one other, with pairwise displays: each width has two opposite displays, and each screen is
 * checked once in each width, in one of the two. Twenty-four runs in a row cover all displays of the main
 * widths twice, 32 those of the other widths once; `TUKAR_PROOF=full` covers all in one run.
 */
import { itemsOf, sliceIn } from '@tukar/core/sim/slice'
import { screens, screensFor } from '../harness/screens.ts'
import { registerRoutesSuite, type Round } from './routes-suite.ts'

/** The three that the product is made for, and those between and beyond them. */
const widths = [390, 1024, 1440, 320, 768, 1280, 1920]
const mainWidths = 3

type Look = Pick<Round['display'], 'theme' | 'language'> & Pick<Round, 'viewer'>

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
const otherWidths = widths.length - mainWidths

/** Whether this run covers a width. */
const isLookedAt = (row: number): boolean =>
  slice.count === 1 ||
  (row < mainWidths
    ? row !== slice.index % mainWidths
    : row - mainWidths === slice.index % otherWidths)

/** How many earlier runs have covered a width. */
const roundOf = (row: number): number =>
  row < mainWidths ? slice.index : Math.floor(slice.index / otherWidths)

/** The displays of a width in this run, and the screens that are checked in each. */
function looksAt(row: number): readonly (Look & { readonly sees: (place: number) => boolean })[] {
  if (slice.count === 1) return opposites.flat().map((look) => ({ ...look, sees: () => true }))
  const round = roundOf(row)
  const turn = (row + round) % opposites.length
  // Two consecutive rows of a screen use the same side, so it meets both themes with both languages.
  const swapped = Math.floor(turn / 2) + Math.floor(round / opposites.length)
  const pair = itemsOf(opposites, { index: turn, count: opposites.length }).flat()
  return pair.map((look, side) => ({
    ...look,
    sees: (place) => (place + swapped + side) % 2 === 0,
  }))
}

/**
 * Axe doubles the time, so it runs at half of the widths: for eight runs at the first and third main width,
 * for the next eight at the second and at one other.
 */
function hasBarrierCheck(row: number): boolean {
  const place = Math.min(row, mainWidths)
  return slice.count === 1 || (place + Math.floor(slice.index / 8)) % 2 === 0
}

registerRoutesSuite(
  widths.flatMap((width, row) =>
    (isLookedAt(row) ? looksAt(row) : []).map(({ theme, language, viewer, sees }) => ({
      display: { width, height: 900, theme, language },
      viewer,
      // A screen for one viewer alone is checked in that viewer's display.
      seen: screensFor(viewer, width).filter(
        (screen) => screen.viewers.length === 1 || sees(screens.indexOf(screen)),
      ),
      findsBarriers: hasBarrierCheck(row),
    })),
  ),
)
