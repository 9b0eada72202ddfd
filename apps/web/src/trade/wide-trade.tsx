/** The page on desks and tablets: panes parted by lines, all of trading in one window. */
import { tradeMessages } from '@tukar/i18n'
import { useState } from 'react'
import { sayer } from '../app/say.ts'
import { useSession } from '../api/session.ts'
import { LaterNews } from '../news/later-news.tsx'
import { Tabs } from '../ui/choice.tsx'
import { LiveRegion, VisuallyHidden } from '../ui/feedback.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { ChartFrame } from './chart-frame.tsx'
import { GuestTicket } from './guest-ticket.tsx'
import type { TradeMarket } from './market.ts'
import { MarketList } from './market-list.tsx'
import { MarketRules } from './market-rules.tsx'
import { OrderBook } from './order-book.tsx'
import { OrderTicket } from './order-ticket.tsx'
import { OwnLists } from './own-lists.tsx'
import { MarketSummary } from './summary.tsx'
import { TicketSettings } from './ticket-settings.tsx'
import { TradeTape } from './trade-tape.tsx'
import styles from './trading-page.module.css'
import { fullQuery, useMedia } from './use-size.ts'
import { type Trading, useTrading } from './use-trading.ts'

const say = sayer(tradeMessages)

/** The layout from 768 px on. */
export function WideTrade({ market }: { readonly market: TradeMarket }) {
  const isFull = useMedia(fullQuery)
  const session = useSession()
  const trading = useTrading(market)
  const [isListOpen, setListOpen] = useState(false)
  return (
    <div className={styles['page']} data-guest={session === null}>
      <div className={styles['summary']}>
        <MarketSummary
          market={market}
          hasListButton={!isFull}
          isListOpen={isListOpen}
          onToggleList={() => setListOpen(!isListOpen)}
        />
      </div>
      {isFull ? (
        <div className={styles['list']}>
          <MarketList pair={market.pair} />
          <MarketRules market={market} />
        </div>
      ) : (
        <Sheet isOpen={isListOpen} onClose={() => setListOpen(false)} title={say('markets')}>
          <div className={styles['drawer']}>
            <MarketList pair={market.pair} hasTitle={false} onPick={() => setListOpen(false)} />
            <MarketRules market={market} />
          </div>
        </Sheet>
      )}
      <div className={styles['centre']}>
        <div className={styles['chart']}>
          <ChartFrame market={market} />
        </div>
        <Forms market={market} trading={trading} isGuest={session === null} isNarrow={!isFull} />
      </div>
      <div className={styles['side']}>
        {isFull ? (
          <BookAndTape market={market} trading={trading} />
        ) : (
          <BookTabs {...{ market, trading }} />
        )}
      </div>
      {session !== null && (
        <div className={styles['own']}>
          <OwnLists market={market} />
        </div>
      )}
      <div className={styles['news']}>
        <LaterNews />
      </div>
      <LiveRegion>{trading.spoken}</LiveRegion>
    </div>
  )
}

type PartProps = { readonly market: TradeMarket; readonly trading: Trading }

function Forms({
  market,
  trading,
  isGuest,
  isNarrow,
}: PartProps & { readonly isGuest: boolean; readonly isNarrow: boolean }) {
  return (
    <div className={styles['forms']}>
      <VisuallyHidden as="h2">{say('orderSheet')}</VisuallyHidden>
      {(['buy', 'sell'] as const).map((side) =>
        isGuest ? (
          <GuestTicket key={side} market={market} side={side} />
        ) : (
          <OrderTicket
            key={side}
            market={market}
            side={side}
            onPlaced={trading.onPlaced}
            isNarrow={isNarrow}
            aside={side === 'sell' ? <TicketSettings /> : undefined}
          />
        ),
      )}
    </div>
  )
}

function BookAndTape({ market, trading }: PartProps) {
  return (
    <>
      <div className={styles['book']}>
        <OrderBook market={market} onTake={trading.onTake} />
      </div>
      <div className={styles['tape']}>
        <TradeTape market={market} />
      </div>
    </>
  )
}

type SideTab = 'book' | 'tape'

/** Where there is room for one of them: order book and new transactions as tabs. */
function BookTabs({ market, trading }: PartProps) {
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
      {tab === 'book' ? (
        <OrderBook market={market} onTake={trading.onTake} hasTitle={false} />
      ) : (
        <TradeTape market={market} hasTitle={false} />
      )}
    </Tabs>
  )
}
