/** Pages of closed orders: what an event puts on top does not make a page that was the last one full. */

type Numbered = { readonly id: string }

export type ClosedPage<Order extends Numbered> = {
  /** Newest first. */
  readonly orders: readonly Order[]
  /** Whether it was not full when it was loaded: nothing comes after it. */
  readonly isLast: boolean
}

/** Returns a page of `rows` orders at most as it was loaded. */
export function loadedPage<Order extends Numbered>(
  orders: readonly Order[],
  rows: number,
): ClosedPage<Order> {
  return { orders, isLast: orders.length < rows }
}

/** Returns the number of the page after these, from 1 on; null where there is none. */
export function nextPageAfter(pages: readonly ClosedPage<Numbered>[]): number | null {
  return pages.at(-1)?.isLast === false ? pages.length + 1 : null
}

/** Returns the pages with an order on top that just closed; none stay none. */
export function withClosed<Order extends Numbered>(
  pages: readonly ClosedPage<Order>[],
  order: Order,
): ClosedPage<Order>[] {
  return pages.map((page, index) => {
    const others = page.orders.filter(({ id }) => id !== order.id)
    return { ...page, orders: index === 0 ? [order, ...others] : others }
  })
}
