/** Orders with a running request: rows among the open orders until there is an answer (ui.md P0, 52). */
import { currencyUnits, parseUnits, priceUnits, quantityForBudget } from '@tukar/money'
import { useMemo, useSyncExternalStore } from 'react'
import type { Side } from '../../feed/levels.ts'
import type { TradeMarket } from '../market/market.ts'
import type { OrderBody } from './ticket.ts'
import { useUnresolved } from '../orders/unresolved.ts'

/** An order without an answer yet, in units of its market. */
export type PendingOrder = {
  readonly commandId: string
  readonly side: Side
  readonly price: number
  readonly quantity: number
  /** Whether the first answer was lost and the order is being repeated. */
  readonly isRepeated: boolean
}

type Sent = { readonly commandId: string; readonly pair: string; readonly body: OrderBody }

let underWay: readonly Sent[] = []
const listeners = new Set<() => void>()

function change(next: readonly Sent[]): void {
  underWay = next
  for (const listener of listeners) listener()
}

/** Adds an order with a running request; the returned function removes it. */
export function addPending(
  { pair }: Pick<TradeMarket, 'pair'>,
  body: OrderBody,
  commandId: string,
): () => void {
  const others = () => underWay.filter((sent) => sent.commandId !== commandId)
  change([{ commandId, pair, body }, ...others()])
  return () => change(others())
}

/** Whether an order of this side of the market has a running request, from any form. */
export function isOnItsWay({ pair }: Pick<TradeMarket, 'pair'>, side: Side): boolean {
  return underWay.some((sent) => sent.pair === pair && sent.body.side === side)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same; the component draws again when it changes. */
export function useOnItsWay(market: TradeMarket, side: Side): boolean {
  return useSyncExternalStore(subscribe, () => isOnItsWay(market, side))
}

/** The orders of a market with a running request, newest first. */
export function usePendingOrders(market: TradeMarket): readonly PendingOrder[] {
  const sent = useSyncExternalStore(subscribe, () => underWay)
  const buy = useUnresolved(market, 'buy')
  const sell = useUnresolved(market, 'sell')
  return useMemo(() => {
    const repeated = [buy, sell].flatMap((one) => (one === null ? [] : [one]))
    const repeatedIds = new Set(repeated.map(({ commandId }) => commandId))
    const first = sent.filter(
      ({ pair, commandId }) => pair === market.pair && !repeatedIds.has(commandId),
    )
    return [
      ...first.flatMap((one) => findPending(market, one.body, one.commandId, false) ?? []),
      ...repeated.flatMap((one) => findPending(market, one.body, one.commandId, true) ?? []),
    ]
  }, [market, sent, buy, sell])
}

/** Reads a sent body as an order; null if it is none: the exchange will refuse it. */
function findPending(
  { quote, base, baseScale, lot }: Pick<TradeMarket, 'quote' | 'base' | 'baseScale' | 'lot'>,
  { side, price: priceText, amount: amountText, quantity: quantityText }: OrderBody,
  commandId: string,
  isRepeated: boolean,
): PendingOrder | null {
  const price = parseUnits(priceText, quote.decimals)
  const amount = parseUnits(amountText, side === 'buy' ? quote.decimals : base.decimals)
  if (!price.ok || !amount.ok || price.units === 0 || amount.units === 0) return null
  const named = quantityText === undefined ? null : parseUnits(quantityText, base.decimals)
  if (named?.ok === false) return null
  const quantity =
    side === 'sell' || named !== null
      ? (named ?? amount).units
      : quantityForBudget(
          currencyUnits(amount.units),
          priceUnits(price.units),
          baseScale,
          currencyUnits(lot),
        )
  return quantity > 0 ? { commandId, side, price: price.units, quantity, isRepeated } : null
}
