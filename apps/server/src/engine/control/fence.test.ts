/** One writer at a time: the fence of the journal, and the takeover by a standby. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { after, before, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Command } from '@tukar/core'
import { runAudit } from '../audit/index.ts'
import { close, connectControl, connectWriter } from '../connections.ts'
import { plainCore } from '../host.ts'
import { JournalCollision } from '../journal.ts'
import { startFaultyProxy } from '../../platform/database/testing/faulty-proxy.ts'
import { createSeal } from '../seal.ts'
import { creditOf, listing } from '../testing/listing.ts'
import { engineFor, numberOf, type Rig, rowsOf, startRig } from '../testing/rig.ts'
import { until } from '../testing/until.ts'
import { tablesFollow } from '../testing/tables.ts'
import { createHoldStater } from '../hold-statement.ts'
import { testEngineSecret } from '../../platform/secrets/testing/secrets.ts'
import { openWriter, createInternal, type Writer } from '../writer.ts'

const credit = creditOf(1001, 1, 1)

type Opened = { readonly writer: Writer; readonly failures: unknown[] }

async function openedFor(test: TestContext, url: string): Promise<Opened> {
  const control = await connectControl(url)
  const rest = await connectWriter(url)
  test.after(() => close([control, rest.journal, rest.tables]))
  const failures: unknown[] = []
  const writer = await openWriter(
    { control, ...rest },
    {
      core: plainCore({ rememberedMax: null }),
      seal: createSeal(testEngineSecret),
      seeds: listing,
      firstTimeMs: null,
      projections: [],
      acknowledged: null,
      stateHold: createHoldStater(testEngineSecret),
    },
    {
      onTail: () => undefined,
      onProjected: () => undefined,
      onFailed: (error) => failures.push(error),
    },
  )
  return { writer, failures }
}

/** Several changes of the listing, each a separate statement, and one change of a balance. */
const manyStatements: readonly Command[] = [
  { kind: 'set_market_state', marketId: 1, state: 'halted' },
  { kind: 'set_market_state', marketId: 1, state: 'cancel_only' },
  { kind: 'set_market_state', marketId: 1, state: 'halted' },
  credit,
]
const marketState = "select (state = 'open')::int from exchange.market"

async function commit({ writer }: Opened, commands: readonly Command[]): Promise<void> {
  const { batch, fresh } = writer.apply(commands.map(createInternal), Date.now())
  assert.ok(batch)
  await writer.commit(batch, fresh)
}

/** An engine in a separate process; `lines` are its states. */
function engineProcess(
  test: TestContext,
  url: string,
): {
  readonly child: ChildProcess
  readonly lines: readonly string[]
  readonly complaints: readonly string[]
} {
  const script = fileURLToPath(new URL('../testing/engine-process.js', import.meta.url))
  const child = spawn(process.execPath, [script, url], { stdio: ['pipe', 'pipe', 'pipe'] })
  test.after(() => child.kill('SIGKILL'))
  const lines: string[] = []
  const complaints: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints.push(text)
    process.stderr.write(text)
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    lines.push(...text.split('\n').filter((line) => line !== ''))
  })
  return { child, lines, complaints }
}

