/** The user's orders: loaded once, updated by events, loaded again after a gap. */
import { useQuery } from '@tanstack/react-query'
import { type KnownPages, type PagedList, usePagedList } from '../../app/paged-list.ts'
import { withOnTop } from '../../app/pages.ts'
import { updateCached, refetchShown, queryClient } from '../../app/queries.ts'
import { useSession } from '../../api/session.ts'
import type { TradeMarket } from '../market/market.ts'
import { loadClosedOrder, loadClosedOrders, loadOpenOrders, orderRows } from '../trade-calls.ts'
import type { MyOrder } from '../wire.ts'

/** The query key of all data of the signed-in user. */
export const userKey = ['own'] as const
const openKey = (pair: string) => [...userKey, 'open', pair] as const
const closedKey = (pair: string) => [...userKey, 'closed', pair] as const

const noOrders: readonly MyOrder[] = []

export type OrderList = {
  readonly orders: readonly MyOrder[]
  readonly state: 'loading' | 'error' | 'ready'
  readonly retry: () => void
}

/** The open orders in the market; none for a guest. */
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

/** The closed orders in the market, page by page. */
export function useClosedOrders(market: TradeMarket): PagedList<MyOrder> {
  const session = useSession()
  return usePagedList({
    queryKey: closedKey(market.pair),
    load: (page) => loadClosedOrders(market, page),
    rowsMax: orderRows,
    isEnabled: session !== null,
  })
}

/** Adds a placed order on top of the open ones (DEC-88). */
export function addOpenOrder(pair: string, order: MyOrder): void {
  updateCached<readonly MyOrder[]>(openKey(pair), (orders) => [
    order,
    ...orders.filter(({ id }) => id !== order.id),
  ])
  askOlderAgain(openKey(pair))
}

/** Returns the newest open order of the market; null without one. */
export function newestOpenOrder(pair: string): MyOrder | null {
  const orders = queryClient.getQueryData<readonly MyOrder[]>(openKey(pair)) ?? noOrders
  const newer = (one: MyOrder, other: MyOrder) =>
    Date.parse(other.createdAt) - Date.parse(one.createdAt) || Number(other.id) - Number(one.id)
  return orders.toSorted(newer)[0] ?? null
}

/** Removes an order from the open ones; returns it if it was there. */
export function removeOpenOrder(pair: string, id: string): MyOrder | null {
  const orders = queryClient.getQueryData<readonly MyOrder[]>(openKey(pair))
  const order = orders?.find((candidate) => candidate.id === id) ?? null
  if (order !== null) {
    updateCached<readonly MyOrder[]>(openKey(pair), (known) =>
      known.filter((candidate) => candidate.id !== id),
    )
  }
  askOlderAgain(openKey(pair))
  return order
}

export type OrderEnd = 'canceled' | 'filled'

/** How orders ended, as far as known. */
const ends = new Map<string, OrderEnd>()
const endsMax = 500

/** Records how orders ended; their rows show it while they leave. */
export function recordEnd(ids: readonly string[], end: OrderEnd): void {
  for (const id of ids) ends.set(id, end)
  for (const oldest of [...ends.keys()].slice(0, Math.max(0, ends.size - endsMax))) {
    ends.delete(oldest)
  }
}

/** How an order ended; null if unknown, for example after a closed connection. */
export function findEnd(id: string): OrderEnd | null {
  return ends.get(id) ?? null
}

/** A running load may be older than the change of its list: loads again. */
function askOlderAgain(queryKey: readonly string[]): void {
  if (queryClient.isFetching({ queryKey }) === 0) return
  refetchShown(queryKey).catch(() => undefined)
}

/** Moves a closed order from the open list to the top of the history (HIST-08). */
export async function moveToHistory(market: TradeMarket, id: string): Promise<MyOrder | null> {
  removeOpenOrder(market.pair, id)
  const order = await loadClosedOrder(market, id)
  if (order === null || order.pair !== market.pair) return order
  updateCached<KnownPages<MyOrder>>(closedKey(market.pair), (known) => ({
    ...known,
    pages: withOnTop(known.pages, order),
  }))
  askOlderAgain(closedKey(market.pair))
  return order
}

/** Loads the open orders of a market again. */
export function refreshOpenOrders(pair: string): void {
  refetchShown(openKey(pair)).catch(() => undefined)
}

/** Marks the user's orders in other markets as stale: they load again when they are shown. */
export function invalidateOtherMarkets(pair: string): void {
  queryClient
    .invalidateQueries({
      queryKey: userKey,
      refetchType: 'none',
      predicate: ({ queryKey: [, list, of] }) =>
        (list === 'open' || list === 'closed') && of !== pair,
    })
    .catch(() => undefined)
}

/** Loads shown user data again and marks the rest as stale, without canceling running loads. */
export function invalidateUserData(): void {
  queryClient
    .invalidateQueries({ queryKey: userKey }, { cancelRefetch: false })
    .catch(() => undefined)
}

/** Loads all user data again, for example after a gap. */
export function refetchUserData(): void {
  refetchShown(userKey).catch(() => undefined)
}
