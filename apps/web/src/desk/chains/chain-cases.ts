/** Coin deposits and withdrawals as cases of the console, custody figures, and the state of the chains. */
import { plainTyped } from '@tukar/i18n'
import type { ChainDepositDecisionWord, ChainWithdrawalDecisionWord, WireChain } from '@tukar/wire'
import type { Approval, Person, Step } from '../cases/cases.ts'

export type ChainPart = 'chain-deposits' | 'chain-withdrawals'

export type ChainDecision = ChainDepositDecisionWord | ChainWithdrawalDecisionWord

/** Amounts are decimal texts of their currency. */
export type ChainCaseRow = {
  readonly part: ChainPart
  readonly id: number
  readonly createdAt: string
  readonly stateAt: string
  readonly state: string
  readonly cause: string
  readonly chain: string
  readonly currency: string
  /** Null: more than the ledger can represent. */
  readonly amount: string | null
  readonly address: string
  readonly person: Person | null
  readonly approvals: readonly Approval[]
  readonly approvalsNeeded: number
  /** The fee of a withdrawal; empty for a deposit. */
  readonly fee: string
  readonly net: string
  /** Whether a deposit's sender is known. */
  readonly hasSender: boolean
}

export type ChainCase = ChainCaseRow & {
  readonly transactions: readonly { readonly txid: string; readonly url: string | null }[]
  readonly block: { readonly height: number; readonly hash: string } | null
  readonly contract: string
  readonly steps: readonly Step[]
  readonly flags: readonly string[]
  readonly can: readonly ChainDecision[]
  /** The deposited amount on the chain. */
  readonly chainAmount: string
  readonly life: number
  /** Whether the address of a withdrawal belongs to one of our users. */
  readonly isOwnAddress: boolean
  readonly sentBefore: number
  readonly hasReceiver: boolean
}

export type ChainDecisionInput = { readonly decision: ChainDecision; readonly reason: string }

const endStates: ReadonlySet<string> = new Set([
  'credited',
  'undone',
  'done',
  'failed',
  'canceled',
  'claimed_back',
])

/** Whether a case has ended. */
export function hasChainCaseEnded({ state }: Pick<ChainCaseRow, 'state'>): boolean {
  return endStates.has(state)
}

/** The number of approvals of a case with several. */
function countApprovals({ approvals }: Pick<ChainCaseRow, 'approvals'>): number {
  return approvals.filter(({ decision }) => decision !== 'reject').length
}

/** Whether an open case needs the exchange. `too_small` and `needs_sender` need the owner only. */
export function needsExchange(row: Pick<ChainCaseRow, 'state' | 'cause'>): boolean {
  return !hasChainCaseEnded(row) && row.state !== 'too_small' && row.cause !== 'needs_sender'
}

/** The progress of the approvals, "1/2"; null if none is required, and for ended cases. */
export function toChainApprovalProgress(
  row: Pick<ChainCaseRow, 'state' | 'approvals' | 'approvalsNeeded'>,
): string | null {
  const agreed = countApprovals(row)
  // A reversed deposit has ended, except that its owner's account is still held.
  const isOpen = !hasChainCaseEnded(row) || row.state === 'claimed_back'
  const isShown = isOpen && (agreed > 0 || row.approvalsNeeded > 1)
  return isShown ? `${agreed}/${row.approvalsNeeded}` : null
}

/** Why an operator may not decide, or may not choose every decision; null without restrictions. */
export type ChainDenialReason = 'decided' | 'own' | 'role' | 'same' | null

/**
 * The operator's rights for a case: a decision that the operator already approved needs another person
 * (INV-22).
 */
export function findChainDecisionRights(
  { can, person, approvals }: Pick<ChainCase, 'can' | 'person' | 'approvals'>,
  me: { readonly userId: number; readonly roles: readonly string[] },
): { readonly choices: readonly ChainDecision[]; readonly denial: ChainDenialReason } {
  const none = (denial: ChainDenialReason) => ({ choices: [], denial })
  if (can.length === 0) return none('decided')
  if (person?.userId === me.userId) return none('own')
  if (!me.roles.some((role) => role === 'finance' || role === 'risk')) return none('role')
  const agreed = approvals.filter(({ operatorId }) => operatorId === me.userId)
  const choices = can.filter((one) => !agreed.some(({ decision }) => decision === one))
  return { choices, denial: choices.length < can.length ? 'same' : null }
}

/** The effects of a decision, as keys of texts. */
export function findChainPreviewLines(
  row: Pick<ChainCaseRow, 'approvals' | 'approvalsNeeded'>,
  decision: ChainDecision,
): readonly ChainConsequence[] {
  if (decision === 'ask') return ['willLook']
  if (decision === 'reject') return ['willReject']
  const then = consequences[decision]
  return countApprovals(row) + 1 < row.approvalsNeeded ? ['willFirst', then] : [then]
}

export type ChainConsequence =
  | 'willFirst'
  | 'willSend'
  | 'willReject'
  | 'willGiveBack'
  | 'willSetAside'
  | 'willRelease'
  | 'willCredit'
  | 'willLook'

const consequences = {
  approve: 'willSend',
  give_back: 'willGiveBack',
  set_aside: 'willSetAside',
  release: 'willRelease',
  credit: 'willCredit',
} as const satisfies Record<Exclude<ChainDecision, 'ask' | 'reject'>, ChainConsequence>

export type ChainHealth = {
  readonly chain: WireChain
  readonly tipHeight: number | null
  readonly headHeight: number | null
  readonly finalHeight: number | null
  readonly lookedAt: string | null
  /** Why deposits are not credited; null if they are. */
  readonly paused: string | null
  /** Whether the chain resumes automatically. */
  readonly isPassing: boolean
  /** If resuming needs a block height: the height must be below this; otherwise null. */
  readonly belowHeight: number | null
}

export type CustodyPart = {
  readonly chain: WireChain
  readonly hot: string | null
  readonly unswept: string | null
  readonly inFlight: string
  readonly owed: string
  readonly readAt: string | null
  /** Null until the chain was read. */
  readonly difference: CustodyDifference | null
}

/** Why the coins on a chain differ from the ledger; decimal texts, a deficit is negative. */
export type CustodyDifference = {
  readonly uncredited: string
  readonly payouts: string
  readonly costs: string
  readonly reserve: string
  readonly dust: string
  readonly unexplained: string
}

export type Custody = {
  readonly currency: string
  readonly held: string | null
  readonly inFlight: string
  readonly liabilities: string
  readonly gap: string | null
  readonly verdict: string
  readonly isStopped: boolean
  readonly parts: readonly CustodyPart[]
}

export type Chains = {
  readonly chains: readonly ChainHealth[]
  readonly custody: readonly Custody[]
}

export type ChainControl = {
  readonly chain: WireChain
  readonly decision: 'pause' | 'go_on'
  readonly reason: string
  readonly fromHeight: number | null
}

/**
 * The actions that an operator may take on a chain now; a halt that ends automatically cannot be ended
 * manually.
 */
export function findChainControl({
  paused,
  isPassing,
}: Pick<ChainHealth, 'paused' | 'isPassing'>): ChainControl['decision'] {
  return paused === null || isPassing ? 'pause' : 'go_on'
}

/** Parses a typed block height; null if it is not below the limit. */
export function parseHeight(text: string, below: number): number | null {
  const digits = plainTyped(text)
  const height = /^\d{1,9}$/.test(digits) ? Number(digits) : null
  return height === null || height >= below ? null : height
}
