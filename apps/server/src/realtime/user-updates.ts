/** The orders and balances that a committed batch changed: the updates for each owner alone. */
import { firstUserId } from '@tukar/core'
import type { CommittedBatch } from '../engine/port.ts'
import type { BalanceFigures, OrderUpdate } from './frames.ts'

/** Pending updates of one user; later values replace earlier ones. */
export type UserUpdates = {
  readonly userId: number
  seq: number
  readonly balances: Map<number, BalanceFigures>
  readonly orders: Map<number, OrderUpdate>
}

/** Adds a batch's updates to the pending ones; house accounts are left out. */
export function collectUpdates(
  batch: CommittedBatch,
  waiting: Map<number, UserUpdates>,
  isListening: (userId: number) => boolean,
): void {
  const findUpdates = (accountId: number): UserUpdates | null => {
    if (accountId < firstUserId || !isListening(accountId)) return null
    const known = waiting.get(accountId)
    if (known !== undefined) {
      known.seq = batch.seq
      return known
    }
    const updates = { userId: accountId, seq: batch.seq, balances: new Map(), orders: new Map() }
    waiting.set(accountId, updates)
    return updates
  }
  for (const { accountId, currencyId, available, held } of batch.balances) {
    findUpdates(accountId)?.balances.set(currencyId, { currencyId, available, held })
  }
  for (const { events } of batch.commands) {
    for (const event of events) {
      switch (event.kind) {
        case 'order_rested':
          noteRested(findUpdates(event.accountId), event.orderId)
          break
        case 'traded':
          noteFill(findUpdates(event.makerAccountId), event.makerOrderId, event.makerRemaining)
          noteFill(findUpdates(event.takerAccountId), event.takerOrderId, event.takerRemaining)
          break
        case 'order_closed':
          noteClosed(findUpdates(event.accountId), event.orderId, event.reason)
          break
        case 'order_accepted':
        case 'orders_canceled':
        case 'transferred':
        case 'hold_changed':
        case 'currency_listed':
        case 'market_set':
        case 'market_state_set':
        case 'schedule_set':
        case 'account_suspended':
        case 'account_resumed':
        case 'epoch_begun':
        case 'refused':
          break
      }
    }
  }
}

function noteRested(updates: UserUpdates | null, orderId: number): void {
  const known = updates?.orders.get(orderId)
  const fillCount = known?.fillCount ?? 0
  const result = fillCount > 0 ? 'matched' : 'placed'
  updates?.orders.set(orderId, { orderId, status: 'open', fillCount, result })
}

function noteFill(updates: UserUpdates | null, orderId: number, remaining: number): void {
  const fillCount = (updates?.orders.get(orderId)?.fillCount ?? 0) + 1
  const status = remaining === 0 ? 'filled' : 'open'
  updates?.orders.set(orderId, { orderId, status, fillCount, result: 'matched' })
}

function noteClosed(updates: UserUpdates | null, orderId: number, reason: string): void {
  const fillCount = updates?.orders.get(orderId)?.fillCount ?? 0
  const status = reason === 'filled' ? 'filled' : 'canceled'
  updates?.orders.set(orderId, { orderId, status, fillCount, result: reason })
}
