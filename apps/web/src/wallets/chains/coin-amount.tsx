/** The amount field of a coin: accepts amounts as people type them, and asks about ambiguous ones. */
import { amountInWords, coinWithdrawalMessages } from '@tukar/i18n'
import { type RefObject, useId } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { language } from '../../theme/preferences.ts'
import { AmountLine } from '../../ui/amount-line.tsx'
import type { AmountInput } from '../../ui/amount-model.ts'
import { AmountChoices } from '../../ui/amount-question.tsx'
import { Icon } from '../../ui/icon.tsx'
import rupiahStyles from '../rupiah/rupiah.module.css'
import { type Coin, coinUnits, shownCoin } from './coin.ts'
import type { CoinFault } from './coin-withdrawal.ts'

const t = pageTranslator(coinWithdrawalMessages)

export type CoinAmountProps = {
  readonly coin: Coin
  readonly value: AmountInput
  readonly onChange: (value: AmountInput) => void
  /** Why this amount cannot be sent; null if it can. */
  readonly error: string | null
  /** Shown while there is no amount. */
  readonly note: string
  readonly field: RefObject<HTMLInputElement | null>
}

/** The text of an amount fault. */
export function coinFaultText(fault: CoinFault, { symbol, decimals }: Coin): string {
  if (fault.kind === 'fee') return t('amountFee')
  const shown = { amount: shownCoin(fault.units, decimals), symbol }
  switch (fault.kind) {
    case 'least':
      return t('amountLeast', shown)
    case 'most':
      return t('amountMost', shown)
    case 'daily':
      return t('amountDaily', shown)
    case 'balance':
      return t('amountBalance', shown)
  }
}

/** The text of an unreadable amount; null if it is readable or empty. */
export function coinWritingFault({ raw, trouble }: AmountInput, decimals: number): string | null {
  if (trouble === 'tooPrecise') return t('amountFine', { decimals })
  const isUnread = raw !== null && coinUnits(raw, decimals) === null
  return trouble === 'invalid' || isUnread ? t('amountUnreadable') : null
}

/** The field with its label, note and error. */
export function CoinAmount({ coin, value, onChange, error, note, field }: CoinAmountProps) {
  const id = useId()
  const { meanings, raw: typed } = value
  const words = typed === null ? null : amountInWords(typed, coin.symbol, language)
  return (
    <div className={rupiahStyles['amount']}>
      <AmountLine
        label={t('amount')}
        value={value}
        onChange={onChange}
        currency={coin.symbol}
        decimals={coin.decimals}
        isInvalid={error !== null}
        describedBy={id}
        inputRef={field}
        name="amount"
      />
      <div id={id} className={rupiahStyles['amountNote']} aria-live="polite">
        {meanings !== null ? (
          <p className={rupiahStyles['question']}>
            {t('amountTwoMeanings')}
            <AmountChoices meanings={meanings} currency={coin.symbol} onChoose={onChange} />
          </p>
        ) : (
          error !== null && (
            <p className={rupiahStyles['fault']}>
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
