/**
 * The table of markets, shared by the home page and the market list (HOME-04 to HOME-09, DEC-69). It is live
 * and has a choice of decimals; phones show pair, price, change and volume only. The market list adds search
 * and sorting.
 */
import { decimalsOf, formatDecimal, formatPrice, homeMessages } from '@tukar/i18n'
import { Link } from '../router/link.tsx'
import { useNavigate } from '../router/state.ts'
import { type ReactNode, useState } from 'react'
import { pageTranslator } from '../app/translate.ts'
import { AssetIcon } from '../ui/asset-icon.tsx'
import { classes } from '../ui/classes.ts'
import { type Column, type ColumnSort, DataTable } from '../ui/data-table.tsx'
import { ErrorState } from '../ui/feedback.tsx'
import { Select } from '../ui/select.tsx'
import { type Market, type PrecisionStep, precisionSteps } from './market.ts'
import type { SortKey } from './market-order.ts'
import styles from './market-table.module.css'
import { Change, FlashingPrice } from './price.tsx'
import { useMarkets } from './use-markets.ts'

const t = pageTranslator(homeMessages)

/** The entries of the decimals menu, formatted for the reader's language. */
const stepOptions = precisionSteps.map((value) => ({
  value,
  label: formatDecimal(value, { decimals: decimalsOf(value) }),
}))

/** The additions of a page with search; the home page's table has none. */
export type TableView = {
  /** The shown markets in their order. */
  readonly rows: readonly Market[]
  readonly sortOf: (key: SortKey) => ColumnSort
  /** Rendered before the pair. */
  readonly lead: (market: Market) => ReactNode
  readonly curve: { readonly head: string; readonly cell: (market: Market) => ReactNode }
  /** Shown if no row is left. */
  readonly empty: ReactNode
}

export type MarketTableProps = {
  /** The heading; its level and text belong to the page. */
  readonly title: ReactNode
  readonly aside?: ReactNode
  readonly view?: TableView
}

/** The table with its toolbar. */
export function MarketTable({ title, aside, view }: MarketTableProps) {
  const { markets, state, connection, retry } = useMarkets()
  const [step, setStep] = useState<PrecisionStep>(precisionSteps[0])
  const navigate = useNavigate()
  const open = (market: Market) => {
    const params = { marketId: String(market.id), pair: market.pair }
    navigate({ to: '/markets/$marketId/$pair', params }).catch(() => undefined)
  }
  return (
    <div className={styles['card']} data-line={connection}>
      <div className={styles['toolbar']}>
        {title}
        <div className={styles['tools']}>
          {aside}
          <label className={styles['decimals']}>
            <span aria-hidden="true">{t('decimals')}</span>
            <Select label={t('decimals')} value={step} options={stepOptions} onChange={setStep} />
          </label>
        </div>
      </div>
      {state === 'error' ? (
        <ErrorState title={t('marketsFailed')} text={t('marketsFailedText')} onRetry={retry} />
      ) : (
        <DataTable<Market>
          className={classes(styles['table'], view !== undefined && styles['viewed'])}
          caption={t('marketTable')}
          columns={buildColumns(decimalsOf(step), view)}
          rows={view?.rows ?? markets}
          rowKey={(market) => market.id}
          state={state}
          empty={markets.length === 0 || view === undefined ? t('noMarkets') : view.empty}
          onRowClick={open}
          rowHeightPx={56}
        />
      )}
    </div>
  )
}

/** The columns for a number of decimals; a market's tick may show fewer. */
function buildColumns(decimals: number, view: TableView | undefined): readonly Column<Market>[] {
  const price = (market: Market, value: string | null) =>
    formatPrice(value, decimals, market.priceDecimals)
  const figure = (key: SortKey, head: string, width: string) =>
    ({ key, head, width, align: 'end', sort: view?.sortOf(key) }) as const
  const curve: Column<Market> | null = view === undefined ? null : curveColumn(view)
  return [
    {
      key: 'pair',
      width: '22%',
      head: t('pair'),
      sort: view?.sortOf('pair'),
      skeletonWidth: 120,
      cell: (market) => <Pair market={market} lead={view?.lead(market)} />,
    },
    {
      ...figure('last', t('lastPrice'), '15%'),
      skeletonWidth: 104,
      cell: (market) => <Last market={market} shown={price(market, market.lastPrice)} />,
    },
    {
      ...figure('change', t('change24h'), '14%'),
      isWideOnly: true,
      cell: ({ changePercent }) => <Change percent={changePercent} />,
    },
    ...(curve === null ? [] : [curve]),
    {
      ...figure('high', t('high24h'), '15%'),
      isWideOnly: true,
      skeletonWidth: 104,
      cell: (market) => price(market, market.high),
    },
    {
      ...figure('low', t('low24h'), '15%'),
      isWideOnly: true,
      skeletonWidth: 104,
      cell: (market) => price(market, market.low),
    },
    {
      ...figure('volume', t('volume24h'), '19%'),
      isWideOnly: true,
      skeletonWidth: 88,
      cell: (market) => <Volume market={market} />,
    },
  ]
}

function curveColumn({ curve }: TableView): Column<Market> {
  return {
    key: 'curve',
    width: '12%',
    isWideOnly: true,
    className: styles['curve'],
    skeletonWidth: 88,
    ...curve,
  }
}

function Pair({ market, lead }: { readonly market: Market; readonly lead?: ReactNode }) {
  return (
    <span className={styles['pair']}>
      {lead}
      <AssetIcon symbol={market.base} source={market.icon} size={28} />
      <span className={styles['pairText']}>
        <Link
          to="/markets/$marketId/$pair"
          params={{ marketId: String(market.id), pair: market.pair }}
          className={styles['pairName'] ?? ''}
        >
          {market.base}
          <span className={styles['quote']}>/{market.quote}</span>
        </Link>
        <span className={styles['sub']}>
          <span className={styles['wideOnly']}>{market.baseName}</span>
          <span className={styles['narrowOnly']}>
            {t('volumeShort')} <Volume market={market} />
          </span>
        </span>
      </span>
    </span>
  )
}

/** The price; phones show the change below it. */
function Last({ market, shown }: { readonly market: Market; readonly shown: string }) {
  return (
    <span className={styles['last']}>
      <FlashingPrice price={market.lastPrice} shown={shown} className={styles['price']} />
      <span className={styles['narrowOnly']}>
        <Change percent={market.changePercent} />
      </span>
    </span>
  )
}

/** The volume with all decimals of its currency, in both forms (DEC-70). */
function Volume({ market }: { readonly market: Market }) {
  return (
    <span>
      {formatDecimal(market.volume, { decimals: market.baseDecimals, rounding: 'down' })}
      <span className={styles['unit']}> {market.base}</span>
    </span>
  )
}
