/** The number of shown decimals of balances (WAL-05): all, or fewer; always truncated. */
import { decimalsOf, formatAmount, unknownSign } from '@tukar/i18n'
import { precisionSteps } from '../markets/market.ts'

export const digitChoices = ['all', ...precisionSteps] as const
export type DigitChoice = (typeof digitChoices)[number]

/** Returns an amount with the chosen decimals, at most those of its currency. */
export function shownAmount(amount: string | null, decimals: number, choice: DigitChoice): string {
  if (amount === null) return unknownSign
  const most = choice === 'all' ? decimals : decimalsOf(choice)
  return formatAmount(amount, Math.min(decimals, most))
}
