/** What moves from a deposit address to the hot wallet, and the gas that it needs for it. */
import { feeMaxOf, type GasFees } from './fees.ts'

/** Gas and its price, as quoted. */
export type GasPrice = { readonly gasLimit: bigint; readonly fees: GasFees }

/**
 * Wei that can be swept when the address pays the gas itself: all but the fee at its highest, so that what is
 * cheaper than that stays there.
 *
 * @returns null where nothing is left to move
 */
export function coinToSweep(balance: bigint, { gasLimit, fees }: GasPrice): bigint | null {
  const rest = balance - feeMaxOf(fees, gasLimit)
  return rest > 0n ? rest : null
}

/** Wei that a deposit address lacks to send its tokens away; zero where it has enough. */
export function gasToFund(coinBalance: bigint, { gasLimit, fees }: GasPrice): bigint {
  const lack = feeMaxOf(fees, gasLimit) - coinBalance
  return lack > 0n ? lack : 0n
}
