/**
 * State changes of payouts. Creation debits amount and fee from the balance. A failed or reversed payout
 * credits both again.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { storeCallback } from './callback-store.ts'
import type { Hit } from './faults.ts'
import { type LocalBankDeps, changed } from './deps.ts'
import {
  insertPayout,
  listDue,
  moveBalance,
  type NewPayoutRow,
  findPayoutByKey,
  type PayoutTransition,
  transitionPayout,
} from './payout-store.ts'
import { type PayoutRow, payoutEvent } from './rows.ts'

export type PayoutOrder = Omit<NewPayoutRow, 'id' | 'bodyHash' | 'fee' | 'dueMs'>

/** Suffixes of account numbers that decide the result of a payout. The control page lists them. */
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
 * Creates a payout, once per idempotency key.
 *
 * @returns the existing payout for the same order, `duplicate` for another order under the same key, and
 * `short` where the balance is too low; the key is then still free
 */
export async function createPayout(
  deps: LocalBankDeps,
  order: PayoutOrder,
): Promise<PayoutRow | 'duplicate' | 'short'> {
  const bodyHash = createHash('sha256').update(JSON.stringify(order)).digest('hex')
  try {
    return await inTransaction(deps.database, async (transaction) => {
      const id = `disb-${randomUUID()}`
      const { payoutFee: fee, payoutMs: dueMs } = deps
      const made = await insertPayout(transaction, { ...order, id, bodyHash, fee, dueMs })
      if (made === null) {
        const first = await findPayoutByKey(transaction, order.idempotencyKey)
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

/** Sets the state of a payout by hand. Returns null where the payout can no longer change to that state. */
export async function decidePayout(
  deps: LocalBankDeps,
  id: string,
  state: 'SUCCEEDED' | 'FAILED' | 'REVERSED',
): Promise<PayoutRow | null> {
  const next = state === 'FAILED' ? failedBy('REJECTED_BY_CHANNEL') : settledAs(state)
  const hits = await deps.faults.drawHits('callback')
  return applyTransition(deps, { id, from: decidableFrom[state] }, next, hits)
}

/** Processes all payouts that are due. */
export async function payDue(deps: LocalBankDeps): Promise<void> {
  for (const payout of await listDue(deps.database, dueRows)) {
    const [fault] = payout.state === 'ACCEPTED' ? await deps.faults.drawHits('payout') : []
    const next = nextTransition(payout, deps.payoutMs, fault)
    const hits = next.state === payout.state ? [] : await deps.faults.drawHits('callback')
    await applyTransition(deps, { id: payout.id, from: [payout.state] }, next, hits)
  }
}

/** Adds to the balance, once per reference. */
export async function topUp(deps: LocalBankDeps, reference: string, amount: number): Promise<void> {
  await inTransaction(deps.database, (transaction) =>
    moveBalance(transaction, { kind: 'top_up', reference, amount }),
  )
}

function applyTransition(
  deps: LocalBankDeps,
  { id, from }: { readonly id: string; readonly from: readonly PayoutRow['state'][] },
  next: PayoutTransition,
  hits: readonly Hit[],
): Promise<PayoutRow | null> {
  return changed(deps, async (transaction) => {
    const payout = await transitionPayout(transaction, id, from, next)
    if (payout === null || payout.state === 'ACCEPTED') return payout
    if (payout.state !== 'SUCCEEDED') {
      const amount = payout.amount + payout.fee
      await moveBalance(transaction, { kind: 'payout_back', reference: id, amount })
    }
    await storePayoutCallback(transaction, payout, hits)
    return payout
  })
}

function storePayoutCallback(
  transaction: Transaction,
  row: PayoutRow,
  hits: readonly Hit[],
): Promise<void> {
  const lie = payoutEvent({ ...row, amount: row.amount + lieAmount, state: 'SUCCEEDED' })
  return storeCallback(transaction, 'payout', { body: payoutEvent(row), lie }, hits)
}

/** The next state of a due payout, from its account number and the fault that hit it. */
function nextTransition(
  payout: PayoutRow,
  payoutMs: number,
  fault: Hit | undefined,
): PayoutTransition {
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

function struckBy({ kind, value }: Hit, laterMs: number): PayoutTransition | null {
  if (kind === 'fail') return failedBy('REJECTED_BY_CHANNEL')
  if (kind === 'stall') return { ...settledAs('ACCEPTED'), dueMs: value ?? stallMsDefault }
  if (kind !== 'reverse' && kind !== 'fail_after_success') return null
  const laterState = kind === 'reverse' ? 'REVERSED' : 'FAILED'
  return { ...settledAs('SUCCEEDED'), dueMs: laterMs, laterState }
}

function settledAs(state: PayoutRow['state']): PayoutTransition {
  return { state, failureCode: null, dueMs: null, laterState: null }
}

function failedBy(failureCode: string): PayoutTransition {
  return { ...settledAs('FAILED'), failureCode }
}
