/**
 * How the panes of the trading page are arranged: one of four presets, and the sizes that a person gave
 * them by the splitters. Pure; what the device kept is not trusted before it is read here.
 */

export const presets = ['classic', 'pro', 'chart', 'book'] as const
/**
 * The spec's order with the forms under the chart, the ticket beside the book, and two that fold
 * the market list away: for the chart, with the book below the ticket, and for a book of full height.
 */
export type Preset = (typeof presets)[number]

/** Which parts stand where. */
export type Panes = {
  /** Whether the market list has a column; it opens as a drawer where it has none. */
  readonly hasList: boolean
  /** Both forms under the chart, or one in a column of its own. */
  readonly forms: 'below' | 'beside'
  /** What the book's pane shows; null where there is none. */
  readonly side: 'bookAndTape' | 'tabs' | 'book' | 'ladder' | null
  /** What stands below the one form. */
  readonly under: 'tape' | 'tabs' | null
  /** What the splitter over the own lists sizes; null where there is none. */
  readonly ownSplit: 'chart' | 'own' | null
}

/** Returns the parts of a preset, with or without room for all columns. */
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

/** Widths with their own columns: 768 px, 1280 px and 1800 px on. */
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
/** What a splitter changes: widths of list and side, heights of chart and own lists. */
export type SizeName = (typeof sizeNames)[number]

/** Pixels that a person chose; null where nothing was chosen. */
export type Sizes = Readonly<Record<SizeName, number | null>>

export type Layout = { readonly preset: Preset; readonly sizes: Sizes }

export type Bounds = { readonly minPx: number; readonly maxPx: number }

/** What each size may be in any window. */
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

/** Width of the ticket beside the book. */
export const ticketPx = 312
/** The chart keeps this width, whatever the columns beside it were given. */
const chartMinPx = 360
/** Lines between the columns. */
const linesPx = 3

/** Returns the pixels within the bounds, whole. */
export function bounded(px: number, { minPx, maxPx }: Bounds): number {
  return Math.min(maxPx, Math.max(minPx, Math.round(px)))
}

/** Returns what a device kept as a layout; whatever is not one of ours falls back to the default. */
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

/** Returns the window's span by its width in pixels. */
export function findSpan(widthPx: number): Span {
  if (widthPx < 1_280) return 'compact'
  return widthPx < 1_800 ? 'full' : 'wide'
}

/** Returns which size the column with the book has in a span. */
export function findSideName(
  { preset }: Pick<Layout, 'preset'>,
  span: Span,
): 'side' | 'sideCompact' | 'sideWide' | 'sideBook' {
  if (span === 'compact') return 'sideCompact'
  if (preset === 'book') return 'sideBook'
  // Beside the ticket the book stands alone, also where there is room for the trades.
  return span === 'wide' && preset === 'classic' ? 'sideWide' : 'side'
}

/** Widths in pixels; 0 for a column that is not there. */
export type Columns = { readonly listPx: number; readonly sidePx: number }

const firstListPx: Readonly<Record<Span, number>> = { compact: 248, full: 248, wide: 264 }
const firstSidePx = { side: 312, sideCompact: 296, sideWide: 620, sideBook: 620 } as const

/**
 * Returns the columns' widths in pixels: as chosen, but so that the chart keeps its own. The book's
 * column gives way first, then the list.
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

/** Width of the column of the one form. */
function findTicketPx({ preset }: Layout): number {
  return preset === 'classic' ? 0 : ticketPx
}

/** Returns how far a column may go in this window, beside the other one as it stands. */
export function columnBounds(layout: Layout, widthPx: number, column: 'list' | 'side'): Bounds {
  const span = findSpan(widthPx)
  const { listPx, sidePx } = computeColumns(layout, widthPx)
  const reservedPx = findTicketPx(layout) + chartMinPx + linesPx
  const other = column === 'list' ? sidePx : listPx
  const { minPx, maxPx } = sizeBounds[column === 'list' ? 'list' : findSideName(layout, span)]
  return { minPx, maxPx: Math.max(minPx, Math.min(maxPx, widthPx - reservedPx - other)) }
}

/** Returns the height of the own lists beside the ticket, in pixels. */
export function findOrdersPx(layout: Layout, span: Span): number {
  return layout.sizes.own ?? (span === 'compact' ? 168 : 228)
}
