/**
 * Payment methods of invoices, with their limits and the fees that payers pay. Limits are those of
 * docs.xendit.co (bca-virtual-account, qris, ovo). Fees are those that Indonesian exchanges charge payers.
 * Gateways negotiate prices, so an operator sets his own (`TUKAR_BANK_METHOD_FEES`).
 */

export type PaymentMethod = {
  readonly code: string
  readonly kind: 'va' | 'qris' | 'ewallet' | 'card'
  readonly name: string
  /** Whole rupiah, both inclusive. */
  readonly min: number
  readonly max: number
  /** Whole rupiah. */
  readonly feeFixed: number
  /** Hundredths of a percent of the amount. */
  readonly feeBasisPoints: number
  /** Amount in whole rupiah from which the fee is zero; null: never. */
  readonly freeFrom: number | null
}

const vaLimits = { min: 10_000, max: 50_000_000, feeBasisPoints: 0 }
const vaFee = 1_665
const vaFreeFrom = 500_000
const bcaFee = 3_885
const eWalletMax = 20_000_000

export const paymentMethods: readonly PaymentMethod[] = [
  { ...va('BCA'), feeFixed: bcaFee, freeFrom: null },
  va('BNI'),
  va('BRI'),
  va('Mandiri'),
  va('Permata'),
  {
    code: 'QRIS',
    kind: 'qris',
    name: 'QRIS',
    min: 1,
    max: 10_000_000,
    feeFixed: 0,
    feeBasisPoints: 70,
    freeFrom: null,
  },
  eWallet('OVO', 167),
  eWallet('DANA', 167),
  eWallet('GoPay', 200),
  {
    code: 'CREDIT_CARD',
    kind: 'card',
    name: 'Visa, Mastercard, JCB',
    min: 10_000,
    max: 200_000_000,
    feeFixed: 2_000,
    feeBasisPoints: 290,
    freeFrom: null,
  },
]

function va(bank: string): PaymentMethod {
  const code = `${bank.toUpperCase()}_VA`
  return { code, kind: 'va', name: bank, ...vaLimits, feeFixed: vaFee, freeFrom: vaFreeFrom }
}

function eWallet(name: string, feeBasisPoints: number): PaymentMethod {
  const limits = { min: 100, max: eWalletMax, feeFixed: 0, freeFrom: null }
  return { code: name.toUpperCase(), kind: 'ewallet', name, ...limits, feeBasisPoints }
}

const basisPoints = 10_000

/** Fee that the payer pays on top of an amount, in whole rupiah. The percentage is rounded up. */
export function feeOf(method: PaymentMethod, amount: number): number {
  if (method.freeFrom !== null && amount >= method.freeFrom) return 0
  return method.feeFixed + Math.ceil((amount * method.feeBasisPoints) / basisPoints)
}

/** The limit that an amount violates; null where the method allows the amount. */
export function limitOf({ min, max }: PaymentMethod, amount: number): 'min' | 'max' | null {
  if (amount < min) return 'min'
  return amount > max ? 'max' : null
}

/** The allowed method with the lowest fee, the first of equals; null where no method is allowed. */
export function findCheapest(
  methods: readonly PaymentMethod[],
  amount: number,
): PaymentMethod | null {
  let best: PaymentMethod | null = null
  for (const method of methods) {
    if (limitOf(method, amount) !== null) continue
    if (best === null || feeOf(method, amount) < feeOf(best, amount)) best = method
  }
  return best
}

/** Fees that replace the defaults, by code of the method. */
export type MethodFees = Readonly<
  Record<string, Pick<PaymentMethod, 'feeFixed' | 'feeBasisPoints' | 'freeFrom'>>
>

/** All methods with these fees. */
export function methodsAt(fees: MethodFees): readonly PaymentMethod[] {
  return paymentMethods.map((method) => ({ ...method, ...fees[method.code] }))
}

const feeGrammar = /^([A-Z_]+):(\d{1,9})\+(\d{1,2})(?:\.(\d{1,2}))?%(?:<(\d{1,12}))?$/

/**
 * Parses `BCA_VA:4500+0%<500000`: a fixed fee in rupiah, a percentage, and the amount from which the fee is
 * zero. Returns null for other formats and unknown methods.
 */
export function readMethodFee(text: string): MethodFees | null {
  const match = feeGrammar.exec(text)
  if (match === null) return null
  const [, code = '', fixed, percent, part = '', freeFrom] = match
  if (!paymentMethods.some((method) => method.code === code)) return null
  return {
    [code]: {
      feeFixed: Number(fixed),
      feeBasisPoints: Number(percent) * 100 + Number(part.padEnd(2, '0')),
      freeFrom: freeFrom === undefined ? null : Number(freeFrom),
    },
  }
}
