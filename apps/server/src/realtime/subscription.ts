/** What a client asks for by `subscribe`: a market by its pair, and which of its events. */

/** Everything that the subscribers of a market are sent. */
export const marketEvents = ['sells', 'buys', 'histories', 'market_update', 'pulse'] as const
export type MarketEvent = (typeof marketEvents)[number]

export type Subscription = {
  readonly pair: string
  /** The events wanted; all of them where the client named none. */
  readonly events: readonly MarketEvent[]
}

/**
 * Reads what a client sent: `{pair}`, or `{pair, only: [event, …]}`. Null where it is anything else, also
 * where one of the events is not a market's: half of what was asked for would look like a silent market.
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
