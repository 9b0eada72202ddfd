/**
 * Deposits and withdrawals of rupiah: limits, requests, and fees. Amounts are units of 0.01 rupiah; deposits
 * and withdrawals are whole rupiah.
 */
import { formatDecimal } from '@tukar/i18n'
import {
  currencyUnits,
  divFloor,
  formatUnits,
  mulDivCeil,
  mulDivFloor,
  parseUnits,
  remainder,
} from '@tukar/money'

export const rupiahDecimals = 2
/** Units of one rupiah. */
export const wholeRupiah = 100
const millionth = 1_000_000
/** The decimals of parts per million as a percentage. */
const percentDecimals = 4

/** The cause of a security hold, and its end. */
export type SecurityHold = { readonly untilMs: number; readonly cause: string }

export type PayMethodKind = 'va' | 'qris' | 'ewallet' | 'card'

export type PayMethod = {
  readonly code: string
  readonly kind: PayMethodKind
  readonly name: string
  readonly minimum: number
  readonly maximum: number
  readonly feeFixed: number
  /** Parts per million of the amount. */
  readonly feePpm: number
  /** From this amount on there is no fee; null: there always is a fee. */
  readonly freeFrom: number | null
}

export type RupiahRules = {
  readonly deposit: { readonly minimum: number; readonly maximum: number }
  readonly withdrawal: {
    readonly minimum: number
    readonly maximum: number
    readonly dailyLimit: number
    readonly dailyUsed: number
    readonly feePpm: number
    readonly providerFee: number
    readonly reviewFrom: number
    readonly hold: SecurityHold | null
  }
  readonly methods: readonly PayMethod[]
  readonly gateway: 'ok' | 'slow' | 'down'
  readonly hasTwoFactor: boolean
}

/** A step of a transfer. */
export type TransferStep = {
  readonly atMs: number
  readonly state: string
  readonly cause: string | null
  /** Why operators rejected it. */
  readonly reason?: string
}

/** The next step of a transfer, and its expected time. */
export type TransferNext = { readonly what: string; readonly atMs: number | null }

type Transfer = {
  readonly id: string
  readonly createdAt: string
  readonly amount: number
  /** Oldest first. */
  readonly steps: readonly TransferStep[]
  readonly next: TransferNext | null
}

export type Deposit = Transfer & {
  readonly status: 'PENDING' | 'PAID' | 'EXPIRED'
  readonly description: string
  readonly expiresAtMs: number | null
  readonly hasFile: boolean
  /** The payment page; null if the bank has not created an invoice. */
  readonly invoiceUrl: string | null
}

export type BankAccount = {
  readonly bank: string
  readonly holder: string
  readonly number: string
  readonly isLocked: boolean
}

export type Withdrawal = Transfer & {
  readonly status: 'PENDING' | 'COMPLETED' | 'FAILED' | 'CANCEL'
  readonly fee: number
  readonly net: number
  readonly bank: Omit<BankAccount, 'isLocked'>
  readonly canCancel: boolean
}

/** The withdrawal of an e-mail's link; its account number is masked. */
export type LinkedWithdrawal = Pick<Withdrawal, 'amount' | 'canCancel'> & {
  readonly bank: string
  readonly number: string
  readonly state: string
}

/** The status on the page of a link: can be canceled, is canceled, failed, or too late. */
export function findLinkStatus({
  state,
  canCancel,
}: Pick<LinkedWithdrawal, 'state' | 'canCancel'>): 'open' | 'canceled' | 'nothing' | 'late' {
  if (canCancel) return 'open'
  if (state === 'canceled') return 'canceled'
  return state === 'failed' || state === 'refused' || state === 'reversed' ? 'nothing' : 'late'
}

/** The last state of a transfer; empty without steps. */
export function findLastState({ steps }: Pick<Transfer, 'steps'>): string {
  return steps.at(-1)?.state ?? ''
}

/** Whether a withdrawal's amount was or may be paid out; false once it was canceled, refused or failed. */
export function isPaidOut({ status }: Pick<Withdrawal, 'status'>): boolean {
  return status === 'PENDING' || status === 'COMPLETED'
}

/** Parses an amount of the wire to units; null if it is invalid. */
export function rupiahUnits(text: string): number | null {
  const parsed = parseUnits(text, rupiahDecimals)
  return parsed.ok ? parsed.units : null
}

/** Units as a raw amount of whole rupiah: 15000000 is "150000". */
export function rawRupiah(units: number): string {
  return formatUnits(units, rupiahDecimals).replace(/\.00$/, '')
}

/** Units in Indonesian format, without decimals if they are zero: "150.000". */
export function shownRupiah(units: number): string {
  const decimals = remainder(units, wholeRupiah) === 0 ? 0 : rupiahDecimals
  return formatDecimal(formatUnits(units, rupiahDecimals), { decimals })
}

