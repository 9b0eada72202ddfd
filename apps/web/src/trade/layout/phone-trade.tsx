/** The page on phones: compact summary, chart, one list at a time, and a bar with Buy and Sell. */
import { newsMessages, tradeViewMessages } from '@tukar/i18n'
import { memo, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { createResource, wantAgain } from '../../api/resource.ts'
import { whenIdle } from '../../app/after-paint.ts'
import { ResourcePart, partMissing } from '../../app/fetched-part.tsx'
import { pageTranslator } from '../../app/translate.ts'
import { useSession } from '../../api/session.ts'
import type { Side } from '../../feed/levels.ts'
import { PanelBoundary } from '../../foreign/panel-boundary.tsx'
import { LazyNews } from '../../news/lazy-news.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type Choice, Tabs } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LiveRegion } from '../../ui/feedback.tsx'
import { AskAgain } from '../ask-again.tsx'
import { ChartFrame } from '../chart/chart-frame.tsx'
import { KeysLink } from '../keys/keys-button.tsx'
import { LaterKeys } from '../keys/later-keys.tsx'
import type { TradeMarket } from '../market/market.ts'
import { marketListFile } from '../market/market-list-file.ts'
import { MarketRules } from '../market/market-rules.tsx'
import { OrderBook, type PickedRow } from '../book/order-book.tsx'
import { MyOrderTab } from '../orders/my-order-lists.tsx'
import { useOpenOrders } from '../orders/my-orders.ts'
import { MarketSummary } from '../market/summary.tsx'
import { RecentTradesList } from '../recent-trades/recent-trades.tsx'
import styles from '../trading-page.module.css'
import { findTakerSide, type Trading, useTrading } from '../use-trading.ts'

const t = pageTranslator(tradeViewMessages)
const tNews = pageTranslator(newsMessages)

const sides = ['buy', 'sell'] as const

/** Parts that are hidden at first: loaded once the page is rendered, or on first use. */
const sheetFile = createResource(async () => (await import('./phone-sheet.tsx')).PhoneSheet)

export { PhoneBones } from './trade-skeleton.tsx'

type PhoneTab = 'book' | 'tape' | 'order' | 'history' | 'wallet' | 'news' | 'rules'

/** The layout below 768 px. */
export function PhoneTrade({ market }: { readonly market: TradeMarket }) {
  const session = useSession()
  const trading = useTrading(market)
  const [isListOpen, setListOpen] = useState(false)
  const [sheet, setSheet] = useState<Side | null>(null)
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => setListOpen(false), [market])
  useEscape(isListOpen, () => {
    setListOpen(false)
    focusListButton(summary)
  })
  const openSheet = useCallback((side: Side) => {
    wantAgain(sheetFile)
    setListOpen(false)
    setSheet(side)
  }, [])
  const toggleList = useCallback(() => setListOpen((isOpen) => !isOpen), [])
  const { onTake } = trading
  const isGuest = session === null
  const isRequested = useLaterFiles(isGuest)
  const take = useCallback(
    (row: PickedRow) => {
      onTake(row)
      if (!isGuest) openSheet(findTakerSide(row))
    },
    [onTake, isGuest, openSheet],
  )
  return (
    <div className={styles['phone']}>
      <div className={styles['phoneSummary']} ref={summary}>
        <MarketSummary
          market={market}
          hasListButton
          isListOpen={isListOpen}
          onToggleList={toggleList}
        />
      </div>
      {isListOpen && (
        <div className={styles['phoneList']}>
          <ResourcePart file={marketListFile} place={null}>
            {(MarketList) => (
              <MarketList pair={market.pair} hasTitle={false} onPick={() => setListOpen(false)} />
            )}
          </ResourcePart>
        </div>
      )}
      <PanelBoundary className={styles['phoneChart']}>
        <ChartFrame market={market} />
      </PanelBoundary>
      <PhoneTabs market={market} isGuest={isGuest} onTake={take} />
      <PhoneBar market={market} isGuest={isGuest} onOpen={openSheet} />
      {(isRequested || sheet !== null) && !isGuest && (
        <LaterSheet {...{ market, sheet, trading }} onSide={setSheet} />
      )}
      {sides.map(
        (side) =>
          side !== sheet && (
            <AskAgain
              key={`${market.pair} ${side}`}
              {...{ market, side }}
              onPlaced={trading.onPlaced}
            />
          ),
      )}
      <LiveRegion>{sheet === null && trading.spoken}</LiveRegion>
      <LaterKeys market={market} onSide={(side) => !isGuest && openSheet(side)} />
    </div>
  )
}

