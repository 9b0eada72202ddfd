/**
 * Rows of older versions have no seal. The server that is about to lead seals them once, in pages; after an
 * interruption it continues with the rest. That the journal is sealed is stored outside the database: from
 * then on a row without a seal is refused instead of sealed.
 */
import type pg from 'pg'
import type { Mark } from '../acknowledged.ts'
import { BootRefused } from './boot-checks.ts'
import type { Connections } from '../connections.ts'
import { JournalGap, readRows, sealRows } from '../journal.ts'
import { acquireLease } from '../control/lease.ts'
import { firstSeal, type Seal } from '../seal.ts'

const pageRows = 256

/**
 * Seals all rows without a seal, under the lease, and checks the seals of the others.
 *
 * @returns the end of the journal; null if it is empty
 * @throws BootRefused if a row is missing, or has a wrong seal
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
  if (!(await acquireLease(control))) throw new Error('the lease is lost')
  if (page.length > 0) await sealRows(tables, page)
}