describe('fence', () => {
  let rig: Rig
  before(async () => {
    rig = await startRig()
  })
  after(() => rig.stop())

  it("INV-25 R-62 FLT-16: an older writer's append collides, and its projector may not write", async (test) => {
    const url = await rig.database()
    const older = await openedFor(test, url)
    await commit(older, [credit])
    await older.writer.projector.drained()
    const newer = await openedFor(test, url)
    assert.ok(newer.writer.epoch > older.writer.epoch)
    await assert.rejects(commit(older, [credit]), JournalCollision)
    await commit(newer, [credit])
    await newer.writer.projector.drained()
    const { batch } = older.writer.apply(manyStatements.map(createInternal), Date.now())
    assert.ok(batch)
    older.writer.projector.push(batch)
    await assert.rejects(older.writer.projector.drained())
    assert.equal(older.failures.length, 1)
    const total = 'select available from exchange.balance where account_id = 1001'
    assert.equal(await numberOf(url, total), 2)
    assert.equal(await numberOf(url, marketState), 1)
    assert.equal(await runAudit(url, () => undefined, { secret: testEngineSecret }), true)
  })

  it('R-63 FLT-12: of a transaction in which one statement fails nothing stays', async (test) => {
    const url = await rig.database()
    const opened = await openedFor(test, url)
    await commit(opened, [credit])
    await opened.writer.projector.drained()
    await rowsOf(url, 'alter table exchange.balance add constraint full_up check (available < 2)')
    const held = 'select row_no from exchange.watermark'
    const transfers = 'select count(*) from exchange.transfer'
    const before = [await numberOf(url, held), await numberOf(url, transfers)]
    await commit(opened, manyStatements)
    await assert.rejects(opened.writer.projector.drained(), /full_up/)
    assert.deepEqual([await numberOf(url, held), await numberOf(url, transfers)], before)
    assert.equal(await numberOf(url, marketState), 1)
  })

  it('INV-25 FLT-16: two engines in turn: the second is a standby until the first stops', async (test) => {
    const url = await rig.database()
    const first = await engineFor(test, url)
    const second = await engineFor(test, url)
    assert.equal(second.status().state, 'standby')
    assert.deepEqual(await second.submit(credit, null), { status: 'unavailable' })
    await first.stop()
    await until('the second leads', () => second.status().state === 'leading')
    assert.equal((await second.submit(credit, null)).status, 'accepted')
  })

  it('INV-25 FLT-01: a standby takes over at once when the leader is killed', async (test) => {
    const url = await rig.database()
    const { child, lines } = engineProcess(test, url)
    await until('the child leads', () => lines.includes('leading'))
    const standby = await engineFor(test, url)
    assert.equal(standby.status().state, 'standby')
    child.kill('SIGKILL')
    await until('the standby leads', () => standby.status().state === 'leading', 30_000)
    assert.equal((await standby.submit(credit, null)).status, 'accepted')
  })

  it('FLT-08 R-62: while the database stalls the lease is requested once, not once a second', async (test) => {
    const url = await rig.database()
    const { lines, complaints } = engineProcess(test, url)
    await until('the child leads', () => lines.includes('leading'))
    const locker = await connectControl(url)
    test.after(() => close([locker]))
    await locker.query('begin')
    await locker.query('lock table exchange.lease in access exclusive mode')
    await until('a renewal waits so long that two more were due', async () => {
      const waiting = await rowsOf(
        url,
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update exchange.lease%'
           and datname = current_database() and query_start < clock_timestamp() - interval '2500 milliseconds'`,
      )
      return waiting.length > 0
    })
    await locker.query('rollback')
    await until('it is renewed', async () => {
      const renewed = await rowsOf(
        url,
        `select from exchange.lease where expires_at > clock_timestamp() + interval '2 seconds'`,
      )
      return renewed.length > 0
    })
    assert.deepEqual(complaints, [])
  })

  it('FLT-17 R-62: a leader that is cut off from the database knows within its lease that it may no longer lead', async (test) => {
    const line = await startFaultyProxy(await rig.database())
    test.after(() => line.stop())
    const engine = await engineFor(test, line.url)
    assert.equal(engine.isCurrent(), true)
    line.fallSilent()
    await until('it is not current', () => !engine.isCurrent())
    line.mend()
    await until('it is current again', () => engine.isCurrent(), 30_000)
    assert.equal(engine.status().state, 'leading')
  })

  it('INV-25 FLT-17: the journal shows that another server led in between, before anybody is answered', async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url)
    const { epoch } = engine.status()
    await rowsOf(url, `update exchange.lease set holder = 'elsewhere', expires_at = now()`)
    const other = await openedFor(test, url)
    await commit(other, [credit])
    await until('it begins anew', () => engine.status().epoch > epoch + 1 && engine.isCurrent())
    assert.ok(engine.status().committedRow > other.writer.row)
    await engine.stop()
    assert.equal(await runAudit(url, () => undefined, { secret: testEngineSecret }), true)
  })

  it('INV-25 FLT-17: a leader that is paused loses its lease and, woken, writes no more', async (test) => {
    const url = await rig.database()
    const { child, lines } = engineProcess(test, url)
    await until('the child leads', () => lines.includes('leading'))
    const standby = await engineFor(test, url)
    child.kill('SIGSTOP')
    await until('the standby leads', () => standby.status().state === 'leading')
    assert.equal((await standby.submit(credit, null)).status, 'accepted')
    child.stdin?.write('credit\n')
    child.kill('SIGCONT')
    await until(
      'the child stands by',
      () => lines.at(-1) !== 'leading' && lines.includes('standby'),
    )
    await until('its caller is told', () => lines.includes('credit unavailable'))
    const total = 'select available from exchange.balance where account_id = 1001'
    await tablesFollow(standby, 1001)
    assert.equal(await numberOf(url, total), 1)
    await standby.stop()
    assert.equal(await runAudit(url, () => undefined, { secret: testEngineSecret }), true)
  })
})
