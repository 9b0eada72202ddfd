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
import { type Faults, readCurrencyForm, typedOf } from './currency-form-model.ts'
import type { CurrencyEntry } from './currency-wire.ts'
import { amountOf, chainName, feeOf, say } from './currency-words.ts'
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
          <Fact name={say('decimals')}>{decimals}</Fact>
          <Fact name={say('fee')}>{feeOf(currency)}</Fact>
          <Fact name={say('depositMin')}>
            {depositMin === null ? say('asSettings') : amountOf(depositMin, currency)}
          </Fact>
          <Fact name={say('travelLimit')}>
            {travelLimit === null ? say('never') : amountOf(travelLimit, currency)}
          </Fact>
        </dl>
        {mayChange && !isEditing && (
          <div className={styles['buttons']}>
            <Button size="small" onClick={() => setEditing(true)}>
              {say('edit')}
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
      <Ways currency={currency} />
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

/** What of a currency is not as usual. */
export function CurrencyBadges({ currency }: { readonly currency: CurrencyEntry }) {
  return (
    <>
      {!currency.isShown && <Badge tone="neutral">{say('hidden')}</Badge>}
      {!currency.areDepositsOpen && <Badge tone="warn">{say('depositsClosed')}</Badge>}
      {!currency.areWithdrawalsOpen && <Badge tone="warn">{say('withdrawalsClosed')}</Badge>}
    </>
  )
}

function Ways({ currency: { ways } }: { readonly currency: CurrencyEntry }) {
  return (
    <section className={deskStyles['card']}>
      <h2>{say('chains')}</h2>
      {ways.length === 0 && <p className={deskStyles['quiet']}>{say('noChains')}</p>}
      <dl className={deskStyles['facts']}>
        {ways.map(({ chain, contract, isAdded }) => (
          <div key={`${chain} ${contract}`}>
            <dt>{isAdded ? `${chainName(chain)}, ${say('added')}` : chainName(chain)}</dt>
            <dd>{contract ?? say('ownCoin')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Markets({ currency: { markets } }: { readonly currency: CurrencyEntry }) {
  return (
    <section className={deskStyles['card']}>
      <h2>{say('markets')}</h2>
      {markets.length === 0 && <p className={deskStyles['quiet']}>{say('noMarkets')}</p>}
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
          {say('toMarket')}
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
  const [typed, setTyped] = useState(() => typedOf(currency))
  const [switches, setSwitches] = useState({ isShown, areDepositsOpen, areWithdrawalsOpen })
  const [faults, setFaults] = useState<Faults>({})
  const [input, setInput] = useState<object | null>(null)
  const title = say('editTitle', { symbol })
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
        <Banner tone="info">{say('neverChange')}</Banner>
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
            {say(text)}
          </Checkbox>
        ))}
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button type="submit" kind="primary">
            {say('showPreview')}
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
