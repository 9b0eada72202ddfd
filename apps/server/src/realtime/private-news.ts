/** Sends each user what committed batches mean to him: `ubal` and `notif_obooks_result`. */
import type { EventName, EventOf } from '@tukar/wire'
import type { Engine } from '../engine/port.ts'
import { balancesFrame, type CurrencyScale, orderFrame } from './frames.ts'
import { collectNews, type UserNews } from './order-news.ts'

export type PrivateNewsOptions = {
  readonly engine: Engine
  readonly currencyOf: (currencyId: number) => CurrencyScale | undefined
  /** Whether the user has an open socket. */
  readonly isListening: (userId: number) => boolean
  /** Sends to the room of that user alone. */
  readonly send: <E extends EventName>(userId: number, event: E, payload: EventOf<E>) => void
}

/** News of batches that come within this time are told together. */
const gatherMs = 10

/** Starts telling; the returned function ends it. */
export function startPrivateNews(options: PrivateNewsOptions): () => void {
  const { engine, currencyOf, isListening, send } = options
  const waiting = new Map<number, UserNews>()
  let timer: NodeJS.Timeout | null = null

  function tell(): void {
    timer = null
    for (const { userId, seq, balances, orders } of waiting.values()) {
      if (balances.size > 0) {
        send(userId, 'ubal', balancesFrame(userId, seq, balances.values(), currencyOf))
      }
      for (const news of orders.values()) {
        send(userId, 'notif_obooks_result', orderFrame(userId, seq, news))
      }
    }
    waiting.clear()
  }

  const stop = engine.onCommitted((batch) => {
    collectNews(batch, waiting, isListening)
    if (waiting.size > 0) timer ??= setTimeout(tell, gatherMs)
  })
  return () => {
    stop()
    if (timer !== null) clearTimeout(timer)
  }
}
