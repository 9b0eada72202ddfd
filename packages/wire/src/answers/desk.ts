/** Answers of the console's calls: queues, operators, audit log, changes and settings. */
import * as z from 'zod/mini'
import { changeStatuses } from '../desk/changes.ts'
import { partyStates } from '../desk/overview.ts'
import { SetSetting, settingFields } from '../desk/settings.ts'
import { depositDecisions, deskRoles, withdrawalDecisions } from '../desk/desk.ts'
import { Decimal, many, pageOf, Time } from './shapes.ts'

export const OverviewMarket = z.strictObject({
  id: z.int(),
  pair: z.string(),
  state: z.enum(['open', 'cancel_only', 'halted']),
  last_price: z.nullable(Decimal),
  /** Percent within 24 hours. */
  change_24h: z.nullable(Decimal),
  volume_quote: Decimal,
})
export type OverviewMarket = z.infer<typeof OverviewMarket>

/** Today's flows over the rails, by Jakarta's date; in rupiah by the last price, null without one. */
export const DeskFlow = z.strictObject({
  ccurrency_symbol: z.string(),
  incoming: Decimal,
  outgoing: Decimal,
  incoming_idr: z.nullable(Decimal),
  outgoing_idr: z.nullable(Decimal),
})
export type DeskFlow = z.infer<typeof DeskFlow>

/** The chains' holdings of a currency, and what we owe. */
export const DeskCustodyRow = z.strictObject({
  ccurrency_symbol: z.string(),
  verdict: z.enum(['whole', 'gap', 'stale', 'none']),
  held: z.nullable(Decimal),
  owed: Decimal,
  in_flight: Decimal,
  gap: z.nullable(Decimal),
})
export type DeskCustodyRow = z.infer<typeof DeskCustodyRow>

export const DeskParty = z.strictObject({
  name: z.string(),
  state: z.enum(partyStates),
  since: Time,
})
export type DeskParty = z.infer<typeof DeskParty>

export const DeskAlarm = z.strictObject({
  /** Its number in the audit log. */
  no: z.int(),
  at: Time,
  action: z.string(),
  subject: z.string(),
  /** The readable name of the subject. */
  about: z.string(),
  /**
   * The approvals that the signer requires and those that the console requires, if they differ; else null.
   */
  figures: z.nullable(
    z.strictObject({
      signer: z.string(),
      console: z.string(),
    }),
  ),
})
export type DeskAlarm = z.infer<typeof DeskAlarm>

export const DeskOverviewMore = z.strictObject({
  markets: many(OverviewMarket),
  flows: many(DeskFlow),
  custody: many(DeskCustodyRow),
  parties: many(DeskParty),
  /** Of the last seven days, the newest first. */
  alarms: many(DeskAlarm),
})
export type DeskOverviewMore = z.infer<typeof DeskOverviewMore>

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
  /** The origin at which passkeys work. */
  origin: z.string(),
  /** Whether every vote needs a passkey here. */
  is_needed: z.boolean(),
})
export type DeskPasskeys = z.infer<typeof DeskPasskeys>

/** The options for the browser's authenticator, in the form of the WebAuthn standard. */
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

/** The start of a passkey's registration: the nonce is sent back with the passkey. */
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
  /** When the oldest waiting case began to wait; null without cases. */
  oldest_at: z.nullable(Time),
  /** The median waiting time of the cases decided today, by Jakarta's date; null without any. */
  median_wait_s: z.nullable(z.number()),
})
export type DeskQueue = z.infer<typeof DeskQueue>

export const DeskOverview = z.extend(z.partial(DeskOverviewMore), {
  queues: many(DeskQueue),
  /** Null if the gateway did not answer. */
  gateway_balance: z.nullable(Decimal),
  ledger_balance: z.nullable(Decimal),
  /** Gateway minus ledger; null if one of them is unknown. */
  difference: z.nullable(Decimal),
  /** Sent but not settled yet: it explains a difference of the same amount. */
  in_flight: z.nullable(Decimal),
})
export type DeskOverview = z.infer<typeof DeskOverview>

/** The user of a case, masked. */
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

/** Fields that deposits and withdrawals share as cases. */
const DeskCase = z.strictObject({
  id: z.int(),
  created_at: Time,
  state: z.string(),
  cause: z.nullable(z.string()),
  amount: Decimal,
  person: z.nullable(DeskPerson),
  /** The approvals of operators, and the required number. */
  approvals: many(DeskApproval),
  approvals_needed: z.int(),
})

/** Fields of a detail beyond those of its row. */
const detail = {
  reference: z.string(),
  steps: many(DeskStep),
  /** Why the case needs a decision. */
  flags: many(z.string()),
  description: z.nullable(z.string()),
}

