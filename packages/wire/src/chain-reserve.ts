/** Coins of the house's own at its hot wallets, as operators book them. */
import * as z from 'zod/mini'
import { wireChains } from './chain-deposits.ts'
import { Decimal, Time } from './answers/shapes.ts'

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

/** Coins that one person proposed to book. */
export const DeskReserve = z.strictObject({
  id: z.int(),
  chain: z.enum(wireChains),
  currency: z.string(),
  amount: Decimal,
  proposed_by: z.string(),
  proposed_at: Time,
  reason: z.string(),
  /** Whether the one who asks proposed it: another has to confirm. */
  is_mine: z.boolean(),
})
export type DeskReserve = z.infer<typeof DeskReserve>
