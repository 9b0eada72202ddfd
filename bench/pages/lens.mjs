/**
 * Measures in the bench's browser from a separate process: Lighthouse, which only this folder has, and memory
 * figures that a page cannot read itself. Reads one request per line as JSON from standard input and answers
 * each with one line: `{answer}` or `{trouble}`.
 *
 * - `load {url, preset}`: a cold load, as `mobile` (slow 4G, 4 × slower) or `desktop`
 * - `begin {mark, preset}`, `end`: measures the interactions in between on the page with this mark in its
 * address
 * - `memory {mark}`: heap of page and worker, DOM nodes and listeners, after garbage collection
 */
import { createInterface } from 'node:readline'
import lighthouse, { desktopConfig, startTimespan } from 'lighthouse'
import puppeteer from 'puppeteer-core'

const port = Number(process.argv[2])
const loadMs = 25_000
const bytesPerMb = 1e6
const loadAudits = [
  'largest-contentful-paint',
  'first-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'layout-shifts',
  'largest-contentful-paint-element',
]
const timespanAudits = ['interaction-to-next-paint', 'cumulative-layout-shift']
/** A phone is simulated as four times slower than this machine; a desktop as this machine. */
const slowdowns = { mobile: 4, desktop: 1 }

let connected = null
let timespan = null

async function browser() {
  connected ??= await puppeteer.connect({
    browserURL: `http://127.0.0.1:${port}`,
    defaultViewport: null,
  })
  return connected
}

async function pageOf(mark) {
  for (const page of await (await browser()).pages()) {
    if (page.url().includes(mark)) return page
  }
  throw new Error(`no page at ${mark}`)
}

/** The nodes that an audit points at, as selectors. */
function nodesOf(audit) {
  const rows = audit?.details?.items ?? []
  return rows
    .flatMap((row) => [row, ...(row.items ?? []), ...(row.subItems?.items ?? [])])
    .flatMap(({ node, score }) => (node === undefined ? [] : [{ at: node.selector, score }]))
}

async function load({ url, preset }) {
  const config = preset === 'desktop' ? desktopConfig : undefined
  const result = await lighthouse(
    url,
    {
      port,
      logLevel: 'error',
      onlyAudits: loadAudits,
      maxWaitForLoad: loadMs,
      disableFullPageScreenshot: true,
    },
    config,
  )
  const { audits, runtimeError } = result.lhr
  if (runtimeError !== undefined) throw new Error(runtimeError.message)
  const value = (id) => audits[id]?.numericValue ?? null
  return {
    lcpMs: value('largest-contentful-paint'),
    fcpMs: value('first-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    lcpAt: nodesOf(audits['largest-contentful-paint-element']),
    shiftsAt: nodesOf(audits['layout-shifts']),
  }
}

async function begin({ mark, preset }) {
  const cpuSlowdownMultiplier = slowdowns[preset]
  timespan = await startTimespan(await pageOf(mark), {
    flags: {
      logLevel: 'error',
      onlyAudits: timespanAudits,
      formFactor: preset,
      screenEmulation: { disabled: true },
      emulatedUserAgent: false,
      disableFullPageScreenshot: true,
      throttlingMethod: 'devtools',
      throttling: {
        rttMs: 0,
        throughputKbps: 0,
        requestLatencyMs: 0,
        downloadThroughputKbps: 0,
        uploadThroughputKbps: 0,
        cpuSlowdownMultiplier,
      },
    },
  })
  return true
}

async function end() {
  const { audits } = (await timespan.endTimespan()).lhr
  return {
    inpMs: audits['interaction-to-next-paint'].numericValue ?? null,
    cls: audits['cumulative-layout-shift'].numericValue ?? null,
  }
}

async function heapMbOf(client) {
  await client.send('HeapProfiler.enable')
  for (let i = 0; i < 3; i++) await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  await client.send('HeapProfiler.disable')
  return usedSize / bytesPerMb
}

async function memory({ mark }) {
  const page = await pageOf(mark)
  const client = await page.createCDPSession()
  const pageMb = await heapMbOf(client)
  const workers = await Promise.all(page.workers().map((worker) => heapMbOf(worker.client)))
  const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters')
  await client.detach()
  const workerMb = workers.reduce((sum, mb) => sum + mb, 0)
  return { pageMb, workerMb, nodes, listeners: jsEventListeners }
}

const tasks = { load, begin, end, memory }

for await (const line of createInterface({ input: process.stdin })) {
  const { task, ...order } = JSON.parse(line)
  const said = await tasks[task](order).then(
    (answer) => ({ answer }),
    (error) => ({ trouble: String(error?.stack ?? error) }),
  )
  process.stdout.write(`${JSON.stringify(said)}\n`)
}
await connected?.disconnect()
process.exit(0)
