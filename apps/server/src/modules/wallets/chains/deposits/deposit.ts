/**
 * How a deposit on a chain goes on: a pure function of its row, of the chain as it was taken in, and of
 * the engine. Nothing is credited before it is final (INV-11), and what is begun is ended: a credit, or
 * taking it back, is a state of its own before it is booked (ATT-80).
 */
import { inSuspenseCause, suspendedUnits } from '../../machine/deposit-booking.ts'
import { type EngineStep, unclearAlarm } from '../../machine/engine-steps.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import { whileEngineRests } from '../../machine/hold-check.ts'
import {
  type ChainDeposit,
  type ChainDepositAct,
  type ChainDepositDecision,
  type ChainDepositFacts,
  type ChainDepositState,
  type ChainFacts,
  depositForgedAlarm,
  heldLifeOf,
  holdsAccount,
  holdsAsForged,
  isFinal,
  nothingKnown,
  type Proving,
  waitsForPeople,
} from './deposit-row.ts'

const whilePaused = { firstMs: 5_000, longestMs: 60_000 } as const
const whileRefused = { firstMs: 30_000, longestMs: 600_000 } as const

/** Its owner's account is held, and what he spent of it is claimed: a person has to look. */
export const claimedBackAlarm = 'claimed_back'

/** The second node has it not, or says otherwise: it may only be behind. */
export const witnessDiffersAlarm = 'second_node_differs'
export const witnessSilentAlarm = 'second_node_silent'

/** The chain's own node does not have it where the row says. */
export const nodeDiffersAlarm = 'node_differs'

/** Two people let it go to its owner, and the bound of its currency has no room for it yet. */
export const noRoomAlarm = 'no_room'

/** Nothing proves that what its row says was decided here. */
export const unprovenCause = 'unproven'

/** What nobody can be credited for, as two people left it. */
export const setAsideCause = 'set_aside'

/** Its owner left before it came: no credit to a dead account, a person sends the coins back. */
const goneCause = 'account_deleted'

/** What is known right after a move of this look. */
export function knownAfter(): ChainDepositFacts {
  // The chain may have moved meanwhile; what is booked is found again by its command's id.
  return nothingKnown
}

/** The next thing to do about a deposit. */
export function decideChainDeposit(
  row: ChainDeposit,
  facts: ChainDepositFacts,
): ChainDepositDecision {
  if (row.state === 'crediting') return decideCrediting(row, facts)
  if (row.state === 'reversing') return decideReversing(row, facts)
  if (row.state === 'undone') return decideUndone(row)
  if (row.state === 'claimed_back') return decideClaimedBack(row, facts)
  const { chain } = facts
  if (chain === null) return act('look_at_chain')
  if (row.place === null) return decideGone(row, chain)
  switch (row.state) {
    case 'seen':
      return move('confirming')
    case 'confirming':
      return decideConfirming(row, facts, chain)
    case 'too_small':
      return isFinal(row, chain) ? decideSmall(row, facts, chain) : move('confirming')
    case 'held':
      return isFinal(row, chain) ? decideHeld(row, facts, chain) : move('confirming')
    case 'credited':
      // Its owner's account may still be held from the life before.
      return decideAccount(row, facts)
  }
}

/** In no block: it waits in the pool again, or is gone. */
function decideGone(row: ChainDeposit, chain: ChainFacts): ChainDepositDecision {
  if (row.state === 'credited')
    return chain.isCaughtUp ? move('reversing', 'left_chain') : wait(null)
  if (row.isInPool) return row.state === 'seen' ? wait(null) : move('seen')
  if (!chain.isCaughtUp) return wait(null)
  return move('undone', 'left_chain', { counted_at: null })
}

function decideUndone(row: ChainDeposit): ChainDepositDecision {
  if (row.place !== null) return move('confirming')
  return row.isInPool ? move('seen') : wait(null)
}

