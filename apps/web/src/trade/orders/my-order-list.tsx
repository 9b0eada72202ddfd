/** The tab panels of signed-in users: one list at a time. */
import type { TradeMarket } from '../market/market.ts'
import { OpenOrders } from './open-orders.tsx'
import { OrderHistory } from './order-history.tsx'
import type { MyOrdersTab } from './my-order-lists.tsx'
import { WalletList } from '../wallet.tsx'

/** The list of one tab. */
export function MyOrderList({
  market,
  tab,
}: {
  readonly market: TradeMarket
  readonly tab: MyOrdersTab
}) {
  switch (tab) {
    case 'order':
      return <OpenOrders market={market} />
    case 'history':
      return <OrderHistory market={market} />
    case 'wallet':
      return <WalletList />
  }
}
