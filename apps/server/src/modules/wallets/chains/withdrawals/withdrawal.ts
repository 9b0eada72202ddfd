/**
 * How a withdrawal on a chain goes on: a pure function of its row and of what engine, signer and chain
 * say. All transactions of a withdrawal spend the same inputs or nonce, so the chain mines one at most;
 * what nobody knows is asked for, and only what the chain made impossible for good is given back (INV-13,
 * ATT-94, ATT-95). That a node knows nothing of a payout proves nothing: two people decide then.
 */
import { type EngineStep, unclearAlarm } from '../../machine/engine-steps.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import { waitForHold, engineBackoff } from '../../machine/hold-check.ts'
import {
  agreedBackNeeded,
  type ChainOutcome,
  type ChainWithdrawal,
  type ChainWithdrawalAct,
  type ChainWithdrawalDecision,
  type ChainWithdrawalFacts,
  type ChainWithdrawalState,
  displacedAlarm,
  finalCause,
  nothingKnown,
  refusedAlarm,
  revertedCause,
  signedBefore,
  signedBeforeAlarm,
  signerSilentAlarm,
} from './withdrawal-row.ts'

const whileShort = { firstMs: 15_000, longestMs: 600_000 } as const
const whileSigning = { firstMs: 500, longestMs: 60_000 } as const
const whileWaiting = { firstMs: 2_500, longestMs: 120_000 } as const
const signedOtherwiseAlarm = 'signed_otherwise'

/** When what waits to be mined gets a higher fee: so long after it was sent, at most so often. */
export type BumpRules = { readonly afterMs: number; readonly timesMax: number }

/** What is known right after a move of this look. */
export function knownAfter(
  row: ChainWithdrawal,
  facts: ChainWithdrawalFacts,
): ChainWithdrawalFacts {
  return row.state === 'confirming' || row.state === 'done' ? facts : nothingKnown
}

/** The next thing to do about a withdrawal. */
export function decideChainWithdrawal(
  row: ChainWithdrawal,
  facts: ChainWithdrawalFacts,
  nowMs: number,
  bumps: BumpRules,
): ChainWithdrawalDecision {
  switch (row.state) {
    case 'requested':
      return decideRequested(row, facts)
    case 'held':
    case 'waiting_approval':
    case 'approved':
      return row.canceledBy === null
        ? decideWaiting(row, facts, nowMs)
        : decideCanceled(facts, row.canceledBy)
    case 'signing':
      return decideSigning(row, facts)
    case 'signed':
      return decideSigned(facts, nowMs)
    case 'broadcast':
      return decideBroadcast(row, facts, nowMs, bumps)
    case 'confirming':
      return decideConfirming(row, facts)
    case 'done':
      return decideDone(facts)
    case 'failed':
      // Who spent the inputs or the nonce is for a person to find out.
      return wait(null, row.signedCount > 0 ? row.cause : null)
    case 'canceled':
      return wait(null)
  }
}

function decideRequested(
  row: ChainWithdrawal,
  { hold }: ChainWithdrawalFacts,
): ChainWithdrawalDecision {
  if (hold === null) return act('hold')
  if (hold.status === 'refused') return move('failed', hold.code)
  if (hold.status !== 'done') return later(hold, 'hold_unknown')
  const held = hold.events.find((event) => event.kind === 'hold_changed')
  if (held === undefined) return wait(null, 'hold_unknown')
  // Of a database that was put back: it may have been held and signed since the backup (FLT-40).
  const isRequery = row.sentAtMs !== null
  return move(isRequery ? 'signing' : 'held', null, { hold_id: held.holdId })
}

/** What stands in the way, one after the other: the pause for its owner's safety, people, what holds the account, the chain. */
function decideWaiting(
  row: ChainWithdrawal,
  facts: ChainWithdrawalFacts,
  nowMs: number,
): ChainWithdrawalDecision {
  const { frozenUntilMs, state, accountHold } = row
  if (frozenUntilMs !== null && frozenUntilMs > nowMs) {
    const cause = row.frozenCause ?? 'security_hold'
    const isSaid = state === 'held' && row.cause === cause
    return isSaid ? wait({ untilMs: frozenUntilMs }) : move('held', cause)
  }
  if (row.approvals < row.approvalsNeeded) {
    if (state === 'waiting_approval') return wait(null)
    return move(state === 'held' ? 'waiting_approval' : 'held', null)
  }
  if (accountHold !== null) {
    const isSaid = state === 'held' && row.cause === accountHold
    return isSaid ? wait(whileShort) : move('held', accountHold)
  }
  const unheld = decideHoldCheck(facts)
  if (unheld !== null) return unheld
  if (state !== 'approved') return move('approved')
  if (facts.funding === null) return act('plan')
  if (facts.funding === 'enough') return move('signing')
  if (row.cause !== facts.funding) return move('approved', facts.funding)
  return wait(whileShort, facts.funding === 'paused' ? null : facts.funding)
}

