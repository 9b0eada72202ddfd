/** Deposits and payouts as cases of the console, and what a decision about one means. */

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

/** Whether a word of the server is a decision. */
export function isDecision(word: string): word is Decision {
  return decisions.includes(word)
}

/** A deposit or a payout; amounts are decimal texts of rupiah. */
export type CaseRow = {
  readonly part: 'deposits' | 'withdrawals'
  readonly id: number
  readonly createdAt: string
  /** When it came to its state. */
  readonly stateAt: string
  readonly state: string
  readonly cause: string
  readonly amount: string
  readonly person: Person | null
  readonly approvals: readonly Approval[]
  readonly approvalsNeeded: number
  /** Of a deposit: what the bank confirms; null where nothing was paid. */
  readonly confirmedAmount: string | null
  readonly method: string
  readonly hasFile: boolean
  /** Of a payout: what goes out, and to where. */
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

/** A decision as it is sent; `evidence` of what is taken as paid. */
export type Verdict = {
  readonly decision: Decision
  readonly reason: string
  readonly evidence: string | null
}

/** Why an operator may not decide, or not everything; null where nothing stands in his way. */
export type Hindrance = 'decided' | 'own' | 'role' | 'same' | null

export type DecisionRights = {
  /** What he may decide. */
  readonly choices: readonly Decision[]
  readonly hindrance: Hindrance
}

const overStates: ReadonlySet<string> = new Set([
  'credited',
  'expired',
  'completed',
  'failed',
  'canceled',
  'refused',
  'reversed',
])

/** Whether a case has come to its end: nobody waits for it. */
export function isOver({ state }: Pick<CaseRow, 'state'>): boolean {
  return overStates.has(state)
}

/** How far the approvals of a case are, "1/2"; null where none is needed, and of one that is over. */
export function toApprovalProgress({
  state,
  approvals,
  approvalsNeeded,
}: Pick<CaseRow, 'state' | 'approvals' | 'approvalsNeeded'>): string | null {
  const isBegun = approvals.length > 0 && approvals.length < approvalsNeeded
  // What one person agreed to take back still waits for the second.
  const isShown = isOver({ state }) ? isBegun : approvals.length > 0 || approvalsNeeded > 1
  return isShown ? `${approvals.length}/${approvalsNeeded}` : null
}

/** What an operator may decide about a case: what he agreed to already is for another person (INV-22). */
export function findDecisionRights(
  { can, person, approvals }: Pick<CaseDetail, 'can' | 'person' | 'approvals'>,
  me: { readonly userId: number; readonly roles: readonly string[] },
): DecisionRights {
  const none = (hindrance: Hindrance): DecisionRights => ({ choices: [], hindrance })
  if (can.length === 0) return none('decided')
  if (person?.userId === me.userId) return none('own')
  if (!me.roles.some((role) => role === 'finance' || role === 'risk')) return none('role')
  const agreed = approvals.filter(({ operatorId }) => operatorId === me.userId)
  const choices = can.filter((one) => !agreed.some(({ decision }) => decision === one))
  return { choices, hindrance: choices.length < can.length ? 'same' : null }
}

/** Whether an operator may lock and unlock a person's bank account: who watches over risks, never his own. */
export function mayChangeBankLock(
  me: { readonly userId: number; readonly roles: readonly string[] },
  userId: number,
): boolean {
  return me.userId !== userId && me.roles.some((role) => role === 'risk' || role === 'admin')
}

/** What will happen, as a list of sentences' names. */
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

/** What will happen by a decision: the last of the approvals needed is the one that moves money. */
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
      // One alone closes only what nobody paid.
      return isFirst && confirmedAmount !== null ? ['first', 'rejectDeposit'] : ['rejectDeposit']
  }
}

/** The key that chooses a decision; null where it wants more than a key. */
export function findDecisionKey(decision: Decision): 'a' | 'r' | null {
  if (decision === 'reject') return 'r'
  return decision === 'approve' || decision === 'credit' || decision === 'reverse' ? 'a' : null
}

/** Whether a decision takes something from the person. */
export function takesFromPerson(decision: Decision): boolean {
  return decision === 'reject' || decision === 'reverse' || decision === 'take_paid'
}

/** The amount that a decision moves: what the bank confirms of a deposit, all of a payout. */
export function amountMoved(row: CaseRow, decision: Decision): string {
  const isConfirmed = decision === 'credit' || decision === 'reverse'
  return isConfirmed ? (row.confirmedAmount ?? row.amount) : row.amount
}

/** Digits after the point that amounts of rupiah have. */
const scale = 2

/** What of a payout does not go out: our fee and the bank's; a decimal text. */
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
