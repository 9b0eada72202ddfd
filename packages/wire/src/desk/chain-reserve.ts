/** Reserve coins in the hot wallets, booked by operators. */
import * as z from 'zod/mini'
import { wireChains } from '../wallets/chain-deposits.ts'

const lengthMin = 5
const lengthMax = 500

/** The first request proposes a booking; the same request of another operator within a day confirms it. */
export const BookReserve = z.object({
  chain: z.enum(wireChains),
  currency: z.string().check(z.regex(/^[A-Z0-9]{2,12}$/)),
  /** A decimal text. */
  amount: z.string().check(z.regex(/^\d{1,15}(?:\.\d{1,18})?$/)),
  reason: z.string().check(
    z.trim(),
    z.minLength(lengthMin),
    z.maxLength(lengthMax),
    // PostgreSQL cannot store NUL in a text.
    z.refine((text) => !text.includes('\0')),
  ),
})
