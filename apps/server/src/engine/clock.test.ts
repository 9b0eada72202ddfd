/** The wall clock is set back or ahead while the engine leads, or before it starts (FLT-18, INV-26). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Command } from '@tukar/core'
import { runAudit } from './audit/index.ts'
import { type Connections, close, connectControl, connectWriter } from './connections.ts'
import { plainCore } from './host.ts'
import { createSeal } from './seal.ts'
import { creditOf, listing } from './testing/listing.ts'
import { engineFor, numberOf, type Rig, rowsOf, startRig } from './testing/rig.ts'
import { until } from './testing/until.ts'
import { createHoldStater } from './hold-statement.ts'
import { testEngineSecret } from '../platform/secrets/testing/secrets.ts'
import { openWriter, createInternal, type Writer } from './writer.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A lease holder on another machine. */
const elsewhere = 'another-boot/pid:[1]/4711/00ff'

const hooks = {
  onTail: () => undefined,
  onProjected: () => undefined,
  onFailed: (error: unknown) => {
    throw error
  },
}

function writerOn(connections: Connections): Promise<Writer> {
  const core = plainCore({ rememberedMax: null })
  return openWriter(
    connections,
    {
      core,
      seal: createSeal(testEngineSecret),
      seeds: listing,
      firstTimeMs: null,
      projections: [],
      acknowledged: null,
      stateHold: createHoldStater(testEngineSecret),
    },
    hooks,
  )
}

async function commitAt(writer: Writer, timeMs: number, command: Command): Promise<number> {
  const { batch, fresh } = writer.apply([createInternal(command)], timeMs)
  assert.ok(batch)
  await writer.commit(batch, fresh)
  return batch.timeMs
}

describe('clock', () => {
  let rig: Rig
  before(async () => {
    rig = await startRig()
  })
  after(() => rig.stop())

  it("FLT-18 INV-26: whatever the clock does, the journal's times never go back, and replay to the same state", async (test) => {
    const url = await rig.database()
    const open = async (): Promise<Connections> => {
      const control = await connectControl(url)
      const connections = { control, ...(await connectWriter(url)) }
      test.after(() => close(Object.values(connections)))
      return connections
    }
    const writer = await writerOn(await open())
    const nowMs = Date.now()
    const jumps = [0, hourMs, -hourMs, dayMs, 0, -dayMs, 2 * dayMs, hourMs]
    const times: number[] = []
    for (const jump of jumps) times.push(await commitAt(writer, nowMs + jump, creditOf(1001, 1, 1)))
    const highest = jumps.map((_, at) => nowMs + Math.max(...jumps.slice(0, at + 1)))
    assert.deepEqual(times, highest)
    await writer.projector.drained()
    // A start while the clock is still behind does not go back in time either.
    const next = await writerOn(await open())
    assert.ok((await commitAt(next, nowMs, creditOf(1001, 1, 1))) >= (times.at(-1) ?? 0))
    await next.projector.drained()
    const back = `select count(*) from (
      select time_ms < lag(time_ms) over (order by row_no) as is_back from exchange.journal) j
      where is_back`
    assert.equal(await numberOf(url, back), 0)
    const lines: string[] = []
    assert.equal(
      await runAudit(url, (line) => lines.push(line), { secret: testEngineSecret }),
      true,
      lines.join('\n'),
    )
  })

  it('FLT-18 INV-25 INV-26: a lease that ends in hours, because the clock was set back, does not prevent a start from leading', async (test) => {
    const url = await rig.database()
    // The state after a power failure of a machine whose clock is hours behind afterwards.
    await rowsOf(
      url,
      `insert into exchange.lease (holder, expires_at) values ($1, now() + interval '7 hours')`,
      [elsewhere],
    )
    const engine = await engineFor(test, url)
    await until('it leads', () => engine.status().state === 'leading')
    assert.equal((await engine.submit(creditOf(1001, 1, 1), null)).status, 'accepted')
  })

  it('FLT-18 INV-25: a renewed lease is not taken over, whatever its end', async (test) => {
    const url = await rig.database()
    await rowsOf(
      url,
      `insert into exchange.lease (holder, expires_at) values ($1, now() + interval '7 hours')`,
      [elsewhere],
    )
    const engine = await engineFor(test, url)
    // Longer than a lease, by the standby's own clock.
    const endMs = performance.now() + 6_000
    await until('the holder renewed it for long', async () => {
      const renewed = await rowsOf(
        url,
        `update exchange.lease set expires_at = expires_at + interval '1 millisecond'
         where holder = $1 returning 1`,
        [elsewhere],
      )
      assert.equal(renewed.length, 1, 'the lease was taken')
      return performance.now() > endMs
    })
    assert.equal(engine.status().state, 'standby')
  })
})
