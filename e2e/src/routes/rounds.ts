/**
 * Which screens a run looks at, and how. A run shows each screen twice: in one of the three main widths
 * and in one of the others. Two looks of a width are opposite in theme, language and viewer, and each screen is
 * seen in one of the two. The 40 runs of a rotation show each screen in all looks of all widths that it has.
 */
import { itemsOf, type Slice } from '@tukar/core/sim/slice'
import { screens, screensFor } from '../harness/screens.ts'
import type { Round } from './routes-suite.ts'

/** The three that the product is made for, and those between and beyond them. */
export const widths = [390, 1024, 1440, 320, 768, 1280, 1920] as const
const mainWidths = 3
const otherWidths = widths.length - mainWidths

export type Look = Pick<Round['looks'], 'theme' | 'language'> & Pick<Round, 'viewer'>

/** Each with its opposite; together all eight. */
export const opposites: readonly (readonly [Look, Look])[] = [
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

/** The rounds of a slice: one for each width and look in which it shows screens. */
export function roundsOf(slice: Slice): readonly Round[] {
  const rounds = widths.flatMap((width, row) =>
    looksAt(row, slice).map(({ theme, language, viewer, side }) => ({
      looks: { width, height: 900, theme, language },
      viewer,
      seen: screensFor(viewer, width).filter((screen) => {
        const place = screens.indexOf(screen)
        // A screen that only one viewer may see is seen in the look of that viewer.
        const isOnSide = side === null || screen.viewers.length === 1 || place % 2 === side
        return isOnSide && isSeenAt(row, place, slice)
      }),
      findsBarriers: findsBarriersAt(row, slice),
    })),
  )
  return rounds.filter(({ seen }) => seen.length > 0)
}

/** Whether a slice shows a screen in a width: screens take turns in the main widths, all are in one of the others. */
function isSeenAt(row: number, place: number, { index, count }: Slice): boolean {
  if (count === 1) return true
  return row < mainWidths
    ? (place + index) % mainWidths === row
    : index % otherWidths === row - mainWidths
}

/** The looks of a width in a slice. Screens with the parity `side` are seen in it; null: all screens. */
function looksAt(row: number, slice: Slice): readonly (Look & { readonly side: number | null })[] {
  if (slice.count === 1) return opposites.flat().map((look) => ({ ...look, side: null }))
  // How often a screen was shown in this width by the slices before.
  const round = Math.floor(slice.index / (row < mainWidths ? mainWidths : otherWidths))
  const turn = (row + round) % opposites.length
  // Of the rows of a screen, two in a row take the same side: it meets both themes with both languages.
  const swapped = Math.floor(turn / 2) + Math.floor(round / opposites.length)
  const pair = itemsOf(opposites, { index: turn, count: opposites.length }).flat()
  return pair.map((look, at) => ({ ...look, side: (swapped + at) % 2 }))
}

/**
 * Whether axe checks the screens of a width. It takes as long as all else, so it checks half of the widths: for
 * eight slices the first and third main width, for the next eight the second and one of the others.
 */
function findsBarriersAt(row: number, { index, count }: Slice): boolean {
  return count === 1 || (Math.min(row, mainWidths) + Math.floor(index / 8)) % 2 === 0
}
