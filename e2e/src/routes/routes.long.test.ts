/**
 * Every screen in every width, in each theme, each language and as each viewer. A run takes two of the three main
 * widths and one of the others, and looks pairwise: each width has two opposite looks, and each screen is seen once in
 * each width, in one of the two. Twenty-four runs in a row take all looks of the main widths twice, 32 those of the
 * others once; `TUKAR_PROOF=full` takes all in one.
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

/** Whether this run looks at a width. */
const isLookedAt = (row: number): boolean =>
  slice.count === 1 ||
  (row < mainWidths
    ? row !== slice.index % mainWidths
    : row - mainWidths === slice.index % otherWidths)

/** How many runs have looked at a width before this one. */
const roundOf = (row: number): number =>
  row < mainWidths ? slice.index : Math.floor(slice.index / otherWidths)

/** The looks of a width in this run, and which of the screens are seen in each. */
function looksAt(row: number): readonly (Look & { readonly sees: (place: number) => boolean })[] {
  if (slice.count === 1) return opposites.flat().map((look) => ({ ...look, sees: () => true }))
  const round = roundOf(row)
  const turn = (row + round) % opposites.length
  // Of the rows of a screen, two in a row take the same side: it meets both themes with both languages.
  const swapped = Math.floor(turn / 2) + Math.floor(round / opposites.length)
  const pair = itemsOf(opposites, { index: turn, count: opposites.length }).flat()
  return pair.map((look, side) => ({
    ...look,
    sees: (place) => (place + swapped + side) % 2 === 0,
  }))
}

/**
 * Axe takes as long as all else, so it looks at half of the widths: for eight runs at the first and third main width, for
 * the next eight at the second and at one of the others.
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
      // Who alone may see a screen sees it in his look.
      seen: screensFor(viewer, width).filter(
        (screen) => screen.viewers.length === 1 || sees(screens.indexOf(screen)),
      ),
      findsBarriers: hasBarrierCheck(row),
    })),
  ),
)