/** Nothing is approved or signed unless the engine says that its coins are still held; null once it said so. */
function decideHoldCheck({ holdCheck }: ChainWithdrawalFacts): ChainWithdrawalDecision | null {
  return holdCheck === null ? act('check_hold') : waitForHold(holdCheck, whileShort)
}

/**
 * Inputs or nonce are stored: the signer is asked for these alone, as often as it takes, or until two people
 * have it void them.
 */
function decideSigning(row: ChainWithdrawal, facts: ChainWithdrawalFacts): ChainWithdrawalDecision {
  const { signing } = facts
  if (signing === null) {
    if (row.agreedBack >= agreedBackNeeded) return act('void')
    return decideHoldCheck(facts) ?? act('sign')
  }
  switch (signing.status) {
    case 'signed':
      return move('signed', null, { signed_count: signing.count })
    case 'unknown':
      return wait(whileSigning)
    case 'differs':
      return wait(whileShort, signedOtherwiseAlarm)
    case 'refused':
      return signing.isVoid
        ? decideReturned(facts, 'failed', signing.code)
        : wait(whileShort, refusedAlarm)
  }
}

/** Whatever comes of sending, from here on the chain alone says what became of it (FLT-30). */
function decideSigned({ sent }: ChainWithdrawalFacts, nowMs: number): ChainWithdrawalDecision {
  if (sent === null) return act('send')
  return move('broadcast', sent === 'accepted' ? null : sent, { sent_at: new Date(nowMs) })
}

function decideBroadcast(
  row: ChainWithdrawal,
  facts: ChainWithdrawalFacts,
  nowMs: number,
  bumps: BumpRules,
): ChainWithdrawalDecision {
  if (row.cause === revertedCause) return decideReverted(row, facts)
  const { found } = facts
  if (found === null) return act('find')
  switch (found.status) {
    case 'mined':
      return move('confirming', null, minedColumns(found))
    case 'unknown':
      return wait(whileWaiting)
    case 'reverted':
      if (!found.isFinal) return wait(whileWaiting, found.status)
      return move('broadcast', revertedCause)
    case 'displaced':
      if (!found.isFinal) return wait(whileWaiting, found.status)
      if (row.agreedBack < agreedBackNeeded) return wait(whileWaiting, displacedAlarm)
      return decideReturned(facts, 'failed', found.status)
    case 'pool':
    case 'absent':
      return decideUnmined(row, facts, nowMs, bumps)
  }
}

/** Not mined yet: the same bytes again, or the same inputs with a higher fee. */
function decideUnmined(
  row: ChainWithdrawal,
  facts: ChainWithdrawalFacts,
  nowMs: number,
  { afterMs, timesMax }: BumpRules,
): ChainWithdrawalDecision {
  const isOld = nowMs - (row.sentAtMs ?? nowMs) >= afterMs
  const isDear = row.signedCount > timesMax
  if (!isDear && (isOld || row.cause === 'fee_too_low') && facts.bump?.status !== 'refused') {
    if (facts.bump === null) return decideHoldCheck(facts) ?? act('bump')
    if (facts.bump.status === 'unknown') return wait(whileSigning)
    if (facts.bump.status === 'differs') return wait(whileShort, signedOtherwiseAlarm)
    return move('signed', 'fee_raised', { signed_count: row.signedCount + 1 })
  }
  if (facts.found?.status === 'absent' && facts.sent === null) return act('send')
  // A node that never takes these bytes is for a person, however young they are.
  return wait(whileWaiting, isOld || facts.sent === 'refused' ? 'stuck' : null)
}

