/**
 * Chains at the console: deposits and withdrawals of coins as cases, holdings and debts, and the state of the
 * chains. Amounts are decimal texts of their currency, times are ISO texts.
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
  // PostgreSQL cannot store NUL in a text.
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
 * ask: checks the deposit again now and decides nothing. set_aside: leaves an amount uncredited that the
 * ledger cannot hold, or that belongs to a deleted account. release: ends the hold of the account after a
 * reversed credit. credit: pays an amount in suspense to its owner, once the currency's limit allows it. All
 * except ask need two operators.
 */
export const chainDepositDecisions = ['set_aside', 'release', 'credit', 'ask'] as const
export type ChainDepositDecisionWord = (typeof chainDepositDecisions)[number]
/**
 * approve, reject: before signing. give_back: returns the money, because another transaction replaced the
 * withdrawal for good, or because the signer refuses it and records that it never signs it; needs two
 * operators. ask: checks the withdrawal again now.
 */
export const chainWithdrawalDecisions = ['approve', 'reject', 'give_back', 'ask'] as const
export type ChainWithdrawalDecisionWord = (typeof chainWithdrawalDecisions)[number]

export const DecideChainDeposit = z
  .object({ decision: z.enum(chainDepositDecisions), reason: deskOptionalReason })
  .check(z.refine(hasNeededReason))
export const DecideChainWithdrawal = z
  .object({ decision: z.enum(chainWithdrawalDecisions), reason: deskOptionalReason })
  .check(z.refine(hasNeededReason))

/** The e-mail that this decision would send now, with the reason typed so far. */
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
 * pause: stops credits and payouts of the chain. go_on: resumes them. After a reorganization that was too
 * deep, `from_height` is the last block that is still valid, and the chain is read again from there.
 */
export const SteerChain = z.object({
  chain: z.enum(wireChains),
  decision: z.enum(['pause', 'go_on']),
  reason,
  from_height: z.optional(z.nullable(z.int().check(z.gte(0)))),
})

export const custodyVerdicts = ['whole', 'gap', 'stale', 'none'] as const
export type CustodyVerdict = (typeof custodyVerdicts)[number]
