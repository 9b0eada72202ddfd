/** Converts answers about rupiah from wire names. */
import { parseUnits } from '@tukar/money'
import type {
  BankAccountRow,
  DepositRow,
  LinkedWithdrawalRow,
  PayMethodRow,
  RulesData,
  WithdrawalRow,
} from '@tukar/wire'
import {
  type BankAccount,
  type Deposit,
  type LinkedWithdrawal,
  type PayMethod,
  type RupiahRules,
  rupiahUnits,
  type Withdrawal,
} from './rupiah.ts'
import { toHold, toNext, toSteps } from '../transfers/transfer-wire.ts'

/** A percentage with four decimals is parts per million: "0.05" is 500. */
const percentDecimals = 4

function toUnits(amount: string): number {
  return rupiahUnits(amount) ?? 0
}

function toPpm(percent: string): number {
  const parsed = parseUnits(percent, percentDecimals)
  return parsed.ok ? parsed.units : 0
}

/** Only web addresses are linked. */
function webAddress(text: string): string | null {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text : null
}

/** The limits and fees. */
export function toRules({
  deposit,
  withdraw,
  methods,
  gateway,
  two_factor,
}: RulesData): RupiahRules {
  return {
    deposit: { minimum: toUnits(deposit.min), maximum: toUnits(deposit.max) },
    withdrawal: {
      minimum: toUnits(withdraw.min),
      maximum: toUnits(withdraw.max),
      dailyLimit: toUnits(withdraw.daily_limit),
      dailyUsed: toUnits(withdraw.daily_used),
      feePpm: toPpm(withdraw.fee_percent),
      providerFee: toUnits(withdraw.provider_fee),
      reviewFrom: toUnits(withdraw.review_from),
      hold: toHold(withdraw.hold),
    },
    methods: methods.map(toMethod),
    gateway,
    hasTwoFactor: two_factor,
  }
}

function toMethod(method: PayMethodRow): PayMethod {
  return {
    code: method.code,
    kind: method.kind,
    name: method.name,
    minimum: toUnits(method.min),
    maximum: toUnits(method.max),
    feeFixed: toUnits(method.fee_fixed),
    feePpm: toPpm(method.fee_percent),
    freeFrom: method.free_from === null ? null : rupiahUnits(method.free_from),
  }
}

/** A deposit. */
export function toDeposit(row: DepositRow): Deposit {
  return {
    id: String(row.id),
    createdAt: row.created_at,
    status: row.depoidr_status,
    amount: toUnits(row.depoidr_amount),
    description: row.description,
    expiresAtMs: row.expires_at === null ? null : Date.parse(row.expires_at),
    hasFile: row.has_file,
    invoiceUrl: row.xendit_response === null ? null : webAddress(row.xendit_response.invoice_url),
    steps: toSteps(row.steps),
    next: toNext(row.next),
  }
}

/** A withdrawal. */
export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  const { name, ac_name: holder, ac_number: number } = row.bank
  return {
    id: String(row.id),
    createdAt: row.created_at,
    status: row.wdidr_status,
    amount: toUnits(row.wdidr_amount),
    fee: toUnits(row.wdidr_fee),
    net: toUnits(row.wdidr_net),
    bank: { bank: name, holder, number },
    canCancel: row.can_cancel,
    steps: toSteps(row.steps),
    next: toNext(row.next),
  }
}

/** The withdrawal of an e-mail's link. */
export function toLinked({
  state,
  amount,
  bank,
  can_cancel,
}: LinkedWithdrawalRow): LinkedWithdrawal {
  const { name, ac_number: number } = bank
  return { amount: toUnits(amount), bank: name, number, state, canCancel: can_cancel }
}

/** The saved bank account; null if there is none. */
export function toBankAccount(row: BankAccountRow | null): BankAccount | null {
  if (row === null) return null
  const { name, ac_name: holder, ac_number: number, data_lock: isLocked } = row
  return { bank: name, holder, number, isLocked }
}
