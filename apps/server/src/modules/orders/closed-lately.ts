/**
 * Recently closed orders. Most refused cancellations arrive a moment too late: they are answered from here,
 * because the tables would first have to catch up.
 */
import type { Engine } from '../../engine/index.ts'

/** A ring by order id: of orders with the same slot, the one that closed last is known. */
const rememberedMax = 2 ** 16

export type ClosedOrder = {
  readonly accountId: number
  /** The number of the command that closed the order. */
  readonly seq: number
}

/**
 * Remembers orders as they close, while the engine runs. The returned function gives the account and the
 * closing command of an order; null if it is not known here.
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
        const slot = event.orderId % rememberedMax
        orderIds[slot] = event.orderId
        owners[slot] = event.accountId
        seqs[slot] = seq
      }
    }
  })
  return (orderId) => {
    const slot = orderId % rememberedMax
    if (orderId <= 0 || orderIds[slot] !== orderId) return null
    return { accountId: owners[slot] ?? 0, seq: seqs[slot] ?? 0 }
  }
}
