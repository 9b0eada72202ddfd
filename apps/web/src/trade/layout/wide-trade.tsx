/** The page on desktops and tablets: panes with lines between them in one window. */
import { tradeViewMessages } from '@tukar/i18n'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { ResourcePart } from '../../app/fetched-part.tsx'
import { pageTranslator } from '../../app/translate.ts'
import { useSession } from '../../api/session.ts'
import type { Side } from '../../feed/levels.ts'
import { PanelBoundary } from '../../foreign/panel-boundary.tsx'
import { LazyNews } from '../../news/lazy-news.tsx'
import { Tabs } from '../../ui/choice.tsx'
import { LiveRegion } from '../../ui/feedback.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { ChartFrame } from '../chart/chart-frame.tsx'
import { KeysButton } from '../keys/keys-button.tsx'
import { LaterKeys } from '../keys/later-keys.tsx'
import { useArrangement } from './arrangement-file.ts'
import { FormsBelow, FormsBeside } from './forms.tsx'
import { type Panes, findPanes } from './layout-rule.ts'
import { LayoutSwitch } from './layout-switch.tsx'
import { usePreset } from './layout-store.ts'
import styles from './trade-grid.module.css'
import { TradeGrid } from './trade-grid.tsx'
import type { TradeMarket } from '../market/market.ts'
import { marketListFile } from '../market/market-list-file.ts'
import { MarketRules } from '../market/market-rules.tsx'
import { OrderBook, type PickedRow } from '../book/order-book.tsx'
import { MyOrderLists } from '../orders/my-order-lists.tsx'
import { MarketSummary } from '../market/summary.tsx'
import { RecentTradesList } from '../recent-trades/recent-trades.tsx'
import pageStyles from '../trading-page.module.css'
import { fullQuery, useMedia } from '../use-size.ts'
import { findTakerSide, useTrading } from '../use-trading.ts'

export { WideBones } from './wide-bones.tsx'

const t = pageTranslator(tradeViewMessages)

/** The placeholder of the market list while it loads. */
const listPlace = <div aria-busy="true" />

/** The layout from 768 px on. */
export function WideTrade({ market }: { readonly market: TradeMarket }) {
  const isFull = useMedia(fullQuery)
  const isGuest = useSession() === null
  const panes = findPanes(usePreset(), isFull)
  const { onTake, onPlaced, spoken } = useTrading(market)
  const arrangement = useArrangement()
  const [isListOpen, setListOpen] = useState(false)
  const [side, setSide] = useState<Side>('buy')
  const chart = useRef<HTMLDivElement>(null)
  const take = useCallback(
    (row: PickedRow) => {
      onTake(row)
      setSide(findTakerSide(row))
    },
    [onTake],
  )
  return (
    <>
      <TradeGrid isGuest={isGuest}>
        <PanelBoundary className={styles['summary']}>
          <MarketSummary
            market={market}
            hasListButton={!panes.hasList}
            isListOpen={isListOpen}
            onToggleList={() => setListOpen(!isListOpen)}
            controls={<PageButtons />}
          />
        </PanelBoundary>
        <div className={styles['window']}>
          <div className={styles['floor']}>
            {panes.hasList && <ListPart market={market} />}
            <PanelBoundary className={styles['chart']} panelRef={chart}>
              <ChartFrame market={market} />
            </PanelBoundary>
            {panes.forms === 'below' ? (
              <FormsBelow {...{ market, onPlaced }} />
            ) : (
              <FormsBeside {...{ market, onPlaced, side }} onSide={setSide}>
                <BelowForm {...{ market, panes }} onTake={take} />
              </FormsBeside>
            )}
            {panes.side !== null && (
              <div className={styles['side']}>
                <BookSide {...{ market, panes }} onTake={take} />
              </div>
            )}
            {arrangement !== null && <arrangement.ColumnSplitters />}
          </div>
        </div>
        {!isGuest && <OrdersPane market={market} chart={chart} />}
        <MarketDrawer
          market={market}
          isOpen={!panes.hasList && isListOpen}
          onClose={() => setListOpen(false)}
        />
        <LiveRegion>{spoken}</LiveRegion>
        <LaterKeys market={market} onSide={setSide} />
      </TradeGrid>
      <div className={styles['news']}>
        <LazyNews />
      </div>
    </>
  )
}

