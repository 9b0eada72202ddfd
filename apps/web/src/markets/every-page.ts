/** Reads paged lists completely (MKT-02, DEC-71). */

/** Rows of one page. */
export const pageRows = 20
const pagesMax = 50

/**
 * Requests page after page while each one is full. A row that moved to a later page between two requests is
 * returned once.
 */
export async function everyPage<Row extends { readonly id?: unknown }>(
  ask: (page: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows = new Map<unknown, Row>()
  for (let page = 1; page <= pagesMax; page += 1) {
    const found = await ask(page)
    for (const row of found) if (!rows.has(row.id)) rows.set(row.id, row)
    if (found.length < pageRows) break
  }
  return [...rows.values()]
}
