/** The markets with states and rules, the details of one market, and the form of a new one. */
import { Badge, EmptyState } from '../../ui/feedback.tsx'
import { DeskLink } from '../frame/desk-link.tsx'
import deskStyles from '../desk.module.css'
import type { FeaturePageProps } from '../frame/feature-page.ts'
import { navigate } from '../frame/route-store.ts'
import { DeskTable } from '../desk-table.tsx'
import { LoadedPart } from '../loaded/loaded-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { AddMarketForm } from './add-market-form.tsx'
import { loadMarkets } from './market-calls.ts'
import { MarketDetail } from './market-detail.tsx'
import { amountText, newName, t, stateText } from './market-texts.ts'
import type { MarketEntry, Markets } from './market-wire.ts'
import styles from './markets.module.css'

const listHeight = 320

/** The page of markets. */
export function MarketsPage({ rest, onChanged }: FeaturePageProps) {
  const { loaded, reload } = useLoaded('markets', loadMarkets)
  const [chosen] = rest
  const changed = () => {
    reload()
    onChanged()
  }
  return (
    <div className={deskStyles['page']}>
      <div className={deskStyles['pageHead']}>
        <h1>{t('markets')}</h1>
        {chosen === undefined ? (
          <DeskLink className={styles['link']} to={toMarketRoute(newName)}>
            {t('add')}
          </DeskLink>
        ) : (
          <DeskLink className={styles['link']} to={{ page: 'own', name: 'markets', rest: [] }}>
            {t('back')}
          </DeskLink>
        )}
      </div>
      {chosen === undefined && <p className={deskStyles['quiet']}>{t('marketsText')}</p>}
      <LoadedPart loaded={loaded} reload={reload} height={listHeight}>
        {(value) => <MarketsPart chosen={chosen} value={value} onChanged={changed} />}
      </LoadedPart>
    </div>
  )
}

type MarketsPartProps = {
  readonly chosen: string | undefined
  readonly value: Markets
  readonly onChanged: () => void
}

function MarketsPart({ chosen, value, onChanged }: MarketsPartProps) {
  if (chosen === newName) {
    const listed = () => {
      onChanged()
      navigate({ page: 'own', name: 'markets', rest: [] })
    }
    return <AddMarketForm {...value} onDone={listed} />
  }
  if (chosen === undefined) return <MarketTable markets={value.markets} />
  const market = value.markets.find(({ pair }) => pair === chosen)
  if (market === undefined) return <EmptyState>{t('unknown')}</EmptyState>
  return <MarketDetail market={market} onChanged={onChanged} />
}

function toMarketRoute(name: string) {
  return { page: 'own', name: 'markets', rest: [name] } as const
}

function MarketTable({ markets }: { readonly markets: readonly MarketEntry[] }) {
  if (markets.length === 0) return <EmptyState>{t('none')}</EmptyState>
  return (
    <DeskTable
      label={t('markets')}
      heads={[t('market'), t('lastPrice'), t('openOrders'), t('tick'), t('lot'), t('minimum')]}
      className={deskStyles['numbers']}
    >
      {markets.map((market) => (
        <MarketRow key={market.id} market={market} />
      ))}
    </DeskTable>
  )
}

function MarketRow({ market }: { readonly market: MarketEntry }) {
  const { pair, base, quote, state, lastPrice, openOrders, tick, lot, minimum } = market
  const { text, tone } = stateText(state)
  return (
    <tr>
      <th scope="row">
        <DeskLink className={styles['link']} to={toMarketRoute(pair)}>
          {pair.replace('_', '/')}
        </DeskLink>{' '}
        <Badge tone={tone}>{text}</Badge>
      </th>
      <td>{lastPrice === null ? '–' : amountText(lastPrice, quote)}</td>
      <td>{openOrders}</td>
      <td>{amountText(tick, quote)}</td>
      <td>{amountText(lot, base)}</td>
      <td>{amountText(minimum, quote)}</td>
    </tr>
  )
}
