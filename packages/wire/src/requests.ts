/** Inputs of calls, one schema for each; unknown keys are dropped. */
import * as z from 'zod/mini'
import { rowNumberGrammar } from './row-number.ts'

const textLengthMax = 300
const amountLengthMax = 64
const pairLengthMax = 30

export const shortText = z.string().check(z.maxLength(textLengthMax))
const pair = z.string().check(z.maxLength(pairLengthMax))
/** A decimal text or a JSON number; the currency's decimals decide whether it is valid. */
export const amountInput = z.union([z.string().check(z.maxLength(amountLengthMax)), z.number()])

/** The input of a call without one: anything sent is ignored. */
export const Nothing = z.unknown()

/** Simulation only: signs in as a demo user; null is the first of them. */
export const EnterAsDemo = z.nullish(z.object({ name: z.optional(z.nullable(shortText)) }))

export const PlaceOrder = z.object({
  market_place: z.enum(['Limit Buy', 'Limit Sell']),
  market_position: amountInput,
  market_amount: amountInput,
  market_amount_maxbalance_marking: z.optional(z.boolean()),
  time_in_force: z.optional(z.enum(['GTC', 'IOC', 'FOK'])),
  post_only: z.optional(z.boolean()),
  quantity: z.optional(amountInput),
})

/** The id of one of the user's records. */
export const recordId = z.union([
  z.number().check(z.int(), z.positive()),
  z.string().check(z.regex(rowNumberGrammar)),
])

export const CancelOrder = z.object({ id: recordId })
/** One market by its pair, or all. */
export const CancelAll = z.nullish(z.object({ pair: z.optional(z.nullable(pair)) }))

export const PairQuery = z.object({ pair })
/** The payload of a socket's `subscribe`; `only` lists events, separated by commas. */
export const EventsQuery = z.object({
  pair: z.optional(pair),
  only: z.optional(z.string().check(z.maxLength(80))),
})
export const FillsQuery = z.object({
  pair: z.optional(pair),
  orderbook_id: z.string().check(z.regex(rowNumberGrammar)),
})
export const CandlesQuery = z.object({
  pair,
  width: z.enum(['1m', '5m', '15m', '1h', '4h', '1d', '1w']),
  rows: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))),
})