/** The sheet with the order ticket; its file loads before it is opened. */
function LaterSheet({
  market,
  sheet,
  onSide,
  trading,
}: {
  readonly market: TradeMarket
  readonly sheet: Side | null
  readonly onSide: (side: Side | null) => void
  readonly trading: Trading
}) {
  const missing = (retry: () => void) => (
    <Dialog
      isOpen={sheet !== null}
      onClose={() => onSide(null)}
      title={t('orderSheet')}
      shape="bottom"
    >
      {partMissing(retry)}
    </Dialog>
  )
  return (
    <ResourcePart file={sheetFile} place={null} missing={missing}>
      {(PhoneSheet) => (
        <PhoneSheet market={market} side={sheet} onSide={onSide} trading={trading} />
      )}
    </ResourcePart>
  )
}

/** Loads the files when the page is idle; returns whether loading has started. */
function useLaterFiles(isGuest: boolean): boolean {
  const [isRequested, setRequested] = useState(false)
  useEffect(
    () =>
      whenIdle(() => {
        // A file that fails now is loaded again on use.
        wantAgain(marketListFile)
        if (!isGuest) wantAgain(sheetFile)
        setRequested(true)
      }),
    [isGuest],
  )
  return isRequested
}

/** Calls `onEscape` on the Escape key while `isOn`. */
function useEscape(isOn: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}

/** Moves the focus to the pair's button, because closing the list would lose it. */
function focusListButton(summary: RefObject<HTMLDivElement | null>): void {
  summary.current?.querySelector<HTMLButtonElement>('button[aria-expanded]')?.focus()
}

/** A component of its own, so that elements that open above it do not redraw it. */
const PhoneTabs = memo(function PhoneTabs({
  market,
  isGuest,
  onTake,
}: {
  readonly market: TradeMarket
  readonly isGuest: boolean
  readonly onTake: (row: PickedRow) => void
}) {
  const [tab, setTab] = useState<PhoneTab>('book')
  const { orders, state } = useOpenOrders(market)
  const own: readonly Choice<PhoneTab>[] = [
    { value: 'order', label: t('tabOrder'), ...(state === 'ready' && { count: orders.length }) },
    { value: 'history', label: t('tabHistory') },
    { value: 'wallet', label: t('tabWallet') },
  ]
  return (
    <Tabs<PhoneTab>
      label={t('tradingPage', { pair: market.pairText })}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'book', label: t('orderBook') },
        { value: 'tape', label: t('newTransactions') },
        ...(isGuest ? [] : own),
        { value: 'news', label: tNews('title') },
        { value: 'rules', label: t('info') },
      ]}
      className={styles['phoneTabs'] ?? ''}
    >
      <PhonePanel market={market} tab={tab} onTake={onTake} />
    </Tabs>
  )
})

function PhonePanel({
  market,
  tab,
  onTake,
}: {
  readonly market: TradeMarket
  readonly tab: PhoneTab
  readonly onTake: (row: PickedRow) => void
}) {
  switch (tab) {
    case 'book':
      return (
        <PanelBoundary className={styles['phoneBook']}>
          <OrderBook market={market} onTake={onTake} isLadder hasTitle={false} />
        </PanelBoundary>
      )
    case 'tape':
      return (
        <PanelBoundary className={styles['phoneBook']}>
          <RecentTradesList market={market} hasTitle={false} />
        </PanelBoundary>
      )
    case 'order':
    case 'history':
    case 'wallet':
      return (
        <PanelBoundary>
          <MyOrderTab market={market} tab={tab} />
        </PanelBoundary>
      )
    case 'news':
      return <LazyNews hasTitle={false} />
    case 'rules':
      return (
        <>
          <MarketRules market={market} />
          <KeysLink />
        </>
      )
  }
}

/** The fixed bar (TRADE-11): Buy and Sell, for guests Register and Login. */
function PhoneBar({
  market,
  isGuest,
  onOpen,
}: {
  readonly market: TradeMarket
  readonly isGuest: boolean
  readonly onOpen: (side: Side) => void
}) {
  if (isGuest) {
    return (
      <div className={styles['bar']}>
        <ButtonLink to="/auth/register" kind="buy" size="large">
          {t('register')}
        </ButtonLink>
        <ButtonLink to="/auth/login" kind="sell" size="large">
          {t('login')}
        </ButtonLink>
      </div>
    )
  }
  const { symbol: base } = market.base
  return (
    <div className={styles['bar']}>
      <Button
        kind="buy"
        size="large"
        aria-label={t('buyBase', { base })}
        onClick={() => onOpen('buy')}
      >
        {t('buy')}
      </Button>
      <Button
        kind="sell"
        size="large"
        aria-label={t('sellBase', { base })}
        onClick={() => onOpen('sell')}
      >
        {t('sell')}
      </Button>
    </div>
  )
}
