/**
 * Decides about a withdrawal over a chain: a pure function of its row and of the answers of engine, signer
 * and chain. All transactions of a withdrawal spend the same inputs or nonce, so the chain mines at most one.
 * Unknown outcomes are requeried, and money is given back only once the chain rules the payment out for good
 * (INV-13, ATT-94, ATT-95). If a node merely does not know the payout, two operators decide.
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

const shortBackoff = { firstMs: 15_000, longestMs: 600_000 } as const
const signingBackoff = { firstMs: 500, longestMs: 60_000 } as const
const sendingBackoff = { firstMs: 2_500, longestMs: 120_000 } as const
const signedOtherwiseAlarm = 'signed_otherwise'

/** When an unmined transaction gets a higher fee: `afterMs` after it was sent, at most `timesMax` times. */
export type BumpRules = { readonly afterMs: number; readonly timesMax: number }

/** The facts that are known right after a move of this pass. */
export function knownAfter(
  row: ChainWithdrawal,
  facts: ChainWithdrawalFacts,
): ChainWithdrawalFacts {
  return row.state === 'confirming' || row.state === 'done' ? facts : nothingKnown
}

/** Decides the next step of a withdrawal. */
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
      // An operator must find out who spent the inputs or the nonce.
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
  if (hold.status !== 'done') return waitForStep(hold, 'hold_unknown')
  const held = hold.events.find((event) => event.kind === 'hold_changed')
  if (held === undefined) return wait(null, 'hold_unknown')
  // After a restored backup it may have been held and signed since then (FLT-40).
  const isRequery = row.sentAtMs !== null
  return move(isRequery ? 'signing' : 'held', null, { hold_id: held.holdId })
}

/** The checks before approval, in order: the security hold, approvals, a hold of the account, the funding. */
function decideWaiting(
  row: ChainWithdrawal,
  facts: ChainWithdrawalFacts,
  nowMs: number,
): ChainWithdrawalDecision {
  const { frozenUntilMs, state, accountHold } = row
  if (frozenUntilMs !== null && frozenUntilMs > nowMs) {
    const cause = row.frozenCause ?? 'security_hold'
    const isConfirmed = state === 'held' && row.cause === cause
    return isConfirmed ? wait({ untilMs: frozenUntilMs }) : move('held', cause)
  }
  if (row.approvals < row.approvalsNeeded) {
    if (state === 'waiting_approval') return wait(null)
    return move(state === 'held' ? 'waiting_approval' : 'held', null)
  }
  if (accountHold !== null) {
    const isConfirmed = state === 'held' && row.cause === accountHold
    return isConfirmed ? wait(shortBackoff) : move('held', accountHold)
  }
  const unheld = decideHoldCheck(facts)
  if (unheld !== null) return unheld
  if (state !== 'approved') return move('approved')
  if (facts.funding === null) return act('plan')
  if (facts.funding === 'enough') return move('signing')
  if (row.cause !== facts.funding) return move('approved', facts.funding)
  return wait(shortBackoff, facts.funding === 'paused' ? null : facts.funding)
}

/** Requires the engine's confirmation that the coins are still held; null once it confirmed. */
function decideHoldCheck({ holdCheck }: ChainWithdrawalFacts): ChainWithdrawalDecision | null {
  return holdCheck === null ? act('check_hold') : waitForHold(holdCheck, shortBackoff)
}

/**
 * The order with its inputs or nonce is stored. The signer is asked for exactly this transaction until it
 * signs, or until two operators have it voided.
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
      return wait(signingBackoff)
    case 'differs':
      return wait(shortBackoff, signedOtherwiseAlarm)
    case 'refused':
      return signing.isVoid
        ? decideReturned(facts, 'failed', signing.code)
        : wait(shortBackoff, refusedAlarm)
  }
}

/** Whatever the node answers to sending, from here on only the chain determines the outcome (FLT-30). */
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
      return wait(sendingBackoff)
    case 'reverted':
      if (!found.isFinal) return wait(sendingBackoff, found.status)
      return move('broadcast', revertedCause)
    case 'displaced':
      if (!found.isFinal) return wait(sendingBackoff, found.status)
      if (row.agreedBack < agreedBackNeeded) return wait(sendingBackoff, displacedAlarm)
      return decideReturned(facts, 'failed', found.status)
    case 'pool':
    case 'absent':
      return decideUnmined(row, facts, nowMs, bumps)
  }
}

