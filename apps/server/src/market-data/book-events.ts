/** Which of the core's events the public picture of a market is made from. */
import type { CoreEvent } from '@tukar/core'

/** The events that a market's book and trades are made from. */
export type BookEvent = Extract<CoreEvent, { kind: 'order_rested' | 'traded' | 'order_closed' }>

/** Whether the event changes a book or is a trade. */
export function isBookEvent(event: CoreEvent): event is BookEvent {
  return event.kind === 'order_rested' || event.kind === 'traded' || event.kind === 'order_closed'
}
