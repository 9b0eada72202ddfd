/**
 * A user's order lists over a million orders: the time of a page with its total, by filter, sort order and
 * depth, beside a single row by primary key through the same pool.
 */
import { startPostgres } from '@tukar/e2e/harness/postgres'
import { migrate } from '@tukar/server/database/migrate'
import { type Database, openDatabase } from '@tukar/server/database/pool'
import { createLog } from '@tukar/server/logging/log'
import { listMyOrders } from '@tukar/server/orders/store'
import {
  against,
  type Figure,
  toFigure,
  formatNumber,
  type Measured,
  percentile,
} from '../report.ts'
import { crowdedAccount, fillWithOrders, marketIds, ordersInAll } from './fill.ts'
import { type PageGroup, pageGroups } from './pages.ts'

/** The limit for a page, at p99. */
const pageMsMax = 100
const pagesOfRound = 60
const roundsWhole = 5

type Timed = { readonly name: string; readonly ms: number }

async function timed(name: string, run: () => Promise<unknown>): Promise<Timed> {
  const began = performance.now()
  await run()
  return { name, ms: performance.now() - began }
}

function askForPage(database: Database, group: PageGroup, round: number): Promise<Timed> {
  const { name, isOpen, list } = group.pageOf(round)
  const requested = { userId: crowdedAccount, isOpen, list, marketIds }
  return timed(name, () => listMyOrders(database, requested))
}

function askForRow(database: Database, round: number): Promise<Timed> {
  const id = 1 + ((round * 7_919) % ordersInAll)
  return timed('row', () => database.query('select * from exchange.orders where id = $1', [id]))
}

/** Pages of a group, and bare rows in turn with them. */
type Round = { readonly pages: readonly Timed[]; readonly rows: readonly Timed[] }

async function measureRound(database: Database, group: PageGroup, round: number): Promise<Round> {
  const pages: Timed[] = []
  const rows: Timed[] = []
  for (let i = 0; i < pagesOfRound; i++) {
    const at = round * pagesOfRound + i
    rows.push(await askForRow(database, at))
    pages.push(await askForPage(database, group, at))
  }
  return { pages, rows }
}

function figuresOf(what: string, rounds: readonly Round[]): Figure[] {
  return ([0.5, 0.99] as const).map((share) => {
    const name = share === 0.5 ? 'p50' : 'p99'
    const of = (timed: readonly Timed[]) =>
      percentile(
        timed.map(({ ms }) => ms),
        share,
      )
    const pages = rounds.map((round) => of(round.pages))
    const rows = rounds.map((round) => of(round.rows))
    const figure = toFigure(`A page: ${what}, ${name}`, 'ms', pages)
    const reference = { what: `a row by primary key, ${name}`, rounds: rows }
    const floor = { of: 'value', atMost: pageMsMax } as const
    return { ...against(figure, reference, pages), ...(name === 'p99' && { floor }) }
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
    const figures: Figure[] = []
    const slowest: string[] = []
    for (const group of pageGroups) {
      const rounds: Round[] = []
      for (let round = 0; round < (quick ? 1 : roundsWhole); round++) {
        rounds.push(await measureRound(database, group, round))
      }
      figures.push(...figuresOf(group.what, rounds))
      const worst = rounds.flatMap(({ pages }) => pages).toSorted((a, b) => b.ms - a.ms)[0]
      if (worst !== undefined) slowest.push(`${worst.name} ${formatNumber(worst.ms)} ms`)
    }
    await database.end()
    return {
      figures,
      notes: [
        `${formatNumber(ordersInAll)} orders, nine tenths of them of the account that asks; filled and ` +
          `vacuumed in ${formatNumber(fillSeconds)} s. A page is two statements: the total, exact to ` +
          `10,000, and the rows. A round has ${pagesOfRound} pages of a group, each after a bare row.`,
        `The slowest page of each group: ${slowest.join('; ')}.`,
      ],
    }
  } finally {
    await postgres.stop()
  }
}
