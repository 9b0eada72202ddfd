/** A chain deposit in the database: its states and edges, its facts and acts. */
import type { Decision, MachineRow } from '../../machine/decision.ts'
import type { Edges } from '../../machine/edges.ts'
import type { EngineStep } from '../../machine/engine-steps.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import type { BlockRef, Sighting } from '../tracking/chain-view.ts'
import type { ChainName } from '../chains.ts'
import type { WitnessResult } from '../tracking/witness.ts'

export const chainDepositStates = [
  // Waiting to be mined.
  'seen',
  // In the chain, with n of m confirmations.
  'confirming',
  // Final and below the minimum: kept, and added up with others.
  'too_small',
  // Final, waiting for the sender's data or for an operator.
  'held',
  // Decided: the credit will be booked, whatever happens now.
  'crediting',
  'credited',
  // Reorganized before it was credited.
  'undone',
  // Reorganized after the credit: the credit will be reversed, whatever happens now.
  'reversing',
  'claimed_back',
] as const
export type ChainDepositState = (typeof chainDepositStates)[number]

/** The declared edges (INV-20). No state is final: a chain may remove a transaction and include it again. */
export const chainDepositEdges: Edges<ChainDepositState> = {
  seen: ['confirming', 'undone'],
  // From `confirming` to itself, here and below: resumes the owner's account, which the previous life held.
  confirming: ['confirming', 'seen', 'too_small', 'held', 'crediting', 'undone'],
  too_small: ['too_small', 'confirming', 'seen', 'held', 'crediting', 'undone'],
  // From `held` to itself: two operators set the deposit aside.
  held: ['held', 'confirming', 'seen', 'crediting', 'undone'],
  // From `crediting` to itself: the credit went to suspense. Back to `confirming`: nothing proves that it may
  // be credited.
  crediting: ['crediting', 'credited', 'confirming'],
  credited: ['credited', 'reversing'],
  undone: ['seen', 'confirming'],
  // Back to `credited`: nothing proves the decision to reverse.
  reversing: ['claimed_back', 'credited'],
  claimed_back: ['claimed_back', 'confirming'],
}

/** Why a deposit is held: the causes of state `held`. */
export const heldCauses = [
  'needs_sender',
  'amount_over_bound',
  'account_deleted',
  'set_aside',
] as const

export type ChainDeposit = MachineRow<ChainDepositState> &
  Pick<Sighting, 'txid' | 'index' | 'toAddress' | 'contract' | 'amount'> & {
    readonly chain: ChainName
    readonly currencyId: number
    /** Units, rounded down; null if the amount exceeds what can be booked. */
    readonly units: number | null
    readonly block: BlockRef | null
    readonly isInPool: boolean
    /** Confirmations until the deposit is final; null if the chain itself marks final blocks. */
    readonly needed: number | null
    /** The number of earlier credits that were reversed; part of the command ids. */
    readonly life: number
    /** Whether it reaches the minimum together with other small deposits. */
    readonly isAddedUp: boolean
    /** Whether the owner gave the sender's data. */
    readonly hasSender: boolean
    /** Whether two operators agreed to set aside a deposit that can be credited to nobody. */
    readonly isSetAside: boolean
    /**
     * The highest life for which operators agreed to resume the owner's account, and the highest life for
     * which it resumed.
     */
    readonly releasedLife: number
    readonly resumedLife: number
    /** Units of the last credit that went to suspense; null if none did. */
    readonly suspenseUnits: number | null
    /** The highest life for which two operators agreed to grant the suspended units to the owner. */
    readonly grantedLife: number
    /** Whether unproven approvals or rulings were just removed from the row. */
    readonly isUnproven?: boolean
    /** Whether its owner's account was deleted. */
    readonly isOwnerGone: boolean
    /**
     * The proof that it may be credited, and the proof that its last credit was reversed; null if there is
     * none.
     */
    /** The row id in the names of its commands; null if they are named by the fact on the chain. */
    readonly oldRowId: number | null
    readonly creditProof: Buffer | null
    readonly reversalProof: Buffer | null
    /**
     * Whether the decision to reverse its last credit is proven; a row whose state was changed by hand has no
     * proof.
     */
    readonly isReversalProven?: boolean
    /** Whether `creditProof` fits; false if it was not checked. */
    readonly isProven: boolean
  }

export type ChainDepositAct =
  | 'look_at_chain'
  | 'add_up'
  | 'weigh'
  | 'credit'
  | 'grant'
  | 'suspend'
  | 'reverse'
  | 'resume'
  | 'ask_witness'
  | 'prove'

