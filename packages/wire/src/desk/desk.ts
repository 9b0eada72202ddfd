/**
 * Inputs and answers of console calls. Amounts are decimal texts of rupiah, times are ISO texts;
 * personal data is masked unless it was revealed with a reason.
 */
import * as z from 'zod/mini'

/** The roles of operators; each call of the console lists the roles that it serves. */
export const deskRoles = ['support', 'kyc', 'finance', 'risk', 'admin'] as const
export type DeskRole = (typeof deskRoles)[number]

/** The queues of deposits, and of withdrawals. */
export const depositQueues = ['proof', 'quarantined', 'all'] as const
export type DepositQueue = (typeof depositQueues)[number]
export const withdrawalQueues = ['waiting', 'unknown', 'all'] as const
export type WithdrawalQueue = (typeof withdrawalQueues)[number]

export const deskReasonLengthMin = 5
export const deskReasonLengthMax = 500

/** PostgreSQL cannot store NUL in a text. */
function isStorable(text: string): boolean {
  return !text.includes('\0')
}

/** The reason of a decision: text of one or more lines. */
export const deskReason = z
  .string()
  .check(
    z.trim(),
    z.minLength(deskReasonLengthMin),
    z.maxLength(deskReasonLengthMax),
    z.refine(isStorable),
  )
/** An optional reason: missing is an empty text. */
export const deskOptionalReason = z.prefault(
  z.union([z.string().check(z.trim(), z.maxLength(0)), deskReason]),
  '',
)

type Reasoned = { readonly decision: string; readonly reason: string }

/** These decisions agree with the case; all others need a reason. */
export const plainDecisions: readonly string[] = ['approve', 'credit']

/** Whether a decision has its required reason. */
export function hasNeededReason({ decision, reason }: Reasoned): boolean {
  return reason !== '' || plainDecisions.includes(decision)
}

/** The page of a list; the first by default. */
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
/** A date in Jakarta, as `2026-11-22`. */
const day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/),
  z.refine((text) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`))),
)

/** The filter of the audit log; without fields all entries match. */
export const DeskAuditFilter = z.object({
  /** The actor's account; `machine` for the system. */
  operator: z.optional(z.string().check(z.regex(/^(?:machine|[1-9]\d{0,14})$/))),
  action: z.optional(z.string().check(z.regex(/^[a-z][a-z_.]{0,59}$/))),
  /** The subject, complete or a prefix: `withdrawal:7`, `withdrawal`. */
  subject: z.optional(
    z.string().check(z.maxLength(subjectLengthMax), z.minLength(1), z.refine(isStorable)),
  ),
  /** The first and the last day, both included. */
  from: z.optional(day),
  to: z.optional(day),
})
export const DeskAuditQuery = z.extend(DeskAuditFilter, { page: deskPage })

/**
 * credit: credits the amount that the bank confirms. reverse: books back a credit that the bank took back.
 * For a deposit with a proof but without a payment, ask requests its state from the gateway now, and unpaid
 * closes the proof and sends the reason to the user.
 */
export const depositDecisions = ['credit', 'reject', 'reverse', 'ask', 'unpaid'] as const
export type DepositDecision = (typeof depositDecisions)[number]

export const DecideDeposit = z
  .object({ decision: z.enum(depositDecisions), reason: deskOptionalReason })
  .check(z.refine(hasNeededReason))

/**
 * approve, reject: before sending. ask: requests the state from the gateway again. take_failed: returns the
 * money, if the gateway then has no such payout or reports it as failed. take_paid: counts as paid.
 */
export const withdrawalDecisions = ['approve', 'reject', 'ask', 'take_failed', 'take_paid'] as const
export type WithdrawalDecision = (typeof withdrawalDecisions)[number]

export const DecideWithdrawal = z
  .object({
    decision: z.enum(withdrawalDecisions),
    reason: deskOptionalReason,
    /** The evidence of the payment: a bank statement or reference; stored in the audit log. */
    evidence: z.optional(deskReason),
  })
  .check(
    z.refine(hasNeededReason),
    z.refine(({ decision, evidence }) => decision !== 'take_paid' || evidence !== undefined),
  )

/** The reason typed so far, for the preview of the e-mail. */
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

/** Reveals a user's data; the access and its reason are recorded in the audit log. */
export const RevealPerson = z.object({
  user_id: userId,
  reason: deskReason,
  /** The case in view: its bank account is revealed too. */
  withdrawal_id: z.optional(z.number().check(z.int(), z.positive())),
})

/** Confirms or declines a change of roles that another admin proposed. */
export const DecideProposal = z.object({
  decision: z.enum(['confirm', 'decline']),
  reason: deskReason,
})

/** Proposes to grant or revoke a role. Nobody can change their own roles, and another admin must confirm. */
export const ChangeOperator = z.object({
  email: z.string().check(z.maxLength(300), z.refine(isStorable)),
  role: z.enum(deskRoles),
  is_given: z.boolean(),
  reason: deskReason,
})

const passkeyBytes = z.string().check(z.maxLength(8_000), z.regex(/^[\w-]*$/))

/** The maximum length of a passkey's name. */
export const passkeyNameMax = 60

/** A new passkey from the operator's browser, with the nonce of the previous call. */
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
