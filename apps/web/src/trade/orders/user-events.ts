/**
 * Handles user events: changed or closed orders, balances, missed events. Lists are updated; fills appear as
 * a toast and are announced.
 */
import { tradeViewMessages } from '@tukar/i18n'
import { useEffect } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { useSession } from '../../api/session.ts'
import type { OwnOrderNotice } from '../../feed/messages.ts'
import { onFeedEvent } from '../../feed/store.ts'
import { toast } from '../../ui/toast.tsx'
import { applyBalances } from '../balances.ts'
import type { TradeMarket } from '../market/market.ts'
import {
  invalidateOtherMarkets,
  moveToHistory,
  recordEnd,
  refreshOpenOrders,
  refetchUserData,
  invalidateUserData,
} from './my-orders.ts'
import { afterPlacements, wasNotified } from './placing.ts'
import { amountWithUnit, shortQuantity } from '../texts.ts'
import type { MyOrder } from '../wire.ts'

const t = pageTranslator(tradeViewMessages)

/** Handles user events while the page is shown; `speak` announces texts. */
export function useUserEvents(market: TradeMarket, speak: (text: string) => void): void {
  const session = useSession()
  useEffect(() => {
    if (session === null) return
    // Events were not handled while another market or page was open.
    invalidateUserData()
    return onFeedEvent((event) => {
      switch (event.kind) {
        case 'missed':
          return refetchUserData()
        case 'ownBalances':
          return applyBalances(event.balances)
        case 'ownOrder':
          invalidateOtherMarkets(market.pair)
          followOrder(market, event.notice, speak).catch(refetchUserData)
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
  recordEnd([orderId], status === 'cancel' ? 'canceled' : 'filled')
  await afterPlacements()
  const order = await moveToHistory(market, orderId)
  if (order === null) {
    refreshOpenOrders(market.pair)
    return
  }
  if (order.pair !== market.pair || order.matchedCount === 0 || wasNotified(orderId)) return
  const text = closedText(market, order)
  toast('good', t(order.remaining === 0 ? 'orderFilled' : 'orderCanceled'), text)
  speak(text)
}

function closedText(market: TradeMarket, order: MyOrder): string {
  const asset = order.side === 'buy' ? market.base : market.quote
  const about = {
    side: t(order.side),
    filled: shortQuantity(market, order.quantity - order.remaining),
    amount: shortQuantity(market, order.quantity),
    base: market.base.symbol,
  }
  const done = t(order.remaining === 0 ? 'ownClosed' : 'ownCanceled', about)
  return `${done} ${t('finalReceived', { amount: amountWithUnit(asset, order.received) })}`
}
