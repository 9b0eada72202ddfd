/** Answers of the calls for rupiah, the bank account and the address book. */
import * as z from 'zod/mini'
import { counterpartyKinds } from '../wallets/address-book.ts'
import { withdrawalStates } from '../wallets/rupiah.ts'
import { Decimal, many, Time } from './shapes.ts'

/** A step in the timeline of a transfer. */
export const StepRow = z.strictObject({
  at: Time,
  state: z.string(),
  cause: z.nullable(z.string()),
  reason: z.optional(z.string()),
})
export type StepRow = z.infer<typeof StepRow>

/** The next step of a transfer; null if there is none. */
export const NextRow = z.nullable(z.strictObject({ what: z.string(), at: z.nullable(Time) }))
export type NextRow = z.infer<typeof NextRow>

/** The security hold of withdrawals, and when it ends; null without one. */
export const HoldRow = z.nullable(z.strictObject({ until: Time, cause: z.string() }))
export type HoldRow = z.infer<typeof HoldRow>

/** A deposit of the list (DATA-09). */
export const DepositRow = z.strictObject({
  id: z.int(),
  created_at: Time,
  depoidr_status: z.enum(['PENDING', 'PAID', 'EXPIRED']),
  depoidr_amount: Decimal,
  description: z.string(),
  expires_at: z.nullable(Time),
  has_file: z.boolean(),
  xendit_response: z.nullable(
    z.strictObject({
      id: z.string(),
      external_id: z.string(),
      invoice_url: z.string(),
      expiry_date: Time,
    }),
  ),
  steps: many(StepRow),
  next: NextRow,
})
export type DepositRow = z.infer<typeof DepositRow>

/** A withdrawal of the list (DATA-10). */
export const WithdrawalRow = z.strictObject({
  id: z.int(),
  created_at: Time,
  wdidr_amount: Decimal,
  wdidr_fee: Decimal,
  wdidr_net: Decimal,
  wdidr_status: z.enum(['PENDING', 'COMPLETED', 'FAILED', 'CANCEL']),
  bank: z.strictObject({ name: z.string(), ac_name: z.string(), ac_number: z.string() }),
  can_cancel: z.boolean(),
  steps: many(StepRow),
  next: NextRow,
})
export type WithdrawalRow = z.infer<typeof WithdrawalRow>

/** A payment method of a deposit. */
export const PayMethodRow = z.strictObject({
  code: z.string(),
  kind: z.enum(['va', 'qris', 'ewallet', 'card']),
  name: z.string(),
  min: Decimal,
  max: Decimal,
  fee_fixed: Decimal,
  fee_percent: Decimal,
  free_from: z.nullable(Decimal),
})
export type PayMethodRow = z.infer<typeof PayMethodRow>

/** The user's current rules; amounts as texts in rupiah. */
export const RulesData = z.strictObject({
  deposit: z.strictObject({ min: Decimal, max: Decimal }),
  withdraw: z.strictObject({
    min: Decimal,
    max: Decimal,
    daily_limit: Decimal,
    daily_used: Decimal,
    fee_percent: Decimal,
    provider_fee: Decimal,
    review_from: Decimal,
    hold: HoldRow,
  }),
  methods: many(PayMethodRow),
  gateway: z.enum(['ok', 'slow', 'down']),
  two_factor: z.boolean(),
})
export type RulesData = z.infer<typeof RulesData>

/** The answer to `withdrawalOfLink`. */
export const LinkedWithdrawalRow = z.strictObject({
  state: z.enum(withdrawalStates),
  amount: Decimal,
  bank: z.strictObject({ name: z.string(), ac_number: z.string() }),
  can_cancel: z.boolean(),
})
export type LinkedWithdrawalRow = z.infer<typeof LinkedWithdrawalRow>

/** The saved bank account. */
export const BankAccountRow = z.strictObject({
  name: z.string(),
  ac_name: z.string(),
  ac_number: z.string(),
  data_lock: z.boolean(),
})
export type BankAccountRow = z.infer<typeof BankAccountRow>

/** A bank of the list (BANK-03). */
export const BankRow = z.strictObject({
  code: z.string(),
  name: z.string(),
  can_disburse: z.boolean(),
})
export type BankRow = z.infer<typeof BankRow>

/** The available banks. */
export const BanksData = z.strictObject({ listsBank: many(BankRow) })

/** An entry of the address book. */
export const CounterpartyRow = z.strictObject({
  id: z.int(),
  created_at: Time,
  label: z.string(),
  kind: z.enum(counterpartyKinds),
  family: z.nullable(z.enum(['bitcoin', 'evm'])),
  address: z.nullable(z.string()),
  name: z.nullable(z.string()),
  home_address: z.nullable(z.string()),
})
export type CounterpartyRow = z.infer<typeof CounterpartyRow>
