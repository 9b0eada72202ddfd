/** A deposit on a chain as it is kept: its states and edges, what can be known and done about it. */
import type { Decision, MachineRow } from '../../machine/decision.ts'
import type { Edges } from '../../machine/edges.ts'
import type { EngineStep } from '../../machine/engine-steps.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import type { BlockRef, Sighting } from '../tracking/chain-view.ts'
import type { ChainName } from '../chains.ts'
import type { WitnessResult } from '../tracking/witness.ts'

export const chainDepositStates = [
  // Waits to be mined.
  'seen',
  // In the chain, n of m.
  'confirming',
  // Final, less than the minimum: kept, and added up with others.
  'too_small',
  // Final, waits for the sender's data or for a person.
  'held',
  // Decided: is booked, whatever happens now.
  'crediting',
  'credited',
  // The chain took it back before it was credited.
  'undone',
  // The chain took it back after: is taken back in the books, whatever happens now.
  'reversing',
  'claimed_back',
] as const
export type ChainDepositState = (typeof chainDepositStates)[number]

/**
 * The declared edges (INV-20). None is an end for ever: a chain may take back what it had, and bring again
 * what it took back.
 */
export const chainDepositEdges: Edges<ChainDepositState> = {
  seen: ['confirming', 'undone'],
  // To itself, here and below: its owner's account, held since the life before, goes on.
  confirming: ['confirming', 'seen', 'too_small', 'held', 'crediting', 'undone'],
  too_small: ['too_small', 'confirming', 'seen', 'held', 'crediting', 'undone'],
  // Held on: set aside by two people.
  held: ['held', 'confirming', 'seen', 'crediting', 'undone'],
  // To itself: it was booked to suspense. Back: nothing proves that it may be credited.
  crediting: ['crediting', 'credited', 'confirming'],
  credited: ['credited', 'reversing'],
  undone: ['seen', 'confirming'],
  // Back: nothing proves that it was decided here.
  reversing: ['claimed_back', 'credited'],
  claimed_back: ['claimed_back', 'confirming'],
}

/** Why a deposit is held: causes of `held`. */
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
    /** Units, rounded down; null: more than we can book. */
    readonly units: number | null
    readonly block: BlockRef | null
    readonly isInPool: boolean
    /** Confirmations until it is final; null: the chain says when. */
    readonly needed: number | null
    /** How often it was credited and taken back: part of the ids of its commands. */
    readonly life: number
    /** Whether it counts as enough together with others that were too small. */
    readonly isAddedUp: boolean
    /** Whether its owner told who sent it. */
    readonly hasSender: boolean
    /** Whether two people agreed that what nobody can be credited for stays as it is. */
    readonly isSetAside: boolean
    /** Up to which life people agreed that its owner's account goes on, and up to which it does. */
    readonly releasedLife: number
    readonly resumedLife: number
    /** Units of its last credit that went to suspense; null: none did. */
    readonly suspenseUnits: number | null
    /** Up to which life two people agreed that what lies in suspense goes to its owner. */
    readonly grantedLife: number
    /** Whether approvals or a ruling were just taken out of it that no vote proved. */
    readonly isUnproven?: boolean
    /** Whether its owner's account was deleted. */
    readonly isOwnerGone: boolean
    /** The proof that it may be credited, and the one that its last credit was taken back; null: none. */
    /** The row whose name its commands have; null: they are named after what the chain has. */
    readonly oldRowId: number | null
    readonly creditProof: Buffer | null
    readonly reversalProof: Buffer | null
    /** Whether its last credit is taken back because the chain said so: a row that was set to it by hand is not. */
    readonly isReversalProven?: boolean
    /** Whether the first of them fits; false where nobody looked. */
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

/** What the chain's own node and the seal of the address say of a deposit that is to be credited. */
export type Proving =
  | { readonly status: 'proven'; readonly proof: Buffer }
  /** The node has something else, or not as deep. */
  | { readonly status: 'differs' }
  /** The address is another user's, or the credit before was not taken back: the row is not ours. */
  | { readonly status: 'forged' }
  | { readonly status: 'unknown' }

/** What the chain's cursor and the rules of the day say. */
export type ChainFacts = {
  readonly tipHeight: number
  readonly finalHeight: number | null
  /** Whether all that the node has was taken in: before that, what is gone may only not be back yet. */
  readonly isCaughtUp: boolean
  /** Whether nothing may be credited now (FLT-26, FLT-28). */
  readonly isPaused: boolean
  readonly minUnits: number
  readonly travelLimit: number | null
  /** Units within a day from which a second node is asked before a credit; null: there is none. */
  readonly witnessFrom: number | null
}

export type ChainDepositFacts = {
  readonly chain: ChainFacts | null
  /** Whether it is enough together with its owner's others that were too small. */
  readonly added: 'enough' | 'short' | null
  /** Units of its owner's deposits of the currency within 24 hours, itself included. */
  readonly dayUnits: number | null
  /** What a second node says of it. */
  readonly witnessed: WitnessResult | null
  readonly proving: Proving | null
  readonly credit: EngineStep | null
  /** What lay in suspense, given to its owner. */
  readonly grant: EngineStep | null
  readonly suspension: EngineStep | null
  readonly reversal: EngineStep | null
  /** Says that the reversal was booked. */
  readonly reversalProof: Buffer | null
  /** Kept: another deposit of the same owner holds his account as well. */
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

/** Whether nobody can be credited for it, which two people close: its coins go back outside. */
export function waitsForPeople({ state, cause }: Pick<ChainDeposit, 'state' | 'cause'>): boolean {
  return state === 'held' && (cause === 'amount_over_bound' || cause === 'account_deleted')
}

/** The life in which its owner's account was held because of it; 0: never. */
export function heldLifeOf({ state, life }: Pick<ChainDeposit, 'state' | 'life'>): number {
  return state === 'claimed_back' ? life : life - 1
}

/** Whether its owner's account is held because of it. */
export function holdsAccount(row: Pick<ChainDeposit, 'state' | 'life' | 'resumedLife'>): boolean {
  const isOver = row.state === 'claimed_back' || row.state === 'credited'
  return isOver && row.resumedLife < heldLifeOf(row)
}

/** The row says what the chain, the address or the books do not. */
export const depositForgedAlarm = 'deposit_forged'

/**
 * Whether its owner's account is held since the life before, although its chain has it again: the row is not believed,
 * so it is never credited, and the account would be held for ever.
 */
export function holdsAsForged(
  row: Pick<ChainDeposit, 'state' | 'alarm' | 'life' | 'resumedLife'>,
): boolean {
  const { state, alarm, resumedLife } = row
  const isWaiting = state === 'confirming' || state === 'too_small' || state === 'held'
  return isWaiting && alarm === depositForgedAlarm && resumedLife < heldLifeOf(row)
}

/**
 * Confirmations as a list shows them, n of m; null before it is in the chain.
 *
 * @param usualDepth m where the chain itself says what is final
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

/** Whether a row stands where nothing is expected to change any more. */
export function isFinal(
  { block, needed }: Pick<ChainDeposit, 'block' | 'needed'>,
  { tipHeight, finalHeight }: Pick<ChainFacts, 'tipHeight' | 'finalHeight'>,
): boolean {
  if (block === null) return false
  if (needed === null) return finalHeight !== null && block.height <= finalHeight
  return tipHeight - block.height + 1 >= needed
}
