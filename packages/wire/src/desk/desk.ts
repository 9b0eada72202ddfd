/**
 * The operator console: what its calls take and what they answer. Amounts are decimal texts of rupiah,
 * times are ISO texts; personal data is masked unless it was shown with a reason.
 */
import * as z from 'zod/mini'

/** What an operator may be given; each call of the console names those that it serves. */
export const deskRoles = ['support', 'kyc', 'finance', 'risk', 'admin'] as const
export type DeskRole = (typeof deskRoles)[number]

/** The queues of deposits, and of withdrawals. */
export const depositQueues = ['proof', 'quarantined', 'all'] as const
export type DepositQueue = (typeof depositQueues)[number]
export const withdrawalQueues = ['waiting', 'unknown', 'all'] as const
export type WithdrawalQueue = (typeof withdrawalQueues)[number]

export const deskReasonLengthMin = 5
export const deskReasonLengthMax = 500

/** No table takes NUL. */
function isStorable(text: string): boolean {
  return !text.includes('\0')
}

/** Why somebody decides what he decides: a sentence on one or more lines. */
export const deskReason = z
  .string()
  .check(
    z.trim(),
    z.minLength(deskReasonLengthMin),
    z.maxLength(deskReasonLengthMax),
    z.refine(isStorable),
  )
/** A reason that may be left out: nothing written is an empty text. */
export const deskOptionalReason = z.prefault(
  z.union([z.string().check(z.trim(), z.maxLength(0)), deskReason]),
  '',
)

type Reasoned = { readonly decision: string; readonly reason: string }

/** Approving and crediting agree with what the case shows; every other decision says why. */
export const plainDecisions: readonly string[] = ['approve', 'credit']

/** Whether a decision has the reason that it needs. */
export function hasNeededReason({ decision, reason }: Reasoned): boolean {
  return reason !== '' || plainDecisions.includes(decision)
}

/** Which page of a list is asked for; the first where none is named. */
export const deskPage = z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/)))

export const DeskDepositsQuery = z.object({
  queue: z.optional(z.enum(depositQueues)),
  page: deskPage,
})
export const DeskWithdrawalsQuery = z.object({
  queue: z.optional(z.enum(withdrawalQueues)),
  page: deskPage,
})
const subjectLengthMax = 100
/** A day of Jakarta, as `2026-11-22`. */
const day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/),
  z.refine((text) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`))),
)

/** Which entries of the record are asked for; all where nothing is said. */
export const DeskAuditFilter = z.object({
  /** The account of who did it; `machine` for what nobody did. */
  operator: z.optional(z.string().check(z.regex(/^(?:machine|[1-9]\d{0,14})$/))),
  action: z.optional(z.string().check(z.regex(/^[a-z][a-z_.]{0,59}$/))),
  /** What it was done to, whole or by its beginning: `withdrawal:7`, `withdrawal`. */
  subject: z.optional(
    z.string().check(z.maxLength(subjectLengthMax), z.minLength(1), z.refine(isStorable)),
  ),
  /** The first and the last day, both included. */
  from: z.optional(day),
  to: z.optional(day),
})
export const DeskAuditQuery = z.extend(DeskAuditFilter, { page: deskPage })

/**
 * credit: what the bank confirms was paid; reverse: what the bank took back after it was credited. Of one
 * with a proof that nobody paid yet: ask has the gateway asked now; unpaid tells the person so with the
 * reason, and closes the proof.
 */
export const depositDecisions = ['credit', 'reject', 'reverse', 'ask', 'unpaid'] as const
export type DepositDecision = (typeof depositDecisions)[number]

export const DecideDeposit = z
  .object({ decision: z.enum(depositDecisions), reason: deskOptionalReason })
  .check(z.refine(hasNeededReason))

/**
 * approve, reject: before it is sent. ask: the gateway is asked again. take_failed: the money goes back, if
 * the gateway says then that it has no such payout or that it failed. take_paid: it is taken as arrived.
 */
export const withdrawalDecisions = ['approve', 'reject', 'ask', 'take_failed', 'take_paid'] as const
export type WithdrawalDecision = (typeof withdrawalDecisions)[number]

export const DecideWithdrawal = z
  .object({
    decision: z.enum(withdrawalDecisions),
    reason: deskOptionalReason,
    /** What shows that it arrived: a statement, a number of the bank; kept in the record. */
    evidence: z.optional(deskReason),
  })
  .check(
    z.refine(hasNeededReason),
    z.refine(({ decision, evidence }) => decision !== 'take_paid' || evidence !== undefined),
  )

/** What the person would be mailed if this were decided now. */
const previewReason = z.optional(
  z.string().check(z.maxLength(deskReasonLengthMax), z.refine(isStorable)),
)
export const PreviewDeposit = z.object({
  decision: z.enum(depositDecisions),
  reason: previewReason,
})
export const PreviewWithdrawal = z.object({
  decision: z.enum(withdrawalDecisions),
  reason: previewReason,
})

const userId = z.number().check(z.int(), z.positive())

/** Shows a person's data; the showing and its reason are recorded. */
export const RevealPerson = z.object({
  user_id: userId,
  reason: deskReason,
  /** The case that is looked at: then the account that it goes to is shown too. */
  withdrawal_id: z.optional(z.number().check(z.int(), z.positive())),
})

/** Confirms or declines a change of roles that another admin proposed. */
export const DecideProposal = z.object({
  decision: z.enum(['confirm', 'decline']),
  reason: deskReason,
})

/** Proposes to give or take a role; nobody changes the own ones, and another admin has to confirm it. */
export const ChangeOperator = z.object({
  email: z.string().check(z.maxLength(300), z.refine(isStorable)),
  role: z.enum(deskRoles),
  is_given: z.boolean(),
  reason: deskReason,
})

const passkeyBytes = z.string().check(z.maxLength(8_000), z.regex(/^[\w-]*$/))

/** Longest name of a passkey. */
export const passkeyNameMax = 60

/** A passkey as the operator's browser made it, with the nonce of the call before. */
export const AddPasskey = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(passkeyNameMax), z.refine(isStorable)),
  nonce: z.string().check(z.maxLength(200)),
  response: z.object({
    id: passkeyBytes,
    rawId: passkeyBytes,
    type: z.literal('public-key'),
    clientExtensionResults: z.object({}),
    response: z.object({ clientDataJSON: passkeyBytes, attestationObject: passkeyBytes }),
  }),
})

/** Removes one of the operator's own passkeys. */
export const RemovePasskey = z.object({ id: passkeyBytes })
