/**
 * Sends the order of a ticket, once per click: a second press while it is under way does
 * nothing, and after an outcome that is not known the same press asks for the same order again.
 */
import { useCallback, useRef, useState } from 'react'
import { newCommandId } from '../api/command-id.ts'
import type { Failure } from '../api/request.ts'
import type { Side } from '../feed/levels.ts'
import type { TradeMarket } from './market.ts'
import { addOpenOrder, refreshOpenOrders } from './own-orders.ts'
import type { Receipt } from './receipt.ts'
import { bodyOf, type OrderBody } from './ticket.ts'
import { act, currentTicket, rulesOf } from './ticket-store.ts'
import { placeOrder } from './trade-calls.ts'
import type { OwnOrder } from './wire-reading.ts'

export type Placed = {
  readonly side: Side
  readonly order: OwnOrder
  /** What the receipt promised for the part that fills at once. */
  readonly promised: Receipt | null
}

export type Placing = {
  readonly isBusy: boolean
  /** Why the last order was not placed; gone with the next change of the ticket. */
  readonly refusal: Failure | null
  readonly forget: () => void
  /** Sends what stands in the ticket now. */
  readonly submit: (promised: Receipt | null) => void
}

/** Outcomes that leave open whether the order was taken; all others are final. */
function isUnknown({ kind }: Failure): boolean {
  return kind === 'network' || kind === 'busy'
}

/** Placements under way: what events tell about an order waits for the answer that names it. */
const underWay = new Set<Promise<unknown>>()
/** Orders that were told as done by their own answer. */
const told = new Set<string>()
const toldMax = 200

/** Resolves when no placement is under way. */
export async function afterPlacements(): Promise<void> {
  await Promise.allSettled(underWay)
}

/** Whether an order's end was told by the answer that placed it. */
export function wasTold(orderId: string): boolean {
  return told.has(orderId)
}

function noteTold(orderId: string): void {
  told.add(orderId)
  const [oldest] = told
  if (told.size > toldMax && oldest !== undefined) told.delete(oldest)
}

/** The placing of one side's orders. */
export function usePlacing(
  market: TradeMarket,
  side: Side,
  onPlaced: (placed: Placed) => void,
): Placing {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const isRunning = useRef(false)
  const open = useRef<{ readonly key: string; readonly commandId: string } | null>(null)

  const run = useCallback(
    async (body: OrderBody, promised: Receipt | null) => {
      const key = JSON.stringify([market.id, body])
      const commandId = open.current?.key === key ? open.current.commandId : newCommandId()
      const outcome = await placeOrder(market, body, commandId)
      if (!outcome.ok) {
        open.current = isUnknown(outcome.failure) ? { key, commandId } : null
        setRefusal(outcome.failure)
        return
      }
      open.current = null
      act(market, side, { kind: 'placed' })
      const { order } = outcome
      if (order === null) return refreshOpenOrders(market.pair)
      if (order.status === 'open' || order.status === 'partial') addOpenOrder(market.pair, order)
      else noteTold(order.id)
      onPlaced({ side, order, promised })
    },
    [market, side, onPlaced],
  )

  const submit = useCallback(
    (promised: Receipt | null) => {
      const body = bodyOf(rulesOf(market, side), currentTicket(side))
      if (body === null || isRunning.current) return
      isRunning.current = true
      setBusy(true)
      setRefusal(null)
      const work = run(body, promised).finally(() => {
        isRunning.current = false
        setBusy(false)
        underWay.delete(work)
      })
      underWay.add(work)
      work.catch(() => undefined)
    },
    [market, side, run],
  )
  const forget = useCallback(() => setRefusal(null), [])
  return { isBusy, refusal, forget, submit }
}
