/**
 * How the panes of the trading page are arranged: one of two presets, and the sizes that a person gave
 * them by the splitters. Pure; what the device kept is not trusted before it is read here.
 */

export const presets = ['classic', 'pro'] as const
/** The spec's order with the forms under the chart, or the ticket beside the book. */
export type Preset = (typeof presets)[number]

/** Widths with their own columns: 768 px, 1280 px and 1800 px on. */
export type Span = 'compact' | 'full' | 'wide'

export const sizeNames = ['list', 'side', 'sideCompact', 'sideWide', 'chart', 'own'] as const
/** What a splitter changes: widths of list and side, heights of chart and own lists. */
export type SizeName = (typeof sizeNames)[number]

/** Pixels that a person chose; null where nothing was chosen. */
export type Sizes = Readonly<Record<SizeName, number | null>>

export type Layout = { readonly preset: Preset; readonly sizes: Sizes }

export type Bounds = { readonly minPx: number; readonly maxPx: number }

/** What each size may be in any window. */
export const boundsOf: Readonly<Record<SizeName, Bounds>> = {
  list: { minPx: 200, maxPx: 360 },
  side: { minPx: 264, maxPx: 480 },
  sideCompact: { minPx: 264, maxPx: 420 },
  sideWide: { minPx: 480, maxPx: 900 },
  chart: { minPx: 160, maxPx: 1_600 },
  own: { minPx: 120, maxPx: 600 },
}

export const noSizes: Sizes = {
  list: null,
  side: null,
  sideCompact: null,
  sideWide: null,
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
  const kept = parsed(text)
  const sizes: Readonly<Record<string, unknown>> = isRecord(kept['sizes']) ? kept['sizes'] : {}
  return {
    preset: presets.find((preset) => preset === kept['preset']) ?? firstLayout.preset,
    sizes: sizeNames.reduce<Sizes>(
      (all, name) => ({ ...all, [name]: sizeOf(sizes[name], boundsOf[name]) }),
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

function sizeOf(value: unknown, { minPx, maxPx }: Bounds): number | null {
  const isSize = typeof value === 'number' && Number.isInteger(value)
  return isSize && value >= minPx && value <= maxPx ? value : null
}

/** Returns the window's span by its width in pixels. */
export function spanOf(widthPx: number): Span {
  if (widthPx < 1_280) return 'compact'
  return widthPx < 1_800 ? 'full' : 'wide'
}

/** Returns which size the column with the book has in a span. */
export function sideNameOf(
  { preset }: Pick<Layout, 'preset'>,
  span: Span,
): 'side' | 'sideCompact' | 'sideWide' {
  if (span === 'compact') return 'sideCompact'
  // Beside the ticket the book stands alone, also where there is room for the trades.
  return span === 'wide' && preset === 'classic' ? 'sideWide' : 'side'
}

export type Columns = { readonly listPx: number; readonly sidePx: number }

const firstListPx: Readonly<Record<Span, number>> = { compact: 248, full: 248, wide: 264 }
const firstSidePx = { side: 312, sideCompact: 296, sideWide: 620 } as const

/**
 * Returns the columns' widths in pixels: as chosen, but so that the chart keeps its own. The book's
 * column gives way first, then the list.
 */
export function columnsOf(layout: Layout, widthPx: number): Columns {
  const span = spanOf(widthPx)
  const sideName = sideNameOf(layout, span)
  const list = layout.sizes.list ?? firstListPx[span]
  const side = layout.sizes[sideName] ?? firstSidePx[sideName]
  const taken = layout.preset === 'pro' ? ticketPx : 0
  const hasList = span !== 'compact'
  const room = widthPx - chartMinPx - linesPx - taken
  const sidePx = Math.max(boundsOf[sideName].minPx, Math.min(side, room - (hasList ? list : 0)))
  const listPx = Math.max(boundsOf.list.minPx, Math.min(list, room - sidePx))
  return { listPx, sidePx }
}

/** Returns how far a column may go in this window, beside the other one as it stands. */
export function columnBounds(layout: Layout, widthPx: number, column: 'list' | 'side'): Bounds {
  const span = spanOf(widthPx)
  const { listPx, sidePx } = columnsOf(layout, widthPx)
  const taken = (layout.preset === 'pro' ? ticketPx : 0) + chartMinPx + linesPx
  const other = column === 'list' ? sidePx : span === 'compact' ? 0 : listPx
  const { minPx, maxPx } = boundsOf[column === 'list' ? 'list' : sideNameOf(layout, span)]
  return { minPx, maxPx: Math.max(minPx, Math.min(maxPx, widthPx - taken - other)) }
}

/** Returns the height of the own lists beside the ticket, in pixels. */
export function ownHeight(layout: Layout, span: Span): number {
  return layout.sizes.own ?? (span === 'compact' ? 168 : 228)
}
