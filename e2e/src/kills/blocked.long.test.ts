/**
 * The server's main thread is blocked under load: nothing is lost, no standby takes over, and the server
 * recovers.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../harness/until.ts'
import { blockedMs } from './blocking-loop.ts'
import { type Arena, openArena, underLoad, verifyArena } from './kill-run.ts'
import { findingLines } from './verify.ts'

const blocking = new URL('blocking-loop.js', import.meta.url).href
const silentMs = 1_000

let arena: Arena
before(async () => {
  arena = await openArena(19, { NODE_OPTIONS: `--import=${blocking}` })
})
after(() => arena.close())

test('FLT-19 INV-18 R-62: a server with a blocked event loop loses nothing acknowledged, keeps its lease, and recovers', async () => {
  const { server, ledger } = arena
  const epochs = 'select max(epoch) as epoch from exchange.journal'
  const [before] = await ledger.query<{ epoch: string }>(epochs)
  await underLoad(arena, async () => {
    const fromMs = performance.now()
    server.process.kill('SIGUSR2')
    await until('it to be silent', () => silent(server.url), { everyMs: 100 })
    await until('it to answer again', async () => !(await silent(server.url)))
    assert.ok(performance.now() - fromMs >= blockedMs, 'it stood still')
  })
  assert.deepEqual(findingLines(await verifyArena(arena)), [])
  const [after] = await ledger.query<{ epoch: string }>(epochs)
  assert.equal(
    after?.epoch,
    before?.epoch,
    'the writer has a thread of its own, and went on to lead',
  )
})

/** Whether a server does not answer its health check in time, as a supervisor sees it. */
async function silent(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(silentMs)
  return fetch(`${url}/healthz`, { signal }).then(
    ({ status }) => status !== 200,
    () => true,
  )
}
