/**
 * What events tell of one's own: an order that changed or closed, balances, events that were missed.
 * Lists follow, fills are told in a toast and aloud.
 */
import { tradeViewMessages } from '@tukar/i18n'
import { useEffect } from 'react'
import { sayer } from '../../app/translate.ts'
import { useSession } from '../../api/session.ts'
import type { OwnOrderNotice } from '../../feed/messages.ts'
import { onFeedEvent } from '../../feed/store.ts'
import { toast } from '../../ui/toast.tsx'
import { applyBalances } from '../balances.ts'
import type { TradeMarket } from '../market/market.ts'
import {
  agedElsewhere,
  moveToHistory,
  noteEnd,
  refreshOpenOrders,
  refreshOwn,
  renewOwn,
} from './my-orders.ts'
import { afterPlacements, wasTold } from './placing.ts'
import { amountWithUnit, shortQuantity } from '../texts.ts'
import type { OwnOrder } from '../wire.ts'

const say = sayer(tradeViewMessages)

/** Follows own events while the page is shown; `speak` is given what is to be said aloud. */
export function useOwnEvents(market: TradeMarket, speak: (text: string) => void): void {
  const session = useSession()
  useEffect(() => {
    if (session === null) return
    // What happened while another market was open, or another page, nobody told this one.
    renewOwn()
    return onFeedEvent((event) => {
      switch (event.kind) {
        case 'missed':
          return refreshOwn()
        case 'ownBalances':
          return applyBalances(event.balances)
        case 'ownOrder':
          agedElsewhere(market.pair)
          followOrder(market, event.notice, speak).catch(refreshOwn)
          return
        case 'notice':
        case 'identity':
        case 'identityClosed':
        case 'announcements':
        case 'markets':
          return
      }
    })
  }, [market, session, speak])
}

async function followOrder(
  market: TradeMarket,
  { orderId, status }: OwnOrderNotice,
  speak: (text: string) => void,
): Promise<void> {
  if (status !== 'close' && status !== 'cancel') {
    refreshOpenOrders(market.pair)
    return
  }
  noteEnd([orderId], status === 'cancel' ? 'canceled' : 'filled')
  await afterPlacements()
  const order = await moveToHistory(market, orderId)
  if (order === null) {
    refreshOpenOrders(market.pair)
    return
  }
  if (order.pair !== market.pair || order.matchedCount === 0 || wasTold(orderId)) return
  const text = closedText(market, order)
  toast('good', say(order.remaining === 0 ? 'orderFilled' : 'orderCanceled'), text)
  speak(text)
}

function closedText(market: TradeMarket, order: OwnOrder): string {
  const asset = order.side === 'buy' ? market.base : market.quote
  const about = {
    side: say(order.side),
    filled: shortQuantity(market, order.quantity - order.remaining),
    amount: shortQuantity(market, order.quantity),
    base: market.base.symbol,
  }
  const done = say(order.remaining === 0 ? 'ownClosed' : 'ownCanceled', about)
  return `${done} ${say('finalReceived', { amount: amountWithUnit(asset, order.received) })}`
}
