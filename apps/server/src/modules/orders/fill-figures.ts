/** Converts a stored fill for the wire. */
import { chargeKinds } from '@tukar/core'
import type { FillFigures } from '@tukar/wire'
import type { FillRecord } from './store.ts'

const numbersPerCharge = 5

/** A stored fill with its charges, from the side of the requested order. */
export function fillFigures(fill: FillRecord, ownSide: 'buy' | 'sell'): FillFigures {
  const charges: FillFigures['charges'][number][] = []
  for (let at = 0; at < fill.charges.length; at += numbersPerCharge) {
    const [side = 0, kind = 0, amount = 0, ratePpm = 0] = fill.charges.slice(at)
    charges.push({
      side: side === 0 ? 'buy' : 'sell',
      kind: chargeKinds[kind] ?? '',
      amount,
      ratePpm,
    })
  }
  const sumOf = (side: string): number =>
    charges.reduce((sum, charge) => (charge.side === side ? sum + charge.amount : sum), 0)
  return {
    ...fill,
    ownSide,
    baseCharges: sumOf('buy'),
    quoteCharges: sumOf('sell'),
    charges: charges.filter((charge) => charge.side === ownSide),
  }
}
