/** The form of a new market: its currencies, its rules, and the market to copy the charges from. */
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ChangeDialog } from '../change/change-dialog.tsx'
import deskStyles from '../desk.module.css'
import { Choice } from './choice.tsx'
import { readRules, typedAtFirst } from './market-form-model.ts'
import { MarketRulesFields, useRulesForm } from './market-rules-fields.tsx'
import { t } from './market-texts.ts'
import type { Markets } from './market-wire.ts'
import styles from './markets.module.css'

export type AddMarketFormProps = Markets & {
  /** Called when it was proposed. */
  readonly onDone: () => void
}

/** The quote currency of most markets, if it is listed. */
const usualQuote = 'IDR'

/** The form. */
export function AddMarketForm({ markets, currencies, onDone }: AddMarketFormProps) {
  const [base, setBase] = useState('')
  const { quotes, quote, setQuote, alike, chargesFrom, setLike } = useQuote(markets)
  const [baseFault, setBaseFault] = useState<string | null>(null)
  const [input, setInput] = useState<object | null>(null)
  const form = useRulesForm(typedAtFirst)
  const show = () => {
    const read = readRules(form.typed)
    const fault = base === '' ? t('baseNeeded') : base === quote ? t('sameCurrency') : null
    form.setFaults(read.ok ? {} : read.faults)
    setBaseFault(fault)
    if (read.ok && fault === null) {
      setInput({ base, quote, ...read.rules, charges_from: chargesFrom })
    }
  }
  return (
    <>
      <form
        className={styles['wide']}
        aria-label={t('add')}
        onSubmit={(event) => {
          event.preventDefault()
          show()
        }}
      >
        <h2>{t('add')}</h2>
        <p className={deskStyles['quiet']}>{t('addText')}</p>
        <div className={styles['fields']}>
          <Choice
            label={t('base')}
            value={base}
            error={baseFault}
            options={[{ value: '', label: t('pickBase') }, ...currencies.map(toOption)]}
            onChange={(symbol) => {
              setBase(symbol)
              setBaseFault(null)
            }}
          />
          <Choice
            label={t('quote')}
            value={quote}
            options={quotes.map(toOption)}
            onChange={setQuote}
          />
          <Choice
            label={t('chargesFrom')}
            value={chargesFrom}
            options={alike.map(toOption)}
            onChange={setLike}
          />
        </div>
        <MarketRulesFields form={form} base={base} quote={quote} />
        <div className={styles['buttons']}>
          <Button type="submit" kind="primary">
            {t('showPreview')}
          </Button>
        </div>
      </form>
      {input !== null && (
        <ChangeDialog
          kind="market.add"
          input={input}
          onClose={() => setInput(null)}
          onDone={onDone}
        />
      )}
    </>
  )
}

/** The quote currency, and the market whose charges are copied. */
function useQuote(markets: Markets['markets']) {
  const quotes = [...new Set(markets.map(({ quote }) => quote))]
  const [quote, setQuote] = useState(quotes.includes(usualQuote) ? usualQuote : (quotes[0] ?? ''))
  const alike = markets.filter((market) => market.quote === quote).map(({ pair }) => pair)
  const [like, setLike] = useState('')
  const chargesFrom = alike.includes(like) ? like : (alike[0] ?? '')
  return { quotes, quote, setQuote, alike, chargesFrom, setLike }
}

function toOption(value: string) {
  return { value, label: value.replace('_', '/') }
}
