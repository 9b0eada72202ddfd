/**
 * Every screen in every width, in each theme, each language and as each viewer. A run looks pairwise: each
 * width has two opposite looks, and each screen is seen once in each width, in one of the two, so that every two of
 * screen, width, theme, language and viewer meet. Eight runs in a row take all looks; so does `TUKAR_PROOF=full` in one.
 */
import { itemsOf, sliceIn } from '@tukar/core/sim/slice'
import { screens, screensFor } from '../harness/screens.ts'
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

/** The looks of a width in this run, and which of the screens are seen in each. */
function looksAt(row: number): readonly (Look & { readonly sees: (place: number) => boolean })[] {
  if (slice.count === 1) return opposites.flat().map((look) => ({ ...look, sees: () => true }))
  const turn = (row + slice.index) % opposites.length
  // Of the rows of a screen, two in a row take the same side: it meets both themes with both languages.
  const swapped = Math.floor(turn / 2) + Math.floor(slice.index / opposites.length)
  const pair = itemsOf(opposites, { index: turn, count: opposites.length }).flat()
  return pair.map((look, side) => ({
    ...look,
    sees: (place) => (place + swapped + side) % 2 === 0,
  }))
}

/** Axe looks at the three widths that the product is made for, and at one of the others in turn. */
function hasBarrierCheck(row: number): boolean {
  const others = widths.length - mainWidths
  return slice.count === 1 || row < mainWidths || row - mainWidths === slice.index % others
}

registerRoutesSuite(
  widths.flatMap((width, row) =>
    looksAt(row).map(({ theme, language, viewer, sees }) => ({
      looks: { width, height: 900, theme, language },
      viewer,
      // Who alone may see a screen sees it in his look.
      seen: screensFor(viewer, width).filter(
        (screen) => screen.viewers.length === 1 || sees(screens.indexOf(screen)),
      ),
      findsBarriers: hasBarrierCheck(row),
    })),
  ),
)
