/** The status of a closed order for its list (HIST-06, DEC-83). */

export const orderStatuses = ['open', 'close', 'partial', 'cancel'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/**
 * Returns "close" if the server says so, else "partial" if anything was matched, else the server's status.
 */
export function closedStatus(marketStatus: string, matchedCount: number): string {
  if (marketStatus === 'close') return 'close'
  return matchedCount > 0 ? 'partial' : marketStatus
}

/** Whether a status has a translation. */
export function isKnownStatus(status: string): status is OrderStatus {
  return orderStatuses.some((known) => known === status)
}
