/**
 * Kills the exchange during withdrawals of coins, at each database message about withdrawals or transactions:
 * before and after it is stored, between signing and sending, and while earlier ones are mined. Each slice
 * kills at other messages; all slices together cover every message.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type CountingProxy,
  startCountingProxy,
} from '@tukar/server/database/testing/counting-proxy'
import { seedIn, sliceIn } from '@tukar/core/sim/slice'
import { killedAt } from '../harness/killed-at.ts'
import { until } from '../harness/until.ts'
import { seededRandom } from '../kills/kill-run.ts'
import { checkPayments } from './chain-books.ts'
import { readChains } from './chain-reading.ts'
import { wakeRepeatedly, stopWhenIdle, waitUntilFinal } from './coin-ends.ts'
import { type CoinStage, openCoinStage } from './coin-stage.ts'
import { type RequestedWithdrawal, fundAll, networks, withdrawOnce } from './coin-work.ts'

/** A withdrawal takes about sixty messages until it is sent. */
const { index, count: every } = sliceIn(process.env)
const seed = seedIn(process.env)
const peopleCount = every === 1 ? 12 : 2
const isAbout = /wallets\.chain_(?:withdrawal|transaction)/
const sentStates = ['broadcast', 'confirming', 'done']
const sentWithin = { withinMs: 120_000, everyMs: 100 }

let stage: CoinStage
let line: CountingProxy
const requested: RequestedWithdrawal[] = []

before(async () => {
  stage = await openCoinStage(peopleCount, async (databaseUrl) => {
    line = await startCountingProxy(databaseUrl, (message) =>
      isAbout.test(message.toString('latin1')),
    )
    return line.url
  })
})
after(async () => {
  await stage.close()
  await line.stop()
})

test('FLT-02 FLT-31 INV-13: killed at any message about a coin withdrawal, each is paid once', async (t) => {
  const chance = seededRandom(seed)
  await fundAll(stage, chance)
  const nudging = wakeRepeatedly(stage)
  try {
    for (const way of networks) {
      let last = 1 + index
      let kills = 0
      let sentAtLast = 0
      for (; ; last += every) {
        const person = stage.people[requested.length % peopleCount]
        assert.ok(person !== undefined)
        const { isKilled, sent } = await killedAt(stage, line, last, async () => {
          const one = await withdrawOnce(stage, person, { chance, way, isCanceled: false })
          requested.push(one)
          await until('it to be sent', () => isSent(one), sentWithin)
        })
        sentAtLast = sent
        if (!isKilled) break
        kills += 1
      }
      t.diagnostic(`TUKAR_SEED=${seed}: ${way.symbol} on ${way.chain}: ${kills} kills`)
      assert.ok(kills > 0 || sentAtLast <= index, `${sentAtLast} messages`)
    }
    await waitUntilFinal(stage)
  } finally {
    await nudging.stop()
  }
  assert.deepEqual(await stage.ledger.brokenInvariants(), [])
  await stopWhenIdle(stage)
  const chains = await readChains(stage.nodesFolder)
  try {
    await checkPayments(stage, chains, requested)
  } finally {
    await chains.end()
  }
})

async function isSent({ commandId }: RequestedWithdrawal): Promise<boolean> {
  const [row] = await stage.ledger.query<{ state: string }>(
    'select state from wallets.chain_withdrawal where request_id = $1',
    [commandId],
  )
  if (row !== undefined && ['failed', 'canceled'].includes(row.state)) {
    throw new Error(`the withdrawal is ${row.state}`)
  }
  return row !== undefined && sentStates.includes(row.state)
}
