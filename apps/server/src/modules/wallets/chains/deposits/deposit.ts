/**
 * Decides about a chain deposit: a pure function of its row, of the stored chain, and of the engine. Nothing
 * is credited before it is final (INV-11). A credit and a reversal each have a state of their own before they
 * are booked, so that a started one is always completed (ATT-80).
 */
import { inSuspenseCause, suspendedUnits } from '../../machine/deposit-booking.ts'
import { type EngineStep, unclearAlarm } from '../../machine/engine-steps.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import { engineBackoff } from '../../machine/hold-check.ts'
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

const haltedBackoff = { firstMs: 5_000, longestMs: 60_000 } as const
const refusedBackoff = { firstMs: 30_000, longestMs: 600_000 } as const

/** The owner's account is held, and the amount that he already spent is claimed. An operator must decide. */
export const claimedBackAlarm = 'claimed_back'

/** The second node does not have the deposit, or contradicts it. It may only be behind. */
export const witnessDiffersAlarm = 'second_node_differs'
export const witnessSilentAlarm = 'second_node_silent'

/** The chain's own node does not have the deposit in the row's block. */
export const nodeDiffersAlarm = 'node_differs'

/**
 * Two operators granted the suspended units, and the liability limit of the currency does not allow them yet.
 */
export const overBoundAlarm = 'no_room'

/** Nothing proves the decision that the row states. */
export const unprovenCause = 'unproven'

/** Two operators set aside a deposit that can be credited to nobody. */
export const setAsideCause = 'set_aside'

/**
 * The owner's account was deleted before the deposit arrived. It is not credited, and an operator returns the
 * coins.
 */
const goneCause = 'account_deleted'

/** The facts that are known right after a move of this pass. */
export function knownAfter(): ChainDepositFacts {
  // The chain may have changed meanwhile. A booked step is found again by its command id.
  return nothingKnown
}

/** Decides the next step of a deposit. */
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
  if (row.block === null) return decideGone(row, chain)
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
      // The previous life may still hold the owner's account.
      return decideAccount(row, facts)
  }
}

/** Decides about a deposit that is in no block: it waits in the memory pool again, or it is gone. */
function decideGone(row: ChainDeposit, chain: ChainFacts): ChainDepositDecision {
  if (row.state === 'credited')
    return chain.isCaughtUp ? move('reversing', 'left_chain') : wait(null)
  if (row.isInPool) return row.state === 'seen' ? wait(null) : move('seen')
  if (!chain.isCaughtUp) return wait(null)
  return move('undone', 'left_chain', { counted_at: null })
}

function decideUndone(row: ChainDeposit): ChainDepositDecision {
  if (row.block !== null) return move('confirming')
  return row.isInPool ? move('seen') : wait(null)
}

function decideConfirming(
  row: ChainDeposit,
  facts: ChainDepositFacts,
  chain: ChainFacts,
): ChainDepositDecision {
  if (!isFinal(row, chain)) return wait(null)
  if (chain.isPaused) return wait(haltedBackoff)
  if (row.units === null) return move('held', 'amount_over_bound')
  const isEnough = row.units >= chain.minUnits || (row.isAddedUp && row.units > 0)
  return isEnough ? decideEnough(row, facts, chain) : move('too_small')
}

/**
 * Kept until it reaches the minimum together with others. A deposit below one unit is kept forever (ATT-81).
 */
function decideSmall(
  row: ChainDeposit,
  facts: ChainDepositFacts,
  chain: ChainFacts,
): ChainDepositDecision {
  if (chain.isPaused) return wait(haltedBackoff)
  if (row.isAddedUp) return decideEnough(row, facts, chain)
  if (row.units === 0) return wait(null)
  if (facts.added === null) return act('add_up')
  return facts.added === 'enough' ? decideEnough(row, facts, chain) : wait(null)
}

/** From the travel rule's limit on, within a day, nothing is credited before the sender is known. */
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
 * The row is not trusted: the chain's node is asked again, and the seal proves the owner of the address.
 * Large sums within a day are credited only once a second node confirms them (FLT-28).
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
      return wait(haltedBackoff, witnessSilentAlarm)
    case 'differs':
      return wait(haltedBackoff, witnessDiffersAlarm)
  }
}

function unproven({ status }: Exclude<Proving, { status: 'proven' }>): ChainDepositDecision {
  if (status === 'forged') return wait(refusedBackoff, depositForgedAlarm)
  return wait(haltedBackoff, status === 'differs' ? nodeDiffersAlarm : null)
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
  if (chain.isPaused) return wait(haltedBackoff)
  // It was held because of its amount.
  return decideCredit(row, facts, chain, Number.MAX_SAFE_INTEGER)
}