function decideConfirming(
  row: ChainWithdrawal,
  facts: ChainWithdrawalFacts,
): ChainWithdrawalDecision {
  if (row.cause === finalCause) return decideSettled(row, facts)
  const { found } = facts
  if (found === null) return act('find')
  if (found.status === 'unknown') return wait(whileWaiting)
  if (found.status !== 'mined') return move('broadcast', 'left_chain')
  if (!found.isFinal) return wait(whileWaiting)
  return move('confirming', finalCause, minedColumns(found))
}

/** It arrived: what was held goes to the rail, the fee to the house. */
function decideSettled(
  row: ChainWithdrawal,
  { settled, feeSettled }: ChainWithdrawalFacts,
): ChainWithdrawalDecision {
  if (settled === null) return act('settle')
  if (settled.status !== 'done') return later(settled, 'settle_refused')
  return decideFee(row, feeSettled) ?? move('done')
}

/** It failed there for good: the house keeps the fee, whose gas is spent, and the rest is free again. */
function decideReverted(
  row: ChainWithdrawal,
  facts: ChainWithdrawalFacts,
): ChainWithdrawalDecision {
  return decideFee(row, facts.feeSettled) ?? decideReturned(facts, 'failed', revertedCause)
}

/** The fee goes to the house; null once it did. */
function decideFee(
  { fee }: ChainWithdrawal,
  feeSettled: ChainWithdrawalFacts['feeSettled'],
): ChainWithdrawalDecision | null {
  if (fee === 0) return null
  if (feeSettled === null) return act('settle_fee')
  return feeSettled.status === 'done' ? null : later(feeSettled, 'fee_refused')
}

/** A chain that takes back what it had called final is told again; a person has to know. */
function decideDone({ found, sent }: ChainWithdrawalFacts): ChainWithdrawalDecision {
  if (found === null) return act('find')
  switch (found.status) {
    case 'mined':
      return wait(null)
    case 'unknown':
      return wait(whileWaiting)
    case 'absent':
      return sent === null ? act('send') : wait(whileWaiting, 'left_chain')
    case 'pool':
    case 'displaced':
    case 'reverted':
      return wait(whileWaiting, 'left_chain')
  }
}

/**
 * The signer voids it before its coins are free again, so that no row that is set back is ever signed, and nothing
 * that was signed is given back. It is not asked whether the row was ever approved: one that was set back says no.
 */
function decideCanceled(facts: ChainWithdrawalFacts, canceledBy: string): ChainWithdrawalDecision {
  const { signing } = facts
  if (signing === null) return act('void')
  if (signing.status === 'unknown') return wait(whileSigning, signerSilentAlarm)
  if (signing.status !== 'refused') return wait(whileShort, signedBeforeAlarm)
  if (signing.isVoid) return decideReturned(facts, 'canceled', canceledBy)
  return wait(whileShort, signing.code === signedBefore ? signedBeforeAlarm : refusedAlarm)
}

/** Nothing went out and nothing can: what is still held is free again. */
function decideReturned(
  { release }: ChainWithdrawalFacts,
  to: 'canceled' | 'failed',
  cause: string,
): ChainWithdrawalDecision {
  if (release === null) return act('release')
  return release.status === 'done' ? move(to, cause) : later(release, 'release_refused')
}

function minedColumns({ block }: Extract<ChainOutcome, { status: 'mined' }>): ColumnValues {
  return { block_height: block.height, block_hash: block.hash }
}

/** What the core refuses needs a person; what it does not know yet needs time. */
function later(step: EngineStep, alarm: string): ChainWithdrawalDecision {
  if (step.status === 'unclear') return wait(whileShort, unclearAlarm)
  return step.status === 'refused' ? wait(whileShort, alarm) : wait(engineBackoff)
}

function act(name: ChainWithdrawalAct): ChainWithdrawalDecision {
  return { kind: 'act', act: name }
}

function move(
  to: ChainWithdrawalState,
  cause: string | null = null,
  changes: ColumnValues = {},
): ChainWithdrawalDecision {
  return { kind: 'move', to, cause, changes }
}

function wait(
  pause: Extract<ChainWithdrawalDecision, { kind: 'wait' }>['delay'],
  alarm: string | null = null,
): ChainWithdrawalDecision {
  return { kind: 'wait', delay: pause, alarm }
}