function decideConfirming(
  row: ChainDeposit,
  facts: ChainDepositFacts,
  chain: ChainFacts,
): ChainDepositDecision {
  if (!isFinal(row, chain)) return wait(null)
  if (chain.isPaused) return wait(whilePaused)
  if (row.units === null) return move('held', 'amount_over_bound')
  const isEnough = row.units >= chain.minUnits || (row.isAddedUp && row.units > 0)
  return isEnough ? decideEnough(row, facts, chain) : move('too_small')
}

/** Kept until it is enough with others; what is less than a unit is kept for ever (ATT-81). */
function decideSmall(
  row: ChainDeposit,
  facts: ChainDepositFacts,
  chain: ChainFacts,
): ChainDepositDecision {
  if (chain.isPaused) return wait(whilePaused)
  if (row.isAddedUp) return decideEnough(row, facts, chain)
  if (row.units === 0) return wait(null)
  if (facts.added === null) return act('add_up')
  return facts.added === 'enough' ? decideEnough(row, facts, chain) : wait(null)
}

/** From the travel rule's limit on, within a day, nothing is credited before its sender is known. */
function decideEnough(
  row: ChainDeposit,
  facts: ChainDepositFacts,
  chain: ChainFacts,
): ChainDepositDecision {
  const { travelLimit } = chain
  if (row.isOwnerGone) return move('held', goneCause)
  if (facts.dayUnits === null) return act('weigh')
  const isFree = row.hasSender || travelLimit === null || facts.dayUnits < travelLimit
  return isFree ? decideCredit(row, facts, chain, facts.dayUnits) : move('held', 'needs_sender')
}

/**
 * The row is not believed: the chain's node is asked again, and the address says whose it is. What is much within a
 * day is credited once a second node has it as well (FLT-28).
 */
function decideCredit(
  row: ChainDeposit,
  facts: ChainDepositFacts,
  { witnessFrom }: ChainFacts,
  dayUnits: number,
): ChainDepositDecision {
  const { proving, witnessed } = facts
  if (proving === null) return act('prove')
  if (proving.status === 'forged' && holdsAsForged(row) && row.releasedLife >= heldLifeOf(row)) {
    return decideResumed(row, facts)
  }
  if (proving.status !== 'proven') return unproven(proving)
  const proven = { credit_proof: proving.proof }
  if (witnessFrom === null || dayUnits < witnessFrom) return move('crediting', null, proven)
  switch (witnessed) {
    case null:
      return act('ask_witness')
    case 'seen':
      return move('crediting', null, proven)
    case 'unknown':
      return wait(whilePaused, witnessSilentAlarm)
    case 'differs':
      return wait(whilePaused, witnessDiffersAlarm)
  }
}

function unproven({ status }: Exclude<Proving, { status: 'proven' }>): ChainDepositDecision {
  if (status === 'forged') return wait(whileRefused, depositForgedAlarm)
  return wait(whilePaused, status === 'differs' ? nodeDiffersAlarm : null)
}

function decideHeld(
  row: ChainDeposit,
  facts: ChainDepositFacts,
  chain: ChainFacts,
): ChainDepositDecision {
  if (row.cause === setAsideCause) return wait(null)
  if (waitsForPeople(row)) {
    return row.isSetAside ? move('held', setAsideCause) : wait(null, row.cause)
  }
  if (row.isOwnerGone) return move('held', goneCause)
  if (!row.hasSender) return wait(null)
  if (chain.isPaused) return wait(whilePaused)
  // It was held for being much.
  return decideCredit(row, facts, chain, Number.MAX_SAFE_INTEGER)
}

function decideCrediting(row: ChainDeposit, facts: ChainDepositFacts): ChainDepositDecision {
  const { credit } = facts
  if (row.suspenseUnits !== null) return decideSuspended(row, row.suspenseUnits, facts)
  // Decided by a version that made no proofs, or by nobody: all is asked again. The command's id stays the same.
  if (!row.isProven) return move('confirming', unprovenCause)
  if (credit === null) return act('credit')
  if (credit.status !== 'done') return later(credit, 'credit_refused')
  // Kept in the row: once the engine forgot its answer, the same credit would be booked again (INV-12).
  const units = suspendedUnits(credit.events)
  if (units > 0) return move('crediting', inSuspenseCause, { suspense_units: units })
  return credited(row)
}

