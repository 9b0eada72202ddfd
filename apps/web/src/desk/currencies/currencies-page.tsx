/** The currencies with their chains and markets, the details of one currency, and the form of a new token. */
import { AssetIcon } from '../../ui/asset-icon.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { DeskLink } from '../frame/desk-link.tsx'
import deskStyles from '../desk.module.css'
import styles from '../markets/markets.module.css'
import type { FeaturePageProps } from '../frame/feature-page.ts'
import { navigate } from '../frame/route-store.ts'
import { DeskTable } from '../desk-table.tsx'
import { LoadedPart } from '../loaded/loaded-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { AddTokenForm } from './add-token-form.tsx'
import { loadCurrencies } from './currency-calls.ts'
import { CurrencyBadges, CurrencyDetail } from './currency-detail.tsx'
import type { Currencies, CurrencyEntry } from './currency-wire.ts'
import { chainName, currencyFeeText, newName, t } from './currency-texts.ts'

const listHeight = 280
const listRoute = { page: 'own', name: 'currencies', rest: [] } as const

/** The page of currencies. */
export function CurrenciesPage({ me, rest, onChanged }: FeaturePageProps) {
  const { loaded, reload } = useLoaded('currencies', loadCurrencies)
  const [chosen] = rest
  const { roles } = me
  const changed = () => {
    reload()
    onChanged()
  }
  return (
    <div className={deskStyles['page']}>
      <div className={deskStyles['pageHead']}>
        <h1>{t('currencies')}</h1>
        {chosen === undefined && roles.includes('admin') && (
          <DeskLink className={styles['link']} to={toCurrencyRoute(newName)}>
            {t('add')}
          </DeskLink>
        )}
        {chosen !== undefined && (
          <DeskLink className={styles['link']} to={listRoute}>
            {t('back')}
          </DeskLink>
        )}
      </div>
      {chosen === undefined && <p className={deskStyles['quiet']}>{t('currenciesText')}</p>}
      <LoadedPart loaded={loaded} reload={reload} height={listHeight}>
        {(value) => (
          <CurrenciesPart
            chosen={chosen}
            value={value}
            mayChange={roles.includes('admin') || roles.includes('risk')}
            onChanged={changed}
          />
        )}
      </LoadedPart>
    </div>
  )
}

type CurrenciesPartProps = {
  readonly chosen: string | undefined
  readonly value: Currencies
  readonly mayChange: boolean
  readonly onChanged: () => void
}

function CurrenciesPart({ chosen, value, mayChange, onChanged }: CurrenciesPartProps) {
  if (chosen === newName) {
    const proposed = () => {
      onChanged()
      navigate(listRoute)
    }
    return <AddTokenForm {...value} onDone={proposed} />
  }
  if (chosen === undefined) return <CurrencyTable currencies={value.currencies} />
  const currency = value.currencies.find(({ symbol }) => symbol === chosen)
  if (currency === undefined) return <EmptyState>{t('unknown')}</EmptyState>
  return <CurrencyDetail currency={currency} mayChange={mayChange} onChanged={onChanged} />
}

function toCurrencyRoute(name: string) {
  return { page: 'own', name: 'currencies', rest: [name] } as const
}

function CurrencyTable({ currencies }: { readonly currencies: readonly CurrencyEntry[] }) {
  return (
    <DeskTable
      label={t('currencies')}
      heads={[t('currency'), t('decimals'), t('fee'), t('chains'), t('markets')]}
    >
      {currencies.map((currency) => (
        <CurrencyRow key={currency.id} currency={currency} />
      ))}
    </DeskTable>
  )
}

function CurrencyRow({ currency }: { readonly currency: CurrencyEntry }) {
  const { symbol, name, icon, decimals, networks, markets } = currency
  const chains = [...new Set(networks.map(({ chain }) => chain))]
  return (
    <tr>
      <th scope="row">
        <span className={styles['head']}>
          <span className={styles['named']}>
            <AssetIcon symbol={symbol} source={icon} size={20} />
            <DeskLink className={styles['link']} to={toCurrencyRoute(symbol)}>
              {symbol}
            </DeskLink>
            <span>{name}</span>
          </span>
          <CurrencyBadges currency={currency} />
        </span>
      </th>
      <td>{decimals}</td>
      <td>{currencyFeeText(currency)}</td>
      <td>{chains.length === 0 ? '–' : chains.map(chainName).join(', ')}</td>
      <td>{markets.length === 0 ? '–' : markets.join(', ').replaceAll('_', '/')}</td>
    </tr>
  )
}
