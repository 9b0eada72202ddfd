/** How a withdrawal ends: settled, given back, and the words for what comes next. */
import { type EngineStep, unclearAlarm } from '../machine/engine-steps.ts'
import type { ColumnValues } from '../machine/row-store.ts'
import { waitForHold, engineBackoff } from '../machine/hold-check.ts'
import { unprovenAlarm } from '../machine/unproven-votes.ts'
import type { WithdrawalState } from '@tukar/wire'
import { sentCode, silentCode } from './releasing/release-check.ts'
import {
  arrived,
  type Withdrawal,
  type WithdrawalAct,
  type WithdrawalDecision,
  type WithdrawalFacts,
} from './withdrawal-row.ts'

/** It is to be given back, was sent, and the gateway does not say what became of it: a person has to ask there. */
export const silentAlarm = 'gateway_silent'
/** While somebody has to do something. */
export const whileShort = { firstMs: 30_000, longestMs: 600_000 } as const

/**
 * It arrived: what was held goes to the rail and, for the percent fee, to the house.
 *
 * @param isTakenPaid because operators say so
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
  if (settled.status !== 'done') return later(settled, 'settle_refused')
  if (row.fee > 0) {
    if (feeSettled === null) return act('settle_fee')
    if (feeSettled.status !== 'done') return later(feeSettled, 'fee_refused')
  }
  return move('completed', null, { reserved: 0, decision: null, is_taken_paid: isTakenPaid })
}

/** Nothing went out, or it came back before it was settled: all that is held is free again. */
export function decideEnd(
  row: Withdrawal,
  { release }: WithdrawalFacts,
  to: 'canceled' | 'failed',
  code: string | null = null,
): WithdrawalDecision {
  if (release === null) return act('release')
  const isSent = release.status === 'refused' && release.code === sentCode
  // Its row was set back: it goes on as what was sent, and is paid once (INV-13).
  if (isSent && to === 'canceled') return move('unknown', null, { canceled_by: null })
  const isSilent = release.status === 'refused' && release.code === silentCode
  if (isSilent) return wait(whileShort, silentAlarm)
  if (release.status !== 'done') return later(release, 'release_refused')
  // Who took it back, or what the gateway says of it.
  const cause = to === 'canceled' ? row.canceledBy : code
  const done = { reserved: 0, decision: null, failure_code: code }
  return move(to, cause, done)
}

/**
 * Nothing leaves unless its proof fits and the engine says that its money is still set aside; null once both are
 * so (INV-13, ATT-97).
 */
export function decideVerified({ verified }: WithdrawalFacts): WithdrawalDecision | null {
  switch (verified) {
    case null:
      return act('verify')
    case 'forged':
      return wait(whileShort, 'request_forged')
    case 'unproven':
      return wait(whileShort, unprovenAlarm)
    case 'standing':
    case 'gone':
    case 'later':
      return waitForHold(verified, whileShort)
  }
}

/** What the core refuses needs a person; what it does not know yet needs time. */
export function later(step: EngineStep, alarm: string): WithdrawalDecision {
  if (step.status === 'unclear') return wait(whileShort, unclearAlarm)
  return step.status === 'refused' ? wait(whileShort, alarm) : wait(engineBackoff)
}

/** Something outside of the row. */
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
  pause: Extract<WithdrawalDecision, { kind: 'wait' }>['delay'],
  alarm: string | null = null,
): WithdrawalDecision {
  return { kind: 'wait', delay: pause, alarm }
}
