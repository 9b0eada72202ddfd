/** The measured pages: each filter, sort order and depth of a user's order lists. */
import type { MyOrdersQuery } from '@tukar/server/orders/store'
import { firstMs, msPerOrder, ordersInAll } from './fill.ts'

type List = MyOrdersQuery['list']
type Filter = List['filters'][number]

export type RequestedPage = Pick<MyOrdersQuery, 'isOpen' | 'list'> & { readonly name: string }
export type PageGroup = {
  readonly what: string
  /** The page of a round; each round reads another part of the list. */
  readonly pageOf: (round: number) => RequestedPage
}

const newest: List = { page: 1, rows: 20, sort: 'updatedMs', order: 'desc', filters: [] }
/** The deepest first row of a page, in pages of 20. */
const deepest = 5_000
const dayMs = 86_400_000
const sorts = ['orderId', 'createdMs', 'updatedMs', 'fillCount', 'marketId', 'side'] as const

const equal = (field: string, value: string | number): Filter => {
  return { field, op: 'equal', values: [value] }
}

function between(field: string, fromMs: number, untilMs: number): readonly Filter[] {
  return [
    { field, op: 'greater', values: [fromMs] },
    { field, op: 'less', values: [untilMs] },
  ]
}

const closed = (name: string, list: Partial<List>): RequestedPage => {
  return { name, isOpen: false, list: { ...newest, ...list } }
}

/** One of several by the round. */
function cycled<const T>(all: readonly [T, ...T[]], round: number): T {
  return all[round % all.length] ?? all[0]
}

const sideOf = (round: number) => (round % 2 === 0 ? 'buy' : 'sell')
const orderOf = (round: number) => (round % 2 === 0 ? 'desc' : 'asc')

/** A time within the orders' months, another one each round. */
function momentOf(round: number): number {
  const share = ((round * 37) % 97) / 97
  return firstMs + Math.round(share * ordersInAll) * msPerOrder
}

function datedPage(round: number): RequestedPage {
  const from = momentOf(round)
  const field = round % 2 === 0 ? 'createdMs' : 'updatedMs'
  const days = cycled([1, 7, 30], round)
  const sort = cycled(['updatedMs', 'createdMs', 'orderId'], round >> 1)
  const filters = between(field, from, from + days * dayMs)
  return closed(`${days} days of ${field} by ${sort}`, {
    filters,
    sort,
    order: orderOf(round >> 3),
  })
}

function sortedPage(round: number): RequestedPage {
  const sort = cycled(sorts, round)
  const order = orderOf(Math.trunc(round / sorts.length))
  return closed(`by ${sort} ${order}`, { sort, order })
}

function deepPage(round: number): RequestedPage {
  const sort = cycled(['updatedMs', 'createdMs', 'fillCount', 'orderId'], round)
  const filters = round % 3 === 0 ? [equal('side', sideOf(round))] : []
  const page = deepest - round
  return closed(`page ${page} by ${sort}`, { page, sort, filters, order: orderOf(round >> 2) })
}

function openPage(round: number): RequestedPage {
  const sort = cycled(sorts, round)
  const filters = round % 3 === 0 ? [equal('marketId', 1 + (round % 5))] : []
  const list = { ...newest, page: 1 + (round % 3), sort, order: orderOf(round), filters } as const
  return { name: `open by ${sort}`, isOpen: true, list }
}

function filledPage(round: number): RequestedPage {
  const op = cycled(['greater', 'equal', 'less'], round)
  const filters: readonly Filter[] = [{ field: 'fillCount', op, values: [round % 7] }]
  return closed(`fills ${op} ${round % 7}`, { filters })
}

/** Groups of pages, each measured separately. */
export const pageGroups: readonly PageGroup[] = [
  { what: 'open orders', pageOf: openPage },
  { what: 'closed, newest first', pageOf: (at) => closed('newest', { page: 1 + (at % 50) }) },
  {
    what: 'closed of a market',
    pageOf: (at) => closed('market', { filters: [equal('marketId', 1 + (at % 5))] }),
  },
  {
    what: 'closed of a side, in all markets or one',
    pageOf: (at) => {
      const market = at % 3 === 0 ? [equal('marketId', 1 + (at % 5))] : []
      return closed('side', { filters: [equal('side', sideOf(at)), ...market] })
    },
  },
  {
    what: 'closed, one by its id',
    pageOf: (at) => closed('id', { rows: 1, filters: [equal('orderId', 1 + at * 1_009)] }),
  },
  { what: 'closed between two dates', pageOf: datedPage },
  { what: 'closed by number of fills', pageOf: filledPage },
  { what: 'closed, each sort both ways', pageOf: sortedPage },
  { what: 'closed, the deepest pages', pageOf: deepPage },
]
