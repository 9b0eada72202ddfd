/** Loads the holds of a currency: open orders of all markets, withdrawals, and the rest. */
import { formatUnits, parseUnits } from '@tukar/money'
import type { Side } from '../../feed/levels.ts'
import { loadHoldingOrders } from '../trade-calls.ts'
import type { Balance } from '../wire.ts'
import { loadOpenWithdrawals } from '../../wallets/rupiah/rupiah-calls.ts'

export type Hold = {
  readonly key: string
  /** Decimal string in the held currency. */
  readonly amount: string
  /** Null if no open order holds it. */
  readonly order: { readonly side: Side; readonly pair: string; readonly price: string } | null
  /** The number of the withdrawal that holds it; null if none does. */
  readonly withdrawalId: string | null
}

const rupiah = 'IDR'

/** The holds of a balance, the newest order first; their sum is the balance's amount in process. */
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

/** The unfinished withdrawals of a currency, with amounts as decimal strings. */
async function loadWithdrawals(symbol: string, decimals: number) {
  if (symbol === rupiah) {
    const open = await loadOpenWithdrawals()
    return open.map(({ id, amount }) => ({ id, amount: formatUnits(amount, decimals) }))
  }
  // Loaded separately to keep the trading page small; few users open it.
  const { loadOpenCoinWithdrawals } = await import('../../wallets/chains/coin-calls.ts')
  const open = await loadOpenCoinWithdrawals()
  return open.filter((row) => row.symbol === symbol).map(({ id, amount }) => ({ id, amount }))
}

function unitsOf(text: string, decimals: number): number {
  const parsed = parseUnits(text, decimals)
  return parsed.ok ? parsed.units : 0
}
