/** The pages of a list. A row that an event adds does not make the last page full. */

type Numbered = { readonly id: string }

export type Page<Row extends Numbered> = {
  /** Newest first. */
  readonly rows: readonly Row[]
  /** Whether it was loaded with fewer rows than a full page: then it is the last. */
  readonly isLast: boolean
}

/** Returns a loaded page; `rowsMax` rows are a full one. */
export function loadedPage<Row extends Numbered>(rows: readonly Row[], rowsMax: number): Page<Row> {
  return { rows, isLast: rows.length < rowsMax }
}

/** Returns the number of the next page, counted from 1; null after the last. */
export function nextPageAfter(pages: readonly Page<Numbered>[]): number | null {
  return pages.at(-1)?.isLast === false ? pages.length + 1 : null
}

/** Returns all rows once: pages shift while rows are added on top, so a row can be on two pages. */
export function listRows<Row extends Numbered>(pages: readonly Page<Row>[]): readonly Row[] {
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()]
}

/** Returns the pages with a new row on top; without pages there are still none. */
export function withOnTop<Row extends Numbered>(
  pages: readonly Page<Row>[],
  row: Row,
): Page<Row>[] {
  return pages.map((page, index) => {
    const others = page.rows.filter(({ id }) => id !== row.id)
    return { ...page, rows: index === 0 ? [row, ...others] : others }
  })
}
