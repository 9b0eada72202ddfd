/** Coins of the house's own at its hot wallets, as operators book them. */
import * as z from 'zod/mini'
import { wireChains } from '../wallets/chain-deposits.ts'

const lengthMin = 5
const lengthMax = 500

/** The first who names them proposes, another who names the same within a day confirms. */
export const BookReserve = z.object({
  chain: z.enum(wireChains),
  currency: z.string().check(z.regex(/^[A-Z0-9]{2,12}$/)),
  /** A decimal text. */
  amount: z.string().check(z.regex(/^\d{1,15}(?:\.\d{1,18})?$/)),
  reason: z.string().check(
    z.trim(),
    z.minLength(lengthMin),
    z.maxLength(lengthMax),
    // No table takes NUL.
    z.refine((text) => !text.includes('\0')),
  ),
})
