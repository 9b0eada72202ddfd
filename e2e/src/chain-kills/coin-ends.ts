/**
 * Brings everything that was begun with coins to its end: due rows are woken, senders are declared, nothing
 * is pending.
 */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger } from '../harness/ledger.ts'
import { until } from '../harness/until.ts'
import { type CoinStage, callUntilDecided } from './coin-stage.ts'

const endWithinMs = 300_000
const nudgeMs = 1_500

/** Repeatedly wakes every waiting row and declares the senders of deposits. */
export function wakeRepeatedly(stage: CoinStage): { stop(): Promise<void> } {
  const ending = new AbortController()
  const going = (async () => {
    while (!ending.signal.aborted) {
      await wait(nudgeMs)
      await stage.ledger.query(
        `update wallets.chain_withdrawal set next_look_at = now()
         where next_look_at > now() and taken_until is null and state not in ('done', 'failed', 'canceled')`,
      )
      await declareSenders(stage)
    }
  })()
  return {
    async stop() {
      ending.abort()
      await going
    },
  }
}

async function declareSenders(stage: CoinStage): Promise<void> {
  const rows = await stage.ledger.query<{ id: string; userId: string }>(
    `select id, user_id as "userId" from wallets.chain_deposit
     where state = 'held' and sender_told_at is null`,
  )
  for (const { id, userId } of rows) {
    const person = stage.people.find(({ usid }) => usid === Number(userId))
    if (person === undefined) continue
    const body = {
      ccdeposit_id: Number(id),
      kyt_name: 'Budi Santoso',
      kyt_home_address: 'Jalan Melati 1, Bandung',
    }
    await callUntilDecided(stage, person, { path: '/ccdeposits/kyt', body })
  }
}

/** Waits until nothing is pending. */
export async function waitUntilFinal({ ledger }: CoinStage): Promise<void> {
  await until(
    'everything to be final',
    async () => {
      const open = await underWay(ledger)
      if (open.length === 0) return true
      throw new Error(JSON.stringify(open.slice(0, 8)))
    },
    { withinMs: endWithinMs, everyMs: 1_000 },
  )
}

/**
 * Pending withdrawals, deposits and treasury moves, and network fees that a block took and no book has yet.
 */
function underWay(ledger: Ledger): Promise<readonly object[]> {
  return ledger.query(
    `select 'withdrawal' as what, id, chain, state, cause, alarm from wallets.chain_withdrawal
     where state not in ('done', 'failed', 'canceled')
     union all select 'deposit', id, chain, state, cause, alarm from wallets.chain_deposit
     where state not in ('credited', 'too_small', 'undone')
     union all select purpose, id, chain, state, null, null from wallets.chain_transaction
     where state in ('planned', 'signed', 'sent', 'mined') and withdrawal_id is null
       or state = 'final' and fee_paid > 0 and fee_booked_at is null`,
  )
}

/**
 * Stops the server at a moment without a pending treasury move, because the books do not yet have the cost of
 * such a move.
 */
export async function stopWhenIdle(stage: CoinStage): Promise<void> {
  for (;;) {
    assert.equal(await stage.server.stop(), 0)
    if ((await underWay(stage.ledger)).length === 0) return
    await stage.restart()
    await waitUntilFinal(stage)
  }
}