/** It is booked, and lies in suspense until two people let it go to its owner, and there is room. */
function decideSuspended(
  row: ChainDeposit,
  suspenseUnits: number,
  { proving, grant }: ChainDepositFacts,
): ChainDepositDecision {
  if (row.grantedLife < row.life) return wait(null, inSuspenseCause)
  if (suspenseUnits > (row.units ?? 0)) return wait(whileRefused, depositForgedAlarm)
  if (!row.isProven) {
    // Booked by a version that made no proofs.
    if (proving === null) return act('prove')
    if (proving.status !== 'proven') return unproven(proving)
    return move('crediting', row.cause, { credit_proof: proving.proof })
  }
  if (grant === null) return act('grant')
  if (grant.status === 'done') return credited(row)
  // Room comes when people take their money out: whoever sees that has it looked at again.
  const isFull = grant.status === 'refused' && grant.code === 'balance.over_bound'
  return isFull ? wait(null, noRoomAlarm) : later(grant, 'credit_refused')
}

function credited(row: ChainDeposit): ChainDepositDecision {
  return move('credited', row.isAddedUp ? 'added_up' : null)
}

/** First nothing can leave the account any more, then the books say what the chain says. */
function decideReversing(
  { isTakenBack }: ChainDeposit,
  { suspension, reversal, reversalProof }: ChainDepositFacts,
): ChainDepositDecision {
  // Set by hand, or decided by a version that made no proofs: what the chain says is looked at again.
  if (isTakenBack !== true) return move('credited', unprovenCause)
  if (suspension === null) return act('suspend')
  if (suspension.status === 'later') return later(suspension, 'suspension_refused')
  if (reversal === null) return act('reverse')
  if (reversal.status !== 'done') return later(reversal, 'reversal_refused')
  const changes = { counted_at: null, reversal_proof: reversalProof }
  return move('claimed_back', 'left_chain', changes)
}

function decideClaimedBack(row: ChainDeposit, facts: ChainDepositFacts): ChainDepositDecision {
  if (row.place === null) return decideAccount(row, facts)
  return move('confirming', 'back_in_chain', { life: row.life + 1, suspense_units: null })
}

/** An account that is held because of it goes on once two people agreed to that. */
function decideAccount(row: ChainDeposit, facts: ChainDepositFacts): ChainDepositDecision {
  if (!holdsAccount(row)) return wait(null)
  if (row.releasedLife < heldLifeOf(row)) return wait(null, claimedBackAlarm)
  return decideResumed(row, facts)
}

function decideResumed(row: ChainDeposit, { resumption }: ChainDepositFacts): ChainDepositDecision {
  if (resumption === null) return act('resume')
  if (resumption.status !== 'done' && resumption.status !== 'kept') {
    return later(resumption, 'resumption_refused')
  }
  return move(row.state, 'released', { resumed_life: heldLifeOf(row) })
}

/** What the core refuses needs a person; what it does not know yet needs time. */
function later(step: EngineStep, alarm: string): ChainDepositDecision {
  if (step.status === 'unclear') return wait(whileRefused, unclearAlarm)
  return step.status === 'refused' ? wait(whileRefused, alarm) : wait(whileEngineRests)
}

function act(name: ChainDepositAct): ChainDepositDecision {
  return { kind: 'act', act: name }
}

function move(
  to: ChainDepositState,
  cause: string | null = null,
  changes: ColumnValues = {},
): ChainDepositDecision {
  return { kind: 'move', to, cause, changes }
}

function wait(
  pause: Extract<ChainDepositDecision, { kind: 'wait' }>['pause'],
  alarm: string | null = null,
): ChainDepositDecision {
  return { kind: 'wait', pause, alarm }
}
