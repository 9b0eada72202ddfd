/** Deposits and payouts as cases of the console, and the effects of decisions. */

export type Person = { readonly userId: number; readonly name: string; readonly email: string }

export type Step = { readonly at: string; readonly state: string; readonly cause: string }

export type Approval = {
  readonly operatorId: number
  readonly operator: string
  readonly at: string
  readonly decision: string
  readonly reason: string
}

export type Bank = { readonly name: string; readonly holder: string; readonly number: string }

export type Decision =
  | 'approve'
  | 'credit'
  | 'reverse'
  | 'reject'
  | 'ask'
  | 'take_failed'
  | 'take_paid'
  | 'unpaid'
const decisions: readonly string[] = [
  'approve',
  'credit',
  'reverse',
  'reject',
  'ask',
  'take_failed',
  'take_paid',
  'unpaid',
]

/** Whether a code of the server is a decision. */
export function isDecision(word: string): word is Decision {
  return decisions.includes(word)
}

/** A deposit or a payout; amounts are decimal texts of rupiah. */
export type CaseRow = {
  readonly part: 'deposits' | 'withdrawals'
  readonly id: number
  readonly createdAt: string
  /** When the case reached its state. */
  readonly stateAt: string
  readonly state: string
  readonly cause: string
  readonly amount: string
  readonly person: Person | null
  readonly approvals: readonly Approval[]
  readonly approvalsNeeded: number
  /** For deposits: the amount that the bank confirms; null if nothing was paid. */
  readonly confirmedAmount: string | null
  readonly method: string
  readonly hasFile: boolean
  /** For payouts: the amount that goes out, and its destination. */
  readonly net: string
  readonly bank: Bank | null
}

export type CaseDetail = CaseRow & {
  readonly reference: string
  readonly description: string
  readonly steps: readonly Step[]
  readonly flags: readonly string[]
  readonly can: readonly Decision[]
}

/** A decision as it is sent; `evidence` is required for a manual resolution as paid. */
export type DecisionInput = {
  readonly decision: Decision
  readonly reason: string
  readonly evidence: string | null
}

/** Why an operator may not decide, or may not choose every decision; null without restrictions. */
export type DenialReason = 'decided' | 'own' | 'role' | 'same' | null

export type DecisionRights = {
  /** The decisions that the operator may choose. */
  readonly choices: readonly Decision[]
  readonly denial: DenialReason
}

const endStates: ReadonlySet<string> = new Set([
  'credited',
  'expired',
  'completed',
  'failed',
  'canceled',
  'refused',
  'reversed',
])

/** Whether a case has ended. */
export function hasEnded({ state }: Pick<CaseRow, 'state'>): boolean {
  return endStates.has(state)
}

/** The progress of the approvals, "1/2"; null if none is required, and for ended cases. */
export function toApprovalProgress({
  state,
  approvals,
  approvalsNeeded,
}: Pick<CaseRow, 'state' | 'approvals' | 'approvalsNeeded'>): string | null {
  const isBegun = approvals.length > 0 && approvals.length < approvalsNeeded
  // A reversal with one approval still waits for the second one.
  const isShown = hasEnded({ state }) ? isBegun : approvals.length > 0 || approvalsNeeded > 1
  return isShown ? `${approvals.length}/${approvalsNeeded}` : null
}

/**
 * The operator's rights for a case: a decision that the operator already approved needs another person
 * (INV-22).
 */
export function findDecisionRights(
  { can, person, approvals }: Pick<CaseDetail, 'can' | 'person' | 'approvals'>,
  me: { readonly userId: number; readonly roles: readonly string[] },
): DecisionRights {
  const none = (denial: DenialReason): DecisionRights => ({ choices: [], denial })
  if (can.length === 0) return none('decided')
  if (person?.userId === me.userId) return none('own')
  if (!me.roles.some((role) => role === 'finance' || role === 'risk')) return none('role')
  const agreed = approvals.filter(({ operatorId }) => operatorId === me.userId)
  const choices = can.filter((one) => !agreed.some(({ decision }) => decision === one))
  return { choices, denial: choices.length < can.length ? 'same' : null }
}

