/**
 * The figures on top (TRADE-01 to TRADE-07): pair, last price, change, best prices, volume, fee, high, low.
 * On small screens the pair opens and closes the market list.
 */
import { formatDecimal, formatPrice, formatRate, tradeViewMessages } from '@tukar/i18n'
import { memo, type ReactNode } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { countDecimals } from '../../feed/levels.ts'
import { isTrusted } from '../../feed/link-state.ts'
import { useFeed } from '../../feed/store.ts'
import { Change, FlashingPrice } from '../../markets/price.tsx'
import { AssetIcon } from '../../ui/asset-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { findBestPrices } from '../book/best-prices.ts'
import { ConnectionChip } from './connection-chip.tsx'
import { MoveArrow, usePriceMove } from '../book/last-price.tsx'
import { useFigure } from './live-markets.ts'
import type { TradeMarket } from './market.ts'
import styles from './summary.module.css'

const t = pageTranslator(tradeViewMessages)

export type MarketSummaryProps = {
  readonly market: TradeMarket
  /** Whether the pair is a button for the market list. */
  readonly hasListButton: boolean
  readonly isListOpen: boolean
  readonly onToggleList: () => void
  /** Buttons of the page, at the end. */
  readonly controls?: ReactNode
}

/** The summary. */
export const MarketSummary = memo(function MarketSummary(props: MarketSummaryProps) {
  const { market, hasListButton, isListOpen, onToggleList, controls } = props
  const isFresh = useFeed((feed) => isTrusted(feed.link.state))
  return (
    <section
      className={styles['summary']}
      aria-label={t('marketSummary', { pair: market.pairText })}
      data-fresh={isFresh}
    >
      {hasListButton ? (
        <button
          type="button"
          className={styles['pair']}
          aria-expanded={isListOpen}
          aria-label={`${market.pairText}: ${t('showMarkets')}`}
          onClick={onToggleList}
        >
          <PairName market={market} />
          <Icon name="chevron-down" size={16} />
        </button>
      ) : (
        <span className={styles['pair']}>
          <PairName market={market} />
        </span>
      )}
      <LastPrice market={market} />
      <Figures market={market} />
      <span className={styles['quote']}>{market.quote.symbol}</span>
      <ConnectionChip />
      {controls !== undefined && <span className={styles['controls']}>{controls}</span>}
    </section>
  )
})

/** Each figure is a component of its own, so that only a changed one is drawn again. */
const Figures = memo(function Figures({ market }: { readonly market: TradeMarket }) {
  return (
    <dl className={styles['figures']}>
      <Figure name={t('change24h')} room="share">
        <ChangeFigure market={market} />
      </Figure>
      <Figure name={t('bestBuy')} room="price" isWide>
        <BestPrice market={market} side="bid" />
      </Figure>
      <Figure name={t('bestSell')} room="price" isWide>
        <BestPrice market={market} side="ask" />
      </Figure>
      <Figure name={t('volume24h')} room="amount">
        <VolumeFigure market={market} />
      </Figure>
      <Figure name={t('high24h')} room="price" isWide>
        <PriceFigure market={market} figure="high" />
      </Figure>
      <Figure name={t('low24h')} room="price" isWide>
        <PriceFigure market={market} figure="low" />
      </Figure>
      <Figure name={t('fee')} room="share" isWide>
        {formatRate(market.feeRate)}
      </Figure>
    </dl>
  )
})

function ChangeFigure({ market }: { readonly market: TradeMarket }) {
  return <Change percent={useFigure(market.pair, 'changePercent')} />
}

function VolumeFigure({ market }: { readonly market: TradeMarket }) {
  const volume = useFigure(market.pair, 'volume')
  const text = formatDecimal(volume, { decimals: 4, rounding: 'down' })
  return <>{`${text} ${market.base.symbol}`}</>
}

function shownPrice(market: TradeMarket, value: string | null): string {
  const decimals = countDecimals(market.tick, market.quote.decimals)
  return formatPrice(value, decimals, decimals)
}

function PriceFigure({
  market,
  figure,
}: {
  readonly market: TradeMarket
  readonly figure: 'high' | 'low'
}) {
  return <>{shownPrice(market, useFigure(market.pair, figure))}</>
}

/** The best price of the watched book; it stays live while the book is paused. */
function BestPrice({
  market,
  side,
}: {
  readonly market: TradeMarket
  readonly side: 'bid' | 'ask'
}) {
  const key = side === 'bid' ? 'bestBid' : 'bestAsk'
  const figure = useFigure(market.pair, key)
  const hasBook = useFeed((feed) => feed.pair === market.pair && feed.frame !== null)
  const end = useFeed((feed) => (side === 'bid' ? feed.bids : feed.asks)[0]?.price)
  const best = findBestPrices(market, hasBook ? { bid: end, ask: end } : null, {
    bestBid: figure,
    bestAsk: figure,
  })
  return <>{shownPrice(market, best[key])}</>
}

function PairName({ market }: { readonly market: TradeMarket }) {
  return (
    <>
      <AssetIcon symbol={market.base.symbol} source={market.base.icon} size={26} />
      <h1 className={styles['name']}>
        {market.base.symbol}
        <span>/{market.quote.symbol}</span>
      </h1>
    </>
  )
}

function LastPrice({ market }: { readonly market: TradeMarket }) {
  const lastPrice = useFigure(market.pair, 'lastPrice')
  const previousPrice = useFigure(market.pair, 'previousPrice')
  const move = usePriceMove(lastPrice, previousPrice)
  const decimals = countDecimals(market.tick, market.quote.decimals)
  return (
    <span className={styles['last']} data-move={move} title={t('lastPrice')}>
      <MoveArrow move={move} size={16} />
      <FlashingPrice price={lastPrice} shown={formatPrice(lastPrice, decimals, decimals)} />
    </span>
  )
}

function Figure({
  name,
  room,
  isWide = false,
  children,
}: {
  readonly name: string
  /** The kind of figure that determines its width. */
  readonly room: 'share' | 'amount' | 'price'
  /** Hidden in narrow windows. */
  readonly isWide?: boolean
  readonly children: ReactNode
}) {
  return (
    <div data-wide={isWide} data-room={room}>
      <dt>{name}</dt>
      <dd className="notranslate" translate="no">
        {children}
      </dd>
    </div>
  )
}
