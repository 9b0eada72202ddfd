/**
 * `npm run bench -- pages --trace FOLDER`: the trading page of a phone as files: a trace for a browser's
 * performance panel or Perfetto, and a page with a strip of frames of the first five seconds.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openVisitor, phone } from '@tukar/e2e/harness/browser'
import { launchBrowser } from '@tukar/e2e/harness/chromium'
import { startServer } from '@tukar/e2e/harness/server'
import { tradingPath } from './scene.ts'
import { type Shot, extractShots, stripPage } from './strip.ts'

const tracedMs = 5_000
const slowdown = 4
/** Slow 4G, as Lighthouse has it. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_638.4 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
}

/** Writes both files; returns their paths. */
export async function writeTrace(folder: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true })
  const traceFile = path.join(folder, 'trading-page-phone.json')
  const stripFile = path.join(folder, 'trading-page-phone.html')
  const server = await startServer()
  const browser = await launchBrowser()
  try {
    const visitor = await openVisitor(browser, server, 'trace', phone)
    const { page } = visitor
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', line)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await browser.startTracing(page, { path: traceFile, screenshots: true })
    const begin = performance.now()
    await page.goto(tradingPath, { waitUntil: 'commit' })
    await page.waitForTimeout(Math.max(0, tracedMs - (performance.now() - begin)))
    await browser.stopTracing()
    await visitor.close()
    const shots: readonly Shot[] = extractShots(readFileSync(traceFile, 'utf8'), tracedMs)
    writeFileSync(stripFile, stripPage(shots))
    return [traceFile, stripFile]
  } finally {
    await browser.close()
    await server.stop()
  }
}
