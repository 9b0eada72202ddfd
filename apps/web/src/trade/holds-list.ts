/** Loads what holds an amount of a currency: open orders of every market, and what they do not explain. */
import { formatUnits, parseUnits } from '@tukar/money'
import type { Side } from '../feed/levels.ts'
import { loadOpenRows } from './trade-calls.ts'
import { type Balance, readHoldingOrder } from './wire-reading.ts'

export type Hold = {
  readonly key: string
  /** Decimal string in the currency that is held. */
  readonly amount: string
  /** Null for what no open order holds. */
  readonly order: { readonly side: Side; readonly pair: string; readonly price: string } | null
}

/** The holds of a balance, newest order first; their sum is what the balance says is in process. */
export async function loadHolds({ symbol, held, decimals }: Balance): Promise<readonly Hold[]> {
  const rows = await loadOpenRows()
  const holds = rows.flatMap((row): readonly Hold[] => {
    const { id, side, pair, price, amount } = readHoldingOrder(row)
    const [base, quote] = pair.split('_')
    if ((side === 'buy' ? quote : base) !== symbol) return []
    return [{ key: id, amount, order: { side, pair, price } }]
  })
  const rest =
    unitsOf(held, decimals) - holds.reduce((sum, hold) => sum + unitsOf(hold.amount, decimals), 0)
  if (rest <= 0) return holds
  return [...holds, { key: 'rest', amount: formatUnits(rest, decimals), order: null }]
}

function unitsOf(text: string, decimals: number): number {
  const parsed = parseUnits(text, decimals)
  return parsed.ok ? parsed.units : 0
}
