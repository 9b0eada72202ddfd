/** Withdrawal limits per user and currency. The signer has caps of its own (ATT-98). */
import type { ListedAsset } from '../../register.ts'
import type { CoinLimits } from '../deps.ts'
import { feeOf } from './rules.ts'

/** A multiple of the travel rule's limit, which defines large amounts of a currency. */
const reviewTimes = 10
/** The number of operators who must approve large amounts. */
export const operatorsForReview = 2
const dailyTimes = 50
const maxTimes = 25
/** Whole coins, for currencies without a travel rule limit. */
const withoutLimit = 1_000

function measureOf({
  travelLimit,
  unitDecimals,
}: Pick<ListedAsset, 'travelLimit' | 'unitDecimals'>): number {
  return travelLimit ?? withoutLimit * 10 ** unitDecimals
}

/** The maximum of one withdrawal, in units. */
export function withdrawalMaxOf(asset: Pick<ListedAsset, 'travelLimit' | 'unitDecimals'>): number {
  return measureOf(asset) * maxTimes
}

/** The fields from which limits are computed. */
export type LimitedAsset = Pick<
  ListedAsset,
  'currencyId' | 'travelLimit' | 'unitDecimals' | 'withdrawalFee'
>

/** The limits of a currency, in units; undefined if it has no chain. */
export function coinLimitsOf(
  { assets }: { readonly assets: readonly LimitedAsset[] },
  currencyId: number,
): CoinLimits | undefined {
  const asset = assets.find((one) => one.currencyId === currencyId)
  if (asset === undefined) return undefined
  const measure = measureOf(asset)
  return {
    min: 2 * feeOf(asset),
    max: withdrawalMaxOf(asset),
    daily: measure * dailyTimes,
    reviewFrom: measure * reviewTimes,
  }
}
