/** One currency: its fee, limits, chains and markets, and the form that changes it. */
import { useState } from 'react'
import { AssetIcon } from '../../ui/asset-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Badge, Banner } from '../../ui/feedback.tsx'
import { ChangeDialog } from '../change/change-dialog.tsx'
import { DeskLink } from '../frame/desk-link.tsx'
import deskStyles from '../desk.module.css'
import styles from '../markets/markets.module.css'
import { type Faults, readCurrencyForm, toTypedProfile } from './currency-form-model.ts'
import type { CurrencyEntry } from './currency-wire.ts'
import { currencyAmountText, chainName, currencyFeeText, t } from './currency-texts.ts'
import { ProfileFields } from './profile-fields.tsx'

export type CurrencyDetailProps = {
  readonly currency: CurrencyEntry
  readonly mayChange: boolean
  readonly onChanged: () => void
}

/** The currency. */
export function CurrencyDetail({ currency, mayChange, onChanged }: CurrencyDetailProps) {
  const [isEditing, setEditing] = useState(false)
  const { symbol, name, icon, decimals, depositMin, travelLimit } = currency
  return (
    <>
      <section className={deskStyles['card']}>
        <div className={styles['head']}>
          <AssetIcon symbol={symbol} source={icon} />
          <h2>{`${name} (${symbol})`}</h2>
          <CurrencyBadges currency={currency} />
        </div>
        <dl className={deskStyles['facts']}>
          <Fact name={t('decimals')}>{decimals}</Fact>
          <Fact name={t('fee')}>{currencyFeeText(currency)}</Fact>
          <Fact name={t('depositMin')}>
            {depositMin === null ? t('asSettings') : currencyAmountText(depositMin, currency)}
          </Fact>
          <Fact name={t('travelLimit')}>
            {travelLimit === null ? t('never') : currencyAmountText(travelLimit, currency)}
          </Fact>
        </dl>
        {mayChange && !isEditing && (
          <div className={styles['buttons']}>
            <Button size="small" onClick={() => setEditing(true)}>
              {t('edit')}
            </Button>
          </div>
        )}
      </section>
      {isEditing && (
        <CurrencyForm
          currency={currency}
          onClose={() => setEditing(false)}
          onDone={() => {
            setEditing(false)
            onChanged()
          }}
        />
      )}
      <Networks currency={currency} />
      <Markets currency={currency} />
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: string | number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Badges for a currency's unusual states. */
export function CurrencyBadges({ currency }: { readonly currency: CurrencyEntry }) {
  return (
    <>
      {!currency.isShown && <Badge tone="neutral">{t('hidden')}</Badge>}
      {!currency.areDepositsOpen && <Badge tone="warn">{t('depositsClosed')}</Badge>}
      {!currency.areWithdrawalsOpen && <Badge tone="warn">{t('withdrawalsClosed')}</Badge>}
    </>
  )
}

function Networks({ currency: { networks } }: { readonly currency: CurrencyEntry }) {
  return (
    <section className={deskStyles['card']}>
      <h2>{t('chains')}</h2>
      {networks.length === 0 && <p className={deskStyles['quiet']}>{t('noChains')}</p>}
      <dl className={deskStyles['facts']}>
        {networks.map(({ chain, contract, isAdded }) => (
          <div key={`${chain} ${contract}`}>
            <dt>{isAdded ? `${chainName(chain)}, ${t('added')}` : chainName(chain)}</dt>
            <dd>{contract ?? t('ownCoin')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Markets({ currency: { markets } }: { readonly currency: CurrencyEntry }) {
  return (
    <section className={deskStyles['card']}>
      <h2>{t('markets')}</h2>
      {markets.length === 0 && <p className={deskStyles['quiet']}>{t('noMarkets')}</p>}
      <div className={styles['buttons']}>
        {markets.map((pair) => (
          <DeskLink
            key={pair}
            className={styles['link']}
            to={{ page: 'own', name: 'markets', rest: [pair] }}
          >
            {pair.replace('_', '/')}
          </DeskLink>
        ))}
        <DeskLink className={styles['link']} to={{ page: 'own', name: 'markets', rest: ['new'] }}>
          {t('toMarket')}
        </DeskLink>
      </div>
    </section>
  )
}

type CurrencyFormProps = {
  readonly currency: CurrencyEntry
  readonly onClose: () => void
  readonly onDone: () => void
}

const switchNames = [
  ['isShown', 'shown'],
  ['areDepositsOpen', 'depositsOpen'],
  ['areWithdrawalsOpen', 'withdrawalsOpen'],
] as const

function CurrencyForm({ currency, onClose, onDone }: CurrencyFormProps) {
  const { symbol, kind, isShown, areDepositsOpen, areWithdrawalsOpen } = currency
  const [typed, setTyped] = useState(() => toTypedProfile(currency))
  const [switches, setSwitches] = useState({ isShown, areDepositsOpen, areWithdrawalsOpen })
  const [faults, setFaults] = useState<Faults>({})
  const [input, setInput] = useState<object | null>(null)
  const title = t('editTitle', { symbol })
  const show = () => {
    const read = readCurrencyForm(symbol, typed, switches)
    setFaults(read.ok ? {} : read.faults)
    if (read.ok) setInput(read.input)
  }
  return (
    <>
      <form
        className={styles['wide']}
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          show()
        }}
      >
        <h2>{title}</h2>
        <Banner tone="info">{t('neverChange')}</Banner>
        <ProfileFields
          typed={typed}
          faults={faults}
          isFiat={kind === 'fiat'}
          onType={(field, text) => setTyped({ ...typed, [field]: text })}
        />
        {switchNames.map(([name, text]) => (
          <Checkbox
            key={name}
            checked={switches[name]}
            onChange={(event) => setSwitches({ ...switches, [name]: event.target.checked })}
          >
            {t(text)}
          </Checkbox>
        ))}
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('showPreview')}
          </Button>
        </div>
      </form>
      {input !== null && (
        <ChangeDialog
          kind="currency.set"
          input={input}
          onClose={() => setInput(null)}
          onDone={onDone}
        />
      )}
    </>
  )
}
