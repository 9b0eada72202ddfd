/** Rows of charges for the wire, with names and decimals of the listing. */
import type { TaxFigures } from '@tukar/wire'
import type { Listing } from '../markets/index.ts'
import type { ChargeLine } from './charge-lines.ts'

export const rupiahId = 1

type Currencies = Pick<Listing, 'currency'>

/**
 * The figures of a charge. The asset is the sold currency of a sale, and the bought currency of a purchase
 * for rupiah; a swap sells on both sides.
 */
export function taxFigures({ currency }: Currencies, line: ChargeLine): TaxFigures {
  const isSwap = line.receivedId !== rupiahId && line.givenId !== rupiahId
  const isOfGiven = isSwap || line.side === 'sell'
  const asset = currency(isOfGiven ? line.givenId : line.receivedId)
  const received = currency(line.receivedId)
  return {
    ...line,
    isSwap,
    asset: asset?.symbol ?? '',
    assetDecimals: asset?.decimals ?? 0,
    quantity: isOfGiven ? line.given : line.received,
    amountSymbol: received?.symbol ?? '',
    amountDecimals: received?.decimals ?? 0,
  }
}
