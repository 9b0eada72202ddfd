/** A trading page on a faulty connection that is cut again and again never shows a wrong state. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seedIn, shareOf, sliceIn } from '@tukar/core/sim/slice'
import type { Browser } from 'playwright-core'
import { testBrowser } from '../harness/chromium.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { runDrift } from './drift-run.ts'

/**
 * This slice's share of four hundred cuts. One cut in ten silences the connection, and before two in ten all
 * events are lost.
 */
const cuts = shareOf(400, sliceIn(process.env))
const seed = seedIn(process.env)
/** One round in this many loses all events. */
const lossShare = 5
/** The median limit. A page that waits for a pulse to correct itself takes longer. */
const usualMs = 5_000
/** The maximum limit: sometimes other processes take the whole machine. */
const latestMs = 30_000

let server: RunningServer
let browser: Browser

before(async () => {
  const starting = startServer({ environment: { TUKAR_MAKERS: 'off' } })
  browser = await testBrowser()
  server = await starting
})

after(async () => {
  await browser.close()
  await server.stop()
})

test("R-20 DEC-90 BOOK-08 RT-07 to RT-10: after each cut and each loss of events the page shows the server's state", async (t) => {
  t.diagnostic(`TUKAR_SEED=${seed}`)
  const report = await runDrift({ server, browser, seed, cuts })
  t.diagnostic(JSON.stringify(report))
  assert.equal(report.afterReturnMs.length, cuts)
  assert.ok(report.afterLossMs.length >= cuts / lossShare, `${report.afterLossMs.length} losses`)
  const sortedMs = report.afterReturnMs.toSorted((a, b) => a - b)
  const medianMs = sortedMs[Math.floor(cuts / 2)] ?? Infinity
  assert.ok(medianMs < usualMs, `usually right again after ${medianMs} ms`)
  const slowestMs = Math.max(...report.afterReturnMs, ...report.afterLossMs)
  assert.ok(slowestMs < latestMs, `right again after ${slowestMs} ms`)
  for (const fault of ['drop', 'repeat', 'swap']) assert.ok((report.faults[fault] ?? 0) > cuts)
})
