/** What adding a token comes to: read from its contract, and refused where it cannot be. */
import { parseUnits } from '@tukar/money'
import { type AddTokenInput, unitDecimalsMax } from '@tukar/wire'
import { type EvmTokenFacts, toChecksum } from '../../../../adapters/evm/index.ts'
import type { TokenOrder } from '../../../../adapters/signer/index.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { supplyMax } from '../../../markets/index.ts'
import { withdrawalMaxOf } from '../withdrawals/limits.ts'
import { chainAmountText } from '../shown.ts'
import { readContract } from './contract-reading.ts'
import type { CurrencyParts } from './parts.ts'

/** Caps of the signer, in the largest withdrawals that people can ask for. */
const capTimes = { transaction: 10n, hour: 40n, day: 200n } as const

export type TokenPlan = {
  readonly facts: EvmTokenFacts
  /** Of the contract, in lower case. */
  readonly contract: string
  /** Null: the currency is new. */
  readonly currencyId: number | null
  /** Those that the exchange counts by. */
  readonly unitDecimals: number
  /** Decimal texts in whole tokens. */
  readonly caps: Pick<TokenOrder, 'transaction' | 'hour' | 'day'>
  /** The most that all people together can hold, as a decimal text. */
  readonly heldMax: string
}

type PlanParts = Pick<CurrencyParts, 'register' | 'listing' | 'nodes'>

/** Reads and judges it; refuses what cannot be added. */
export async function planToken(parts: PlanParts, input: AddTokenInput): Promise<TokenPlan> {
  const { symbol, chain, profile } = input
  const contract = input.contract.toLowerCase()
  if (parts.register.chain(chain) === null) throw new Refusal('chain.off')
  const isKnown = parts.register.assets.some(
    (one) => one.chain === chain && (one.contract === contract || one.symbol === symbol),
  )
  if (isKnown) throw new Refusal('token.known')
  const known = parts.listing.currencies().find((one) => one.symbol === symbol)
  if (known !== undefined && known.kind !== 'evm_token') throw new Refusal('token.symbol_taken')
  if (known === undefined && profile === undefined) throw new Refusal('token.profile_needed')
  if (known !== undefined && profile !== undefined) throw new Refusal('token.profile_known')
  const facts = await readContract(parts.nodes, chain, contract)
  const unitDecimals = unitDecimalsOf(input, facts, known?.decimals)
  const travelLimit =
    known === undefined ? (profile?.travel_rule_limit ?? null) : known.travelRuleThreshold
  if (profile !== undefined) requireSound(profile, symbol, unitDecimals)
  const max = BigInt(
    withdrawalMaxOf({ travelLimit: unitsOrNull(travelLimit, unitDecimals), unitDecimals }),
  )
  const capText = (times: bigint) => chainAmountText(max * times, unitDecimals)
  return {
    facts,
    contract,
    currencyId: known?.currencyId ?? null,
    unitDecimals,
    caps: {
      transaction: capText(capTimes.transaction),
      hour: capText(capTimes.hour),
      day: capText(capTimes.day),
    },
    heldMax: chainAmountText(BigInt(supplyMax), unitDecimals),
  }
}

function unitDecimalsOf(
  { decimals, unit_decimals: wanted }: AddTokenInput,
  { decimals: read }: EvmTokenFacts,
  known: number | undefined,
): number {
  if (read !== decimals) throw new Refusal('token.decimals_differ', { read, said: decimals })
  const own = known ?? wanted ?? Math.min(read, unitDecimalsMax)
  if (own > read) throw new Refusal('token.coarse', { read, own })
  return own
}

type Limits = Pick<
  NonNullable<AddTokenInput['profile']>,
  'withdrawal_fee' | 'deposit_min' | 'travel_rule_limit'
>

/** Refuses amounts that the currency has no units for, and a fee that nobody could pay. */
export function requireSound(limits: Limits, symbol: string, decimals: number): void {
  const fee = unitsOrNull(limits.withdrawal_fee, decimals) ?? 0
  unitsOrNull(limits.deposit_min, decimals)
  // 0 means none (DEC-108).
  const limit = unitsOrNull(limits.travel_rule_limit, decimals)
  const travelLimit = limit === 0 ? null : limit
  const max = withdrawalMaxOf({ travelLimit, unitDecimals: decimals })
  if (2 * fee > max)
    throw new Refusal('currency.fee_high', { fee: `${limits.withdrawal_fee} ${symbol}` })
}

/** Units of a decimal text; refuses `amount.*`. */
export function unitsOrNull(text: string | null, decimals: number): number | null {
  if (text === null) return null
  const parsed = parseUnits(text, decimals)
  if (!parsed.ok) throw new Refusal(`amount.${parsed.fault}`, { decimals })
  return parsed.units
}

/** A contract as the signer and people read it. */
export function shownContract(contract: string): string {
  return toChecksum(contract)
}
