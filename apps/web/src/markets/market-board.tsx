/**
 * The table of the market list: sortable by each column, searchable by pair and name, favorites first, with a
 * chart of the last day.
 */
import { homeMessages, marketListMessages, unknownSign } from '@tukar/i18n'
import { lazy, type ReactNode, useRef } from 'react'
import { LazyPart } from '../app/later-part.tsx'
import { pageTranslator } from '../app/translate.ts'
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

const t = pageTranslator(marketListMessages)
const tHome = pageTranslator(homeMessages)

/** The chart's code loads after the figures. */
const Sparkline = lazy(async () => ({ default: (await import('./sparkline.tsx')).Sparkline }))

export type MarketBoardProps = {
  readonly title: ReactNode
  /** The sort order from the page's address; null for the stored one. */
  readonly sort: MarketSort | null
  /** Called with each chosen sort order. */
  readonly onSort: (sort: MarketSort | null) => void
}

/** The complete market list. */
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
          lead: createLead(favorites),
          curve: { head: t('lastDay'), cell: createCurve(courses) },
          empty: <NothingFound view={view} />,
        }}
      />
      <LiveRegion>
        {state === 'ready' && (view.query !== '' || view.isFavoritesOnly)
          ? t('found', { count: shown.length })
          : ''}
      </LiveRegion>
    </div>
  )
}

const createLead = (favorites: ReadonlySet<string>) => {
  return ({ pair }: Market) => <FavoriteStar pair={pair} isFavorite={favorites.has(pair)} />
}

const createCurve = (courses: ReadonlyMap<string, Course> | null) => (market: Market) => (
  <LazyPart place={<Skeleton width={88} height={14} />} missing={unknownSign}>
    <Sparkline market={market} course={courses === null ? null : courses.get(market.pair)} />
  </LazyPart>
)

/** The columns that phones show; all others are sorted by their heads. */
const menuColumns: readonly (readonly [SortKey, string])[] = [
  ['last', tHome('lastPrice')],
  ['change', tHome('change24h')],
  ['volume', tHome('volume24h')],
]

const sortOptions = [
  { value: '', label: t('asListed') },
  { value: 'pair-asc', label: t('fromA') },
  { value: 'pair-desc', label: t('fromZ') },
  ...menuColumns.flatMap(([key, column]) => [
    { value: `${key}-desc`, label: t('descending', { column }) },
    { value: `${key}-asc`, label: t('ascending', { column }) },
  ]),
]

/** The sort menu of a table without column heads. */
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
        label={t('sort')}
        value={value}
        options={options}
        onChange={(text) => onSort(readSort(text))}
      />
    </span>
  )
}

/** Sorting by a column that phones do not show, chosen on a wider page. */
function columnText(sort: MarketSort | null): string {
  const column = tHome(sort?.key === 'low' ? 'low24h' : 'high24h')
  return t(sort?.direction === 'asc' ? 'ascending' : 'descending', { column })
}
