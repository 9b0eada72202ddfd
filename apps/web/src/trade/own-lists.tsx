/** The tabs of who is signed in (TRADE-10): Order, Order History, Wallet. Guests have none. */
import { tradeMessages } from '@tukar/i18n'
import { useState } from 'react'
import { sayer } from '../app/say.ts'
import { Tabs } from '../ui/choice.tsx'
import type { TradeMarket } from './market.ts'
import { OpenOrders } from './open-orders.tsx'
import { OrderHistory } from './order-history.tsx'
import { useOpenOrders } from './own-orders.ts'
import styles from './own-lists.module.css'
import { WalletList } from './wallet.tsx'

const say = sayer(tradeMessages)

export type OwnTab = 'order' | 'history' | 'wallet'

/** The tabs with their lists. */
export function OwnLists({ market }: { readonly market: TradeMarket }) {
  const [tab, setTab] = useState<OwnTab>('order')
  const { orders, state } = useOpenOrders(market)
  const count = state === 'ready' ? { count: orders.length } : {}
  return (
    <section className={styles['panel']} aria-label={say('ownLists')} id="own-lists">
      <Tabs<OwnTab>
        label={say('ownLists')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'order', label: say('tabOrder'), ...count },
          { value: 'history', label: say('tabHistory') },
          { value: 'wallet', label: say('tabWallet') },
        ]}
      >
        <OwnList market={market} tab={tab} />
      </Tabs>
    </section>
  )
}

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
