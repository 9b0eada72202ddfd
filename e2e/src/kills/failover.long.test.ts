/** Two servers on one database: one leads, one is the standby. A leader that was suspended writes nothing. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startServer } from '../harness/server.ts'
import { openSocket } from '../harness/sockets.ts'
import { until } from '../harness/until.ts'
import { type Arena, databaseOf, openArena, underLoad, verifyArena } from './kill-run.ts'
import { findingLines } from './verify.ts'
import { createWriter, drawOperation, send } from './writer.ts'

const takeoverWithinMs = 20_000

/** The status of an answer; null if the connection was refused or cut. */
const statusOf = (url: string): Promise<number | null> =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  )

let arena: Arena
before(async () => {
  arena = await openArena(7)
})
after(() => arena.close())

test('R-51 R-62 FLT-16 FLT-17 INV-25: a standby takes over from a stopped leader, which then writes and serves nothing', async () => {
  const [writer] = arena.writers
  if (writer === undefined) throw new Error('no writer')
  const leader = arena.server
  const standby = await startServer({ databaseUrl: databaseOf(arena).url, waitReady: false })
  const alive: (number | null)[] = []
  const socket = await openSocket(leader.url, { pairs: ['BTC_IDR'] })
  try {
    await until('its description', () => / stands by on /.test(standby.process.log()))
    assert.doesNotMatch(standby.process.log(), / is open on /)
    // The standby has already read its pages, so the takeover does not need to.
    const figures = await standby.localClient.call('GET', '/metrics')
    assert.match(figures.text, /^tukar_maintenance 0$/m)
    const probe = createWriter(writer.person)
    const refused = drawOperation(probe, arena.prices, arena.random)
    await until('the standby to answer that it does not write', async () => {
      const answer = await send(standby.client, probe, refused)
      return answer?.status === 503
    })
    await underLoad(arena, async () => {
      leader.process.kill('SIGSTOP')
      await until(
        'the standby to lead',
        async () => {
          alive.push(await statusOf(`${standby.url}/livez`))
          return (await standby.client.call('GET', '/readyz')).status === 200
        },
        {
          withinMs: takeoverWithinMs,
        },
      )
    })
    arena.server = standby
    assert.deepEqual(new Set(alive), new Set([200]), 'no connection is refused meanwhile')
    await until('the log line of the takeover', () => / is open on /.test(standby.process.log()))
    const newest = async () =>
      (
        await arena.ledger.query<{ epoch: string }>(
          'select max(epoch) as epoch from exchange.journal',
        )
      )[0]?.epoch
    const epoch = await newest()
    leader.process.kill('SIGCONT')
    // Its state is as old as the suspension, so even the first request is refused.
    for (const path of ['/markets', '/exchange/load-first-time?pair=BTC_IDR', '/', '/healthz']) {
      const { status } = await leader.client.call('GET', path, { headers: { accept: 'text/html' } })
      assert.equal(status, 503, path)
    }
    const late = drawOperation(probe, arena.prices, arena.random)
    const answer = await send(leader.client, probe, late)
    assert.ok(answer === null || answer.status >= 500, answer?.text)
    await until('the old leader to become a standby', async () => {
      const health = await leader.localClient.call('GET', '/healthz')
      return health.body['state'] === 'standby'
    })
    await until('sockets to be cut', () => !socket.socket.connected)
    assert.deepEqual(findingLines(await verifyArena(arena)), [])
    assert.equal(await newest(), epoch, 'the old leader opened no epoch')
  } finally {
    socket.close()
    leader.process.kill('SIGCONT')
    await leader.kill()
  }
})
