/**
 * The table of markets, the same on the home page and on the market list (HOME-04 to HOME-09, DEC-69):
 * live, with a choice of decimals; on phones pair, price, change and volume alone.
 */
import { decimalsOf, formatDecimal, formatPrice, homeMessages } from '@tukar/i18n'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { sayer } from '../app/say.ts'
import { AssetIcon } from '../ui/asset-icon.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ErrorState } from '../ui/feedback.tsx'
import { Select } from '../ui/select.tsx'
import { type Market, type PrecisionStep, precisionSteps } from './market.ts'
import styles from './market-table.module.css'
import { Change, FlashingPrice } from './price.tsx'
import { useMarkets } from './use-markets.ts'

const say = sayer(homeMessages)

/** The decimals menu, its figures in the reader's form. */
const stepOptions = precisionSteps.map((value) => ({
  value,
  label: formatDecimal(value, { decimals: decimalsOf(value) }),
}))

export type MarketTableProps = {
  /** The heading's level and text belong to the page. */
  readonly title: ReactNode
  readonly aside?: ReactNode
}

/** The table with its toolbar. */
export function MarketTable({ title, aside }: MarketTableProps) {
  const { markets, state, line, retry } = useMarkets()
  const [step, setStep] = useState<PrecisionStep>(precisionSteps[0])
  const navigate = useNavigate()
  const open = (market: Market) => {
    const params = { marketId: String(market.id), pair: market.pair }
    navigate({ to: '/markets/$marketId/$pair', params }).catch(() => undefined)
  }
  return (
    <div className={styles['card']} data-line={line}>
      <div className={styles['toolbar']}>
        {title}
        <div className={styles['tools']}>
          {aside}
          <label className={styles['decimals']}>
            <span aria-hidden="true">{say('decimals')}</span>
            <Select label={say('decimals')} value={step} options={stepOptions} onChange={setStep} />
          </label>
        </div>
      </div>
      {state === 'error' ? (
        <ErrorState title={say('marketsFailed')} text={say('marketsFailedText')} onRetry={retry} />
      ) : (
        <DataTable<Market>
          className={styles['table']}
          caption={say('marketTable')}
          columns={columnsOf(decimalsOf(step))}
          rows={markets}
          keyOf={(market) => market.id}
          state={state}
          empty={say('noMarkets')}
          onRowClick={open}
          rowHeightPx={56}
        />
      )}
    </div>
  )
}

/** The columns for a choice of decimals; a market's tick may show fewer. */
function columnsOf(decimals: number): readonly Column<Market>[] {
  const price = (market: Market, value: string | null) =>
    formatPrice(value, decimals, market.priceDecimals)
  return [
    {
      key: 'pair',
      width: '22%',
      head: say('pair'),
      skeletonWidth: 120,
      cell: (market) => <Pair {...{ market }} />,
    },
    {
      key: 'last',
      width: '15%',
      head: say('lastPrice'),
      align: 'end',
      skeletonWidth: 104,
      cell: (market) => <Last market={market} shown={price(market, market.lastPrice)} />,
    },
    {
      key: 'change',
      width: '13%',
      head: say('change24h'),
      align: 'end',
      isWideOnly: true,
      cell: ({ changePercent }) => <Change percent={changePercent} />,
    },
    {
      key: 'high',
      width: '15%',
      head: say('high24h'),
      align: 'end',
      isWideOnly: true,
      skeletonWidth: 104,
      cell: (market) => price(market, market.high),
    },
    {
      key: 'low',
      width: '15%',
      head: say('low24h'),
      align: 'end',
      isWideOnly: true,
      skeletonWidth: 104,
      cell: (market) => price(market, market.low),
    },
    {
      key: 'volume',
      width: '20%',
      head: say('volume24h'),
      align: 'end',
      isWideOnly: true,
      skeletonWidth: 88,
      cell: (market) => <Volume market={market} />,
    },
  ]
}

function Pair({ market }: { readonly market: Market }) {
  return (
    <span className={styles['pair']}>
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
            {say('volume')} <Volume market={market} isShort />
          </span>
        </span>
      </span>
    </span>
  )
}

/** The price; on phones with the change below it. */
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

function Volume({
  market,
  isShort = false,
}: {
  readonly market: Market
  readonly isShort?: boolean
}) {
  const decimals = isShort ? Math.min(4, market.baseDecimals) : market.baseDecimals
  return (
    <span>
      {formatDecimal(market.volume, { decimals, rounding: 'down' })}
      <span className={styles['unit']}> {market.base}</span>
    </span>
  )
}
