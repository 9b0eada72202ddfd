/**
 * The market list beside the chart (TRADE-08, TRADE-09): pair, last price, change; live, searchable,
 * sortable, favorites first. Wide lists show a chart of the last day.
 */
import {
  formatDecimal,
  formatPrice,
  marketListMessages,
  shellMessages,
  tradeViewMessages,
} from '@tukar/i18n'
import { Link } from '../../router/link.tsx'
import { useNavigate } from '../../router/state.ts'
import { memo, useRef } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { FavoriteStar } from '../../markets/favorite-star.tsx'
import { type Course, useCourses } from '../../markets/last-day.ts'
import { type Market, pairText } from '../../markets/market.ts'
import type { SortKey } from '../../markets/market-order.ts'
import { FavoritesFilter, MarketSearch, NothingFound } from '../../markets/market-search.tsx'
import { Sparkline } from '../../markets/sparkline.tsx'
import { type MarketView, useMarketView } from '../../markets/use-market-view.ts'
import { isTrusted } from '../../feed/link-state.ts'
import { useFeed } from '../../feed/store.ts'
import { Change, FlashingPrice } from '../../markets/price.tsx'
import { AssetIcon } from '../../ui/asset-icon.tsx'
import { ErrorState, LiveRegion, Skeleton, VisuallyHidden } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLiveMarkets } from './live-markets.ts'
import { classes } from '../../ui/classes.ts'
import styles from './market-list.module.css'
import panel from '../layout/panel.module.css'

const t = pageTranslator(tradeViewMessages)
const tShell = pageTranslator(shellMessages)
const tList = pageTranslator(marketListMessages)
const skeletonRows = 5
/** Decimals of the precision menu's first entry; a market's tick may show fewer. */
const decimalsMax = 4

export type MarketListProps = {
  /** The open market. */
  readonly pair: string
  readonly hasTitle?: boolean
  /** Called when a market was chosen; a drawer closes then. */
  readonly onPick?: () => void
}

/** The market list, with search and sorting. */
export function MarketList({ pair, hasTitle = true, onPick }: MarketListProps) {
  const { markets, state, retry } = useLiveMarkets()
  const isFresh = useFeed((feed) => isTrusted(feed.link.state))
  const courses = useCourses()
  const frame = useRef<HTMLDivElement>(null)
  const view = useMarketView(markets, frame)
  const navigate = useNavigate()
  const open = (market: Market) => {
    const params = { marketId: String(market.id), pair: market.pair }
    navigate({ to: '/markets/$marketId/$pair', params }).catch(() => undefined)
    onPick?.()
  }
  const { shown, favorites } = view
  return (
    <nav className={panel['panel']} aria-label={t('markets')} data-fresh={isFresh}>
      {hasTitle && (
        <header className={panel['head']}>
          <h2 className={panel['title']}>{t('markets')}</h2>
        </header>
      )}
      <div className={styles['tools']}>
        <MarketSearch view={view} onEnter={open} className={styles['search']} />
        <FavoritesFilter view={view} isIconOnly />
      </div>
      <SortBar view={view} />
      {state === 'error' && (
        <ErrorState title={t('marketsFailed')} text={tShell('moneySafe')} onRetry={retry} />
      )}
      <div className={panel['body']} ref={frame}>
        <ul className={styles['rows']} aria-busy={state === 'loading'}>
          {state === 'loading'
            ? Array.from({ length: skeletonRows }, (_, index) => <Bone key={index} />)
            : shown.map((market) => (
                <Row
                  key={market.id}
                  market={market}
                  course={courses === null ? null : courses.get(market.pair)}
                  isOpen={market.pair === pair}
                  isFavorite={favorites.has(market.pair)}
                  onPick={onPick}
                />
              ))}
        </ul>
        {state === 'ready' && markets.length > 0 && shown.length === 0 && (
          <NothingFound view={view} />
        )}
      </div>
      <LiveRegion>
        {view.query !== '' || view.isFavoritesOnly ? tList('found', { count: shown.length }) : ''}
      </LiveRegion>
    </nav>
  )
}

const heads: readonly (readonly [SortKey, string])[] = [
  ['pair', tList('pair')],
  ['volume', tList('volume')],
  ['last', tList('price')],
  ['change', tList('change')],
]

/** The sort buttons. */
function SortBar({ view }: { readonly view: MarketView }) {
  const { sort, pressHead } = view
  return (
    <div className={styles['columns']} role="group" aria-label={tList('sort')}>
      {heads.map(([key, column]) => (
        <button
          key={key}
          type="button"
          aria-pressed={sort?.key === key}
          onClick={() => pressHead(key)}
        >
          {column}
          {sort?.key === key && (
            <>
              <Icon name={sort.direction === 'asc' ? 'arrow-up' : 'arrow-down'} size={10} />
              <VisuallyHidden>{orderText(key, column, sort.direction === 'asc')}</VisuallyHidden>
            </>
          )}
        </button>
      ))}
    </div>
  )
}

function orderText(key: SortKey, column: string, isRising: boolean): string {
  if (key === 'pair') return tList(isRising ? 'fromA' : 'fromZ')
  return tList(isRising ? 'ascending' : 'descending', { column })
}

function Bone() {
  return (
    <li className={styles['row']}>
      <span className={styles['name']}>
        <Skeleton width={22} height={22} />
        <Skeleton width={64} />
      </span>
      <span className={classes('notranslate', styles['figures'])} translate="no">
        <Skeleton width={92} height={12} />
        <Skeleton width={48} height={10} />
      </span>
    </li>
  )
}

const Row = memo(function Row({
  market,
  course,
  isOpen,
  isFavorite,
  onPick,
}: {
  readonly market: Market
  readonly course: Course | null | undefined
  readonly isOpen: boolean
  readonly isFavorite: boolean
  readonly onPick: (() => void) | undefined
}) {
  const { id, pair, base, icon, lastPrice, priceDecimals, changePercent, volume } = market
  return (
    <li className={styles['item']}>
      <FavoriteStar pair={pair} isFavorite={isFavorite} />
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
              {t('volumeShort')} {formatDecimal(volume, { decimals: 2, rounding: 'down' })}
            </small>
          </span>
        </span>
        <span className={styles['spark']}>
          <Sparkline market={market} course={course} />
        </span>
        <span className={classes('notranslate', styles['figures'])} translate="no">
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