/** Not mined yet: sends the same bytes again, or signs the same inputs with a higher fee. */
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
    if (facts.bump.status === 'unknown') return wait(signingBackoff)
    if (facts.bump.status === 'differs') return wait(shortBackoff, signedOtherwiseAlarm)
    return move('signed', 'fee_raised', { signed_count: row.signedCount + 1 })
  }
  if (facts.found?.status === 'absent' && facts.sent === null) return act('send')
  // A transaction that the node keeps refusing needs an operator, even if it is recent.
  return wait(sendingBackoff, isOld || facts.sent === 'refused' ? 'stuck' : null)
}

function decideConfirming(
  row: ChainWithdrawal,
  facts: ChainWithdrawalFacts,
): ChainWithdrawalDecision {
  if (row.cause === finalCause) return decideSettled(row, facts)
  const { found } = facts
  if (found === null) return act('find')
  if (found.status === 'unknown') return wait(sendingBackoff)
  if (found.status !== 'mined') return move('broadcast', 'left_chain')
  if (!found.isFinal) return wait(sendingBackoff)
  return move('confirming', finalCause, minedColumns(found))
}

/** It is final: the hold is settled to the rail, and the fee to the house. */
function decideSettled(
  row: ChainWithdrawal,
  { settled, feeSettled }: ChainWithdrawalFacts,
): ChainWithdrawalDecision {
  if (settled === null) return act('settle')
  if (settled.status !== 'done') return waitForStep(settled, 'settle_refused')
  return decideFee(row, feeSettled) ?? move('done')
}

/**
 * It failed on the chain for good: the house keeps the fee, because the gas is spent, and the rest is
 * released.
 */
function decideReverted(
  row: ChainWithdrawal,
  facts: ChainWithdrawalFacts,
): ChainWithdrawalDecision {
  return decideFee(row, facts.feeSettled) ?? decideReturned(facts, 'failed', revertedCause)
}

/** Settles the fee to the house; null once that is done. */
function decideFee(
  { fee }: ChainWithdrawal,
  feeSettled: ChainWithdrawalFacts['feeSettled'],
): ChainWithdrawalDecision | null {
  if (fee === 0) return null
  if (feeSettled === null) return act('settle_fee')
  return feeSettled.status === 'done' ? null : waitForStep(feeSettled, 'fee_refused')
}

/** If a chain reverts a final transaction, it is sent again and an operator is notified. */
function decideDone({ found, sent }: ChainWithdrawalFacts): ChainWithdrawalDecision {
  if (found === null) return act('find')
  switch (found.status) {
    case 'mined':
      return wait(null)
    case 'unknown':
      return wait(sendingBackoff)
    case 'absent':
      return sent === null ? act('send') : wait(sendingBackoff, 'left_chain')
    case 'pool':
    case 'displaced':
    case 'reverted':
      return wait(sendingBackoff, 'left_chain')
  }
}

/**
 * The signer voids the withdrawal before its coins are released. So a row that was set back can never be
 * signed, and a signed withdrawal is not given back. It does not matter whether the row says that it was
 * approved.
 */
function decideCanceled(facts: ChainWithdrawalFacts, canceledBy: string): ChainWithdrawalDecision {
  const { signing } = facts
  if (signing === null) return act('void')
  if (signing.status === 'unknown') return wait(signingBackoff, signerSilentAlarm)
  if (signing.status !== 'refused') return wait(shortBackoff, signedBeforeAlarm)
  if (signing.isVoid) return decideReturned(facts, 'canceled', canceledBy)
  return wait(shortBackoff, signing.code === signedBefore ? signedBeforeAlarm : refusedAlarm)
}

/** Nothing was sent and nothing can be: releases the remaining hold. */
function decideReturned(
  { release }: ChainWithdrawalFacts,
  to: 'canceled' | 'failed',
  cause: string,
): ChainWithdrawalDecision {
  if (release === null) return act('release')
  return release.status === 'done' ? move(to, cause) : waitForStep(release, 'release_refused')
}

function minedColumns({ block }: Extract<ChainOutcome, { status: 'mined' }>): ColumnValues {
  return { block_height: block.height, block_hash: block.hash }
}

/** A refusal by the core needs an operator; an unknown answer needs time. */
function waitForStep(step: EngineStep, alarm: string): ChainWithdrawalDecision {
  if (step.status === 'unclear') return wait(shortBackoff, unclearAlarm)
  return step.status === 'refused' ? wait(shortBackoff, alarm) : wait(engineBackoff)
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
  delay: Extract<ChainWithdrawalDecision, { kind: 'wait' }>['delay'],
  alarm: string | null = null,
): ChainWithdrawalDecision {
  return { kind: 'wait', delay: delay, alarm }
}
