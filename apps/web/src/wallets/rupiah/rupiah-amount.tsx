/**
 * The amount field of whole rupiah: accepts amounts as people type them, repeats them in words, and shows
 * errors below.
 */
import { amountInWords, rupiahMessages } from '@tukar/i18n'
import { type RefObject, useId } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { language } from '../../theme/preferences.ts'
import { AmountLine } from '../../ui/amount-line.tsx'
import type { AmountInput } from '../../ui/amount-model.ts'
import { AmountChoices } from '../../ui/amount-question.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type AmountFault, rupiahUnits, shownRupiah } from './rupiah.ts'
import styles from './rupiah.module.css'

const t = pageTranslator(rupiahMessages)

export type RupiahAmountProps = {
  readonly value: AmountInput
  readonly onChange: (value: AmountInput) => void
  /** Why this amount cannot be sent; null if it can. */
  readonly error: string | null
  /** Shown while there is no amount and no error. */
  readonly note: string
  /** The input element, so that the form can focus it. */
  readonly field: RefObject<HTMLInputElement | null>
}

/** The units of the field's amount; null if it is unreadable or ambiguous. */
export function toUnits({ raw }: AmountInput): number | null {
  return raw === null ? null : rupiahUnits(raw)
}

/** The text of an amount fault. */
export function faultText(fault: AmountFault): string {
  if (fault.kind === 'fee') return t('amountFee')
  const amount = shownRupiah(fault.units)
  const { kind } = fault
  if (kind === 'minimum') return t('amountMinimum', { amount })
  if (kind === 'maximum') return t('amountMaximum', { amount })
  return kind === 'balance' ? t('amountBalance', { amount }) : t('amountDaily', { amount })
}

/** The text of an unreadable amount; null if it is readable. */
export function writingFault({ raw, trouble, text }: AmountInput): string | null {
  if (trouble === 'tooPrecise') return t('amountWhole')
  if (trouble === 'invalid' || (raw !== null && rupiahUnits(raw) === null)) {
    return t('amountUnreadable')
  }
  return trouble === 'none' && text.trim() === '' ? t('amountEmpty') : null
}

/** The field with its label, note and error. */
export function RupiahAmount({ value, onChange, error, note, field }: RupiahAmountProps) {
  const id = useId()
  const words = value.raw === null ? null : amountInWords(value.raw, 'IDR', language)
  return (
    <div className={styles['amount']}>
      <AmountLine
        label={t('amount')}
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
          <p className={styles['question']}>
            {t('amountTwoMeanings')}
            <AmountChoices meanings={value.meanings} currency="IDR" onChoose={onChange} />
          </p>
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
