/** What became of an order, as its list says it (HIST-06, DEC-83). */

export const orderStatuses = ['open', 'close', 'partial', 'cancel'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/**
 * Returns the status of a closed order: "close" if that is what the server says, else "partial" if
 * anything was matched, else the server's own word.
 */
export function closedStatus(marketStatus: string, matchedCount: number): string {
  if (marketStatus === 'close') return 'close'
  return matchedCount > 0 ? 'partial' : marketStatus
}

/** Whether a word is one that has a translation. */
export function isKnownStatus(status: string): status is OrderStatus {
  return orderStatuses.some((known) => known === status)
}
