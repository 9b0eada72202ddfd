/** What the tabs of who is signed in show: one list at a time. */
import type { TradeMarket } from '../market/market.ts'
import { OpenOrders } from './open-orders.tsx'
import { OrderHistory } from './order-history.tsx'
import type { OwnTab } from './my-order-lists.tsx'
import { WalletList } from '../wallet.tsx'

/** One of the lists. */
export function OwnList({ market, tab }: { readonly market: TradeMarket; readonly tab: OwnTab }) {
  switch (tab) {
    case 'order':
      return <OpenOrders market={market} />
    case 'history':
      return <OrderHistory market={market} />
    case 'wallet':
      return <WalletList />
  }
}
