/** Pages of a list: what an event puts on top does not make a page that was the last one full. */

type Numbered = { readonly id: string }

export type Page<Row extends Numbered> = {
  /** Newest first. */
  readonly rows: readonly Row[]
  /** Whether it was not full when it was loaded: nothing comes after it. */
  readonly isLast: boolean
}

/** Returns a page of `rowsMax` rows as it was loaded. */
export function loadedPage<Row extends Numbered>(rows: readonly Row[], rowsMax: number): Page<Row> {
  return { rows, isLast: rows.length < rowsMax }
}

/** Returns the number of the page after these, from 1 on; null where there is none. */
export function nextPageAfter(pages: readonly Page<Numbered>[]): number | null {
  return pages.at(-1)?.isLast === false ? pages.length + 1 : null
}

/** Returns all rows, one that stands on two pages once: pages shift while rows come in on top. */
export function listRows<Row extends Numbered>(pages: readonly Page<Row>[]): readonly Row[] {
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()]
}

/** Returns the pages with a row on top that just came in; none stay none. */
export function withOnTop<Row extends Numbered>(
  pages: readonly Page<Row>[],
  row: Row,
): Page<Row>[] {
  return pages.map((page, index) => {
    const others = page.rows.filter(({ id }) => id !== row.id)
    return { ...page, rows: index === 0 ? [row, ...others] : others }
  })
}
