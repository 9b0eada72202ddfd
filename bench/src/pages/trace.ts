/**
 * `npm run bench -- pages --trace FOLDER`: records the trading page of a phone as files that anybody can
 * open: a trace for the performance panel of a browser or for Perfetto, and a page with a strip of frames of
 * the first five seconds. Both are stored in `docs/measured/traces`, in a folder for each compared state:
 * `before`, `after`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { openVisitor, phone } from '@tukar/e2e/harness/browser'
import { launchBrowser } from '@tukar/e2e/harness/chromium'
import { startServer } from '@tukar/e2e/harness/server'
import { openCrowd, tradingPath } from './scene.ts'
import { extractShots, stripPage, withoutShots } from './strip.ts'

const tracedMs = 5_000
const slowdown = 4
/** The limit for files in the repository; larger ones are refused. */
const bytesMax = 2_000_000
/** Slow 4G, as Lighthouse has it. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_638.4 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
}
/**
 * Activity of the main thread, layout shifts, paints and requests. Without processor samples the file stays
 * small.
 */
const categories = [
  '-*',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'blink.user_timing',
  'loading',
  'latencyInfo',
  'v8.execute',
  'disabled-by-default-devtools.screenshot',
]

/** Writes both files for a page in a market with this many events per second; returns their paths. */
export async function writeTrace(folder: string, perSecond: number): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true })
  const server = await startServer()
  const browser = await launchBrowser()
  try {
    const busyFor = await openCrowd(server, perSecond)
    const visitor = await openVisitor(browser, server, 'trace', phone)
    const { page } = visitor
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', line)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const load = busyFor(tracedMs / 1_000 + 1)
    await browser.startTracing(page, { screenshots: true, categories })
    const begin = performance.now()
    await page.goto(tradingPath, { waitUntil: 'commit' })
    await page.waitForTimeout(Math.max(0, tracedMs - (performance.now() - begin)))
    const trace = (await browser.stopTracing()).toString('utf8')
    await load
    await visitor.close()
    return [
      keep(folder, 'trading-page-phone.json.gz', gzipSync(withoutShots(trace), { level: 9 })),
      keep(
        folder,
        'trading-page-phone.html',
        Buffer.from(stripPage(extractShots(trace, tracedMs))),
      ),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

function keep(folder: string, name: string, bytes: Buffer): string {
  if (bytes.length > bytesMax)
    throw new Error(`${name} has ${bytes.length} bytes: too many to keep`)
  const file = path.join(folder, name)
  writeFileSync(file, bytes)
  return file
}
