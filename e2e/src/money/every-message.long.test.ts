/**
 * The exchange is killed at each message to its database while somebody moves money. Repeating the request,
 * as a browser does, leads to the same result as without the kill. The points are counted, not timed, so none
 * is missed for being short. Each slice kills at other messages; all slices together cover every message.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type CountingProxy,
  startCountingProxy,
} from '@tukar/server/database/testing/counting-proxy'
import { sliceIn } from '@tukar/core/sim/slice'
import { untilKnown } from '../harness/http.ts'
import { killedAt } from '../harness/killed-at.ts'
import { checkBooks } from './money-books.ts'
import { type MoneyStage, openMoneyStage } from './money-stage.ts'
import { scenes } from './scenes.ts'

const { index, count: every } = sliceIn(process.env)

let stage: MoneyStage
let line: CountingProxy

before(async () => {
  stage = await openMoneyStage(0, async (databaseUrl) => {
    line = await startCountingProxy(databaseUrl)
    return line.url
  })
})
after(async () => {
  await stage.close()
  await line.stop()
})

for (const [name, prepare] of Object.entries(scenes)) {
  test(`FLT-02 INV-18 R-12: ${name}: killed at any message to the database, it happens once`, async (t) => {
    let last = 1 + index
    let kills = 0
    let sentAtLast = 0
    for (; ; last += every) {
      const play = await prepare(stage)
      const { isKilled, sent } = await killedAt(stage, line, last, play)
      await checkBooks(stage)
      sentAtLast = sent
      if (!isKilled) break
      kills += 1
    }
    t.diagnostic(`${kills} kills, ${sentAtLast} messages in the last scene`)
    assert.ok(kills > 0 || sentAtLast <= index, `${sentAtLast} messages`)
  })
}

test('R-67: after all of it the exchange answers, and stops cleanly', async () => {
  const answer = await untilKnown(() => stage.server.client.call('GET', '/healthz'))
  assert.equal(answer.status, 200)
  assert.equal(await stage.server.stop(), 0)
})
