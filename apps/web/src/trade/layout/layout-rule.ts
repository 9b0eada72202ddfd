/**
 * The layout of the trading page: one of four presets, and the sizes chosen by splitters. Pure; stored values
 * are validated here.
 */

export const presets = ['classic', 'pro', 'chart', 'book'] as const
/**
 * The spec's order with the forms under the chart; the ticket beside the book; and two without the
 * market list: one for the chart with the book below the ticket, and one with a book of full height.
 */
export type Preset = (typeof presets)[number]

/** The positions of the panes. */
export type Panes = {
  /** Whether the market list has a column; otherwise it opens as a drawer. */
  readonly hasList: boolean
  /** Both forms under the chart, or one in its own column. */
  readonly forms: 'below' | 'beside'
  /** The content of the book's pane; null without one. */
  readonly side: 'bookAndTape' | 'tabs' | 'book' | 'ladder' | null
  /** The content below the single form. */
  readonly under: 'tape' | 'tabs' | null
  /** The pane that the splitter above the user's orders resizes; null without a splitter. */
  readonly ownSplit: 'chart' | 'own' | null
}

/** Returns the panes of a preset, with or without space for all columns. */
export function findPanes(preset: Preset, isFull: boolean): Panes {
  const beside = { forms: 'beside', ownSplit: 'own' } as const
  switch (preset) {
    case 'classic': {
      const side = isFull ? 'bookAndTape' : 'tabs'
      return { hasList: isFull, forms: 'below', side, under: null, ownSplit: 'chart' }
    }
    case 'pro':
      return { ...beside, hasList: isFull, side: isFull ? 'book' : 'ladder', under: 'tape' }
    case 'chart':
      return { ...beside, hasList: false, side: null, under: 'tabs', ownSplit: null }
    case 'book':
      return isFull
        ? { ...beside, hasList: false, side: 'bookAndTape', under: null }
        : { ...beside, hasList: false, side: 'ladder', under: 'tape', ownSplit: null }
  }
}

/** Window widths with their own columns: up to 1280 px, up to 1800 px, and above. */
export type Span = 'compact' | 'full' | 'wide'

export const sizeNames = [
  'list',
  'side',
  'sideCompact',
  'sideWide',
  'sideBook',
  'chart',
  'own',
] as const
/** The sizes that splitters change: widths of list and side, heights of chart and orders. */
export type SizeName = (typeof sizeNames)[number]

/** Chosen sizes in pixels; null without a choice. */
export type Sizes = Readonly<Record<SizeName, number | null>>

export type Layout = { readonly preset: Preset; readonly sizes: Sizes }

export type Bounds = { readonly minPx: number; readonly maxPx: number }

/** The limits of each size in any window. */
export const sizeBounds: Readonly<Record<SizeName, Bounds>> = {
  list: { minPx: 200, maxPx: 360 },
  side: { minPx: 264, maxPx: 480 },
  sideCompact: { minPx: 264, maxPx: 420 },
  sideWide: { minPx: 480, maxPx: 900 },
  sideBook: { minPx: 520, maxPx: 900 },
  chart: { minPx: 160, maxPx: 1_600 },
  own: { minPx: 120, maxPx: 600 },
}

export const noSizes: Sizes = {
  list: null,
  side: null,
  sideCompact: null,
  sideWide: null,
  sideBook: null,
  chart: null,
  own: null,
}

export const firstLayout: Layout = { preset: 'classic', sizes: noSizes }

/** The width of the ticket beside the book. */
export const ticketPx = 312
/** The minimum width of the chart, whatever sizes its neighbors have. */
const chartMinPx = 360
/** The lines between the columns. */
const linesPx = 3

/** Returns whole pixels within the limits. */
export function bounded(px: number, { minPx, maxPx }: Bounds): number {
  return Math.min(maxPx, Math.max(minPx, Math.round(px)))
}

/** Reads a stored layout; invalid parts get the default. */
export function readLayout(text: string | null): Layout {
  const stored = parsed(text)
  const sizes: Readonly<Record<string, unknown>> = isRecord(stored['sizes']) ? stored['sizes'] : {}
  return {
    preset: presets.find((preset) => preset === stored['preset']) ?? firstLayout.preset,
    sizes: sizeNames.reduce<Sizes>(
      (all, name) => ({ ...all, [name]: readSize(sizes[name], sizeBounds[name]) }),
      noSizes,
    ),
  }
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readSize(value: unknown, { minPx, maxPx }: Bounds): number | null {
  const isSize = typeof value === 'number' && Number.isInteger(value)
  return isSize && value >= minPx && value <= maxPx ? value : null
}

/** Returns the span of a window width in pixels. */
export function findSpan(widthPx: number): Span {
  if (widthPx < 1_280) return 'compact'
  return widthPx < 1_800 ? 'full' : 'wide'
}

/** Returns the name of the book column's size in a span. */
export function findSideName(
  { preset }: Pick<Layout, 'preset'>,
  span: Span,
): 'side' | 'sideCompact' | 'sideWide' | 'sideBook' {
  if (span === 'compact') return 'sideCompact'
  if (preset === 'book') return 'sideBook'
  // Beside the ticket the column has only the book, even with space for the trades.
  return span === 'wide' && preset === 'classic' ? 'sideWide' : 'side'
}

/** Widths in pixels; 0 for a missing column. */
export type Columns = { readonly listPx: number; readonly sidePx: number }

const firstListPx: Readonly<Record<Span, number>> = { compact: 248, full: 248, wide: 264 }
const firstSidePx = { side: 312, sideCompact: 296, sideWide: 620, sideBook: 620 } as const

/**
 * Returns the columns' widths in pixels: the chosen ones, reduced so that the chart keeps its minimum. The
 * book's column shrinks first, then the list.
 */
export function computeColumns(layout: Layout, widthPx: number): Columns {
  const span = findSpan(widthPx)
  const sideName = findSideName(layout, span)
  const list = layout.sizes.list ?? firstListPx[span]
  const side = layout.sizes[sideName] ?? firstSidePx[sideName]
  const { hasList, side: inSide } = findPanes(layout.preset, span !== 'compact')
  const availablePx = widthPx - chartMinPx - linesPx - findTicketPx(layout)
  const fitting = Math.min(side, availablePx - (hasList ? list : 0))
  const sidePx = inSide === null ? 0 : Math.max(sizeBounds[sideName].minPx, fitting)
  const listPx = hasList ? Math.max(sizeBounds.list.minPx, Math.min(list, availablePx - sidePx)) : 0
  return { listPx, sidePx }
}

/** The width of the single form's column. */
function findTicketPx({ preset }: Layout): number {
  return preset === 'classic' ? 0 : ticketPx
}

/** Returns the limits of a column in this window, beside the other column's current width. */
export function columnBounds(layout: Layout, widthPx: number, column: 'list' | 'side'): Bounds {
  const span = findSpan(widthPx)
  const { listPx, sidePx } = computeColumns(layout, widthPx)
  const reservedPx = findTicketPx(layout) + chartMinPx + linesPx
  const other = column === 'list' ? sidePx : listPx
  const { minPx, maxPx } = sizeBounds[column === 'list' ? 'list' : findSideName(layout, span)]
  return { minPx, maxPx: Math.max(minPx, Math.min(maxPx, widthPx - reservedPx - other)) }
}

/** Returns the height of the user's orders beside the ticket, in pixels. */
export function findOrdersPx(layout: Layout, span: Span): number {
  return layout.sizes.own ?? (span === 'compact' ? 168 : 228)
}
