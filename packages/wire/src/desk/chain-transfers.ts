/**
 * Chains at the operator console: coins in and out as cases, what we hold against what we owe, and the
 * chains' health. Amounts are decimal texts of their currency, times are ISO texts.
 */
import * as z from 'zod/mini'
import { wireChains } from '../wallets/chain-deposits.ts'
import { deskOptionalReason, hasNeededReason } from './desk.ts'

export const chainDepositQueues = ['held', 'reversed', 'all'] as const
export type ChainDepositQueue = (typeof chainDepositQueues)[number]
export const chainWithdrawalQueues = ['waiting', 'trouble', 'all'] as const
export type ChainWithdrawalQueue = (typeof chainWithdrawalQueues)[number]

const lengthMin = 5
const lengthMax = 500
const reason = z.string().check(
  z.trim(),
  z.minLength(lengthMin),
  z.maxLength(lengthMax),
  // No table takes NUL.
  z.refine((text) => !text.includes('\0')),
)
const page = z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/)))

export const DeskChainDepositsQuery = z.object({
  queue: z.optional(z.enum(chainDepositQueues)),
  page,
})
export const DeskChainWithdrawalsQuery = z.object({
  queue: z.optional(z.enum(chainWithdrawalQueues)),
  page,
})

/**
 * ask: it is looked at again now; nothing is decided by that. set_aside: what is more than the books can
 * hold, or came for a deleted account, stays as it is. release: the account that is held since the chain
 * took a credit back goes on. credit: what lies in suspense goes to its owner, once the currency has room
 * for it. These take two people.
 */
export const chainDepositDecisions = ['set_aside', 'release', 'credit', 'ask'] as const
export type ChainDepositDecisionWord = (typeof chainDepositDecisions)[number]
/**
 * approve, reject: before it is signed. give_back: something else took its place for good, or the signer refuses
 * it and is to write down that it never signs it, and its money is free again; takes two people. ask: it is looked at again now.
 */
export const chainWithdrawalDecisions = ['approve', 'reject', 'give_back', 'ask'] as const
export type ChainWithdrawalDecisionWord = (typeof chainWithdrawalDecisions)[number]

export const DecideChainDeposit = z
  .object({ decision: z.enum(chainDepositDecisions), reason: deskOptionalReason })
  .check(z.refine(hasNeededReason))
export const DecideChainWithdrawal = z
  .object({ decision: z.enum(chainWithdrawalDecisions), reason: deskOptionalReason })
  .check(z.refine(hasNeededReason))

/** What the person would be mailed if this were decided now; the reason that was written so far. */
export const PreviewChainWithdrawal = z.object({
  decision: z.enum(chainWithdrawalDecisions),
  reason: z.optional(
    z.string().check(
      z.maxLength(lengthMax),
      z.refine((text) => !text.includes('\0')),
    ),
  ),
})

/**
 * pause: nothing of the chain is credited or sent. go_on: it is; after a reorganization that reached too
 * deep `from_height` names the last block that still stands, and the chain is read again from there.
 */
export const SteerChain = z.object({
  chain: z.enum(wireChains),
  decision: z.enum(['pause', 'go_on']),
  reason,
  from_height: z.optional(z.nullable(z.int().check(z.gte(0)))),
})

export const custodyVerdicts = ['whole', 'gap', 'stale', 'none'] as const
export type CustodyVerdict = (typeof custodyVerdicts)[number]
