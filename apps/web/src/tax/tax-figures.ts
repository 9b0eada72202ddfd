/** The format of tax rates and amounts. Pure. */
import { formatAmount, formatDecimal } from '@tukar/i18n'

/** "0.0021" is "0,21%". */
export function rateText(fraction: string): string {
  const [whole = '0', tail = ''] = fraction.split('.')
  const digits = tail.padEnd(2, '0')
  const percent = `${whole}${digits.slice(0, 2)}.${digits.slice(2)}`.replace(/\.$/, '')
  return `${formatDecimal(percent, { decimals: 2, decimalsMax: 4 })}%`
}

/** An amount with all its decimals. */
export function coinText(amount: string): string {
  return formatAmount(amount, amount.split('.')[1]?.length ?? 0)
}
