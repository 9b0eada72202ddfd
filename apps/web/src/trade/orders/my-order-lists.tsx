/** The tabs of who is signed in (TRADE-10): Order, Order History, Wallet. Guests have none. */
import { tradeViewMessages } from '@tukar/i18n'
import { lazy, Suspense, useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { Tabs } from '../../ui/choice.tsx'
import type { TradeMarket } from '../market/market.ts'
import { useOpenOrders } from './my-orders.ts'
import styles from './own-lists.module.css'

const say = sayer(tradeViewMessages)

const LaterList = lazy(async () => ({ default: (await import('./my-order-list.tsx')).OwnList }))

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

/** One of the lists, fetched when it is first shown: guests have none, and a phone begins with the book. */
export function OwnList(props: { readonly market: TradeMarket; readonly tab: OwnTab }) {
  // Where its file does not come, the panel that it stands in says so.
  return (
    <Suspense fallback={<div className={styles['coming']} aria-busy="true" />}>
      <LaterList {...props} />
    </Suspense>
  )
}
