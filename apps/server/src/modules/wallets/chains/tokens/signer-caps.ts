/**
 * Keeps the largest possible withdrawal within the caps of the signer. Above a cap, the signer stops for all
 * withdrawals.
 */
import type { Signer, SignerCaps } from '../../../../adapters/signer/index.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { coinTextInSentence } from '../amount-text.ts'

/** The caps of the signer for a currency; null if it has none and signs nothing. */
export async function signerCapsOf(signer: Signer, symbol: string): Promise<SignerCaps | null> {
  const answer = await signer.status()
  if (answer.status !== 'done') throw new Refusal('chain.unavailable')
  return answer.value.caps.get(symbol) ?? null
}

/** Refuses `currency.signer_caps` if a withdrawal of `max` units could exceed the caps. */
export function requireWithinCaps(
  { transaction }: SignerCaps,
  max: number,
  coin: { readonly symbol: string; readonly unitDecimals: number },
): void {
  if (BigInt(max) <= unitsOfCap(transaction, coin.unitDecimals)) return
  const named = { max: coinTextInSentence(max, coin), cap: `${transaction} ${coin.symbol}` }
  throw new Refusal('currency.signer_caps', named)
}

/** The units of a cap, rounded down to the exchange's decimals, which is the safe side. */
export function unitsOfCap(cap: string, decimals: number): bigint {
  const [whole = '0', part = ''] = cap.split('.')
  return BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'))
}
