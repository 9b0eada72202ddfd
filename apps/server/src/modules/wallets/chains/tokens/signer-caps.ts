/** What people could withdraw at once stays within what the signer lets out: above it, it stops itself. */
import type { Signer, SignerCaps } from '../../../../adapters/signer/index.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { saidCoin } from '../amount-text.ts'

/** What the signer lets out of a currency; null where it has no caps of it, and signs nothing. */
export async function signerCapsOf(signer: Signer, symbol: string): Promise<SignerCaps | null> {
  const answer = await signer.status()
  if (answer.status !== 'done') throw new Refusal('chain.unavailable')
  return answer.value.caps.get(symbol) ?? null
}

/** Refuses `currency.signer_caps` where a withdrawal of `max` units could pass them. */
export function requireWithinCaps(
  { transaction }: SignerCaps,
  max: number,
  coin: { readonly symbol: string; readonly unitDecimals: number },
): void {
  if (BigInt(max) <= unitsOfCap(transaction, coin.unitDecimals)) return
  const named = { max: saidCoin(max, coin), cap: `${transaction} ${coin.symbol}` }
  throw new Refusal('currency.signer_caps', named)
}

/** Units of a cap: what the exchange has none for rounds it down, to the safe side. */
export function unitsOfCap(cap: string, decimals: number): bigint {
  const [whole = '0', part = ''] = cap.split('.')
  return BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'))
}