/** The check of a deposit before its credit, by the chain's own node and the seal of the address. */
export type Proving =
  | { readonly status: 'proven'; readonly proof: Buffer }
  /** The node has another transaction, or too few confirmations. */
  | { readonly status: 'differs' }
  /** The address belongs to another user, or the previous credit was not reversed: the row is forged. */
  | { readonly status: 'forged' }
  | { readonly status: 'unknown' }

/** Facts of the chain's cursor, and the current rules. */
export type ChainFacts = {
  readonly tipHeight: number
  readonly finalHeight: number | null
  /**
   * Whether all blocks of the node are stored. Until then, a missing transaction may only not be back yet.
   */
  readonly isCaughtUp: boolean
  /** Whether crediting is halted (FLT-26, FLT-28). */
  readonly isPaused: boolean
  readonly minUnits: number
  readonly travelLimit: number | null
  /** Units within a day from which a second node must confirm a credit; null if there is no second node. */
  readonly witnessFrom: number | null
}

export type ChainDepositFacts = {
  readonly chain: ChainFacts | null
  /** Whether it reaches the minimum together with the owner's other small deposits. */
  readonly added: 'enough' | 'short' | null
  /** Units of its owner's deposits of the currency within 24 hours, this one included. */
  readonly dayUnits: number | null
  /** The answer of the second node. */
  readonly witnessed: WitnessResult | null
  readonly proving: Proving | null
  readonly credit: EngineStep | null
  /** The step that grants suspended units to the owner. */
  readonly grant: EngineStep | null
  readonly suspension: EngineStep | null
  readonly reversal: EngineStep | null
  /** The proof that the reversal was booked. */
  readonly reversalProof: Buffer | null
  /** `kept`: another deposit of the same owner holds his account too. */
  readonly resumption: EngineStep | { readonly status: 'kept' } | null
}

export const nothingKnown: ChainDepositFacts = {
  chain: null,
  added: null,
  dayUnits: null,
  witnessed: null,
  proving: null,
  credit: null,
  grant: null,
  suspension: null,
  reversal: null,
  reversalProof: null,
  resumption: null,
}

export type ChainDepositDecision = Decision<ChainDepositState, ChainDepositAct, ColumnValues>

/**
 * Whether the deposit can be credited to nobody. Two operators close it, and its coins are returned outside
 * the exchange.
 */
export function waitsForPeople({ state, cause }: Pick<ChainDeposit, 'state' | 'cause'>): boolean {
  return state === 'held' && (cause === 'amount_over_bound' || cause === 'account_deleted')
}

/** The life in which the deposit held its owner's account; 0 if it never did. */
export function heldLifeOf({ state, life }: Pick<ChainDeposit, 'state' | 'life'>): number {
  return state === 'claimed_back' ? life : life - 1
}

/** Whether the deposit holds its owner's account. */
export function holdsAccount(row: Pick<ChainDeposit, 'state' | 'life' | 'resumedLife'>): boolean {
  const isOver = row.state === 'claimed_back' || row.state === 'credited'
  return isOver && row.resumedLife < heldLifeOf(row)
}

/** The row contradicts the chain, the address or the ledger. */
export const depositForgedAlarm = 'deposit_forged'

/**
 * Whether a forged row holds the account since the previous life, although its chain has the deposit again.
 * It is never credited, so the account would be held forever.
 */
export function holdsAsForged(
  row: Pick<ChainDeposit, 'state' | 'alarm' | 'life' | 'resumedLife'>,
): boolean {
  const { state, alarm, resumedLife } = row
  const isWaiting = state === 'confirming' || state === 'too_small' || state === 'held'
  return isWaiting && alarm === depositForgedAlarm && resumedLife < heldLifeOf(row)
}

/**
 * Confirmations as a list shows them, n of m; null before it is mined.
 *
 * @param usualDepth m if the chain itself marks final blocks
 */
export function confirmationsOf(
  row: Pick<ChainDeposit, 'block' | 'needed'>,
  tipHeight: number,
  usualDepth: number,
): { readonly count: number; readonly needed: number } | null {
  if (row.block === null || row.block.height > tipHeight) return null
  const needed = row.needed ?? usualDepth
  return { count: Math.min(tipHeight - row.block.height + 1, needed), needed }
}

/** Whether a row is in a block that is final. */
export function isFinal(
  { block, needed }: Pick<ChainDeposit, 'block' | 'needed'>,
  { tipHeight, finalHeight }: Pick<ChainFacts, 'tipHeight' | 'finalHeight'>,
): boolean {
  if (block === null) return false
  if (needed === null) return finalHeight !== null && block.height <= finalHeight
  return tipHeight - block.height + 1 >= needed
}
