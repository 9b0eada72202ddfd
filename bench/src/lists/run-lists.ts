/**
 * Lists of own orders over a million orders: how long a page with its total takes, by what it is
 * filtered and sorted by and how deep it lies, beside a bare row by primary key through the same pool.
 */
import { startPostgres } from '@tukar/e2e/harness/postgres'
import { migrate } from '@tukar/server/database/migrate'
import { type Database, openDatabase } from '@tukar/server/database/pool'
import { createLog } from '@tukar/server/logging/log'
import { listOwnOrders } from '@tukar/server/orders/store'
import { type Figure, formatNumber, type Measured, percentile } from '../report.ts'
import { crowdedAccount, fillWithOrders, marketIds, ordersInAll } from './fill.ts'
import { type PageGroup, pageGroups } from './pages.ts'

/** What a page may take, at p99. */
const pageMsMax = 100
const roundsQuick = 40
const roundsWhole = 300

type Timed = { readonly name: string; readonly ms: number }

async function timed(name: string, run: () => Promise<unknown>): Promise<Timed> {
  const began = performance.now()
  await run()
  return { name, ms: performance.now() - began }
}

function askForPage(database: Database, group: PageGroup, round: number): Promise<Timed> {
  const { name, isOpen, list } = group.pageOf(round)
  const asked = { userId: crowdedAccount, isOpen, list, marketIds }
  return timed(name, () => listOwnOrders(database, asked))
}

function askForRow(database: Database, round: number): Promise<Timed> {
  const id = 1 + ((round * 7_919) % ordersInAll)
  return timed('row', () => database.query('select * from exchange.orders where id = $1', [id]))
}

function figuresOf(what: string, pages: readonly Timed[], rows: readonly Timed[]): Figure[] {
  return ([0.5, 0.99] as const).map((share) => {
    const name = share === 0.5 ? 'p50' : 'p99'
    const value = percentile(
      pages.map(({ ms }) => ms),
      share,
    )
    const reference = percentile(
      rows.map(({ ms }) => ms),
      share,
    )
    return {
      what: `A page: ${what}, ${name}`,
      value,
      unit: 'ms',
      reference: { what: `a row by primary key, ${name}`, value: reference },
      ratio: value / reference,
      ...(name === 'p99' && { floor: { of: 'value', atMost: pageMsMax } as const }),
    }
  })
}

/** All figures of the lists; the slowest page of each group is named in the notes. */
export async function measureLists(quick: boolean): Promise<Measured> {
  const postgres = await startPostgres()
  try {
    await migrate(postgres.url)
    const database = openDatabase(postgres.url, createLog('silent'))
    const began = performance.now()
    await fillWithOrders(database)
    const fillSeconds = (performance.now() - began) / 1_000
    const rounds = quick ? roundsQuick : roundsWhole
    const figures: Figure[] = []
    const slowest: string[] = []
    for (const group of pageGroups) {
      const pages: Timed[] = []
      const rows: Timed[] = []
      for (let round = 0; round < rounds; round++) {
        rows.push(await askForRow(database, round))
        pages.push(await askForPage(database, group, round))
      }
      figures.push(...figuresOf(group.what, pages, rows))
      const worst = pages.toSorted((a, b) => b.ms - a.ms)[0]
      if (worst !== undefined) slowest.push(`${worst.name} ${formatNumber(worst.ms)} ms`)
    }
    await database.end()
    return {
      figures,
      notes: [
        `${formatNumber(ordersInAll)} orders, nine tenths of them of the account that asks; filled and ` +
          `vacuumed in ${formatNumber(fillSeconds)} s. A page is two statements: the total, exact to ` +
          `10,000, and the rows. ${formatNumber(rounds)} pages a group, each after a bare row.`,
        `The slowest page of each group: ${slowest.join('; ')}.`,
      ],
    }
  } finally {
    await postgres.stop()
  }
}
