/**
 * Rows of versions before bear no seal. Who is about to lead seals them once, in pages; broken off, it goes on with
 * the rows that have none yet. That a journal was sealed is remembered outside of the database: from then on a row
 * without a seal is refused, and not sealed.
 */
import type pg from 'pg'
import type { Mark } from './acknowledged.ts'
import { BootRefused } from './boot-checks.ts'
import type { Connections } from './connections.ts'
import { JournalGap, readRows, sealRows } from './journal.ts'
import { takeLease } from './lease.ts'
import { firstSeal, type Seal } from './seal.ts'

const pageRows = 256

/**
 * Seals all rows that bear no seal, under the lease, and checks the seals of the others.
 *
 * @returns the end of the journal; null while it is empty
 * @throws BootRefused if a row is missing, or bears a seal that is not the right one
 */
export async function sealOldRows(
  { control, journal, tables }: Connections,
  seal: Seal,
): Promise<Mark | null> {
  let end: Mark | null = null
  let before = firstSeal
  let page: { row: number; mac: Buffer }[] = []
  try {
    for await (const found of readRows(journal, 0)) {
      if (found.mac === null) {
        before = seal.of(found, before)
        page.push({ row: found.row, mac: before })
      } else before = seal.check(found, before)
      end = { row: found.row, hash: found.hash, mac: before }
      if (page.length < pageRows) continue
      await keepPage(control, tables, page)
      page = []
    }
  } catch (error) {
    if (error instanceof JournalGap) throw new BootRefused(error.message, { cause: error })
    throw error
  }
  await keepPage(control, tables, page)
  return end
}

async function keepPage(
  control: pg.ClientBase,
  tables: pg.ClientBase,
  page: readonly { readonly row: number; readonly mac: Buffer }[],
): Promise<void> {
  if (!(await takeLease(control))) throw new Error('the lease is lost')
  if (page.length > 0) await sealRows(tables, page)
}
