/**
 * Rupiah in and out as the pages know it: what is allowed, what was asked for, and what it costs.
 * Amounts are units of 0.01 rupiah; deposits and withdrawals are whole rupiah.
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
/** A millionth has so many decimals as a percentage. */
const percentDecimals = 4

/** Why a bank, a factor or a password made withdrawals wait, and until when. */
export type SecurityHold = { readonly untilMs: number; readonly cause: string }

export type PayMethodKind = 'va' | 'qris' | 'ewallet' | 'card'

export type PayMethod = {
  readonly code: string
  readonly kind: PayMethodKind
  readonly name: string
  readonly least: number
  readonly most: number
  readonly feeFixed: number
  /** Parts per million of the amount. */
  readonly feePpm: number
  /** From this amount on nothing is asked; null: there always is a fee. */
  readonly freeFrom: number | null
}

export type RupiahRules = {
  readonly deposit: { readonly least: number; readonly most: number }
  readonly withdrawal: {
    readonly least: number
    readonly most: number
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

/** Something that became of a transfer. */
export type TransferStep = {
  readonly atMs: number
  readonly state: string
  readonly cause: string | null
  /** Why our people rejected it. */
  readonly reason?: string
}

/** What is next for a transfer, and when that is expected. */
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
  /** Where it is paid; null where the bank made no invoice (yet). */
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

/** A withdrawal as the link of its mail tells it; its account's number is masked. */
export type LinkedWithdrawal = Pick<Withdrawal, 'amount' | 'canCancel'> & {
  readonly bank: string
  readonly number: string
  readonly state: string
}

/** What the page of a link says: that one can cancel, that it is canceled, that it came to nothing, or is too late. */
export function findLinkStatus({
  state,
  canCancel,
}: Pick<LinkedWithdrawal, 'state' | 'canCancel'>): 'open' | 'canceled' | 'nothing' | 'late' {
  if (canCancel) return 'open'
  if (state === 'canceled') return 'canceled'
  return state === 'failed' || state === 'refused' || state === 'reversed' ? 'nothing' : 'late'
}

/** The last thing that became of a transfer; empty where nothing is known. */
export function stateOf({ steps }: Pick<Transfer, 'steps'>): string {
  return steps.at(-1)?.state ?? ''
}

/** Whether a withdrawal's amount arrives, or still may: not once it was canceled, refused or failed. */
export function isPaidOut({ status }: Pick<Withdrawal, 'status'>): boolean {
  return status === 'PENDING' || status === 'COMPLETED'
}

/** Reads an amount of the wire as units; null where it is none. */
export function rupiahUnits(text: string): number | null {
  const parsed = parseUnits(text, rupiahDecimals)
  return parsed.ok ? parsed.units : null
}

/** Units as a raw amount of whole rupiah where they are whole: 15000000 is "150000". */
export function rawRupiah(units: number): string {
  return formatUnits(units, rupiahDecimals).replace(/\.00$/, '')
}

/** Units in Indonesian form, without decimals where there are none: "150.000". */
export function shownRupiah(units: number): string {
  const decimals = remainder(units, wholeRupiah) === 0 ? 0 : rupiahDecimals
  return formatDecimal(formatUnits(units, rupiahDecimals), { decimals })
}

/** What the payer pays on top with a method. */
export function methodFee({ feeFixed, feePpm, freeFrom }: PayMethod, amount: number): number {
  if (freeFrom !== null && amount >= freeFrom) return 0
  const share = mulDivCeil(amount, feePpm, millionth)
  return feeFixed + mulDivCeil(share, 1, wholeRupiah) * wholeRupiah
}

/** Parts per million as a percentage without needless zeros, in Indonesian form: 500 is "0,05". */
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

/** The methods for an amount: those that take it first, the cheapest on top; null is no amount yet. */
export function methodHints(
  methods: readonly PayMethod[],
  amount: number | null,
): readonly MethodHint[] {
  const hints = methods.map((method) => ({
    method,
    fee: amount === null ? null : methodFee(method, amount),
    isAllowed: amount === null || (amount >= method.least && amount <= method.most),
  }))
  if (amount === null) return hints
  return hints.toSorted(
    (one, other) =>
      Number(other.isAllowed) - Number(one.isAllowed) || (one.fee ?? 0) - (other.fee ?? 0),
  )
}

/** The first of hints that are sorted, where it is cheaper than another way; null where there is no other. */
export function cheapestOf(hints: readonly MethodHint[]): MethodHint | null {
  const [first, second] = hints.filter(({ isAllowed }) => isAllowed)
  return first === undefined || second === undefined ? null : first
}

/** What is said of an amount that only cards take: the cheapest of them, and the most that another method takes. */
export type CardAlone = { readonly card: MethodHint; readonly otherMost: number | null }

/** Returns it where cards alone take the amount; null where another method does, or none at all. */
export function cardAlone(hints: readonly MethodHint[]): CardAlone | null {
  const [card, ...others] = hints.filter(({ isAllowed }) => isAllowed)
  const isCard = ({ method }: MethodHint) => method.kind === 'card'
  if (card === undefined || ![card, ...others].every(isCard)) return null
  const most = hints.filter((hint) => !isCard(hint)).map(({ method }) => method.most)
  return { card, otherMost: most.length === 0 ? null : Math.max(...most) }
}

export type WithdrawalFigures = {
  readonly percentFee: number
  readonly providerFee: number
  readonly fee: number
  /** What arrives; below 0 where the fees are more than the amount. */
  readonly net: number
}

/** What a withdrawal costs and what arrives (IDRW-04): the share cut to whole rupiah, plus the bank's. */
export function withdrawalFigures(
  { feePpm, providerFee }: RupiahRules['withdrawal'],
  amount: number,
): WithdrawalFigures {
  const share = mulDivFloor(amount, feePpm, millionth)
  const percentFee = share - remainder(share, wholeRupiah)
  const fee = percentFee + providerFee
  return { percentFee, providerFee, fee, net: amount - fee }
}

/** What is left of today's limit. */
export function leftToday({ dailyLimit, dailyUsed }: RupiahRules['withdrawal']): number {
  return Math.max(0, dailyLimit - dailyUsed)
}

/** The most that can be withdrawn now: whole rupiah of what is available, within all limits. */
export function withdrawableMost(rules: RupiahRules['withdrawal'], available: number): number {
  const most = Math.min(available, rules.most, leftToday(rules))
  return currencyUnits(divFloor(most, wholeRupiah) * wholeRupiah)
}

/** What stands against an amount, as a word and the figure that belongs to it. */
export type AmountFault =
  | { readonly kind: 'minimum' | 'maximum' | 'balance' | 'daily'; readonly units: number }
  | { readonly kind: 'fee' }

/** Returns what stands against depositing an amount, null where nothing does. */
export function depositFault(
  { least, most }: RupiahRules['deposit'],
  amount: number,
): AmountFault | null {
  if (amount < least) return { kind: 'minimum', units: least }
  return amount > most ? { kind: 'maximum', units: most } : null
}

/**
 * Returns what stands against withdrawing an amount, null where nothing does.
 *
 * @param available null while it is not known: then the server alone looks at it
 */
export function withdrawalFault(
  rules: RupiahRules['withdrawal'],
  amount: number,
  available: number | null,
): AmountFault | null {
  const { least, most } = rules
  if (amount < least) return { kind: 'minimum', units: least }
  if (withdrawalFigures(rules, amount).net <= 0) return { kind: 'fee' }
  if (amount > most) return { kind: 'maximum', units: most }
  if (available !== null && amount > available) return { kind: 'balance', units: available }
  return amount > leftToday(rules) ? { kind: 'daily', units: leftToday(rules) } : null
}
