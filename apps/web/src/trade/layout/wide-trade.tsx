/** The page on desks and tablets: panes parted by lines, all of trading in one window. */
import { tradeViewMessages } from '@tukar/i18n'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { FetchedPart } from '../../app/fetched-part.tsx'
import { sayer } from '../../app/translate.ts'
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
import { type Parts, partsOf } from './layout-rule.ts'
import { LayoutSwitch } from './layout-switch.tsx'
import { usePreset } from './layout-store.ts'
import styles from './trade-grid.module.css'
import { TradeGrid } from './trade-grid.tsx'
import type { TradeMarket } from '../market/market.ts'
import { marketListFile } from '../market/market-list-file.ts'
import { MarketRules } from '../market/market-rules.tsx'
import { OrderBook, type TakenRow } from '../book/order-book.tsx'
import { OwnLists } from '../orders/my-order-lists.tsx'
import { MarketSummary } from '../market/summary.tsx'
import { TradeTape } from '../recent-trades/recent-trades.tsx'
import pageStyles from '../trading-page.module.css'
import { fullQuery, useMedia } from '../use-size.ts'
import { takerOf, useTrading } from '../use-trading.ts'

export { WideBones } from './wide-bones.tsx'

const say = sayer(tradeViewMessages)

/** Holds the place of the market list until it has come. */
const listPlace = <div aria-busy="true" />

/** The layout from 768 px on. */
export function WideTrade({ market }: { readonly market: TradeMarket }) {
  const isFull = useMedia(fullQuery)
  const isGuest = useSession() === null
  const parts = partsOf(usePreset(), isFull)
  const { onTake, onPlaced, spoken } = useTrading(market)
  const arrangement = useArrangement()
  const [isListOpen, setListOpen] = useState(false)
  const [side, setSide] = useState<Side>('buy')
  const chart = useRef<HTMLDivElement>(null)
  const take = useCallback(
    (row: TakenRow) => {
      onTake(row)
      setSide(takerOf(row))
    },
    [onTake],
  )
  return (
    <>
      <TradeGrid isGuest={isGuest}>
        <PanelBoundary className={styles['summary']}>
          <MarketSummary
            market={market}
            hasListButton={!parts.hasList}
            isListOpen={isListOpen}
            onToggleList={() => setListOpen(!isListOpen)}
            controls={<PageButtons />}
          />
        </PanelBoundary>
        <div className={styles['window']}>
          <div className={styles['floor']}>
            {parts.hasList && <ListPart market={market} />}
            <PanelBoundary className={styles['chart']} panelRef={chart}>
              <ChartFrame market={market} />
            </PanelBoundary>
            {parts.forms === 'below' ? (
              <FormsBelow {...{ market, onPlaced }} />
            ) : (
              <FormsBeside {...{ market, onPlaced, side }} onSide={setSide}>
                <BelowForm {...{ market, parts }} onTake={take} />
              </FormsBeside>
            )}
            {parts.side !== null && (
              <div className={styles['side']}>
                <BookSide {...{ market, parts }} onTake={take} />
              </div>
            )}
            {arrangement !== null && <arrangement.ColumnSplitters />}
          </div>
        </div>
        {!isGuest && <OwnPart market={market} chart={chart} />}
        <MarketDrawer
          market={market}
          isOpen={!parts.hasList && isListOpen}
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

/** The market list, fetched once the page is drawn, and below it the rules of the market. */
function ListPart({ market }: { readonly market: TradeMarket }) {
  return (
    <PanelBoundary className={styles['list']}>
      <FetchedPart file={marketListFile} place={listPlace}>
        {(MarketList) => <MarketList pair={market.pair} />}
      </FetchedPart>
      <MarketRules market={market} />
    </PanelBoundary>
  )
}

/** The own lists, and over them the splitter. */
function OwnPart({
  market,
  chart,
}: {
  readonly market: TradeMarket
  readonly chart: RefObject<HTMLDivElement | null>
}) {
  const arrangement = useArrangement()
  return (
    <>
      {arrangement !== null && <arrangement.OwnSplitter chart={chart} />}
      <PanelBoundary className={styles['own']}>
        <OwnLists market={market} />
      </PanelBoundary>
    </>
  )
}

/** The buttons about the page itself. */
function PageButtons() {
  return (
    <>
      <LayoutSwitch />
      <KeysButton />
    </>
  )
}

/** The market list where there is no room for it beside the chart. */
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
    <Sheet isOpen={isOpen} onClose={onClose} title={say('markets')}>
      <div className={pageStyles['drawer']}>
        <FetchedPart file={marketListFile} place={listPlace}>
          {(MarketList) => <MarketList pair={market.pair} hasTitle={false} onPick={onClose} />}
        </FetchedPart>
        <MarketRules market={market} />
      </div>
    </Sheet>
  )
}

type BookProps = { readonly market: TradeMarket; readonly onTake: (row: TakenRow) => void }

/** The book, with the trades unless they stand below the ticket. */
function BookSide({ market, onTake, parts: { side } }: BookProps & { readonly parts: Parts }) {
  switch (side) {
    case null:
      return null
    case 'bookAndTape':
      return <BookAndTape {...{ market, onTake }} />
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

/** What has its place below the ticket, if there is one. */
function BelowForm({ market, onTake, parts: { under } }: BookProps & { readonly parts: Parts }) {
  if (under === null) return null
  return (
    <div className={styles['tape']} data-under={under}>
      {under === 'tape' ? (
        <PanelBoundary className={styles['sidePart']}>
          <TradeTape market={market} />
        </PanelBoundary>
      ) : (
        <BookTabs {...{ market, onTake }} />
      )}
    </div>
  )
}

function BookAndTape({ market, onTake }: BookProps) {
  return (
    <>
      <PanelBoundary className={styles['book']}>
        <OrderBook market={market} onTake={onTake} />
      </PanelBoundary>
      <PanelBoundary className={styles['tape']}>
        <TradeTape market={market} />
      </PanelBoundary>
    </>
  )
}

type SideTab = 'book' | 'tape'

/** Where there is room for one of them: order book and new transactions as tabs. */
function BookTabs({ market, onTake }: BookProps) {
  const [tab, setTab] = useState<SideTab>('book')
  return (
    <Tabs<SideTab>
      label={say('orderBook')}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'book', label: say('orderBook') },
        { value: 'tape', label: say('newTransactions') },
      ]}
      className={styles['sideTabs'] ?? ''}
      panelClassName={styles['sidePanel'] ?? ''}
    >
      <PanelBoundary key={tab} className={styles['sidePart']}>
        {tab === 'book' ? (
          <OrderBook market={market} onTake={onTake} hasTitle={false} />
        ) : (
          <TradeTape market={market} hasTitle={false} />
        )}
      </PanelBoundary>
    </Tabs>
  )
}
