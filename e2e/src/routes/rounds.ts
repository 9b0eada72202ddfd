/**
 * Decides which screens a run checks, and in which display. A run checks each screen twice: in one of
 * the three main widths and in one of the others. The two displays of a width are opposite in theme, language
 * and viewer, and each screen is checked in one of them. All 40 slices together check each screen in all
 * displays of all its widths.
 */
import { itemsOf, type Slice } from '@tukar/core/sim/slice'
import { screens, screensFor } from '../harness/screens.ts'
import type { Round } from './routes-suite.ts'

/** The three main widths of the product, and widths between and beyond them. */
export const widths = [390, 1024, 1440, 320, 768, 1280, 1920] as const
const mainWidths = 3
const otherWidths = widths.length - mainWidths

export type RoundDisplay = Pick<Round['display'], 'theme' | 'language'> & Pick<Round, 'viewer'>

/** Each display with its opposite; together all eight. */
export const opposites: readonly (readonly [RoundDisplay, RoundDisplay])[] = [
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

/** The rounds of a slice: one for each width and display with screens. */
export function roundsOf(slice: Slice): readonly Round[] {
  const rounds = widths.flatMap((width, row) =>
    findDisplays(row, slice).map(({ theme, language, viewer, side }) => ({
      display: { width, height: 900, theme, language },
      viewer,
      seen: screensFor(viewer, width).filter((screen) => {
        const place = screens.indexOf(screen)
        // A screen for one viewer alone is checked in that viewer's display.
        const isOnSide = side === null || screen.viewers.length === 1 || place % 2 === side
        return isOnSide && isSeenAt(row, place, slice)
      }),
      findsBarriers: findsBarriersAt(row, slice),
    })),
  )
  return rounds.filter(({ seen }) => seen.length > 0)
}

/**
 * Whether a slice checks a screen in a width. The main widths divide the screens among them; one of the other
 * widths has all screens.
 */
function isSeenAt(row: number, place: number, { index, count }: Slice): boolean {
  if (count === 1) return true
  return row < mainWidths
    ? (place + index) % mainWidths === row
    : index % otherWidths === row - mainWidths
}

/** The displays of a width in a slice. Each checks the screens with the parity `side`; null: all screens. */
function findDisplays(
  row: number,
  slice: Slice,
): readonly (RoundDisplay & { readonly side: number | null })[] {
  if (slice.count === 1) return opposites.flat().map((look) => ({ ...look, side: null }))
  // How often earlier slices checked a screen in this width.
  const round = Math.floor(slice.index / (row < mainWidths ? mainWidths : otherWidths))
  const turn = (row + round) % opposites.length
  // Two consecutive checks of a screen use the same side, so it meets both themes with both languages.
  const swapped = Math.floor(turn / 2) + Math.floor(round / opposites.length)
  const pair = itemsOf(opposites, { index: turn, count: opposites.length }).flat()
  return pair.map((look, at) => ({ ...look, side: (swapped + at) % 2 }))
}

/**
 * Whether axe checks the screens of a width. Axe doubles the time, so it checks half of the widths: for eight
 * slices the first and third main width, for the next eight the second and one of the others.
 */
function findsBarriersAt(row: number, { index, count }: Slice): boolean {
  return count === 1 || (Math.min(row, mainWidths) + Math.floor(index / 8)) % 2 === 0
}
