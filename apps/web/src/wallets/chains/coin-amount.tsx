/** The field of an amount of a coin: read as people type it, asked where it has two meanings. */
import { amountInWords, coinWithdrawalMessages } from '@tukar/i18n'
import { type RefObject, useId } from 'react'
import { sayer } from '../../app/translate.ts'
import { language } from '../../theme/preferences.ts'
import { AmountLine } from '../../ui/amount-line.tsx'
import type { AmountInput } from '../../ui/amount-model.ts'
import { AmountChoices } from '../../ui/amount-question.tsx'
import { Icon } from '../../ui/icon.tsx'
import rupiahStyles from '../rupiah.module.css'
import { type Coin, coinUnits, shownCoin } from './coin.ts'
import type { CoinFault } from './coin-withdrawal.ts'

const say = sayer(coinWithdrawalMessages)

export type CoinAmountProps = {
  readonly coin: Coin
  readonly value: AmountInput
  readonly onChange: (value: AmountInput) => void
  /** Why this amount cannot be sent; null where nothing stands against it. */
  readonly error: string | null
  /** Said while there is no amount. */
  readonly note: string
  readonly field: RefObject<HTMLInputElement | null>
}

/** Says what stands against an amount. */
export function coinFaultText(fault: CoinFault, { symbol, decimals }: Coin): string {
  if (fault.kind === 'fee') return say('amountFee')
  const shown = { amount: shownCoin(fault.units, decimals), symbol }
  switch (fault.kind) {
    case 'least':
      return say('amountLeast', shown)
    case 'most':
      return say('amountMost', shown)
    case 'daily':
      return say('amountDaily', shown)
    case 'balance':
      return say('amountBalance', shown)
  }
}

/** Says what is wrong with how an amount is written; null where it can be read, or is empty. */
export function coinWritingFault({ raw, trouble }: AmountInput, decimals: number): string | null {
  if (trouble === 'tooPrecise') return say('amountFine', { decimals })
  const isUnread = raw !== null && coinUnits(raw, decimals) === null
  return trouble === 'invalid' || isUnread ? say('amountUnreadable') : null
}

/** The field with what belongs to it. */
export function CoinAmount({ coin, value, onChange, error, note, field }: CoinAmountProps) {
  const id = useId()
  const { meanings, raw: typed } = value
  const words = typed === null ? null : amountInWords(typed, coin.symbol, language)
  return (
    <div className={rupiahStyles['amount']}>
      <AmountLine
        label={say('amount')}
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
            {say('amountTwoMeanings')}
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
