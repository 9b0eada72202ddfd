/** A trading page on a bad line, in a real browser on a real server: a short run of the long one. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { runDrift } from '../drift/drift-run.ts'
import { launchBrowser } from '../harness/chromium.ts'
import { type RunningServer, startServer } from '../harness/server.ts'

const cuts = 5

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

/** A pulse each two seconds, its grace, and the loads; a machine all taken by others is much slower. */
const lossMs = 30_000

test('R-20 DEC-90 BOOK-08 RT-07 to RT-10: book, trades, own orders, balances and what is held are right after each cut and each loss', async (t) => {
  const seed = Date.now() % 1_000_000
  t.diagnostic(`seed ${seed}`)
  const report = await runDrift({ server, browser, seed, cuts })
  t.diagnostic(JSON.stringify(report))
  assert.equal(report.afterReturnMs.length, cuts)
  assert.ok(report.afterLossMs.length > 0 && Math.max(...report.afterLossMs) < lossMs)
  assert.ok((report.faults['drop'] ?? 0) > 0, 'events were lost')
})
