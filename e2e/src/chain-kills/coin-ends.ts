/** How what was begun with coins comes to an end: time goes by, senders are told, nothing is under way. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger } from '../harness/ledger.ts'
import { until } from '../harness/until.ts'
import { type CoinStage, callUntilDecided } from './coin-stage.ts'

const endWithinMs = 300_000
const nudgeMs = 1_500

/** Time goes by: what waits for its next look is looked at now, and senders of deposits are told. */
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

/** Until nothing is under way any more. */
export async function waitUntilFinal({ ledger }: CoinStage): Promise<void> {
  await until(
    'all to be over',
    async () => {
      const open = await underWay(ledger)
      if (open.length === 0) return true
      throw new Error(JSON.stringify(open.slice(0, 8)))
    },
    { withinMs: endWithinMs, everyMs: 1_000 },
  )
}

/** Withdrawals, deposits and moves of the house itself, and what a block took of us and no book has yet. */
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

/** Stops the server where no move of the house began meanwhile: what it cost would be in no book yet. */
export async function stopWhenIdle(stage: CoinStage): Promise<void> {
  for (;;) {
    assert.equal(await stage.server.stop(), 0)
    if ((await underWay(stage.ledger)).length === 0) return
    await stage.restart()
    await waitUntilFinal(stage)
  }
}
