/** Currencies and tokens at the console: what adds one, what changes one, and how they are listed. */
import * as z from 'zod/mini'
import { evmWireChains } from '../wallets/chain-deposits.ts'

export const currencyNameLengthMax = 60
const decimalsMax = 18
/** As fine as the exchange counts any currency. */
export const unitDecimalsMax = 8

const symbol = z.string().check(z.regex(/^[A-Z0-9]{2,12}$/))
const contract = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const amount = z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,18})?$/))
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(currencyNameLengthMax))

/** How a currency that is new is shown and handled. */
const profile = {
  name,
  /** What a withdrawal costs, in the currency. */
  withdrawal_fee: amount,
  /** The least that is credited by itself. */
  deposit_min: z.nullable(amount),
  /** From this on within 24 hours sender and receiver are asked for; null: never. */
  travel_rule_limit: z.nullable(amount),
}

/** Adds a token of an EVM chain: a new currency, or a further chain of one that is a token already. */
export const AddTokenInput = z.strictObject({
  symbol,
  chain: z.enum(evmWireChains),
  contract,
  /** Those of the contract; what it says itself has to be the same. */
  decimals: z.number().check(z.int(), z.minimum(0), z.maximum(decimalsMax)),
  /** Those that the exchange counts by; left out: as many as the contract has, at most eight. */
  unit_decimals: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(unitDecimalsMax))),
  /** Of a new currency; left out for a further chain. */
  profile: z.optional(z.strictObject(profile)),
})
export type AddTokenInput = z.infer<typeof AddTokenInput>

/** Changes how a currency is shown and handled; of rupiah the fee is percent of the amount. */
export const SetCurrencyInput = z.strictObject({
  symbol,
  ...profile,
  is_shown: z.boolean(),
  deposits_open: z.boolean(),
  withdrawals_open: z.boolean(),
  /** Never changes once listed: another figure than the currency's is refused. */
  decimals: z.optional(z.number()),
})
export type SetCurrencyInput = z.infer<typeof SetCurrencyInput>

/** A contract that an operator wants to know more of. */
export const ReadContract = z.object({ chain: z.enum(evmWireChains), contract })

/** Simulation: makes a token on a local chain, for trying. */
export const DeployTrialToken = z.object({
  chain: z.enum(evmWireChains),
  symbol,
  name,
  decimals: z.number().check(z.int(), z.minimum(0), z.maximum(decimalsMax)),
})
