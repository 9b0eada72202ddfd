/** The core events that public market data is made from. */
import type { CoreEvent } from '@tukar/core'

/** Events that change a market's book or are trades. */
export type BookEvent = Extract<CoreEvent, { kind: 'order_rested' | 'traded' | 'order_closed' }>

/** Whether the event changes a book or is a trade. */
export function isBookEvent(event: CoreEvent): event is BookEvent {
  return event.kind === 'order_rested' || event.kind === 'traded' || event.kind === 'order_closed'
}
