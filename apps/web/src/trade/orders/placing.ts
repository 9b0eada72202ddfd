/**
 * Sends the order of a ticket, once per click. A second press during a request does nothing. After an
 * unknown outcome the same order is repeated automatically and on each press, until there is an answer; only
 * then can another one be sent. Exactly one component handles a side at any time: its form, or `AskAgain`
 * while the form is not shown.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { findMissingByRefusal } from '../../agreement/verification-status.ts'
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
  /** The receipt before the click. */
  readonly promised: Receipt | null
}

export type Placing = {
  readonly isBusy: boolean
  /** The refusal of the last order; cleared by the next change of the ticket. */
  readonly refusal: Failure | null
  /** The result of the last order; cleared by the next change of the ticket. */
  readonly placed: Placed | null
  /** The order with an unknown outcome; a press repeats it. */
  readonly unresolved: OrderBody | null
  readonly forget: () => void
  /** Sends the ticket's order, or repeats the unresolved one. */
  readonly submit: (promised: Receipt | null) => void
}

/** Whether it is unknown if the order was placed. */
function isUnknown(failure: Failure, isRepeat: boolean): boolean {
  return findMissingByRefusal(failure.code) === null && isOutcomeOpen(failure, isRepeat)
}

type Sending = {
  readonly isRepeat: boolean
  readonly promised: Receipt | null
  /** Whether the ticket still has this order. */
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

/** Returns a function that tells whether the ticket is unchanged since. */
function untilTyped(side: Side): () => boolean {
  const { actionCount } = currentTicket(side)
  return () => currentTicket(side).actionCount === actionCount
}

/** Running placements: an event about an order waits for the answer with its id. */
const underWay = new Set<Promise<unknown>>()
/** Orders whose answer already reported their end. */
const notified = new Set<string>()
const notifiedMax = 200

/** Resolves when no placement is running. */
export async function afterPlacements(): Promise<void> {
  await Promise.allSettled(underWay)
}

/** Whether the answer of the placement already reported the order's end. */
export function wasNotified(orderId: string): boolean {
  return notified.has(orderId)
}

function markNotified(orderId: string): void {
  notified.add(orderId)
  const [oldest] = notified
  if (notified.size > notifiedMax && oldest !== undefined) notified.delete(oldest)
}

/** Delay before an unresolved order is repeated. */
const askAgainMs = 3_000

/** The placement of one side's orders. */
export function usePlacing(
  market: TradeMarket,
  side: Side,
  onPlaced: (placed: Placed) => void,
): Placing {
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [placed, setPlaced] = useState<Placed | null>(null)
  // Shared by the market's side and not per form: a form that opens again sends nothing either.
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
      // Input since the click belongs to another order.
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
      // During the request the form shows the sent order.
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
