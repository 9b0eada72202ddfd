/** Amounts of sweeps from deposit addresses to the hot wallet, and the gas that they need. */
import { feeMaxOf, type GasFees } from './fees.ts'

/** Gas and its price, as quoted. */
export type GasPrice = { readonly gasLimit: bigint; readonly fees: GasFees }

/**
 * Wei to sweep when the address pays the gas itself: the balance less the maximum fee. Gas that costs less
 * leaves a remainder at the address.
 *
 * @returns null where nothing is left to move
 */
export function coinToSweep(balance: bigint, { gasLimit, fees }: GasPrice): bigint | null {
  const rest = balance - feeMaxOf(fees, gasLimit)
  return rest > 0n ? rest : null
}

/** Wei that a deposit address lacks for sending its tokens; zero where it has enough. */
export function gasToFund(coinBalance: bigint, { gasLimit, fees }: GasPrice): bigint {
  const lack = feeMaxOf(fees, gasLimit) - coinBalance
  return lack > 0n ? lack : 0n
}
