/**
 * Whose orders closed lately. Most cancels that are refused come too late by a moment: they are answered
 * without the tables, which would have to be written for each of them first.
 */
import type { Engine } from '../../engine/index.ts'

/** Of orders that are further apart by their ids the one that closed last is known. */
const rememberedMax = 2 ** 16

export type ClosedOrder = {
  readonly accountId: number
  /** The number of the command that closed it. */
  readonly seq: number
}

/**
 * Remembers orders as they close, as long as the engine lives. Returns what gives the account of an order that
 * is closed, and the end; null where that is not known here.
 */
export function rememberClosed(
  engine: Pick<Engine, 'onCommitted'>,
): (orderId: number) => ClosedOrder | null {
  const orderIds = new Float64Array(rememberedMax)
  const owners = new Float64Array(rememberedMax)
  const seqs = new Float64Array(rememberedMax)
  engine.onCommitted(({ commands }) => {
    for (const { seq, events } of commands) {
      for (const event of events) {
        if (event.kind !== 'order_closed') continue
        const place = event.orderId % rememberedMax
        orderIds[place] = event.orderId
        owners[place] = event.accountId
        seqs[place] = seq
      }
    }
  })
  return (orderId) => {
    const place = orderId % rememberedMax
    if (orderId <= 0 || orderIds[place] !== orderId) return null
    return { accountId: owners[place] ?? 0, seq: seqs[place] ?? 0 }
  }
}
