/**
 * The table of the market list: sorted by any column, searched by pair and name, favorites first, with
 * the curve of the last day.
 */
import { homeMessages, marketListMessages, unknownSign } from '@tukar/i18n'
import { lazy, type ReactNode, useRef } from 'react'
import { LaterPart } from '../app/later-part.tsx'
import { sayer } from '../app/translate.ts'
import { LiveRegion, Skeleton } from '../ui/feedback.tsx'
import { Select } from '../ui/select.tsx'
import { FavoriteStar } from './favorite-star.tsx'
import { type Course, useCourses } from './last-day.ts'
import styles from './market-board.module.css'
import type { Market } from './market.ts'
import { type MarketSort, readSort, type SortKey, sortText } from './market-order.ts'
import { FavoritesFilter, MarketSearch, NothingFound } from './market-search.tsx'
import { MarketTable } from './market-table.tsx'
import { useMarketView } from './use-market-view.ts'
import { useMarkets } from './use-markets.ts'

const say = sayer(marketListMessages)
const sayHome = sayer(homeMessages)

/** Curves come after the figures, as what they are drawn from does. */
const Sparkline = lazy(async () => ({ default: (await import('./sparkline.tsx')).Sparkline }))

export type MarketBoardProps = {
  readonly title: ReactNode
  /** The order that the page's address has; null or none for the remembered one. */
  readonly sort: MarketSort | null
  /** Told of each order that is chosen. */
  readonly onSort: (sort: MarketSort | null) => void
}

/** The whole list of markets. */
export function MarketBoard({ title, sort: given, onSort }: MarketBoardProps) {
  const { markets, state } = useMarkets()
  const courses = useCourses()
  const frame = useRef<HTMLDivElement>(null)
  const view = useMarketView(markets, frame, { given, onSort })
  const { shown, favorites, sort, pressHead } = view
  const directions = { asc: 'ascending', desc: 'descending' } as const
  return (
    <div ref={frame}>
      <MarketTable
        title={title}
        aside={
          <>
            <MarketSearch view={view} className={styles['search']} />
            <FavoritesFilter view={view} />
            <SortMenu sort={sort} onSort={view.setSort} />
          </>
        }
        view={{
          rows: shown,
          sortOf: (key) => ({
            direction: sort?.key === key ? directions[sort.direction] : null,
            onSort: () => pressHead(key),
          }),
          lead: leadOf(favorites),
          curve: { head: say('lastDay'), cell: curveOf(courses) },
          empty: <NothingFound view={view} />,
        }}
      />
      <LiveRegion>
        {state === 'ready' && (view.query !== '' || view.isFavoritesOnly)
          ? say('found', { count: shown.length })
          : ''}
      </LiveRegion>
    </div>
  )
}

const leadOf = (favorites: ReadonlySet<string>) => {
  return ({ pair }: Market) => <FavoriteStar pair={pair} isFavorite={favorites.has(pair)} />
}

const curveOf = (courses: ReadonlyMap<string, Course> | null) => (market: Market) => (
  <LaterPart place={<Skeleton width={88} height={14} />} missing={unknownSign}>
    <Sparkline market={market} course={courses === null ? null : courses.get(market.pair)} />
  </LaterPart>
)

/** The columns that phones show; the others' heads are there with the columns. */
const menuColumns: readonly (readonly [SortKey, string])[] = [
  ['last', sayHome('lastPrice')],
  ['change', sayHome('change24h')],
  ['volume', sayHome('volume24h')],
]

const sortOptions = [
  { value: '', label: say('asListed') },
  { value: 'pair-asc', label: say('fromA') },
  { value: 'pair-desc', label: say('fromZ') },
  ...menuColumns.flatMap(([key, column]) => [
    { value: `${key}-desc`, label: say('descending', { column }) },
    { value: `${key}-asc`, label: say('ascending', { column }) },
  ]),
]

/** The order where there are no heads for it. */
function SortMenu({
  sort,
  onSort,
}: {
  readonly sort: MarketSort | null
  readonly onSort: (sort: MarketSort | null) => void
}) {
  const value = sortText(sort)
  const isOffered = sortOptions.some((option) => option.value === value)
  const options = isOffered ? sortOptions : [...sortOptions, { value, label: columnText(sort) }]
  return (
    <span className={styles['sortMenu']}>
      <Select
        label={say('sort')}
        value={value}
        options={options}
        onChange={(text) => onSort(readSort(text))}
      />
    </span>
  )
}

/** An order by a column that phones do not show, chosen on a wider page. */
function columnText(sort: MarketSort | null): string {
  const column = sayHome(sort?.key === 'low' ? 'low24h' : 'high24h')
  return say(sort?.direction === 'asc' ? 'ascending' : 'descending', { column })
}