/** The fee that the payer pays in addition to the amount. */
export function methodFee({ feeFixed, feePpm, freeFrom }: PayMethod, amount: number): number {
  if (freeFrom !== null && amount >= freeFrom) return 0
  const share = mulDivCeil(amount, feePpm, millionth)
  return feeFixed + mulDivCeil(share, 1, wholeRupiah) * wholeRupiah
}

/** Parts per million as a percentage in Indonesian format, without trailing zeros: 500 is "0,05". */
export function shownShare(ppm: number): string {
  const decimal = formatUnits(ppm, percentDecimals)
  return formatDecimal(decimal, { decimals: 0, decimalsMax: percentDecimals })
}

export type MethodHint = {
  readonly method: PayMethod
  /** Null while there is no amount. */
  readonly fee: number | null
  readonly isAllowed: boolean
}

/**
 * The methods for an amount: available ones first, the cheapest at the top; null while there is no amount.
 */
export function methodHints(
  methods: readonly PayMethod[],
  amount: number | null,
): readonly MethodHint[] {
  const hints = methods.map((method) => ({
    method,
    fee: amount === null ? null : methodFee(method, amount),
    isAllowed: amount === null || (amount >= method.minimum && amount <= method.maximum),
  }))
  if (amount === null) return hints
  return hints.toSorted(
    (one, other) =>
      Number(other.isAllowed) - Number(one.isAllowed) || (one.fee ?? 0) - (other.fee ?? 0),
  )
}

/** The first of the sorted hints, if it is cheaper than another method; otherwise null. */
export function findCheapest(hints: readonly MethodHint[]): MethodHint | null {
  const [first, second] = hints.filter(({ isAllowed }) => isAllowed)
  return first === undefined || second === undefined ? null : first
}

/** An amount that only cards accept: the cheapest card, and the maximum of other methods. */
export type CardAlone = { readonly card: MethodHint; readonly otherMaximum: number | null }

/** Returns the card if only cards accept the amount; otherwise null. */
export function cardAlone(hints: readonly MethodHint[]): CardAlone | null {
  const [card, ...others] = hints.filter(({ isAllowed }) => isAllowed)
  const isCard = ({ method }: MethodHint) => method.kind === 'card'
  if (card === undefined || ![card, ...others].every(isCard)) return null
  const maximum = hints.filter((hint) => !isCard(hint)).map(({ method }) => method.maximum)
  return { card, otherMaximum: maximum.length === 0 ? null : Math.max(...maximum) }
}

export type WithdrawalFigures = {
  readonly percentFee: number
  readonly providerFee: number
  readonly fee: number
  /** The amount that arrives; below 0 if the fees exceed the amount. */
  readonly net: number
}

/**
 * The fees and the amount that arrives (IDRW-04): our share truncated to whole rupiah, plus the bank's fee.
 */
export function withdrawalFigures(
  { feePpm, providerFee }: RupiahRules['withdrawal'],
  amount: number,
): WithdrawalFigures {
  const share = mulDivFloor(amount, feePpm, millionth)
  const percentFee = share - remainder(share, wholeRupiah)
  const fee = percentFee + providerFee
  return { percentFee, providerFee, fee, net: amount - fee }
}

/** The rest of today's limit. */
export function remainingToday({ dailyLimit, dailyUsed }: RupiahRules['withdrawal']): number {
  return Math.max(0, dailyLimit - dailyUsed)
}

/** The largest amount that can be withdrawn now: whole rupiah of the available balance, within all limits. */
export function findMaximumWithdrawal(rules: RupiahRules['withdrawal'], available: number): number {
  const maximum = Math.min(available, rules.maximum, remainingToday(rules))
  return currencyUnits(divFloor(maximum, wholeRupiah) * wholeRupiah)
}

/** Why an amount is invalid, with the relevant figure. */
export type AmountFault =
  | { readonly kind: 'minimum' | 'maximum' | 'balance' | 'daily'; readonly units: number }
  | { readonly kind: 'fee' }

/** Returns why an amount cannot be deposited; null if it can. */
export function findDepositFault(
  { minimum, maximum }: RupiahRules['deposit'],
  amount: number,
): AmountFault | null {
  if (amount < minimum) return { kind: 'minimum', units: minimum }
  return amount > maximum ? { kind: 'maximum', units: maximum } : null
}

/**
 * Returns why an amount cannot be withdrawn; null if it can.
 *
 * @param available null while unknown: then only the server checks it
 */
export function findWithdrawalFault(
  rules: RupiahRules['withdrawal'],
  amount: number,
  available: number | null,
): AmountFault | null {
  const { minimum, maximum } = rules
  if (amount < minimum) return { kind: 'minimum', units: minimum }
  if (withdrawalFigures(rules, amount).net <= 0) return { kind: 'fee' }
  if (amount > maximum) return { kind: 'maximum', units: maximum }
  if (available !== null && amount > available) return { kind: 'balance', units: available }
  return amount > remainingToday(rules) ? { kind: 'daily', units: remainingToday(rules) } : null
}
