/** Loads what holds an amount of a currency: open orders of every market, withdrawals, and what is left. */
import { formatUnits, parseUnits } from '@tukar/money'
import type { Side } from '../../feed/levels.ts'
import { loadHoldingOrders } from '../trade-calls.ts'
import type { Balance } from '../wire.ts'
import { loadOpenWithdrawals } from '../../wallets/rupiah-calls.ts'

export type Hold = {
  readonly key: string
  /** Decimal string in the currency that is held. */
  readonly amount: string
  /** Null for what no open order holds. */
  readonly order: { readonly side: Side; readonly pair: string; readonly price: string } | null
  /** The number of the withdrawal that holds it; null for what none does. */
  readonly withdrawalId: string | null
}

const rupiah = 'IDR'

/** The holds of a balance, newest order first; their sum is what the balance says is in process. */
export async function loadHolds({ symbol, held, decimals }: Balance): Promise<readonly Hold[]> {
  const [orders, withdrawals] = await Promise.all([
    loadHoldingOrders(),
    loadWithdrawals(symbol, decimals),
  ])
  const ofOrders = orders.flatMap(({ id, side, pair, price, amount }): readonly Hold[] => {
    const [base, quote] = pair.split('_')
    if ((side === 'buy' ? quote : base) !== symbol) return []
    return [{ key: id, amount, order: { side, pair, price }, withdrawalId: null }]
  })
  const ofWithdrawals = withdrawals.map(({ id, amount }) => ({
    key: `withdrawal ${id}`,
    amount,
    order: null,
    withdrawalId: id,
  }))
  const holds = [...ofOrders, ...ofWithdrawals]
  const rest =
    unitsOf(held, decimals) - holds.reduce((sum, hold) => sum + unitsOf(hold.amount, decimals), 0)
  if (rest <= 0) return holds
  return [
    ...holds,
    { key: 'rest', amount: formatUnits(rest, decimals), order: null, withdrawalId: null },
  ]
}

/** The withdrawals of a currency that are not over, with their amounts as decimal strings. */
async function loadWithdrawals(symbol: string, decimals: number) {
  if (symbol === rupiah) {
    const open = await loadOpenWithdrawals()
    return open.map(({ id, amount }) => ({ id, amount: formatUnits(amount, decimals) }))
  }
  // Few ask, and the page that trades is to stay small.
  const { loadOpenCoinWithdrawals } = await import('../../wallets/chains/coin-calls.ts')
  const open = await loadOpenCoinWithdrawals()
  return open.filter((row) => row.symbol === symbol).map(({ id, amount }) => ({ id, amount }))
}

function unitsOf(text: string, decimals: number): number {
  const parsed = parseUnits(text, decimals)
  return parsed.ok ? parsed.units : 0
}
