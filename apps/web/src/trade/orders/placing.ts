/**
 * Sends the order of a ticket, once per click: a second press while it is under way does
 * nothing, and after an outcome that is not known the same order is asked for again, by itself and by
 * every press, until there is an answer. Only then another one can be sent. Each side's is at all times
 * in one part of the page: its form, or `AskAgain` while that is not there.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { missingOf } from '../../agreement/standing.ts'
import { isOutcomeOpen } from '../../api/answer.ts'
import { newCommandId } from '../../api/command-id.ts'
import type { Failure } from '../../api/request.ts'
import type { Side } from '../../feed/levels.ts'
import type { TradeMarket } from '../market/market.ts'
import { addOpenOrder, refreshOpenOrders } from './my-orders.ts'
import type { Receipt } from '../receipt/receipt.ts'
import { notifyRefused } from './refusal-text.ts'
import { buildOrderBody, type OrderBody } from '../ticket/ticket.ts'
import { currentOrderKind } from '../ticket/ticket-kind.ts'
import { isOnItsWay, addPending, useOnItsWay } from '../ticket/ticket-pending.ts'
import { act, currentTicket, followPrices, toTicketRules } from '../ticket/ticket-store.ts'
import { placeOrder } from '../trade-calls.ts'
import {
  keepSending,
  keepUnresolved,
  resolved,
  type SentOrder,
  findUnresolved,
  useUnresolved,
} from './unresolved.ts'
import type { MyOrder } from '../wire.ts'

export type Placed = {
  readonly side: Side
  readonly order: MyOrder
  /** What the receipt promised for the part that fills at once. */
  readonly promised: Receipt | null
}

export type Placing = {
  readonly isBusy: boolean
  /** Why the last order was not placed; gone with the next change of the ticket. */
  readonly refusal: Failure | null
  /** What became of the last order; gone with the next change of the ticket. */
  readonly placed: Placed | null
  /** The order whose outcome is not known; it is what a press sends. */
  readonly unresolved: OrderBody | null
  readonly forget: () => void
  /** Sends what stands in the ticket now, or what is unresolved. */
  readonly submit: (promised: Receipt | null) => void
}

/** Whether it stays open if the order was taken. */
function isUnknown(failure: Failure, isRepeat: boolean): boolean {
  return missingOf(failure.code) === null && isOutcomeOpen(failure, isRepeat)
}

type Sending = {
  readonly isRepeat: boolean
  readonly promised: Receipt | null
  /** Whether its ticket still holds this very order. */
  readonly isSame: () => boolean
}

/** The order in the form of a side; null while one of its amounts is ambiguous. */
function currentBody(market: TradeMarket, side: Side): OrderBody | null {
  return buildOrderBody(toTicketRules(market, side), currentTicket(side), currentOrderKind())
}

/** Whether the ticket would send the same order again. */
function isInTicket(market: TradeMarket, { side, price, amount, kind }: OrderBody): boolean {
  const current = currentBody(market, side)
  return current?.price === price && current.amount === amount && current.kind === kind
}

/** Tells whether nothing was done to a ticket since. */
function untilTyped(side: Side): () => boolean {
  const { actionCount } = currentTicket(side)
  return () => currentTicket(side).actionCount === actionCount
}

/** Placements under way: what events tell about an order waits for the answer that names it. */
const underWay = new Set<Promise<unknown>>()
/** Orders that were told as done by their own answer. */
const notified = new Set<string>()
const notifiedMax = 200

/** Resolves when no placement is under way. */
export async function afterPlacements(): Promise<void> {
  await Promise.allSettled(underWay)
}

/** Whether an order's end was told by the answer that placed it. */
export function wasNotified(orderId: string): boolean {
  return notified.has(orderId)
}

function markNotified(orderId: string): void {
  notified.add(orderId)
  const [oldest] = notified
  if (notified.size > notifiedMax && oldest !== undefined) notified.delete(oldest)
}

/** An unresolved order is asked for again after so long. */
const askAgainMs = 3_000

/** The placing of one side's orders. */
export function usePlacing(
  market: TradeMarket,
  side: Side,
  onPlaced: (placed: Placed) => void,
): Placing {
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [placed, setPlaced] = useState<Placed | null>(null)
  // Of the market's side, not of this form: one that is opened again meanwhile sends nothing either.
  const isBusy = useOnItsWay(market, side)
  const unresolved = useUnresolved(market, side)
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])

  const run = useCallback(
    async (sent: SentOrder, { isRepeat, promised, isSame }: Sending) => {
      const outcome = await placeOrder(market, sent.body, sent.commandId)
      if (!outcome.ok && isUnknown(outcome.failure, isRepeat)) return keepUnresolved(market, sent)
      resolved(market, side)
      if (!outcome.ok)
        return isThere.current ? setRefusal(outcome.failure) : notifyRefused(outcome.failure)
      // What was typed meanwhile is another order.
      if (isSame()) act(market, side, { kind: 'placed' })
      const { order } = outcome
      if (order === null) return refreshOpenOrders(market.pair)
      if (order.status === 'open' || order.status === 'partial') addOpenOrder(market.pair, order)
      else markNotified(order.id)
      const done = { side, order, promised }
      setPlaced(done)
      onPlaced(done)
    },
    [market, side, onPlaced],
  )

  const submit = useCallback(
    (promised: Receipt | null) => {
      const waiting = findUnresolved(market, side)
      const body = waiting?.body ?? currentBody(market, side)
      if (body === null || isOnItsWay(market, side)) return
      setRefusal(null)
      setPlaced(null)
      // What is on its way is what stands in the form.
      followPrices(market, side, false)
      const sent = waiting ?? { body, commandId: newCommandId() }
      const isRepeat = waiting !== null
      keepSending(market, sent)
      const isOver = addPending(market, body, sent.commandId)
      const isSame = isRepeat ? () => isInTicket(market, body) : untilTyped(side)
      const sending = { isRepeat, promised: isRepeat ? null : promised, isSame }
      const work = run(sent, sending).finally(() => {
        isOver()
        followPrices(market, side, true)
        underWay.delete(work)
      })
      underWay.add(work)
      work.catch(() => undefined)
    },
    [market, side, run],
  )
  useEffect(() => {
    if (unresolved === null || isBusy) return undefined
    const timer = setTimeout(() => submit(null), askAgainMs)
    return () => clearTimeout(timer)
  }, [unresolved, isBusy, submit])
  const forget = useCallback(() => {
    setRefusal(null)
    setPlaced(null)
  }, [])
  return { isBusy, refusal, placed, unresolved: unresolved?.body ?? null, forget, submit }
}
