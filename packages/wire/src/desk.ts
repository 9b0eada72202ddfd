/**
 * The operator console: what its calls take and what they answer. Amounts are decimal texts of rupiah,
 * times are ISO texts; personal data is masked unless it was shown with a reason.
 */
import { DeskOverviewMore } from './desk-overview.ts'
import * as z from 'zod/mini'
import { Decimal, many, Time } from './answers/shapes.ts'

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

/** One of the operator's own passkeys. */
export const DeskPasskey = z.strictObject({
  id: z.string(),
  name: z.string(),
  added_at: Time,
  last_used_at: z.nullable(Time),
})
export type DeskPasskey = z.infer<typeof DeskPasskey>

export const DeskPasskeys = z.strictObject({
  datas: many(DeskPasskey),
  /** The address of the pages that passkeys work at. */
  origin: z.string(),
  /** Whether nobody votes without one here. */
  is_needed: z.boolean(),
})
export type DeskPasskeys = z.infer<typeof DeskPasskeys>

/** What the authenticator of a browser is asked for, as the standard of passkeys writes it. */
export const PasskeyOptions = z.strictObject({
  rp: z.strictObject({ name: z.string(), id: z.optional(z.string()) }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: many(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
  excludeCredentials: z.optional(
    many(
      z.strictObject({
        id: z.string(),
        type: z.literal('public-key'),
        transports: z.optional(many(z.string())),
      }),
    ),
  ),
  timeout: z.optional(z.number()),
  attestation: z.optional(z.string()),
  attestationFormats: z.optional(many(z.string())),
  authenticatorSelection: z.optional(
    z.strictObject({
      authenticatorAttachment: z.optional(z.string()),
      requireResidentKey: z.optional(z.boolean()),
      residentKey: z.optional(z.string()),
      userVerification: z.optional(z.string()),
    }),
  ),
  extensions: z.optional(z.unknown()),
  hints: z.optional(many(z.string())),
})
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

/** A passkey that may be made now: the nonce comes back with it. */
export const BegunPasskey = z.strictObject({ nonce: z.string(), options: PasskeyOptions })

export const DeskMe = z.strictObject({
  user_id: z.int(),
  name: z.string(),
  roles: many(z.enum(deskRoles)),
})
export type DeskMe = z.infer<typeof DeskMe>

export const DeskQueue = z.strictObject({
  name: z.string(),
  count: z.int(),
  /** When the case that waits longest began to wait; null where none waits. */
  oldest_at: z.nullable(Time),
  /** How long the cases that were decided today, in Jakarta, had waited: the median; null where none was. */
  median_wait_s: z.nullable(z.number()),
})
export type DeskQueue = z.infer<typeof DeskQueue>

export const DeskOverview = z.extend(z.partial(DeskOverviewMore), {
  queues: many(DeskQueue),
  /** Null where the gateway did not answer. */
  gateway_balance: z.nullable(Decimal),
  ledger_balance: z.nullable(Decimal),
  /** Gateway less ledger; null where one of them is not known. */
  difference: z.nullable(Decimal),
  /** What was sent and is not settled yet: it explains a difference of as much. */
  in_flight: z.nullable(Decimal),
})
export type DeskOverview = z.infer<typeof DeskOverview>

/** Whom a case is about: masked. */
export const DeskPerson = z.strictObject({
  user_id: z.int(),
  name: z.string(),
  email: z.string(),
})
export type DeskPerson = z.infer<typeof DeskPerson>

export const DeskStep = z.strictObject({
  at: Time,
  state: z.string(),
  cause: z.nullable(z.string()),
})
export type DeskStep = z.infer<typeof DeskStep>

export const DeskApproval = z.strictObject({
  operator_id: z.int(),
  operator: z.string(),
  at: Time,
  decision: z.string(),
  reason: z.string(),
})
export type DeskApproval = z.infer<typeof DeskApproval>

/** What deposits and withdrawals have in common as cases. */
const DeskCase = z.strictObject({
  id: z.int(),
  created_at: Time,
  state: z.string(),
  cause: z.nullable(z.string()),
  amount: Decimal,
  person: z.nullable(DeskPerson),
  /** How many operators have approved, and how many must. */
  approvals: many(DeskApproval),
  approvals_needed: z.int(),
})
/** What a detail has that its row has not. */
const detail = {
  reference: z.string(),
  steps: many(DeskStep),
  /** Why a person has to look, as words. */
  flags: many(z.string()),
  description: z.nullable(z.string()),
}

export const DeskDepositRow = z.extend(DeskCase, {
  /** What the gateway says was paid; null where nothing was. */
  confirmed_amount: z.nullable(Decimal),
  method: z.nullable(z.string()),
  has_file: z.boolean(),
})
export type DeskDepositRow = z.infer<typeof DeskDepositRow>

export const DeskDeposit = z.extend(DeskDepositRow, {
  ...detail,
  /** What may be decided now, by an operator who has the role. */
  can: many(z.enum(depositDecisions)),
})
export type DeskDeposit = z.infer<typeof DeskDeposit>

export const DeskWithdrawalRow = z.extend(DeskCase, {
  fee: Decimal,
  net: Decimal,
  /** The account's number is masked. */
  bank: z.strictObject({
    name: z.string(),
    ac_name: z.string(),
    ac_number: z.string(),
  }),
})
export type DeskWithdrawalRow = z.infer<typeof DeskWithdrawalRow>

export const DeskWithdrawal = z.extend(DeskWithdrawalRow, {
  ...detail,
  /** What may be decided now, by an operator who has the role. */
  can: many(z.enum(withdrawalDecisions)),
})
export type DeskWithdrawal = z.infer<typeof DeskWithdrawal>

export const DeskAuditRow = z.strictObject({
  no: z.int(),
  at: Time,
  operator: z.nullable(z.string()),
  action: z.string(),
  subject: z.string(),
  /** What people call the subject, in both languages, where the server knows a name for it. */
  about: z.nullable(
    z.strictObject({
      en: z.string(),
      id: z.string(),
    }),
  ),
  reason: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Hexadecimal. */
  hash: z.string(),
})
export type DeskAuditRow = z.infer<typeof DeskAuditRow>

export const DeskAudit = z.strictObject({
  datas: many(DeskAuditRow),
  /** Who and what stands in the record, to choose from. */
  operators: many(
    z.strictObject({
      user_id: z.int(),
      name: z.string(),
    }),
  ),
  actions: many(z.string()),
  total: z.int(),
  page: z.int(),
  rows: z.int(),
  /** The record was read again and is whole up to this number; `broken_at` where it is not. */
  verified: z.strictObject({
    to: z.int(),
    broken_at: z.nullable(z.int()),
    at: Time,
    /** When it was last read from its first entry on. */
    whole_at: Time,
    hash: z.string(),
  }),
})
export type DeskAudit = z.infer<typeof DeskAudit>

export const DeskRevealed = z.strictObject({
  user_id: z.int(),
  name: z.string(),
  email: z.string(),
  bank: z.nullable(
    z.strictObject({
      name: z.string(),
      ac_name: z.string(),
      ac_number: z.string(),
      /** Whether its owner may not change it any more (DEC-96). */
      data_lock: z.boolean(),
    }),
  ),
  /** The account that the withdrawal goes to, as it stood when it was asked for; null without one. */
  payout_bank: z.nullable(
    z.strictObject({
      name: z.string(),
      ac_name: z.string(),
      ac_number: z.string(),
    }),
  ),
})
export type DeskRevealed = z.infer<typeof DeskRevealed>

/** A mail as the person gets it, but for the name, which stays masked. */
export const DeskMail = z.strictObject({
  language: z.enum(['en', 'id']),
  subject: z.string(),
  text: z.string(),
})
export type DeskMail = z.infer<typeof DeskMail>

/** `mail` is null where nobody is mailed: nothing is told, or the account is gone. */
export const DeskPreview = z.strictObject({
  mail: z.nullable(DeskMail),
})
export type DeskPreview = z.infer<typeof DeskPreview>

export const DeskProposal = z.strictObject({
  id: z.int(),
  person: z.strictObject({
    user_id: z.int(),
    name: z.string(),
    email: z.string(),
  }),
  role: z.enum(deskRoles),
  is_given: z.boolean(),
  reason: z.string(),
  proposed_by: z.string(),
  proposed_at: Time,
  expires_at: Time,
  /** What whoever asks may decide. */
  can: many(z.enum(['confirm', 'decline'])),
})
export type DeskProposal = z.infer<typeof DeskProposal>

export const DeskOperatorRow = z.strictObject({
  user_id: z.int(),
  name: z.string(),
  email: z.string(),
  roles: many(z.enum(deskRoles)),
  since: Time,
})
export type DeskOperatorRow = z.infer<typeof DeskOperatorRow>
