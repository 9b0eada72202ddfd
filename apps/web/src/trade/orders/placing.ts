/**
 * Sends the order of a ticket, once per click: a second press while it is under way does
 * nothing, and after an outcome that is not known the same order is asked for again, by itself and by
 * every press, until there is an answer. Only then another one can be sent. Each side's is at all times
 * in one part of the page: its form, or `AskAgain` while that is not there.
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
import { tellRefused } from './refusal-text.ts'
import { bodyOf, type OrderBody } from '../ticket/ticket.ts'
import { currentOrderKind } from '../ticket/ticket-kind.ts'
import { isOnItsWay, notePending, useOnItsWay } from '../ticket/ticket-pending.ts'
import { act, currentTicket, followPrices, rulesOf } from '../ticket/ticket-store.ts'
import { placeOrder } from '../trade-calls.ts'
import {
  keepSending,
  keepUnresolved,
  resolved,
  type SentOrder,
  unresolvedOf,
  useUnresolved,
} from './unresolved.ts'
import type { OwnOrder } from '../wire.ts'

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
  return findMissingByRefusal(failure.code) === null && isOutcomeOpen(failure, isRepeat)
}

type Sending = {
  readonly isRepeat: boolean
  readonly promised: Receipt | null
  /** Whether its ticket still holds this very order. */
  readonly isSame: () => boolean
}

/** Whether the ticket would send the same order again. */
function isInTicket(market: TradeMarket, { side, price, amount, kind }: OrderBody): boolean {
  const standing = bodyOf(rulesOf(market, side), currentTicket(side), currentOrderKind())
  return standing?.price === price && standing.amount === amount && standing.kind === kind
}

/** Tells whether nothing was done to a ticket since. */
function untilTyped(side: Side): () => boolean {
  const { deeds } = currentTicket(side)
  return () => currentTicket(side).deeds === deeds
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
        return isThere.current ? setRefusal(outcome.failure) : tellRefused(outcome.failure)
      // What was typed meanwhile is another order.
      if (isSame()) act(market, side, { kind: 'placed' })
      const { order } = outcome
      if (order === null) return refreshOpenOrders(market.pair)
      if (order.status === 'open' || order.status === 'partial') addOpenOrder(market.pair, order)
      else noteTold(order.id)
      const done = { side, order, promised }
      setPlaced(done)
      onPlaced(done)
    },
    [market, side, onPlaced],
  )

  const submit = useCallback(
    (promised: Receipt | null) => {
      const waiting = unresolvedOf(market, side)
      const body =
        waiting?.body ?? bodyOf(rulesOf(market, side), currentTicket(side), currentOrderKind())
      if (body === null || isOnItsWay(market, side)) return
      setRefusal(null)
      setPlaced(null)
      // What is on its way is what stands in the form.
      followPrices(market, side, false)
      const sent = waiting ?? { body, commandId: newCommandId() }
      const isRepeat = waiting !== null
      keepSending(market, sent)
      const isOver = notePending(market, body, sent.commandId)
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
