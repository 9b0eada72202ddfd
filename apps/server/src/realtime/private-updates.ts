/** Sends each user the updates of committed batches: `ubal` and `notif_obooks_result`. */
import type { EventName, EventOf } from '@tukar/wire'
import type { Engine } from '../engine/port.ts'
import { balancesFrame, type CurrencyScale, orderFrame } from './frames.ts'
import { collectUpdates, type UserUpdates } from './user-updates.ts'

export type PrivateUpdateOptions = {
  readonly engine: Engine
  readonly currencyOf: (currencyId: number) => CurrencyScale | undefined
  /** Whether the user has an open socket. */
  readonly isListening: (userId: number) => boolean
  /** Sends to that user's room. */
  readonly send: <E extends EventName>(userId: number, event: E, payload: EventOf<E>) => void
}

/** Updates of batches within this time are sent together. */
const gatherMs = 10

/** Starts sending; the returned function ends it. */
export function startPrivateUpdates(options: PrivateUpdateOptions): () => void {
  const { engine, currencyOf, isListening, send } = options
  const waiting = new Map<number, UserUpdates>()
  let timer: NodeJS.Timeout | null = null

  function flush(): void {
    timer = null
    for (const { userId, seq, balances, orders } of waiting.values()) {
      if (balances.size > 0) {
        send(userId, 'ubal', balancesFrame(userId, seq, balances.values(), currencyOf))
      }
      for (const update of orders.values()) {
        send(userId, 'notif_obooks_result', orderFrame(userId, seq, update))
      }
    }
    waiting.clear()
  }

  const stop = engine.onCommitted((batch) => {
    collectUpdates(batch, waiting, isListening)
    if (waiting.size > 0) timer ??= setTimeout(flush, gatherMs)
  })
  return () => {
    stop()
    if (timer !== null) clearTimeout(timer)
  }
}
