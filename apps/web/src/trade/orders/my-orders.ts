/** Own orders as the page knows them: loaded once, kept right by events, asked again after a gap. */
import { useQuery } from '@tanstack/react-query'
import { type KnownPages, type PagedList, usePagedList } from '../../app/paged-list.ts'
import { withOnTop } from '../../app/pages.ts'
import { amendKnown, askAnew, queryClient } from '../../app/queries.ts'
import { useSession } from '../../api/session.ts'
import type { TradeMarket } from '../market/market.ts'
import { loadClosedOrder, loadClosedOrders, loadOpenOrders, orderRows } from '../trade-calls.ts'
import type { OwnOrder } from '../wire.ts'

/** Everything that belongs to who is signed in stands under this key. */
export const ownKey = ['own'] as const
const openKey = (pair: string) => [...ownKey, 'open', pair] as const
const closedKey = (pair: string) => [...ownKey, 'closed', pair] as const

const noOrders: readonly OwnOrder[] = []

export type OrderList = {
  readonly orders: readonly OwnOrder[]
  readonly state: 'loading' | 'error' | 'ready'
  readonly retry: () => void
}

/** The open orders of the market; none for a guest. */
export function useOpenOrders(market: TradeMarket): OrderList {
  const session = useSession()
  const { data, isError, refetch } = useQuery({
    queryKey: openKey(market.pair),
    queryFn: () => loadOpenOrders(market),
    enabled: session !== null,
  })
  return {
    orders: session === null ? noOrders : (data ?? noOrders),
    state: data !== undefined ? 'ready' : isError ? 'error' : 'loading',
    retry: () => {
      refetch().catch(() => undefined)
    },
  }
}

/** The closed orders of the market, page by page. */
export function useClosedOrders(market: TradeMarket): PagedList<OwnOrder> {
  const session = useSession()
  return usePagedList({
    queryKey: closedKey(market.pair),
    load: (page) => loadClosedOrders(market, page),
    rowsMax: orderRows,
    isEnabled: session !== null,
  })
}

/** Puts an order that was just placed on top of the open ones (DEC-88). */
export function addOpenOrder(pair: string, order: OwnOrder): void {
  amendKnown<readonly OwnOrder[]>(openKey(pair), (orders) => [
    order,
    ...orders.filter(({ id }) => id !== order.id),
  ])
  askOlderAgain(openKey(pair))
}

/** Returns the open order of the market that was placed last, null where none is known. */
export function newestOpenOrder(pair: string): OwnOrder | null {
  const orders = queryClient.getQueryData<readonly OwnOrder[]>(openKey(pair)) ?? noOrders
  const newer = (one: OwnOrder, other: OwnOrder) =>
    Date.parse(other.createdAt) - Date.parse(one.createdAt) || Number(other.id) - Number(one.id)
  return orders.toSorted(newer)[0] ?? null
}

/** Takes an order out of the open ones; returns it if it was there. */
export function removeOpenOrder(pair: string, id: string): OwnOrder | null {
  const orders = queryClient.getQueryData<readonly OwnOrder[]>(openKey(pair))
  const order = orders?.find((candidate) => candidate.id === id) ?? null
  if (order !== null) {
    amendKnown<readonly OwnOrder[]>(openKey(pair), (known) =>
      known.filter((candidate) => candidate.id !== id),
    )
  }
  askOlderAgain(openKey(pair))
  return order
}

export type OrderEnd = 'canceled' | 'filled'

/** How orders ended, as far as somebody told. */
const ends = new Map<string, OrderEnd>()
const endsMax = 500

/** Notes how orders ended, so that their rows say so while they leave. */
export function noteEnd(ids: readonly string[], end: OrderEnd): void {
  for (const id of ids) ends.set(id, end)
  for (const oldest of [...ends.keys()].slice(0, Math.max(0, ends.size - endsMax))) {
    ends.delete(oldest)
  }
}

/** How an order ended; null where nobody told, as while the line was down. */
export function endOf(id: string): OrderEnd | null {
  return ends.get(id) ?? null
}

/** An answer that is on its way may be older than what was just put into its list: asks once more. */
function askOlderAgain(queryKey: readonly string[]): void {
  if (queryClient.isFetching({ queryKey }) === 0) return
  askAnew(queryKey).catch(() => undefined)
}

/** Moves an order that closed from the open list to the top of the history (HIST-08). */
export async function moveToHistory(market: TradeMarket, id: string): Promise<OwnOrder | null> {
  removeOpenOrder(market.pair, id)
  const order = await loadClosedOrder(market, id)
  if (order === null || order.pair !== market.pair) return order
  amendKnown<KnownPages<OwnOrder>>(closedKey(market.pair), (known) => ({
    ...known,
    pages: withOnTop(known.pages, order),
  }))
  askOlderAgain(closedKey(market.pair))
  return order
}

/** Loads the open orders of a market again. */
export function refreshOpenOrders(pair: string): void {
  askAnew(openKey(pair)).catch(() => undefined)
}

/**
 * Marks what is known of own orders in other markets as old: it is asked for again once it is looked at.
 */
export function agedElsewhere(pair: string): void {
  queryClient
    .invalidateQueries({
      queryKey: ownKey,
      refetchType: 'none',
      predicate: ({ queryKey: [, list, of] }) =>
        (list === 'open' || list === 'closed') && of !== pair,
    })
    .catch(() => undefined)
}

/** Loads what is shown again and marks all else as old, without breaking off what is being loaded. */
export function renewOwn(): void {
  queryClient
    .invalidateQueries({ queryKey: ownKey }, { cancelRefetch: false })
    .catch(() => undefined)
}

/** Loads everything own again: after a gap, or when in doubt. */
export function refreshOwn(): void {
  askAnew(ownKey).catch(() => undefined)
}
