/** Events of one user without a stored list: sent to the user's open pages after the commit. */
import type { Transaction } from '../../platform/database/pool.ts'

/** The PostgreSQL channel of these events. */
export const eventChannel = 'tukar_own_event'

/** The events: the state of the identity (RT-03), and the end of its modal (RT-04). */
export const userEvents = ['kyc_status', 'kyc_tutup_popup'] as const
export type UserEvent = {
  readonly userId: number
  readonly event: (typeof userEvents)[number]
  /** A word of the wire; empty if the event needs none. */
  readonly message: string
}

/**
 * Sends an event to a user's open pages when the caller's transaction commits, and never otherwise. Pages
 * that are not open miss it, and read the state with their own calls.
 */
export async function announce(
  client: Pick<Transaction, 'query'>,
  { userId, event, message }: UserEvent,
): Promise<void> {
  const payload = `${userId}:${event}:${message}`
  await client.query('select pg_notify($1, $2)', [eventChannel, payload])
}

/** Parses the payload of `announce`; null for anything else. */
export function parseUserEvent(payload: string): UserEvent | null {
  const [id = '', word = '', ...rest] = payload.split(':')
  const event = userEvents.find((one) => one === word)
  const userId = Number(id)
  if (event === undefined || !Number.isSafeInteger(userId)) return null
  return { userId, event, message: rest.join(':') }
}
