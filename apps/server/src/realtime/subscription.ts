/** A client's `subscribe` message: a market by its pair, and which of its events. */

/** All events of a market. */
export const marketEvents = ['sells', 'buys', 'histories', 'market_update', 'pulse'] as const
export type MarketEvent = (typeof marketEvents)[number]

export type Subscription = {
  readonly pair: string
  /** The wanted events; all of them if the client named none. */
  readonly events: readonly MarketEvent[]
}

/**
 * Parses `{pair}` or `{pair, only: [event, …]}`. Returns null for anything else, including an unknown event:
 * a partial subscription would look like a quiet market.
 */
export function readSubscription(wanted: unknown): Subscription | null {
  if (typeof wanted !== 'object' || wanted === null || !('pair' in wanted)) return null
  const { pair } = wanted
  if (typeof pair !== 'string') return null
  if (!('only' in wanted) || wanted.only === undefined) return { pair, events: marketEvents }
  const { only } = wanted
  if (!Array.isArray(only) || only.length === 0 || only.length > marketEvents.length) return null
  const events = marketEvents.filter((event) => only.includes(event))
  return events.length === only.length ? { pair, events } : null
}
