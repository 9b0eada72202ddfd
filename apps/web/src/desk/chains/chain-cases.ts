/** Coins in and out over chains as cases of the console, what we hold, and how the chains are. */
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
  /** Null: more than the books can hold. */
  readonly amount: string | null
  readonly address: string
  readonly person: Person | null
  readonly approvals: readonly Approval[]
  readonly approvalsNeeded: number
  /** Of a withdrawal; empty of a deposit. */
  readonly fee: string
  readonly net: string
  /** Of a deposit. */
  readonly hasSender: boolean
}

export type ChainCase = ChainCaseRow & {
  readonly transactions: readonly { readonly txid: string; readonly url: string | null }[]
  readonly block: { readonly height: number; readonly hash: string } | null
  readonly contract: string
  readonly steps: readonly Step[]
  readonly flags: readonly string[]
  readonly can: readonly ChainDecision[]
  /** Of a deposit. */
  readonly chainAmount: string
  readonly life: number
  /** Of a withdrawal. */
  readonly isOwnAddress: boolean
  readonly sentBefore: number
  readonly hasReceiver: boolean
}

export type ChainVerdict = { readonly decision: ChainDecision; readonly reason: string }

const overStates: ReadonlySet<string> = new Set([
  'credited',
  'undone',
  'done',
  'failed',
  'canceled',
  'claimed_back',
])

/** Whether a case has come to its end: nobody waits for it. */
export function isChainCaseOver({ state }: Pick<ChainCaseRow, 'state'>): boolean {
  return overStates.has(state)
}

/** How many people agreed to what waits for more than one. */
function agreedOf({ approvals }: Pick<ChainCaseRow, 'approvals'>): number {
  return approvals.filter(({ decision }) => decision !== 'reject').length
}

/** Whether an open case waits for more than its owner. `too_small` and `needs_sender` wait for the owner alone. */
export function isChainCaseOurs(row: Pick<ChainCaseRow, 'state' | 'cause'>): boolean {
  return !isChainCaseOver(row) && row.state !== 'too_small' && row.cause !== 'needs_sender'
}

/** How far the approvals are, "1/2"; null where none is needed, and of a case that is over. */
export function toChainApprovalProgress(
  row: Pick<ChainCaseRow, 'state' | 'approvals' | 'approvalsNeeded'>,
): string | null {
  const agreed = agreedOf(row)
  // What was taken back is over, but for the account that is held since.
  const isOpen = !isChainCaseOver(row) || row.state === 'claimed_back'
  const isShown = isOpen && (agreed > 0 || row.approvalsNeeded > 1)
  return isShown ? `${agreed}/${row.approvalsNeeded}` : null
}

/** Why an operator may not decide, or not everything; null where nothing stands in his way. */
export type ChainHindrance = 'decided' | 'own' | 'role' | 'same' | null

/** What an operator may decide about a case: what he agreed to already is for another person (INV-22). */
export function findChainDecisionRights(
  { can, person, approvals }: Pick<ChainCase, 'can' | 'person' | 'approvals'>,
  me: { readonly userId: number; readonly roles: readonly string[] },
): { readonly choices: readonly ChainDecision[]; readonly hindrance: ChainHindrance } {
  const none = (hindrance: ChainHindrance) => ({ choices: [], hindrance })
  if (can.length === 0) return none('decided')
  if (person?.userId === me.userId) return none('own')
  if (!me.roles.some((role) => role === 'finance' || role === 'risk')) return none('role')
  const agreed = approvals.filter(({ operatorId }) => operatorId === me.userId)
  const choices = can.filter((one) => !agreed.some(({ decision }) => decision === one))
  return { choices, hindrance: choices.length < can.length ? 'same' : null }
}

/** What will happen by a decision, as sentences' names. */
export function findChainPreviewLines(
  row: Pick<ChainCaseRow, 'approvals' | 'approvalsNeeded'>,
  decision: ChainDecision,
): readonly ChainConsequence[] {
  if (decision === 'ask') return ['willLook']
  if (decision === 'reject') return ['willReject']
  const then = consequences[decision]
  return agreedOf(row) + 1 < row.approvalsNeeded ? ['willFirst', then] : [then]
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
  /** Why nothing is credited; null where it is. */
  readonly paused: string | null
  /** Whether it goes on without a person. */
  readonly isPassing: boolean
  /** Whether going on needs a block, which has to be below this. */
  readonly belowHeight: number | null
}

export type CustodyPart = {
  readonly chain: WireChain
  readonly hot: string | null
  readonly unswept: string | null
  readonly inFlight: string
  readonly owed: string
  readonly readAt: string | null
  /** Null while the chain was never read. */
  readonly difference: CustodyDifference | null
}

/** Why a chain holds more or less than the books say; decimal texts, less is negative. */
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

export type Steering = {
  readonly chain: WireChain
  readonly decision: 'pause' | 'go_on'
  readonly reason: string
  readonly fromHeight: number | null
}

/** What a person may do to a chain now: what passes by itself is not gone on with by hand. */
export function findSteering({
  paused,
  isPassing,
}: Pick<ChainHealth, 'paused' | 'isPassing'>): Steering['decision'] {
  return paused === null || isPassing ? 'pause' : 'go_on'
}

/** The block that was typed, where it is one below the limit; null where it is none. */
export function parseHeight(text: string, below: number): number | null {
  const digits = plainTyped(text)
  const height = /^\d{1,9}$/.test(digits) ? Number(digits) : null
  return height === null || height >= below ? null : height
}
