/** Currencies and tokens at the console: inputs for adding and changing one, and their list. */
import * as z from 'zod/mini'
import { evmWireChains } from '../wallets/chain-deposits.ts'

export const currencyNameLengthMax = 60
const decimalsMax = 18
/** The maximum decimals that the exchange uses for a currency. */
export const unitDecimalsMax = 8

const symbol = z.string().check(z.regex(/^[A-Z0-9]{2,12}$/))
const contract = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const amount = z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,18})?$/))
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(currencyNameLengthMax))

/** The display and rules of a new currency. */
const profile = {
  name,
  /** The withdrawal fee, in the currency. */
  withdrawal_fee: amount,
  /** The minimum that is credited automatically. */
  deposit_min: z.nullable(amount),
  /** From this amount within 24 hours, sender and receiver are required; null: never. */
  travel_rule_limit: z.nullable(amount),
}

/** Adds a token of an EVM chain: a new currency, or another chain of an existing token. */
export const AddTokenInput = z.strictObject({
  symbol,
  chain: z.enum(evmWireChains),
  contract,
  /** The contract's decimals; they must equal those that the contract reports. */
  decimals: z.number().check(z.int(), z.minimum(0), z.maximum(decimalsMax)),
  /** The exchange's decimals; missing: those of the contract, at most eight. */
  unit_decimals: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(unitDecimalsMax))),
  /** For a new currency; missing for another chain. */
  profile: z.optional(z.strictObject(profile)),
})
export type AddTokenInput = z.infer<typeof AddTokenInput>

/** Changes the display and rules of a currency; rupiah's fee is a percentage of the amount. */
export const SetCurrencyInput = z.strictObject({
  symbol,
  ...profile,
  is_shown: z.boolean(),
  deposits_open: z.boolean(),
  withdrawals_open: z.boolean(),
  /** Fixed once listed: a different value is refused. */
  decimals: z.optional(z.number()),
})
export type SetCurrencyInput = z.infer<typeof SetCurrencyInput>

/** A contract to read. */
export const ReadContract = z.object({ chain: z.enum(evmWireChains), contract })

/** Simulation only: creates a trial token on a local chain. */
export const DeployTrialToken = z.object({
  chain: z.enum(evmWireChains),
  symbol,
  name,
  decimals: z.number().check(z.int(), z.minimum(0), z.maximum(decimalsMax)),
})
