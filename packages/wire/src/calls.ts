/** What calls of accounts and orders take: one schema a call, unknown keys dropped. */
import * as z from 'zod/mini'

const shortText = z.string().check(z.maxLength(300))
const amountInput = z.union([z.string().check(z.maxLength(64)), z.number()])

export const SignUp = z.object({
  name: shortText,
  email: shortText,
  password: z.string(),
  password_confirm: z.string(),
  'g-recaptcha-response': z.optional(z.string()),
  captcha: z.optional(z.string()),
})

export const SignIn = z.object({
  email: shortText,
  password: z.string(),
  'g-recaptcha-response': z.optional(z.string()),
  captcha: z.optional(z.string()),
})

/** Simulation only: signs in as a demo person; null is the first of them. */
export const EnterAsDemo = z.object({ name: z.optional(z.nullable(shortText)) })

export const PlaceOrder = z.object({
  market_place: z.enum(['Limit Buy', 'Limit Sell']),
  market_position: amountInput,
  market_amount: amountInput,
  market_amount_maxbalance_marking: z.optional(z.boolean()),
  time_in_force: z.optional(z.enum(['GTC', 'IOC', 'FOK'])),
  post_only: z.optional(z.boolean()),
})

const orderId = z.union([
  z.number().check(z.int(), z.positive()),
  z.string().check(z.regex(/^[1-9]\d{0,15}$/)),
])

export const CancelOrder = z.object({ id: orderId })
export const CancelAll = z.object({
  pair: z.optional(z.nullable(z.string().check(z.maxLength(30)))),
})

export const PairQuery = z.object({ pair: z.string().check(z.maxLength(30)) })
export const FillsQuery = z.object({
  pair: z.optional(z.string().check(z.maxLength(30))),
  orderbook_id: z.string().check(z.regex(/^[1-9]\d{0,15}$/)),
})
export const CandlesQuery = z.object({
  pair: z.string().check(z.maxLength(30)),
  width: z.enum(['1m', '5m', '15m', '1h', '4h', '1d', '1w']),
  rows: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
})
