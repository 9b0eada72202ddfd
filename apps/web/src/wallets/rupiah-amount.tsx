/** The field of an amount of whole rupiah: read as people type it, said in words, faults below it. */
import { amountInWords, formatDecimal, rupiahMessages } from '@tukar/i18n'
import { type RefObject, useId } from 'react'
import { sayer } from '../app/say.ts'
import { language } from '../theme/preferences.ts'
import { AmountLine } from '../ui/amount-line.tsx'
import { type AmountInput, amountFromRaw } from '../ui/amount-model.ts'
import { TextButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { type AmountFault, rupiahUnits, shownRupiah } from './rupiah.ts'
import styles from './rupiah.module.css'

const say = sayer(rupiahMessages)

export type RupiahAmountProps = {
  readonly value: AmountInput
  readonly onChange: (value: AmountInput) => void
  /** Why this amount cannot be sent; null where nothing stands against it. */
  readonly error: string | null
  /** Said while there is no amount and no error. */
  readonly note: string
  /** The field itself, so that the form can lead to it. */
  readonly field: RefObject<HTMLInputElement | null>
}

/** Units of what stands in the field; null where it is no certain amount. */
export function unitsOf({ raw }: AmountInput): number | null {
  return raw === null ? null : rupiahUnits(raw)
}

/** Says what stands against an amount. */
export function faultText(fault: AmountFault): string {
  if (fault.kind === 'fee') return say('amountFee')
  const amount = shownRupiah(fault.units)
  const { kind } = fault
  if (kind === 'minimum') return say('amountMinimum', { amount })
  if (kind === 'maximum') return say('amountMaximum', { amount })
  return kind === 'balance' ? say('amountBalance', { amount }) : say('amountDaily', { amount })
}

/** Says what is wrong with how an amount is written; null where it can be read. */
export function writingFault({ raw, trouble, text }: AmountInput): string | null {
  if (trouble === 'tooPrecise') return say('amountWhole')
  if (trouble === 'invalid' || (raw !== null && rupiahUnits(raw) === null)) {
    return say('amountUnreadable')
  }
  return trouble === 'none' && text.trim() === '' ? say('amountEmpty') : null
}

/** The field with what belongs to it. */
export function RupiahAmount({ value, onChange, error, note, field }: RupiahAmountProps) {
  const id = useId()
  const words = value.raw === null ? null : amountInWords(value.raw, 'IDR', language)
  return (
    <div className={styles['amount']}>
      <AmountLine
        label={say('amount')}
        value={value}
        onChange={onChange}
        currency="IDR"
        decimals={0}
        isInvalid={error !== null}
        describedBy={id}
        inputRef={field}
      />
      <div id={id} className={styles['amountNote']} aria-live="polite">
        {value.meanings !== null ? (
          <Question meanings={value.meanings} onChange={onChange} />
        ) : (
          error !== null && (
            <p className={styles['fault']}>
              <Icon name="warning" size={14} />
              {error}
            </p>
          )
        )}
        <p>{words ?? note}</p>
      </div>
    </div>
  )
}

/** Two meanings, and a button for each; rupiah have no decimals here, so one is a slip. */
function Question({
  meanings,
  onChange,
}: {
  readonly meanings: NonNullable<AmountInput['meanings']>
  readonly onChange: (value: AmountInput) => void
}) {
  const all = [meanings.decimal, meanings.grouped]
  const shown = all.map((raw) => formatDecimal(raw, { decimals: raw.split('.')[1]?.length ?? 0 }))
  const [first = '', second = ''] = shown
  return (
    <p className={styles['question']}>
      {say('amountTwoMeanings', { first, second })}
      {all.map((raw, index) => (
        <TextButton key={raw} onClick={() => onChange(chosen(raw))}>
          {shown[index]}
        </TextButton>
      ))}
    </p>
  )
}

function chosen(raw: string): AmountInput {
  const whole = raw.replace(/\.0+$/, '')
  if (!whole.includes('.')) return amountFromRaw(whole)
  return { text: raw, raw: null, trouble: 'tooPrecise', meanings: null }
}
