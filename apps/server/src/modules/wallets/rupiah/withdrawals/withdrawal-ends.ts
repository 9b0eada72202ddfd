/** The ends of a withdrawal: settled or given back; and helpers for its decisions. */
import { type EngineStep, unclearAlarm } from '../../machine/engine-steps.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import { waitForHold, engineBackoff } from '../../machine/hold-check.ts'
import { unprovenAlarm } from '../../machine/unproven-votes.ts'
import type { WithdrawalState } from '@tukar/wire'
import { sentCode, silentCode } from '../releasing/release-check.ts'
import {
  arrived,
  type Withdrawal,
  type WithdrawalAct,
  type WithdrawalDecision,
  type WithdrawalFacts,
} from './withdrawal-row.ts'

/**
 * Its money should be released, it was sent, and the gateway does not report the outcome: an operator must
 * ask there.
 */
export const silentAlarm = 'gateway_silent'
/** The backoff while an operator must act. */
export const shortBackoff = { firstMs: 30_000, longestMs: 600_000 } as const

/**
 * It arrived: settles the hold to the rail, and the percent fee to the house.
 *
 * @param isTakenPaid because operators resolved it as paid
 */
export function decideSettled(
  row: Withdrawal,
  facts: WithdrawalFacts,
  isTakenPaid = false,
): WithdrawalDecision {
  const { arrival, settled, feeSettled } = facts
  if (row.cause !== arrived) {
    if (arrival === null) return act('note_arrival')
    if (arrival === 'later') return wait(engineBackoff)
  }
  if (settled === null) return act('settle')
  if (settled.status !== 'done') return waitForStep(settled, 'settle_refused')
  if (row.fee > 0) {
    if (feeSettled === null) return act('settle_fee')
    if (feeSettled.status !== 'done') return waitForStep(feeSettled, 'fee_refused')
  }
  return move('completed', null, { reserved: 0, decision: null, is_taken_paid: isTakenPaid })
}

/** Nothing was paid, or it was returned before it was settled: releases the whole hold. */
export function decideEnd(
  row: Withdrawal,
  { release }: WithdrawalFacts,
  to: 'canceled' | 'failed',
  code: string | null = null,
): WithdrawalDecision {
  if (release === null) return act('release')
  const isSent = release.status === 'refused' && release.code === sentCode
  // The row was set back: it continues as a sent payout and is paid once (INV-13).
  if (isSent && to === 'canceled') return move('unknown', null, { canceled_by: null })
  const isSilent = release.status === 'refused' && release.code === silentCode
  if (isSilent) return wait(shortBackoff, silentAlarm)
  if (release.status !== 'done') return waitForStep(release, 'release_refused')
  // The party that canceled it, or the gateway's code.
  const cause = to === 'canceled' ? row.canceledBy : code
  const done = { reserved: 0, decision: null, failure_code: code }
  return move(to, cause, done)
}

/**
 * Requires a valid proof and the engine's confirmation of the hold before money leaves; null once both are
 * given (INV-13, ATT-97).
 */
export function decideVerified({ verified }: WithdrawalFacts): WithdrawalDecision | null {
  switch (verified) {
    case null:
      return act('verify')
    case 'forged':
      return wait(shortBackoff, 'request_forged')
    case 'unproven':
      return wait(shortBackoff, unprovenAlarm)
    case 'standing':
    case 'gone':
    case 'later':
      return waitForHold(verified, shortBackoff)
  }
}

/** A refusal by the core needs an operator; an unknown answer needs time. */
export function waitForStep(step: EngineStep, alarm: string): WithdrawalDecision {
  if (step.status === 'unclear') return wait(shortBackoff, unclearAlarm)
  return step.status === 'refused' ? wait(shortBackoff, alarm) : wait(engineBackoff)
}

/** An act outside of the row. */
export function act(name: WithdrawalAct): WithdrawalDecision {
  return { kind: 'act', act: name }
}

/** A move along an edge. */
export function move(
  to: WithdrawalState,
  cause: string | null,
  changes: ColumnValues = {},
): WithdrawalDecision {
  return { kind: 'move', to, cause, changes }
}

/** Nothing to do now. */
export function wait(
  delay: Extract<WithdrawalDecision, { kind: 'wait' }>['delay'],
  alarm: string | null = null,
): WithdrawalDecision {
  return { kind: 'wait', delay: delay, alarm }
}
