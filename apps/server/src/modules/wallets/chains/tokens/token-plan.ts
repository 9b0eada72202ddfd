/** Plans the addition of a token: reads its contract and refuses unsuitable ones. */
import { parseUnits } from '@tukar/money'
import { type AddTokenInput, currencyNameLengthMax, unitDecimalsMax } from '@tukar/wire'
import { type EvmTokenFacts, toChecksum } from '../../../../adapters/evm/index.ts'
import type { SignerCaps } from '../../../../adapters/signer/index.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { toOneLine } from '../../../../platform/text/plain-text.ts'
import { supplyMax } from '../../../markets/index.ts'
import { withdrawalMaxOf } from '../withdrawals/requests/limits.ts'
import { chainAmountText } from '../amount-text.ts'
import { readContract } from './contract-reading.ts'
import type { CurrencyDeps } from './deps.ts'
import { requireWithinCaps, signerCapsOf } from './signer-caps.ts'

/** The signer's caps as multiples of the largest withdrawal. */
const capTimes = { transaction: 10n, hour: 40n, day: 200n } as const

/** The caps in an order to list a token at the signer. */
type TokenCaps = Omit<SignerCaps, 'destinationDay'>

export type TokenPlan = {
  readonly facts: EvmTokenFacts
  /** The contract's address, in lower case. */
  readonly contract: string
  /** Null if the currency is new. */
  readonly currencyId: number | null
  /** The decimals that the exchange uses. */
  readonly unitDecimals: number
  /** Decimal texts in whole tokens. */
  readonly caps: TokenCaps
  /** The most that all users together can hold, as a decimal text. */
  readonly heldMax: string
}

type PlanDeps = Pick<CurrencyDeps, 'register' | 'listing' | 'nodes' | 'signer'>

/** Reads and checks a token; refuses one that cannot be added. */
export async function planToken(deps: PlanDeps, input: AddTokenInput): Promise<TokenPlan> {
  const { symbol, chain, profile } = input
  const contract = input.contract.toLowerCase()
  if (deps.register.chain(chain) === null) throw new Refusal('chain.off')
  const isKnown = deps.register.assets.some(
    (one) => one.chain === chain && (one.contract === contract || one.symbol === symbol),
  )
  if (isKnown) throw new Refusal('token.known')
  const known = deps.listing.currencies().find((one) => one.symbol === symbol)
  if (known !== undefined && known.kind !== 'evm_token') throw new Refusal('token.symbol_taken')
  if (known === undefined && profile === undefined) throw new Refusal('token.profile_needed')
  if (known !== undefined && profile !== undefined) throw new Refusal('token.profile_known')
  const facts = await readContract(deps.nodes, chain, contract)
  const unitDecimals = unitDecimalsOf(input, facts, known?.decimals)
  const travelLimit =
    known === undefined ? (profile?.travel_rule_limit ?? null) : known.travelRuleThreshold
  if (profile !== undefined) {
    nameOf(profile.name)
    requireSound(profile, symbol, unitDecimals)
  }
  const max = maxOf(travelLimit, unitDecimals)
  return {
    facts,
    contract,
    currencyId: known?.currencyId ?? null,
    unitDecimals,
    caps: await capsFor(deps, { symbol, max, unitDecimals }),
    heldMax: chainAmountText(BigInt(supplyMax), unitDecimals),
  }
}

/** The signer's existing caps of the currency, or new ones. */
async function capsFor(
  { signer }: PlanDeps,
  of: { readonly symbol: string; readonly max: number; readonly unitDecimals: number },
): Promise<TokenCaps> {
  const { symbol, max, unitDecimals } = of
  const known = await signerCapsOf(signer, symbol)
  if (known !== null) {
    requireWithinCaps(known, max, of)
    const { transaction, hour, day } = known
    return { transaction, hour, day }
  }
  const capText = (times: bigint) => chainAmountText(BigInt(max) * times, unitDecimals)
  return {
    transaction: capText(capTimes.transaction),
    hour: capText(capTimes.hour),
    day: capText(capTimes.day),
  }
}

function unitDecimalsOf(
  input: AddTokenInput,
  { decimals: read }: EvmTokenFacts,
  known: number | undefined,
): number {
  const { decimals } = input
  if (read !== decimals) throw new Refusal('token.decimals_differ', { read, said: decimals })
  const own = known ?? newUnitDecimals(input)
  if (own > read) throw new Refusal('token.coarse', { read, own })
  return own
}

/** The decimals that the exchange uses for a new currency. */
export function newUnitDecimals({ decimals, unit_decimals: wanted }: AddTokenInput): number {
  return wanted ?? Math.min(decimals, unitDecimalsMax)
}

/** Parses the name of a currency; refuses `currency.bad_name` for invisible characters. */
export function nameOf(text: string): string {
  const name = toOneLine(text, currencyNameLengthMax)
  if (name === null) throw new Refusal('currency.bad_name')
  return name
}

type Limits = Pick<
  NonNullable<AddTokenInput['profile']>,
  'withdrawal_fee' | 'deposit_min' | 'travel_rule_limit'
>

/** Refuses amounts finer than the currency's units, and a fee that no withdrawal could pay. */
export function requireSound(limits: Limits, symbol: string, decimals: number): void {
  const fee = unitsOrNull(limits.withdrawal_fee, decimals) ?? 0
  unitsOrNull(limits.deposit_min, decimals)
  const max = maxOf(limits.travel_rule_limit, decimals)
  if (2 * fee > max)
    throw new Refusal('currency.fee_high', { fee: `${limits.withdrawal_fee} ${symbol}` })
}

/** The maximum of one withdrawal under a travel rule limit, in units. */
export function maxOf(limit: string | null, decimals: number): number {
  const units = unitsOrNull(limit, decimals)
  // 0 means no limit (DEC-108).
  return withdrawalMaxOf({ travelLimit: units === 0 ? null : units, unitDecimals: decimals })
}

/** Units of a decimal text; refuses `amount.*`. */
export function unitsOrNull(text: string | null, decimals: number): number | null {
  if (text === null) return null
  const parsed = parseUnits(text, decimals)
  if (!parsed.ok) throw new Refusal(`amount.${parsed.fault}`, { decimals })
  return parsed.units
}

/** A contract address in the form that the signer and users read. */
export function shownContract(contract: string): string {
  return toChecksum(contract)
}
