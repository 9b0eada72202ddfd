/**
 * What becomes of payouts. Amount and fee leave the balance at once, and come back whole if a payout fails
 * or bounces.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { noteCallback } from './callback-store.ts'
import type { Hit } from './faults.ts'
import { type BankParts, changed } from './parts.ts'
import {
  insertPayout,
  listDue,
  moveBalance,
  type NewPayoutRow,
  payoutOfKey,
  type Turn,
  turnPayout,
} from './payout-store.ts'
import { type PayoutRow, payoutEvent } from './rows.ts'

export type PayoutOrder = Omit<NewPayoutRow, 'id' | 'bodyHash' | 'fee' | 'dueMs'>

/** Ends of account numbers that decide what becomes of a payout; the bank's page tells them. */
export const endings = {
  unknown: '0000',
  bouncing: '0001',
  waiting: '0002',
  failing: '0003',
} as const

const dueRows = 100
const stallMsDefault = 60_000
const lieAmount = 1_000

const decidableFrom = {
  SUCCEEDED: ['ACCEPTED'],
  FAILED: ['ACCEPTED', 'SUCCEEDED'],
  REVERSED: ['SUCCEEDED'],
} as const

const noFunds = new Error('the balance is too low')

/**
 * Takes a payout on, one for each key.
 *
 * @returns the first payout again for the same order, `duplicate` for another under its key, and `short`
 *   where the balance is too low: then the key was not used
 */
export async function createPayout(
  parts: BankParts,
  order: PayoutOrder,
): Promise<PayoutRow | 'duplicate' | 'short'> {
  const bodyHash = createHash('sha256').update(JSON.stringify(order)).digest('hex')
  try {
    return await inTransaction(parts.database, async (transaction) => {
      const id = `disb-${randomUUID()}`
      const { payoutFee: fee, payoutMs: dueMs } = parts
      const made = await insertPayout(transaction, { ...order, id, bodyHash, fee, dueMs })
      if (made === null) {
        const first = await payoutOfKey(transaction, order.idempotencyKey)
        return first !== null && first.bodyHash === bodyHash ? first : 'duplicate'
      }
      const amount = -(made.amount + made.fee)
      const moved = await moveBalance(transaction, { kind: 'payout', reference: id, amount })
      if (moved === 'short') throw noFunds
      return made
    })
  } catch (error) {
    if (error === noFunds) return 'short'
    throw error
  }
}

/** Decides a payout by hand; null where it is too late for that. */
export async function decidePayout(
  parts: BankParts,
  id: string,
  state: 'SUCCEEDED' | 'FAILED' | 'REVERSED',
): Promise<PayoutRow | null> {
  const next = state === 'FAILED' ? failedBy('REJECTED_BY_CHANNEL') : settledAs(state)
  const hits = await parts.faults.strike('callback')
  return turn(parts, { id, from: decidableFrom[state] }, next, hits)
}

/** Takes all payouts on whose time has come. */
export async function payDue(parts: BankParts): Promise<void> {
  for (const payout of await listDue(parts.database, dueRows)) {
    const [fault] = payout.state === 'ACCEPTED' ? await parts.faults.strike('payout') : []
    const next = turnOf(payout, parts.payoutMs, fault)
    const hits = next.state === payout.state ? [] : await parts.faults.strike('callback')
    await turn(parts, { id: payout.id, from: [payout.state] }, next, hits)
  }
}

/** Adds to the balance, once a reference. */
export async function topUp(parts: BankParts, reference: string, amount: number): Promise<void> {
  await inTransaction(parts.database, (transaction) =>
    moveBalance(transaction, { kind: 'top_up', reference, amount }),
  )
}

function turn(
  parts: BankParts,
  { id, from }: { readonly id: string; readonly from: readonly PayoutRow['state'][] },
  next: Turn,
  hits: readonly Hit[],
): Promise<PayoutRow | null> {
  return changed(parts, async (transaction) => {
    const payout = await turnPayout(transaction, id, from, next)
    if (payout === null || payout.state === 'ACCEPTED') return payout
    if (payout.state !== 'SUCCEEDED') {
      const amount = payout.amount + payout.fee
      await moveBalance(transaction, { kind: 'payout_back', reference: id, amount })
    }
    await tell(transaction, payout, hits)
    return payout
  })
}

function tell(transaction: Transaction, row: PayoutRow, hits: readonly Hit[]): Promise<void> {
  const lie = payoutEvent({ ...row, amount: row.amount + lieAmount, state: 'SUCCEEDED' })
  return noteCallback(transaction, 'payout', { body: payoutEvent(row), lie }, hits)
}

/** What comes next for a payout whose time has come, by its account and by what strikes it. */
function turnOf(payout: PayoutRow, payoutMs: number, fault: Hit | undefined): Turn {
  if (payout.laterState === 'FAILED') return failedBy('REJECTED_BY_CHANNEL')
  if (payout.laterState === 'REVERSED') return settledAs('REVERSED')
  const endsWith = (ending: string): boolean => payout.accountNumber.endsWith(ending)
  const laterMs = fault?.value ?? payoutMs
  const struck = fault === undefined ? null : struckBy(fault, laterMs)
  if (struck !== null) return struck
  if (endsWith(endings.unknown)) return failedBy('INVALID_DESTINATION')
  if (endsWith(endings.failing)) return failedBy('TEMPORARY_TRANSFER_ERROR')
  if (endsWith(endings.waiting)) return settledAs('ACCEPTED')
  if (!endsWith(endings.bouncing)) return settledAs('SUCCEEDED')
  return { ...settledAs('SUCCEEDED'), dueMs: laterMs, laterState: 'REVERSED' }
}

function struckBy({ kind, value }: Hit, laterMs: number): Turn | null {
  if (kind === 'fail') return failedBy('REJECTED_BY_CHANNEL')
  if (kind === 'stall') return { ...settledAs('ACCEPTED'), dueMs: value ?? stallMsDefault }
  if (kind !== 'reverse' && kind !== 'fail_after_success') return null
  const laterState = kind === 'reverse' ? 'REVERSED' : 'FAILED'
  return { ...settledAs('SUCCEEDED'), dueMs: laterMs, laterState }
}

function settledAs(state: PayoutRow['state']): Turn {
  return { state, failureCode: null, dueMs: null, laterState: null }
}

function failedBy(failureCode: string): Turn {
  return { ...settledAs('FAILED'), failureCode }
}
