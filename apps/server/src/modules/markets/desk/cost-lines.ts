/** The cost of a trade of Rp 1,000,000 for each side before and after new rates, as lines of a preview. */
import { type ChangeLine, inBoth, type LocalText } from '../../desk/index.ts'
import type { ListedMarket } from '../listing.ts'
import type { ScheduleRecord } from '../store.ts'
import { coreRow } from './schedule-rows.ts'
import { type Costs, costsAt, costSides, type SideCost } from './trial.ts'
import { amountText, listed, words } from './words.ts'

type MarketCosts = { readonly before: Costs; readonly after: Costs; readonly pairs: string[] }

/** One line for each side whose cost changes; markets with equal figures share a line. */
export function costLines(
  schedules: readonly ScheduleRecord[],
  markets: readonly ListedMarket[],
  news: readonly ScheduleRecord[],
): readonly ChangeLine[] {
  const groups = new Map<string, MarketCosts>()
  for (const row of news) {
    const pair = markets.find(({ marketId }) => marketId === row.marketId)?.symbol ?? ''
    const costs = costsOf(schedules, row)
    const key = JSON.stringify(costs)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { ...costs, pairs: [pair] })
    else known.pairs.push(pair)
  }
  return [...groups.values()].flatMap(({ before, after, pairs }) =>
    costSides
      .filter((side) => JSON.stringify(before[side]) !== JSON.stringify(after[side]))
      .map((side) => ({
        text: words('costOf', { pair: pairs.join(', '), side: words(side) }),
        before: costWords(before[side]),
        after: costWords(after[side]),
      })),
  )
}

/** Both costs at the first moment of the new row. */
function costsOf(schedules: readonly ScheduleRecord[], row: ScheduleRecord) {
  const own = schedules.filter(({ marketId }) => marketId === row.marketId).map(coreRow)
  // A temporary id: the row gets its own when the change is applied.
  const scheduleId = Math.max(0, ...own.map((one) => one.scheduleId)) + 1
  return {
    before: costsAt(own, row.from),
    after: costsAt([...own, { ...coreRow(row), scheduleId }], row.from),
  }
}

const rupiah = (units: number) => amountText(units, 'IDR', 2)

function costWords(cost: SideCost): LocalText {
  const kinds = (['fee', 'bourse', 'vat', 'income_tax'] as const).filter((kind) => cost[kind] > 0)
  if (kinds.length === 0) return words('none')
  const total = kinds.reduce((sum, kind) => sum + cost[kind], 0)
  const parts = kinds.map((kind) =>
    inBoth((language) => `${words(kind)[language]} ${rupiah(cost[kind])}`),
  )
  return words('costOfKinds', { total: rupiah(total), parts: listed(parts) })
}
