/** The scene of page measurements: a real server, a real browser, people, and a busy market. */
import { setTimeout } from 'node:timers/promises'
import { signInAs } from '@tukar/e2e/harness/enter'
import { openVisitor, type Display, type Visitor } from '@tukar/e2e/harness/browser'
import { launchBrowser } from '@tukar/e2e/harness/chromium'
import { newPerson } from '@tukar/e2e/harness/people'
import { freePort } from '@tukar/server/database/testing/port-slices'
import { untilLive } from '@tukar/e2e/harness/product'
import { type RunningServer, startServer } from '@tukar/e2e/harness/server'
import type { LoadSummary } from '../http/load-host.ts'
import { runLoad } from '../http/run-load.ts'
import { readLastPrice } from '../product/last-price.ts'
import { cancelAll } from '../product/people.ts'
import { type Lens, openLens } from './lens.ts'

export const tradingPath = '/markets/1/BTC_IDR'
/** Each may send 50 a second, and sends half of that. */
const eventsPerPerson = 25
const loadConnections = 8
const wideFrom = 768

export type Scene = {
  readonly server: RunningServer
  readonly browser: Awaited<ReturnType<typeof launchBrowser>>
  readonly lens: Lens
  /** Opens the trading page as a new person and waits until it is live; its address has the mark. */
  openTrading(mark: string, display: Display): Promise<Visitor>
  /** Orders and cancels of other people at the scene's pace, if any; resolves when they are canceled. */
  readonly busyFor: Crowd
  close(): Promise<void>
}

const noLoad: LoadSummary = {
  perSecond: 0,
  accepted: 0,
  refused: 0,
  turnedAway: 0,
  p50Ms: 0,
  p99Ms: 0,
  maxMs: 0,
}

/** Orders and cancels of other people, for this many seconds. */
export type Crowd = (seconds: number) => Promise<LoadSummary>

/** Registers the people of the crowd; their orders are canceled each time. */
export async function openCrowd(server: RunningServer, perSecond: number): Promise<Crowd> {
  const tokens: string[] = []
  for (let i = 0; i < Math.ceil(perSecond / eventsPerPerson); i++)
    tokens.push((await newPerson(server.client, 'ramai')).token)
  let seed = 0
  return async (seconds) => {
    if (perSecond === 0) {
      await setTimeout(seconds * 1_000)
      return noLoad
    }
    const lastPrice = await readLastPrice(server.client)
    const summary = await runLoad({
      port: server.port,
      connections: loadConnections,
      seconds,
      perSecond,
      orders: { tokens, lastPrice, seed: ++seed },
    })
    await cancelAll(server.client, tokens)
    return summary
  }
}

/** Starts server, browser and Lighthouse; other people make this many orders and cancels per second. */
export async function openScene(perSecond: number): Promise<Scene> {
  const port = await freePort()
  const server = await startServer()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  const lens = openLens(port)
  const busyFor = await openCrowd(server, perSecond)
  return {
    server,
    browser,
    lens,
    busyFor,
    async openTrading(mark, display) {
      const visitor = await openVisitor(browser, server, mark, display)
      await visitor.page.emulateMedia({ reducedMotion: 'no-preference' })
      await signInAs(visitor, await newPerson(server.client, 'lihat'))
      await visitor.page.goto(`${tradingPath}#${mark}`)
      // On a phone there is no space for this status.
      if (display.width >= wideFrom) await untilLive(visitor)
      await visitor.page.locator('tr[data-price]').first().waitFor()
      return visitor
    },
    async close() {
      await lens.close()
      await browser.close()
      await server.stop()
    },
  }
}
