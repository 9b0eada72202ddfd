/** The values of the currency forms, and the inputs of the changes that they propose. */
import { type EvmWireChain, unitDecimalsMax } from '@tukar/wire'
import { type Fault as AmountFault, plainText, readTyped } from '../markets/market-form-model.ts'
import type { CurrencyEntry } from './currency-wire.ts'

export type Fault =
  | AmountFault
  | 'needed'
  | 'symbolWrong'
  | 'contractWrong'
  | 'decimalsWrong'
  | 'unitDecimalsWrong'
export type Faults = Readonly<Record<string, Fault | undefined>>
export type Read =
  | { readonly ok: true; readonly input: object }
  | { readonly ok: false; readonly faults: Faults }

/** Name, fee and limits, as typed. */
export type TypedProfile = {
  readonly name: string
  readonly fee: string
  readonly depositMin: string
  readonly travelLimit: string
}

export const emptyProfile: TypedProfile = { name: '', fee: '', depositMin: '', travelLimit: '' }

/** The profile of a currency, as form values. */
export function toTypedProfile({
  name,
  fee,
  depositMin,
  travelLimit,
}: CurrencyEntry): TypedProfile {
  return {
    name,
    fee: plainText(fee),
    depositMin: depositMin === null ? '' : plainText(depositMin),
    travelLimit: travelLimit === null ? '' : plainText(travelLimit),
  }
}

/** Name, fee and limits as the input of a change, or the faults by field. */
function readProfile(typed: TypedProfile): Read {
  const fee = readTyped(typed.fee)
  const min = optional(typed.depositMin)
  const limit = optional(typed.travelLimit)
  const faults = {
    name: typed.name.trim() === '' ? ('needed' as const) : undefined,
    fee: 'fault' in fee ? fee.fault : undefined,
    depositMin: 'fault' in min ? min.fault : undefined,
    travelLimit: 'fault' in limit ? limit.fault : undefined,
  }
  if ('fault' in fee || 'fault' in min || 'fault' in limit || faults.name !== undefined) {
    return { ok: false, faults }
  }
  const input = {
    name: typed.name.trim(),
    withdrawal_fee: fee.raw,
    deposit_min: min.raw,
    travel_rule_limit: limit.raw,
  }
  return { ok: true, input }
}

function optional(text: string): { readonly raw: string | null } | { readonly fault: AmountFault } {
  return text.trim() === '' ? { raw: null } : readTyped(text)
}

export type Switches = {
  readonly isShown: boolean
  readonly areDepositsOpen: boolean
  readonly areWithdrawalsOpen: boolean
}

/** The input of `currency.set`. */
export function readCurrencyForm(symbol: string, typed: TypedProfile, switches: Switches): Read {
  const profile = readProfile(typed)
  if (!profile.ok) return profile
  const input = {
    symbol,
    ...profile.input,
    is_shown: switches.isShown,
    deposits_open: switches.areDepositsOpen,
    withdrawals_open: switches.areWithdrawalsOpen,
  }
  return { ok: true, input }
}

export type TypedToken = {
  readonly chain: EvmWireChain
  readonly contract: string
  readonly symbol: string
  readonly decimals: string
  readonly unitDecimals: string
}

/** The maximum of decimals that a contract may have. */
export const contractDecimalsMax = 18

/** The input of `currency.add_token`; `isFurther` if the currency is already listed. */
export function readTokenForm(token: TypedToken, typed: TypedProfile, isFurther: boolean): Read {
  const decimals = wholeUpTo(token.decimals, contractDecimalsMax)
  const units = token.unitDecimals.trim()
  const unitDecimals = units === '' ? undefined : wholeUpTo(units, unitDecimalsMax)
  const profile = isFurther ? null : readProfile(typed)
  const faults: Faults = {
    ...(profile?.ok === false ? profile.faults : {}),
    contract: /^0x[0-9a-fA-F]{40}$/.test(token.contract.trim()) ? undefined : 'contractWrong',
    symbol: /^[A-Z0-9]{2,12}$/.test(token.symbol.trim()) ? undefined : 'symbolWrong',
    decimals: decimals === null ? 'decimalsWrong' : undefined,
    unitDecimals: unitDecimals === null ? 'unitDecimalsWrong' : undefined,
  }
  if (Object.values(faults).some((fault) => fault !== undefined)) return { ok: false, faults }
  const input = {
    symbol: token.symbol.trim(),
    chain: token.chain,
    contract: token.contract.trim(),
    decimals,
    ...(isFurther || unitDecimals === undefined ? {} : { unit_decimals: unitDecimals }),
    ...(profile?.ok === true ? { profile: profile.input } : {}),
  }
  return { ok: true, input }
}

/** Parses a whole number of at least 0; null if it is invalid. */
export function wholeUpTo(text: string, max: number): number | null {
  const value = /^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN
  return value <= max ? value : null
}
