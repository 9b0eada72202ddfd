/** The list of markets beside the chart (TRADE-08, TRADE-09): pair, last price, change; live. */
import { formatDecimal, formatPrice, tradeMessages } from '@tukar/i18n'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { sayer } from '../app/say.ts'
import { type Market, pairText } from '../markets/market.ts'
import { isTrusted } from '../feed/link-state.ts'
import { useFeed } from '../feed/store.ts'
import { Change, FlashingPrice } from '../markets/price.tsx'
import { AssetIcon } from '../ui/asset-icon.tsx'
import { ErrorState, Skeleton } from '../ui/feedback.tsx'
import { useLiveMarkets } from './live-markets.ts'
import styles from './market-list.module.css'
import panel from './panel.module.css'

const say = sayer(tradeMessages)
const skeletonRows = 5
/** Decimals of the precision menu's first entry; a market's tick may show fewer. */
const decimalsMax = 4

export type MarketListProps = {
  /** The market that is open. */
  readonly pair: string
  readonly hasTitle?: boolean
  /** Called when a market was picked; a drawer closes then. */
  readonly onPick?: () => void
}

/** The list. */
export function MarketList({ pair, hasTitle = true, onPick }: MarketListProps) {
  const { markets, state, retry } = useLiveMarkets()
  const isFresh = useFeed((feed) => isTrusted(feed.link.state))
  return (
    <nav className={panel['panel']} aria-label={say('markets')} data-fresh={isFresh}>
      {hasTitle && (
        <header className={panel['head']}>
          <h2 className={panel['title']}>{say('markets')}</h2>
        </header>
      )}
      <div className={styles['columns']} aria-hidden="true">
        <span>{say('pair')}</span>
        <span>{say('priceAndChange')}</span>
      </div>
      {state === 'error' && (
        <ErrorState title={say('marketsFailed')} text={say('moneySafe')} onRetry={retry} />
      )}
      <ul className={panel['body']} aria-busy={state === 'loading'}>
        {state === 'loading'
          ? Array.from({ length: skeletonRows }, (_, index) => <Bone key={index} />)
          : markets.map((market) => (
              <Row key={market.id} market={market} isOpen={market.pair === pair} onPick={onPick} />
            ))}
      </ul>
    </nav>
  )
}

function Bone() {
  return (
    <li className={styles['row']}>
      <span className={styles['name']}>
        <Skeleton width={22} height={22} />
        <Skeleton width={64} />
      </span>
      <span className={styles['figures']}>
        <Skeleton width={92} height={12} />
        <Skeleton width={48} height={10} />
      </span>
    </li>
  )
}

const Row = memo(function Row({
  market,
  isOpen,
  onPick,
}: {
  readonly market: Market
  readonly isOpen: boolean
  readonly onPick: (() => void) | undefined
}) {
  const { id, pair, base, icon, lastPrice, priceDecimals, changePercent, volume } = market
  return (
    <li>
      <Link
        to="/markets/$marketId/$pair"
        params={{ marketId: String(id), pair }}
        className={styles['row']}
        aria-current={isOpen ? 'page' : undefined}
        onClick={onPick}
      >
        <span className={styles['name']}>
          <AssetIcon symbol={base} source={icon} size={22} />
          <span>
            {pairText(pair)}
            <small>
              {say('volumeShort')} {formatDecimal(volume, { decimals: 2, rounding: 'down' })}
            </small>
          </span>
        </span>
        <span className={styles['figures']}>
          <FlashingPrice
            price={lastPrice}
            shown={formatPrice(lastPrice, decimalsMax, priceDecimals)}
          />
          <small>
            <Change percent={changePercent} />
          </small>
        </span>
      </Link>
    </li>
  )
})
