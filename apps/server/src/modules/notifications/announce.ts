/** Events of one person that no list keeps: told to his open pages once the change is committed. */
import type { Transaction } from '../../platform/database/pool.ts'

/** The channel on which PostgreSQL tells of them. */
export const eventChannel = 'tukar_own_event'

/** What may be told so: how an identity stands (RT-03), that its window closes (RT-04). */
export const userEvents = ['kyc_status', 'kyc_tutup_popup'] as const
export type UserEvent = {
  readonly userId: number
  readonly event: (typeof userEvents)[number]
  /** A word of the wire; empty where the event says it all. */
  readonly message: string
}

/**
 * Tells a person's open pages of an event, in the caller's transaction: once it is committed, and never if
 * it is not. Pages that are not open miss it, and find the state by their own calls.
 */
export async function announce(
  client: Pick<Transaction, 'query'>,
  { userId, event, message }: UserEvent,
): Promise<void> {
  const payload = `${userId}:${event}:${message}`
  await client.query('select pg_notify($1, $2)', [eventChannel, payload])
}

/** Reads what `announce` wrote; null for anything else. */
export function parseUserEvent(payload: string): UserEvent | null {
  const [id = '', word = '', ...rest] = payload.split(':')
  const event = userEvents.find((one) => one === word)
  const userId = Number(id)
  if (event === undefined || !Number.isSafeInteger(userId)) return null
  return { userId, event, message: rest.join(':') }
}
