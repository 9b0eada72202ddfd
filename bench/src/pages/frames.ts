/** Frames of the trading page during a hundred book updates a second. */
import { desktop } from '@tukar/e2e/harness/browser'
import { openSocket } from '@tukar/e2e/harness/sockets'
import type { LoadSummary } from '../http/load-host.ts'
import { percentile } from '../report.ts'
import type { Scene } from './scene.ts'

/** In milliseconds: the duration of a frame at 60 Hz, and the tolerance for timer errors. */
const frameMs = 16.7
const clockMs = 1

export type Frames = {
  readonly seconds: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  /** Shares of frames, 0 to 1, that took longer. */
  readonly overOne: number
  readonly over25: number
  readonly overTwo: number
  readonly longTasks: number
  readonly longestTaskMs: number
  /** Share of the time that the main thread worked, 0 to 1. */
  readonly mainThread: number
  /** What arrived meanwhile: accepted orders and cancels, and events for the page. */
  readonly load: LoadSummary
  readonly eventsPerSecond: number
}

/** Records the time of each frame, and of tasks over 50 ms, until read. */
const record = `(() => {
  const times = []
  const tasks = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })
  let last = null
  const look = (now) => {
    if (last !== null) times.push(now - last)
    last = now
    if (!stopped) requestAnimationFrame(look)
  }
  let stopped = false
  requestAnimationFrame(look)
  window.benchFrames = () => {
    stopped = true
    return { times, tasks }
  }
})()`

type Recorded = { readonly times: readonly number[]; readonly tasks: readonly number[] }

/** Opens the trading page at a desktop, chart and all, and watches its frames; slower by `slowdown`. */
export async function measureFrames(
  scene: Scene,
  { seconds, slowdown }: { readonly seconds: number; readonly slowdown: number },
): Promise<Frames> {
  const visitor = await scene.openTrading(`frames-${slowdown}`, desktop)
  const { page } = visitor
  const socket = await openSocket(scene.server.url, { pairs: ['BTC_IDR'] })
  try {
    const chart = page.locator('iframe[src*="/chart/"]')
    await chart.waitFor()
    await page.frameLocator('iframe[src*="/chart/"]').locator('canvas').first().waitFor()
    const client = await page.context().newCDPSession(page)
    await client.send('Performance.enable')
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const workedSeconds = async () => {
      const { metrics } = await client.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    }
    await scene.busyFor(2)
    socket.clear()
    await page.evaluate(record)
    const workedBefore = await workedSeconds()
    const begin = performance.now()
    const load = await scene.busyFor(seconds)
    const { times, tasks } = await page.evaluate<Recorded>('window.benchFrames()')
    const tookSeconds = (performance.now() - begin) / 1_000
    const worked = (await workedSeconds()) - workedBefore
    const share = (aboveMs: number) => times.filter((ms) => ms > aboveMs).length / times.length
    return {
      seconds: tookSeconds,
      perSecond: times.length / tookSeconds,
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
      p99Ms: percentile(times, 0.99),
      overOne: share(frameMs + clockMs),
      over25: share(25),
      overTwo: share(2 * frameMs),
      longTasks: tasks.length,
      longestTaskMs: Math.max(0, ...tasks),
      mainThread: worked / tookSeconds,
      load,
      eventsPerSecond: socket.received.length / tookSeconds,
    }
  } finally {
    socket.close()
    await visitor.close()
  }
}