/**
 * Whether an operator may lock and unlock a person's bank account: roles risk and admin, never their own
 * account.
 */
export function mayChangeBankLock(
  me: { readonly userId: number; readonly roles: readonly string[] },
  userId: number,
): boolean {
  return me.userId !== userId && me.roles.some((role) => role === 'risk' || role === 'admin')
}

/** The preview of a decision, as keys of texts. */
export type PreviewLine =
  | 'first'
  | 'net'
  | 'fee'
  | 'final'
  | 'rejectPayout'
  | 'noPayout'
  | 'credit'
  | 'rejectDeposit'
  | 'reverse'
  | 'reverseDebt'
  | 'ask'
  | 'takeFailed'
  | 'takePaid'
  | 'takePaidAsked'
  | 'unpaid'
  | 'told'

/** The effects of a decision; only the last required approval moves money. */
export function findPreviewLines(
  {
    part,
    approvals,
    approvalsNeeded,
    confirmedAmount,
  }: Pick<CaseRow, 'part' | 'approvals' | 'approvalsNeeded' | 'confirmedAmount'>,
  decision: Decision,
): readonly PreviewLine[] {
  const agreed = approvals.filter((one) => one.decision === decision).length
  const isFirst = agreed + 1 < approvalsNeeded
  switch (decision) {
    case 'approve':
      return isFirst ? ['first', 'net', 'fee'] : ['net', 'fee', 'final', 'told']
    case 'credit':
      return isFirst ? ['first', 'credit'] : ['credit', 'told']
    case 'reverse':
      return isFirst ? ['first', 'reverse'] : ['reverse', 'reverseDebt', 'told']
    case 'ask':
      return ['ask']
    case 'unpaid':
      return ['unpaid', 'told']
    case 'take_failed':
      return isFirst ? ['first', 'takeFailed'] : ['takeFailed', 'rejectPayout', 'told']
    case 'take_paid':
      return isFirst ? ['first', 'takePaid'] : ['takePaid', 'takePaidAsked', 'told']
    case 'reject':
      if (part === 'withdrawals') return ['rejectPayout', 'noPayout', 'told']
      // A single operator may reject only deposits without a payment.
      return isFirst && confirmedAmount !== null ? ['first', 'rejectDeposit'] : ['rejectDeposit']
  }
}

/** The key that selects a decision; null if the decision has no shortcut. */
export function findDecisionKey(decision: Decision): 'a' | 'r' | null {
  if (decision === 'reject') return 'r'
  return decision === 'approve' || decision === 'credit' || decision === 'reverse' ? 'a' : null
}

/** Whether a decision is to the person's disadvantage. */
export function takesFromPerson(decision: Decision): boolean {
  return decision === 'reject' || decision === 'reverse' || decision === 'take_paid'
}

/** The amount that a decision moves: the confirmed amount of a deposit, or the whole payout. */
export function amountMoved(row: CaseRow, decision: Decision): string {
  const isConfirmed = decision === 'credit' || decision === 'reverse'
  return isConfirmed ? (row.confirmedAmount ?? row.amount) : row.amount
}

/** The decimals of rupiah amounts. */
const scale = 2

/** The fees of a payout, ours and the bank's; a decimal text. */
export function computePayoutFees({ amount, net }: Pick<CaseRow, 'amount' | 'net'>): string {
  const units = (text: string) => {
    const [whole = '', rest = ''] = text.split('.')
    return BigInt(`${whole}${rest.slice(0, scale).padEnd(scale, '0')}`)
  }
  const isKnown = [amount, net].every((text) => /^\d+(?:\.\d+)?$/.test(text))
  if (!isKnown) return ''
  const digits = String(units(amount) - units(net)).padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
