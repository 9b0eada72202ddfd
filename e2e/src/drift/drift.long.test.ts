/** A trading page on a bad line that is cut a hundred times: nothing that it shows ever drifts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../harness/chromium.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { runDrift } from './drift-run.ts'

const cuts = 100
/** A test gives five seconds where people are promised one: others run beside it. */
const returned = { usualMs: 5_000, lateShare: 0.05 }
/** One round in so many loses all events. */
const lossShare = 5
/** A pulse each two seconds, its grace, and the loads; a slow machine has as long again. */
const lost = { usualMs: 8_000, lateShare: 0.5 }
/** Now and then the machine is all taken by others. */
const latestMs = 30_000

/** That all but a share came within the usual time, and none much later. */
function assertInTime(
  timesMs: readonly number[],
  { usualMs, lateShare }: { readonly usualMs: number; readonly lateShare: number },
): void {
  const lateMs = timesMs.filter((ms) => ms >= usualMs)
  assert.ok(lateMs.length <= timesMs.length * lateShare, `after ${lateMs.join(', ')} ms`)
  assert.ok(Math.max(...timesMs) < latestMs, `later than ${latestMs} ms`)
}

let server: RunningServer
let browser: Browser

before(async () => {
  const starting = startServer({ environment: { TUKAR_MAKERS: 'off' } })
  browser = await launchBrowser()
  server = await starting
})

after(async () => {
  await browser.close()
  await server.stop()
})

test('R-20 DEC-90 BOOK-08 RT-07 to RT-10: after a hundred cuts in trading the page shows what the server says', async (t) => {
  const seed = Date.now() % 1_000_000
  t.diagnostic(`seed ${seed}`)
  const report = await runDrift({ server, browser, seed, cuts })
  t.diagnostic(JSON.stringify(report))
  assert.equal(report.afterReturnMs.length, cuts)
  assertInTime(report.afterReturnMs, returned)
  assert.ok(report.afterLossMs.length >= cuts / lossShare, `${report.afterLossMs.length} losses`)
  assertInTime(report.afterLossMs, lost)
  for (const fault of ['drop', 'repeat', 'swap']) assert.ok((report.faults[fault] ?? 0) > cuts)
})