export const DeskDepositRow = z.extend(DeskCase, {
  /** The amount that the gateway reports as paid; null without a payment. */
  confirmed_amount: z.nullable(Decimal),
  method: z.nullable(z.string()),
  has_file: z.boolean(),
})
export type DeskDepositRow = z.infer<typeof DeskDepositRow>

export const DeskDeposit = z.extend(DeskDepositRow, {
  ...detail,
  /** The decisions that an operator with the role can make now. */
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
  /** The decisions that an operator with the role can make now. */
  can: many(z.enum(withdrawalDecisions)),
})
export type DeskWithdrawal = z.infer<typeof DeskWithdrawal>

export const DeskAuditRow = z.strictObject({
  no: z.int(),
  at: Time,
  operator: z.nullable(z.string()),
  action: z.string(),
  subject: z.string(),
  /** The readable name of the subject in both languages, if the server knows one. */
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
  /** The operators and actions in the audit log, for the filter. */
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
  /** The audit log was verified up to this number; `broken_at` is the first broken entry, if any. */
  verified: z.strictObject({
    to: z.int(),
    broken_at: z.nullable(z.int()),
    at: Time,
    /** When it was last verified from its first entry. */
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
      /** Whether the owner can no longer change it (DEC-96). */
      data_lock: z.boolean(),
    }),
  ),
  /** The bank account of the withdrawal, as it was at the time of the request; null without one. */
  payout_bank: z.nullable(
    z.strictObject({
      name: z.string(),
      ac_name: z.string(),
      ac_number: z.string(),
    }),
  ),
})
export type DeskRevealed = z.infer<typeof DeskRevealed>

/** The e-mail to the user; only the name stays masked. */
export const DeskMail = z.strictObject({
  language: z.enum(['en', 'id']),
  subject: z.string(),
  text: z.string(),
})
export type DeskMail = z.infer<typeof DeskMail>

/** `mail` is null if no e-mail would be sent: the decision notifies nobody, or the account is gone. */
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
  /** The decisions of the requesting operator. */
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

/** A text in both languages. */
export const WireWords = z.strictObject({
  en: z.string(),
  id: z.string(),
})
export type WireWords = z.infer<typeof WireWords>

/** One value that changes, with labels; amounts also in rupiah. Null: no value before, or after. */
export const DeskChangeLine = z.strictObject({
  text: WireWords,
  before: z.nullable(WireWords),
  after: z.nullable(WireWords),
})
export type DeskChangeLine = z.infer<typeof DeskChangeLine>

export const DeskChangePreview = z.strictObject({
  /** The subject as in the audit log: `market:6`. */
  subject: z.string(),
  title: WireWords,
  lines: many(DeskChangeLine),
  warnings: many(WireWords),
  is_second_needed: z.boolean(),
})
export type DeskChangePreview = z.infer<typeof DeskChangePreview>

/** The outcome of a proposal or a decision. */
export const DeskChangeOutcome = z.strictObject({
  id: z.int(),
  status: z.enum(changeStatuses),
})
export type DeskChangeOutcome = z.infer<typeof DeskChangeOutcome>

export const DeskChangeRow = z.extend(DeskChangePreview, {
  id: z.int(),
  kind: z.string(),
  status: z.enum(changeStatuses),
  reason: z.string(),
  proposed_by: z.string(),
  proposed_at: Time,
  expires_at: Time,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(Time),
  decided_reason: z.nullable(z.string()),
  /** Why the change failed, in the reader's language; null if unknown. */
  failure: z.nullable(z.string()),
  /** The decisions of the requesting operator. */
  can: many(z.enum(['confirm', 'decline'])),
})
export type DeskChangeRow = z.infer<typeof DeskChangeRow>

/** A page of changes, newest first. */
export const DeskChanges = pageOf(DeskChangeRow)
export type DeskChanges = z.infer<typeof DeskChanges>

export const DeskSetting = z.strictObject({
  key: z.string(),
  title: WireWords,
  note: WireWords,
  field: z.enum(settingFields),
  value: SetSetting.shape.value,
  said: WireWords,
  default_said: WireWords,
  is_default: z.boolean(),
  changed_at: z.nullable(Time),
  /** The operator who proposed the current value; null if it was never changed. */
  changed_by: z.nullable(z.string()),
  /** Whether the requesting operator may propose a change. */
  is_mine_to_set: z.boolean(),
})
export type DeskSetting = z.infer<typeof DeskSetting>

export const DeskSettings = z.strictObject({
  groups: many(
    z.strictObject({
      key: z.string(),
      title: WireWords,
      settings: many(DeskSetting),
    }),
  ),
})
export type DeskSettings = z.infer<typeof DeskSettings>
