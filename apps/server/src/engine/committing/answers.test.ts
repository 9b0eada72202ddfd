/** The retention of answers: R-12. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CommandId } from '@tukar/core'
import { pg } from '../../platform/database/driver.ts'
import { retentionMs, pruneAnswers } from './answers.ts'
import { derivedCommandId } from '../command-ids.ts'
import type { Engine } from '../port.ts'
import { creditOf } from '../testing/listing.ts'
import { engineFor, freshId, numberOf, type Rig, rowsOf, startRig } from '../testing/rig.ts'
import { tablesFollow } from '../testing/tables.ts'

const amount = 5
const credit = creditOf(1001, 1, amount)
const rememberedMax = 3

describe('answers', () => {
  let rig: Rig
  before(async () => {
    rig = await startRig()
  })
  after(() => rig.stop())

  async function prune(url: string, nowMs: number): Promise<number> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await pruneAnswers(client, nowMs)
    } finally {
      await client.end()
    }
  }

  /**
   * Uses an id as far in the future as allowed: this core forgets ids so soon that any other would be too
   * old.
   */
  async function submitFresh(engine: Engine): Promise<CommandId> {
    const id = freshId(1001, credit, Date.now() + 60_000)
    assert.equal((await engine.submit(credit, id)).status, 'accepted')
    return id
  }

  it('H-1 R-12 INV-15: old answers to clients are deleted, those to the server stay whoever writes into the database, and nothing is applied twice', async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url, { rememberedMax })
    const derived = derivedCommandId('deposit:7:credit')
    const delivered = await engine.submit(credit, derived)
    const ids: CommandId[] = []
    for (let count = 0; count < 6; count++) {
      ids.push(await submitFresh(engine))
    }
    await tablesFollow(engine, 1001)
    const forgotten = await numberOf(
      url,
      `select count(*) from exchange.command_answer a, exchange.watermark w
        where a.scope = 1001 and a.time_ms < w.forgotten_at`,
    )
    assert.ok(forgotten > 0)
    assert.equal(await prune(url, Date.now() + retentionMs / 2), 0, 'none is seven days old')
    assert.equal(await prune(url, Date.now() + retentionMs + 1), forgotten)
    for (const sql of ['delete from', 'update']) {
      const set = sql === 'update' ? 'set seq = seq' : ''
      await assert.rejects(
        rowsOf(url, `${sql} exchange.command_answer ${set} where scope = 0`),
        /answers to derived ids are kept/,
      )
    }
    assert.deepEqual(await engine.submit(credit, derived), delivered)
    assert.equal((await engine.submit(credit, ids[0] ?? derived)).status, 'id_expired')
    assert.equal((await engine.submit(credit, ids[5] ?? derived)).status, 'accepted')
    await engine.stop()
    const again = await engineFor(test, url, { rememberedMax })
    assert.deepEqual(await again.submit(credit, derived), delivered)
    assert.equal(
      await numberOf(url, 'select available from exchange.balance where account_id = 1001'),
      7 * amount,
    )
  })

  it("R-12 R-61: answers that the tables' own row still remembers stay, however far the core is ahead", async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url, { rememberedMax })
    for (let count = 0; count < 6; count++) await submitFresh(engine)
    await tablesFollow(engine, 1001)
    await engine.stop()
    await rowsOf(url, 'update exchange.watermark set forgotten_at = 0')
    assert.equal(await prune(url, Date.now() + retentionMs + 1), 0)
  })
})
