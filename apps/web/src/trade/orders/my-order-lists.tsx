/** The tabs of signed-in users (TRADE-10): Order, Order History, Wallet. Guests have none. */
import { tradeViewMessages } from '@tukar/i18n'
import { lazy, Suspense, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Tabs } from '../../ui/choice.tsx'
import type { TradeMarket } from '../market/market.ts'
import { useOpenOrders } from './my-orders.ts'
import styles from './own-lists.module.css'

const t = pageTranslator(tradeViewMessages)

const LaterList = lazy(async () => ({ default: (await import('./my-order-list.tsx')).MyOrderList }))

export type MyOrdersTab = 'order' | 'history' | 'wallet'

/** The tabs with their lists. */
export function MyOrderLists({ market }: { readonly market: TradeMarket }) {
  const [tab, setTab] = useState<MyOrdersTab>('order')
  const { orders, state } = useOpenOrders(market)
  const count = state === 'ready' ? { count: orders.length } : {}
  return (
    <section className={styles['panel']} aria-label={t('ownLists')} id="own-lists">
      <Tabs<MyOrdersTab>
        label={t('ownLists')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'order', label: t('tabOrder'), ...count },
          { value: 'history', label: t('tabHistory') },
          { value: 'wallet', label: t('tabWallet') },
        ]}
      >
        <MyOrderTab market={market} tab={tab} />
      </Tabs>
    </section>
  )
}

/** One list, loaded on first use: guests have none, and phones show the book first. */
export function MyOrderTab(props: { readonly market: TradeMarket; readonly tab: MyOrdersTab }) {
  // If its file does not load, the panel shows an error.
  return (
    <Suspense fallback={<div className={styles['coming']} aria-busy="true" />}>
      <LaterList {...props} />
    </Suspense>
  )
}