/** The market list, loaded after the page, and below it the rules of the market. */
function ListPart({ market }: { readonly market: TradeMarket }) {
  return (
    <PanelBoundary className={styles['list']}>
      <ResourcePart file={marketListFile} place={listPlace}>
        {(MarketList) => <MarketList pair={market.pair} />}
      </ResourcePart>
      <MarketRules market={market} />
    </PanelBoundary>
  )
}

/** The user's orders with the splitter above them. */
function OrdersPane({
  market,
  chart,
}: {
  readonly market: TradeMarket
  readonly chart: RefObject<HTMLDivElement | null>
}) {
  const arrangement = useArrangement()
  return (
    <>
      {arrangement !== null && <arrangement.OrdersSplitter chart={chart} />}
      <PanelBoundary className={styles['own']}>
        <MyOrderLists market={market} />
      </PanelBoundary>
    </>
  )
}

/** The buttons of the page. */
function PageButtons() {
  return (
    <>
      <LayoutSwitch />
      <KeysButton />
    </>
  )
}

/** The market list as a drawer, in windows without space beside the chart. */
function MarketDrawer({
  market,
  isOpen,
  onClose,
}: {
  readonly market: TradeMarket
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('markets')}>
      <div className={pageStyles['drawer']}>
        <ResourcePart file={marketListFile} place={listPlace}>
          {(MarketList) => <MarketList pair={market.pair} hasTitle={false} onPick={onClose} />}
        </ResourcePart>
        <MarketRules market={market} />
      </div>
    </Sheet>
  )
}

type BookProps = { readonly market: TradeMarket; readonly onTake: (row: PickedRow) => void }

/** The book, with the trades unless they are below the ticket. */
function BookSide({ market, onTake, panes: { side } }: BookProps & { readonly panes: Panes }) {
  switch (side) {
    case null:
      return null
    case 'bookAndTape':
      return <BookAndTrades {...{ market, onTake }} />
    case 'tabs':
      return <BookTabs {...{ market, onTake }} />
    case 'book':
    case 'ladder':
      return (
        <PanelBoundary className={styles['book']}>
          <OrderBook market={market} onTake={onTake} isLadder={side === 'ladder'} />
        </PanelBoundary>
      )
  }
}

/** The content below the ticket, if any. */
function BelowForm({ market, onTake, panes: { under } }: BookProps & { readonly panes: Panes }) {
  if (under === null) return null
  return (
    <div className={styles['tape']} data-under={under}>
      {under === 'tape' ? (
        <PanelBoundary className={styles['sidePart']}>
          <RecentTradesList market={market} />
        </PanelBoundary>
      ) : (
        <BookTabs {...{ market, onTake }} />
      )}
    </div>
  )
}

function BookAndTrades({ market, onTake }: BookProps) {
  return (
    <>
      <PanelBoundary className={styles['book']}>
        <OrderBook market={market} onTake={onTake} />
      </PanelBoundary>
      <PanelBoundary className={styles['tape']}>
        <RecentTradesList market={market} />
      </PanelBoundary>
    </>
  )
}

type SideTab = 'book' | 'tape'

/** Order book and recent trades as tabs, if only one of them fits. */
function BookTabs({ market, onTake }: BookProps) {
  const [tab, setTab] = useState<SideTab>('book')
  return (
    <Tabs<SideTab>
      label={t('orderBook')}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'book', label: t('orderBook') },
        { value: 'tape', label: t('newTransactions') },
      ]}
      className={styles['sideTabs'] ?? ''}
      panelClassName={styles['sidePanel'] ?? ''}
    >
      <PanelBoundary key={tab} className={styles['sidePart']}>
        {tab === 'book' ? (
          <OrderBook market={market} onTake={onTake} hasTitle={false} />
        ) : (
          <RecentTradesList market={market} hasTitle={false} />
        )}
      </PanelBoundary>
    </Tabs>
  )
}
