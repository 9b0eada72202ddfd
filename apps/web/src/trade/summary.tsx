/**
 * The line of figures on top (TRADE-01 to TRADE-07): pair, last price, change, best prices, volume, fee,
 * high, low. On small screens the pair shows and hides the market list.
 */
import { formatDecimal, formatPrice, formatRate, tradeMessages } from '@tukar/i18n'
import type { ReactNode } from 'react'
import { sayer } from '../app/say.ts'
import { decimalsOfUnits } from '../feed/levels.ts'
import { isTrusted } from '../feed/link-state.ts'
import { useFeed } from '../feed/store.ts'
import { Change, FlashingPrice } from '../markets/price.tsx'
import { AssetIcon } from '../ui/asset-icon.tsx'
import { Icon } from '../ui/icon.tsx'
import { type BestPrices, bestPricesOf } from './best-prices.ts'
import { ConnectionChip } from './connection-chip.tsx'
import { MoveArrow, usePriceMove } from './last-price.tsx'
import { useFigures } from './live-markets.ts'
import type { TradeMarket } from './market.ts'
import styles from './summary.module.css'

const say = sayer(tradeMessages)

export type MarketSummaryProps = {
  readonly market: TradeMarket
  /** Whether the pair is a button for the market list. */
  readonly hasListButton: boolean
  readonly isListOpen: boolean
  readonly onToggleList: () => void
  /** Buttons about the page, at the end. */
  readonly controls?: ReactNode
}

/** The summary. */
export function MarketSummary(props: MarketSummaryProps) {
  const { market, hasListButton, isListOpen, onToggleList, controls } = props
  const figures = useFigures(market.pair)
  const best = useBestPrices(market, figures)
  const isFresh = useFeed((feed) => isTrusted(feed.link.state))
  const decimals = decimalsOfUnits(market.tick, market.quote.decimals)
  const price = (value: string | null) => formatPrice(value, decimals, decimals)
  const { base, quote } = market
  return (
    <section
      className={styles['summary']}
      aria-label={say('marketSummary', { pair: market.pairText })}
      data-fresh={isFresh}
    >
      {hasListButton ? (
        <button
          type="button"
          className={styles['pair']}
          aria-expanded={isListOpen}
          aria-label={`${market.pairText}: ${say('showMarkets')}`}
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
      <dl className={styles['figures']}>
        <Figure name={say('change24h')} room="share">
          <Change percent={figures.changePercent} />
        </Figure>
        <Figure name={say('bestBuy')} room="price" isWide>
          {price(best.bestBid)}
        </Figure>
        <Figure name={say('bestSell')} room="price" isWide>
          {price(best.bestAsk)}
        </Figure>
        <Figure name={say('volume24h')} room="amount">
          {formatDecimal(figures.volume, { decimals: 4, rounding: 'down' })} {base.symbol}
        </Figure>
        <Figure name={say('high24h')} room="price" isWide>
          {price(figures.high)}
        </Figure>
        <Figure name={say('low24h')} room="price" isWide>
          {price(figures.low)}
        </Figure>
        <Figure name={say('fee')} room="share" isWide>
          {formatRate(market.feeRate)}
        </Figure>
      </dl>
      <span className={styles['quote']}>{quote.symbol}</span>
      <ConnectionChip />
      {controls !== undefined && <span className={styles['controls']}>{controls}</span>}
    </section>
  )
}

/** Those of the watched book; they go on while the book beside is paused. */
function useBestPrices(market: TradeMarket, figures: BestPrices): BestPrices {
  const hasBook = useFeed((feed) => feed.pair === market.pair && feed.frame !== null)
  const bid = useFeed((feed) => feed.bids[0]?.price)
  const ask = useFeed((feed) => feed.asks[0]?.price)
  return bestPricesOf(market, hasBook ? { bid, ask } : null, figures)
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
  const { lastPrice, previousPrice } = useFigures(market.pair)
  const move = usePriceMove(lastPrice, previousPrice)
  const decimals = decimalsOfUnits(market.tick, market.quote.decimals)
  return (
    <span className={styles['last']} data-move={move} title={say('lastPrice')}>
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
  /** What its room is for. */
  readonly room: 'share' | 'amount' | 'price'
  /** Left out where there is no room. */
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
