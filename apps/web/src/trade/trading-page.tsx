/**
 * The trading page in the spec's order: market list, chart with the forms below, book and trades,
 * tabs. In a low window the chart shrinks, so that the forms stay visible.
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
import { pageTranslator } from '../app/translate.ts'
import { countDecimals } from '../feed/levels.ts'
import { holdFeed, offerBook, watchPair } from '../feed/store.ts'
import { readFigures } from '../markets/figures-wire.ts'
import { marketList } from '../markets/market-feed.ts'
import { pairText } from '../markets/market.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/feedback.tsx'
import { ConnectionNote } from './market/connection-chip.tsx'
import { firstFigures, firstFrame } from './market/first-figures.ts'
import { setFirstFigures, useLastPrice } from './market/live-markets.ts'
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

const t = pageTranslator(tradeViewMessages)
const tShell = pageTranslator(shellMessages)

/** `/markets/{market_id}/{market_pair}` */
export function TradingPage() {
  const { marketId = '', pair = '' } = useParams()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['market', marketId],
    queryFn: () => loadMarket(marketId),
    // The market is loaded nevertheless: rules and charges of the document may be outdated.
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
        title={t('marketFailed')}
        text={tShell('moneySafe')}
        code={error instanceof Error ? error.message : null}
        onRetry={() => {
          refetch().catch(() => undefined)
        }}
      />
    </div>
  )
}

/** The market from the document, whose figures go to the components that show them; undefined without one. */
function firstMarket(marketId: string): TradeMarket | undefined {
  const first = firstFigures(marketId)
  const market = first === null ? null : toTradeMarket(first.row)
  if (first === null || market === null) return undefined
  setFirstFigures(market.pair, readFigures(first.row))
  offerBook({ pair: market.pair, buildFrame: (view) => firstFrame(first, view) })
  return market
}

/** The market of a row; null if it cannot be read, for example from another version of the server. */
function toTradeMarket(row: MarketRow): TradeMarket | null {
  try {
    return readMarket(row)
  } catch {
    return null
  }
}

/** Id and pair do not match: redirects to the pair's own market, or tells that there is none. */
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
      <ErrorState title={t('marketUnknown', { pair: pairText(pair) })} text={tShell('moneySafe')} />
      <ButtonLink to="/markets">{tShell('toMarkets')}</ButtonLink>
    </div>
  )
}

function Trade({ market }: { readonly market: TradeMarket }) {
  // Runs before anything of this market is drawn, but not during rendering.
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
 * The layout of this window. After a phone is turned, the old layout stays until the other one has loaded, or
 * for good if it fails; null while neither is loaded.
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
 * Updates that follow the last price outside the panes: the tab's title, and tickets without a chosen price.
 * A component that renders nothing, so that a new price does not redraw the page.
 */
function FollowedPrice({ market }: { readonly market: TradeMarket }) {
  const lastPrice = useLastPrice(market.pair) ?? null
  const decimals = countDecimals(market.tick, market.quote.decimals)
  const shown = lastPrice === null ? null : formatPrice(lastPrice, decimals, decimals)
  useTabTitle(shown, market.pairText)
  useEffect(() => {
    const parsed = lastPrice === null ? null : parseUnits(lastPrice, market.quote.decimals)
    if (parsed?.ok === true) actOnBoth(market, { kind: 'lastPrice', price: parsed.units })
  }, [market, lastPrice])
  return null
}
