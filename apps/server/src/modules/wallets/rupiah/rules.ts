/** Rules for amounts, fees and limits of rupiah, which refuse before anything is stored. */
import { mulDivFloor, parseUnits } from '@tukar/money'
import { rupiahText } from '@tukar/wire'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { RupiahLimits } from './deps.ts'
import { isWhole, rupiahOf, unitsOf } from './units.ts'

const decimals = 2
const ppm = 1_000_000

/** The units of a typed amount of whole rupiah (ATT-70, ATT-85). */
export function wholeRupiah(input: string | number | undefined): number {
  const parsed = parseUnits(input ?? '', decimals)
  if (!parsed.ok) throw new Refusal(`amount.${parsed.fault}`, { decimals })
  if (!isWhole(parsed.units)) throw new Refusal('amount.not_whole')
  return parsed.units
}

/** An amount for a sentence. */
export function shownRupiah(units: number): string {
  return `${rupiahText(units)} IDR`
}

/** A percent rate such as "0.05" in parts per million: 500. */
export function ppmOfPercent(percent: string): number {
  const parsed = parseUnits(percent, 4)
  if (!parsed.ok) throw new Error(`${percent} is not a percentage`)
  return parsed.units
}

export type WithdrawalFees = {
  /** Units. The percent fee is rounded down to whole rupiah: floor(amount × rate). */
  readonly fee: number
  readonly providerFee: number
}

/** The fees of a withdrawal; `amount` in units, of whole rupiah. */
export function feesOf(amount: number, feePpm: number, payoutFee: number): WithdrawalFees {
  return { fee: unitsOf(mulDivFloor(rupiahOf(amount), feePpm, ppm)), providerFee: payoutFee }
}

/** Refuses a deposit amount out of bounds. */
export function requireDeposit(amount: number, { depositMin, depositMax }: RupiahLimits): void {
  if (amount < depositMin) throw new Refusal('deposit.minimum', { min: shownRupiah(depositMin) })
  if (amount > depositMax) throw new Refusal('deposit.maximum', { max: shownRupiah(depositMax) })
}

/** Refuses a withdrawal amount out of bounds. */
export function requireWithdrawal(
  amount: number,
  { withdrawalMin: min, withdrawalMax: max }: RupiahLimits,
): void {
  if (amount < min) throw new Refusal('withdrawal.minimum', { min: shownRupiah(min) })
  if (amount > max) throw new Refusal('withdrawal.maximum', { max: shownRupiah(max) })
}

/** Refuses an amount above the daily limit; the refusal says how much is left. */
export function requireWithinDay(amount: number, used: number, max: number): void {
  if (used + amount <= max) return
  const left = shownRupiah(Math.max(0, max - used))
  throw new Refusal('withdrawal.daily', { left, max: shownRupiah(max) })
}

/** Refuses an amount that the fees use up, and fees other than the displayed ones (ATT-90). */
export function requireFees(amount: number, fees: WithdrawalFees, shown: number | null): void {
  const sum = fees.fee + fees.providerFee
  if (amount <= sum) throw new Refusal('withdrawal.below_fee', { fee: shownRupiah(sum) })
  if (shown !== null && shown !== sum) {
    throw new Refusal('withdrawal.fee_changed', { fee: shownRupiah(sum) })
  }
}