function decideCrediting(row: ChainDeposit, facts: ChainDepositFacts): ChainDepositDecision {
  const { credit } = facts
  if (row.suspenseUnits !== null) return decideSuspended(row, row.suspenseUnits, facts)
  // Decided by a version that made no proofs, or by nobody, so all checks run again. The command id stays the
  // same.
  if (!row.isProven) return move('confirming', unprovenCause)
  if (credit === null) return act('credit')
  if (credit.status !== 'done') return waitForStep(credit, 'credit_refused')
  // Stored in the row: once the engine has forgotten its answer, the same credit would be booked again
  // (INV-12).
  const units = suspendedUnits(credit.events)
  if (units > 0) return move('crediting', inSuspenseCause, { suspense_units: units })
  return credited(row)
}

/**
 * The credit is booked to suspense. It stays there until two operators grant it to the owner and the
 * liability limit allows it.
 */
function decideSuspended(
  row: ChainDeposit,
  suspenseUnits: number,
  { proving, grant }: ChainDepositFacts,
): ChainDepositDecision {
  if (row.grantedLife < row.life) return wait(null, inSuspenseCause)
  if (suspenseUnits > (row.units ?? 0)) return wait(refusedBackoff, depositForgedAlarm)
  if (!row.isProven) {
    // Booked by a version that made no proofs.
    if (proving === null) return act('prove')
    if (proving.status !== 'proven') return unproven(proving)
    return move('crediting', row.cause, { credit_proof: proving.proof })
  }
  if (grant === null) return act('grant')
  if (grant.status === 'done') return credited(row)
  // Withdrawals of other users free the limit. An operator then requests another check.
  const isFull = grant.status === 'refused' && grant.code === 'balance.over_bound'
  return isFull ? wait(null, overBoundAlarm) : waitForStep(grant, 'credit_refused')
}

function credited(row: ChainDeposit): ChainDepositDecision {
  return move('credited', row.isAddedUp ? 'added_up' : null)
}

/** First suspends the account, so that nothing can leave it, and then reverses the credit. */
function decideReversing(
  { isReversalProven }: ChainDeposit,
  { suspension, reversal, reversalProof }: ChainDepositFacts,
): ChainDepositDecision {
  // Set by hand, or decided by a version that made no proofs: the chain is checked again.
  if (isReversalProven !== true) return move('credited', unprovenCause)
  if (suspension === null) return act('suspend')
  if (suspension.status === 'later') return waitForStep(suspension, 'suspension_refused')
  if (reversal === null) return act('reverse')
  if (reversal.status !== 'done') return waitForStep(reversal, 'reversal_refused')
  const changes = { counted_at: null, reversal_proof: reversalProof }
  return move('claimed_back', 'left_chain', changes)
}

function decideClaimedBack(row: ChainDeposit, facts: ChainDepositFacts): ChainDepositDecision {
  if (row.block === null) return decideAccount(row, facts)
  return move('confirming', 'back_in_chain', { life: row.life + 1, suspense_units: null })
}

/** Resumes the account that this deposit holds, once two operators agreed. */
function decideAccount(row: ChainDeposit, facts: ChainDepositFacts): ChainDepositDecision {
  if (!holdsAccount(row)) return wait(null)
  if (row.releasedLife < heldLifeOf(row)) return wait(null, claimedBackAlarm)
  return decideResumed(row, facts)
}

function decideResumed(row: ChainDeposit, { resumption }: ChainDepositFacts): ChainDepositDecision {
  if (resumption === null) return act('resume')
  if (resumption.status !== 'done' && resumption.status !== 'kept') {
    return waitForStep(resumption, 'resumption_refused')
  }
  return move(row.state, 'released', { resumed_life: heldLifeOf(row) })
}

/** A refusal by the core needs an operator; an unknown answer needs time. */
function waitForStep(step: EngineStep, alarm: string): ChainDepositDecision {
  if (step.status === 'unclear') return wait(refusedBackoff, unclearAlarm)
  return step.status === 'refused' ? wait(refusedBackoff, alarm) : wait(engineBackoff)
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
  delay: Extract<ChainDepositDecision, { kind: 'wait' }>['delay'],
  alarm: string | null = null,
): ChainDepositDecision {
  return { kind: 'wait', delay: delay, alarm }
}
