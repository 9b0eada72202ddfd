/** How much a person may withdraw of a currency: the signer has caps of its own besides (ATT-98). */
import type { ListedAsset } from '../register.ts'
import type { CoinLimits } from './deps.ts'
import { feeOf } from './rules.ts'

/** Of the travel rule's limit, which says what is much of a currency. */
const reviewTimes = 10
/** So many have to agree to what is much. */
export const operatorsForReview = 2
const dailyTimes = 50
const maxTimes = 25
/** Where no limit is set, whole coins. */
const withoutLimit = 1_000

function measureOf({
  travelLimit,
  unitDecimals,
}: Pick<ListedAsset, 'travelLimit' | 'unitDecimals'>): number {
  return travelLimit ?? withoutLimit * 10 ** unitDecimals
}

/** The most that one withdrawal may be, in units. */
export function withdrawalMaxOf(asset: Pick<ListedAsset, 'travelLimit' | 'unitDecimals'>): number {
  return measureOf(asset) * maxTimes
}

/** What the limits of a currency are made of. */
export type LimitedAsset = Pick<
  ListedAsset,
  'currencyId' | 'travelLimit' | 'unitDecimals' | 'withdrawalFee'
>

/** The limits of a currency, in units; undefined for one that goes over no chain. */
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
