/** The words of markets and charges in the language of the page. */
import { deskMarketMessages, formatDecimal } from '@tukar/i18n'
import { formatUnits } from '@tukar/money'
import type { DeskChargeKind, DeskChargePayer, DeskMarketState } from '@tukar/wire'
import { sayer } from '../../app/translate.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import type { ScheduleEntry, ScheduleStatus } from './market-wire.ts'

export const say = sayer(deskMarketMessages)

/** Stands in the address where a market is added. */
export const newName = 'new'

/** What the page of one market is called, by what follows in its address; null where it can be none. */
export function marketTitle([pair = '', ...beyond]: readonly string[]): string | null {
  if (beyond.length > 0) return null
  if (pair === newName) return say('add')
  return /^[A-Z0-9]+_[A-Z0-9]+$/.test(pair) ? pair.replace('_', '/') : null
}

const states = {
  open: ['stateOpen', 'up'],
  cancel_only: ['stateCancelOnly', 'warn'],
  halted: ['stateHalted', 'down'],
} as const satisfies Record<DeskMarketState, readonly [string, BadgeTone]>

/** The word for a market's state, and how it looks. */
export function stateText(state: DeskMarketState): {
  readonly text: string
  readonly tone: BadgeTone
} {
  const [key, tone] = states[state]
  return { text: say(key), tone }
}

const kinds = {
  fee: 'kindFee',
  bourse: 'kindBourse',
  vat: 'kindVat',
  income_tax: 'kindIncomeTax',
} as const satisfies Record<DeskChargeKind, string>

/** The name of a charge. */
export function kindText(kind: DeskChargeKind): string {
  return say(kinds[kind])
}

const payers = {
  maker: 'payerMaker',
  taker: 'payerTaker',
  buyer: 'payerBuyer',
  seller: 'payerSeller',
  both: 'payerBoth',
} as const satisfies Record<DeskChargePayer, string>

/** Who pays a charge. */
export function payerText(payer: DeskChargePayer): string {
  return say(payers[payer])
}

const statuses = {
  past: ['past', 'neutral'],
  current: ['current', 'up'],
  future: ['future', 'accent'],
} as const satisfies Record<ScheduleStatus, readonly [string, BadgeTone]>

/** Whether a rate applies, and how that looks. */
export function statusText(status: ScheduleStatus): {
  readonly text: string
  readonly tone: BadgeTone
} {
  const [key, tone] = statuses[status]
  return { text: say(key), tone }
}

/** The most decimals that a currency has. */
const decimalsMax = 18

/** An amount as people read it: "0,00000001 BTC", "Rp 10.000". */
export function amountText(amount: string, symbol: string): string {
  const shown = formatDecimal(amount, { decimals: 0, decimalsMax })
  return symbol === 'IDR' ? `Rp\u00a0${shown}` : `${shown}\u00a0${symbol}`
}

const percentDecimals = 4

/** Parts per million as percent: "0,21". */
export function percentOf(ppm: number): string {
  const percent = formatUnits(ppm, percentDecimals)
  return formatDecimal(percent, { decimals: 0, decimalsMax: percentDecimals })
}

/** A rate as people read it. */
export function rateText({ ratePpm, base }: Pick<ScheduleEntry, 'ratePpm' | 'base'>): string {
  const rate = `${percentOf(ratePpm)}%`
  return base === 'fee' ? say('ofFee', { rate }) : rate
}
