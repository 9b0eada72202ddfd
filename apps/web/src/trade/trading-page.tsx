/**
 * The trading page, in the spec's order: market list, chart with the forms under it, book and
 * trades, own tabs. Where the window is low the chart gives way, so that the forms stay in sight.
 */
import { formatPrice, shellMessages, tradeViewMessages } from '@tukar/i18n'
import { parseUnits } from '@tukar/money'
import type { MarketRow } from '@tukar/wire'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '../router/link.tsx'
import { useParams } from '../router/state.ts'
import { useEffect, useLayoutEffect } from 'react'
import { useResource, wantAgain } from '../api/resource.ts'
import { pageNotLoaded } from '../app/page-file.ts'
import { sayer } from '../app/translate.ts'
import { decimalsOfUnits } from '../feed/levels.ts'
import { holdFeed, offerBook, watchPair } from '../feed/store.ts'
import { toldFigures } from '../markets/figures-wire.ts'
import { marketList } from '../markets/market-feed.ts'
import { pairText } from '../markets/market.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/feedback.tsx'
import { ConnectionNote } from './market/connection-chip.tsx'
import { firstFigures, firstFrame } from './market/first-figures.ts'
import { tellFirst, useLastPrice } from './market/live-markets.ts'
import { layoutFor, type TradeLayout } from './layout/layouts.ts'
import { loadMarket, readMarket } from './market/load-market.ts'
import { useMarketNews } from './market/market-news.ts'
import type { TradeMarket } from './market/market.ts'
import { useTabTitle } from './market/tab-title.ts'
import { actOnBoth, openTickets } from './ticket/ticket-store.ts'
import { CallFailed } from '../api/call.ts'
import { PhoneBones } from './layout/trade-skeleton.tsx'
import styles from './trading-page.module.css'
import { phoneQuery, useMedia } from './use-size.ts'

const say = sayer(tradeViewMessages)
const sayShell = sayer(shellMessages)

/** `/markets/{market_id}/{market_pair}` */
export function TradingPage() {
  const { marketId = '', pair = '' } = useParams()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['market', marketId],
    queryFn: () => loadMarket(marketId),
    // Asked for all the same: rules and charges hold from the moment of the answer.
    initialData: () => firstMarket(marketId),
    initialDataUpdatedAt: 0,
  })
  useEffect(() => {
    const release = holdFeed()
    return () => {
      release()
      watchPair(null)
    }
  }, [])
  useEffect(() => watchPair(pair), [pair])
  useMarketNews()
  if (data !== undefined && data.pair === pair) return <Trade market={data} />
  const isNowhere = error instanceof CallFailed && error.failure.status === 404
  if (data !== undefined || isNowhere) return <OtherMarket id={marketId} pair={pair} />
  if (!isError) return <TradeSkeleton pair={pair} />
  return (
    <div className={styles['failed']}>
      <ErrorState
        title={say('marketFailed')}
        text={sayShell('moneySafe')}
        code={error instanceof Error ? error.message : null}
        onRetry={() => {
          refetch().catch(() => undefined)
        }}
      />
    </div>
  )
}

/** The market as the document has it, with its figures given to what shows them; undefined where it has none. */
function firstMarket(marketId: string): TradeMarket | undefined {
  const first = firstFigures(marketId)
  const market = first === null ? null : marketOf(first.row)
  if (first === null || market === null) return undefined
  tellFirst(market.pair, toldFigures(first.row))
  offerBook({ pair: market.pair, frameOf: (view) => firstFrame(first, view) })
  return market
}

/** The market of a row; null where it cannot be read, as of a server of another version. */
function marketOf(row: MarketRow): TradeMarket | null {
  try {
    return readMarket(row)
  } catch {
    return null
  }
}

/** Number and pair disagree: the pair's own market, or that there is none and where the others are. */
function OtherMarket({ id, pair }: { readonly id: string; readonly pair: string }) {
  const list = useResource(marketList)
  if (list.state === 'loading') return <TradeSkeleton pair={pair} />
  const markets = list.state === 'ready' ? list.value : []
  const market = markets.find((candidate) => candidate.pair === pair.toUpperCase())
  if (market !== undefined && (String(market.id) !== id || market.pair !== pair)) {
    const params = { marketId: String(market.id), pair: market.pair }
    return <Navigate to="/markets/$marketId/$pair" params={params} replace />
  }
  return (
    <div className={styles['failed']}>
      <ErrorState
        title={say('marketUnknown', { pair: pairText(pair) })}
        text={sayShell('moneySafe')}
      />
      <ButtonLink to="/markets">{sayShell('toMarkets')}</ButtonLink>
    </div>
  )
}

function Trade({ market }: { readonly market: TradeMarket }) {
  // Before anything of this market is drawn, and not while React draws.
  useLayoutEffect(() => openTickets(market.pair), [market.pair])
  const layout = useLayout()
  return (
    <>
      <FollowedPrice market={market} />
      <ConnectionNote market={market.state} />
      {layout === null ? <PhoneBones /> : <layout.Trade market={market} />}
    </>
  )
}

/**
 * The layout of this window. After a phone was turned it is the other one until the file has come, and where none comes;
 * null where neither is there yet.
 */
function useLayout(): TradeLayout | null {
  const isPhone = useMedia(phoneQuery)
  const layout = useResource(layoutFor(isPhone))
  useEffect(() => wantAgain(layoutFor(isPhone)), [isPhone])
  if (layout.state === 'ready') return layout.value
  const other = layoutFor(!isPhone).read()
  if (other.state === 'ready') return other.value
  if (layout.state === 'error') throw new Error(pageNotLoaded)
  return null
}

function TradeSkeleton({ pair }: { readonly pair: string }) {
  const layout = useLayout()
  useTabTitle(null, pairText(pair))
  return layout === null ? <PhoneBones /> : <layout.Bones />
}

/**
 * What follows the last price outside the panes: the tab's title, and tickets whose price nobody chose. A
 * part of its own that shows nothing, so that a new price does not draw the whole page again.
 */
function FollowedPrice({ market }: { readonly market: TradeMarket }) {
  const lastPrice = useLastPrice(market.pair) ?? null
  const decimals = decimalsOfUnits(market.tick, market.quote.decimals)
  const shown = lastPrice === null ? null : formatPrice(lastPrice, decimals, decimals)
  useTabTitle(shown, market.pairText)
  useEffect(() => {
    const parsed = lastPrice === null ? null : parseUnits(lastPrice, market.quote.decimals)
    if (parsed?.ok === true) actOnBoth(market, { kind: 'lastPrice', price: parsed.units })
  }, [market, lastPrice])
  return null
}
