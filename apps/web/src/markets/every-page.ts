/** Lists that come in pages (MKT-02, DEC-71). */

/** Rows that are asked for at once. */
export const pageRows = 20
const pagesMax = 50

/**
 * Asks for page 1 and the next one while a page is full, which means that there may be more. A row
 * that moved on to a later page meanwhile is there once.
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
