/** Rows of charges as the wire's figures, with the names and decimals of what is listed. */
import type { TaxFigures } from '@tukar/wire'
import type { Listing } from '../markets/index.ts'
import type { ChargeLine } from './charge-lines.ts'

export const rupiahId = 1

type Currencies = Pick<Listing, 'currency'>

/**
 * A charge's figures. The asset of a sale is what was sold; of a purchase for rupiah what was bought; a swap
 * sells on both sides.
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
