/** Tables of decisions about withdrawals, and their facts of gateway and engine. */
import assert from 'node:assert/strict'
import type { Payout } from '../../../../adapters/bank-gateway/index.ts'
import { decisionText } from '../../machine/testing/decision-text.ts'
import { decideWithdrawal } from '../withdrawals/withdrawal.ts'
import {
  nothingKnown,
  type Withdrawal,
  type WithdrawalFacts,
} from '../withdrawals/withdrawal-row.ts'
import { done, nowMs, payout, sendingWithdrawal } from './rows.ts'

/** A line of a table: its title, the differences of the row, the facts, and the expected decision. */
export type Line = readonly [
  what: string,
  row: Partial<Withdrawal>,
  facts: Partial<WithdrawalFacts>,
  wanted: string,
]

export const refused = { status: 'refused', code: 'balance.insufficient', params: {} } as const
export const [later, unclear] = [{ status: 'later' }, { status: 'unclear' }] as const
export const booked = { status: 'done', events: [] } as const
export const held = {
  status: 'done',
  events: [{ kind: 'hold_changed', holdId: 5, accountId: 1_001, currencyId: 1 }],
} as unknown as NonNullable<WithdrawalFacts['hold']>
export const [absent, unknown] = [{ status: 'absent' }, { status: 'unknown', reason: 'x' }] as const
export const denied = (code: string) => ({ status: 'refused', code, message: '' }) as const
export const found = (more: Partial<Payout> = {}) => done({ ...payout, ...more })
export const [succeeded, failed] = [
  found({ state: 'succeeded' }),
  found({ state: 'failed', failureCode: 'X' }),
]

/**
 * Decides about each line's row. The row equals its owner's request and is held, unless the line says
 * otherwise.
 */
export function assertTable(lines: readonly Line[]): void {
  for (const [what, row, facts, wanted] of lines) {
    const decided = decideWithdrawal(
      { ...sendingWithdrawal, ...row },
      { ...nothingKnown, verified: 'standing', ...facts },
      nowMs,
    )
    assert.equal(decisionText(decided, nowMs), wanted, what)
  }
}
