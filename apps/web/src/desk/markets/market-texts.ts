/** The texts of markets and charges in the page's language. */
import { consoleMarketMessages, formatDecimal } from '@tukar/i18n'
import { formatUnits } from '@tukar/money'
import type { DeskChargeKind, DeskChargePayer, DeskMarketState } from '@tukar/wire'
import { pageTranslator } from '../../app/translate.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import type { ScheduleEntry, ScheduleStatus } from './market-wire.ts'

export const t = pageTranslator(consoleMarketMessages)

/** The path segment of the form that adds a market. */
export const newName = 'new'

/** The title of a market's page, by the rest of its path; null if it is invalid. */
export function marketTitle([pair = '', ...beyond]: readonly string[]): string | null {
  if (beyond.length > 0) return null
  if (pair === newName) return t('add')
  return /^[A-Z0-9]+_[A-Z0-9]+$/.test(pair) ? pair.replace('_', '/') : null
}

const states = {
  open: ['stateOpen', 'up'],
  cancel_only: ['stateCancelOnly', 'warn'],
  halted: ['stateHalted', 'down'],
} as const satisfies Record<DeskMarketState, readonly [string, BadgeTone]>

/** The text of a market's state, and its color. */
export function stateText(state: DeskMarketState): {
  readonly text: string
  readonly tone: BadgeTone
} {
  const [key, tone] = states[state]
  return { text: t(key), tone }
}

const kinds = {
  fee: 'kindFee',
  bourse: 'kindBourse',
  vat: 'kindVat',
  income_tax: 'kindIncomeTax',
} as const satisfies Record<DeskChargeKind, string>

/** The name of a charge. */
export function kindText(kind: DeskChargeKind): string {
  return t(kinds[kind])
}

const payers = {
  maker: 'payerMaker',
  taker: 'payerTaker',
  buyer: 'payerBuyer',
  seller: 'payerSeller',
  both: 'payerBoth',
} as const satisfies Record<DeskChargePayer, string>

/** The payer of a charge. */
export function payerText(payer: DeskChargePayer): string {
  return t(payers[payer])
}

const statuses = {
  past: ['past', 'neutral'],
  current: ['current', 'up'],
  future: ['future', 'accent'],
} as const satisfies Record<ScheduleStatus, readonly [string, BadgeTone]>

/** The text of a rate's status, and its color. */
export function statusText(status: ScheduleStatus): {
  readonly text: string
  readonly tone: BadgeTone
} {
  const [key, tone] = statuses[status]
  return { text: t(key), tone }
}

/** The most decimals that a currency has. */
const decimalsMax = 18

/** An amount, formatted: "0,00000001 BTC", "Rp 10.000". */
export function amountText(amount: string, symbol: string): string {
  const shown = formatDecimal(amount, { decimals: 0, decimalsMax })
  return symbol === 'IDR' ? `Rp\u00a0${shown}` : `${shown}\u00a0${symbol}`
}

const percentDecimals = 4

/** Parts per million as percent: "0,21". */
export function percentText(ppm: number): string {
  const percent = formatUnits(ppm, percentDecimals)
  return formatDecimal(percent, { decimals: 0, decimalsMax: percentDecimals })
}

/** A rate, formatted. */
export function rateText({ ratePpm, base }: Pick<ScheduleEntry, 'ratePpm' | 'base'>): string {
  const rate = `${percentText(ratePpm)}%`
  return base === 'fee' ? t('ofFee', { rate }) : rate
}
