/** The setup for measuring pages: a real server, a real browser, people, and a busy market. */
import { enterAs } from '@tukar/e2e/harness/enter'
import { openVisitor, type Looks, type Visitor } from '@tukar/e2e/harness/browser'
import { launchBrowser } from '@tukar/e2e/harness/chromium'
import { newPerson, type Person } from '@tukar/e2e/harness/people'
import { freePort } from '@tukar/server/database/testing/port-slices'
import { untilLive } from '@tukar/e2e/harness/product'
import { type RunningServer, startServer } from '@tukar/e2e/harness/server'
import type { LoadSummary } from '../http/load-host.ts'
import { runLoad } from '../http/run-load.ts'
import { readLastPrice } from '../product/last-price.ts'
import { cancelAll } from '../product/people.ts'
import { type Lens, openLens } from './lens.ts'

export const tradingPath = '/markets/1/BTC_IDR'
/** The rate of orders and cancels that pages must handle (ui.md). */
export const updatesPerSecond = 100
/** Each may send 50 a second. */
const loadPeople = 4
const loadConnections = 8
const wideFrom = 768

export type Scene = {
  readonly server: RunningServer
  readonly browser: Awaited<ReturnType<typeof launchBrowser>>
  readonly lens: Lens
  /** Opens the trading page as a new person and waits until it is live; its address has the mark. */
  openTrading(mark: string, looks: Looks): Promise<Visitor>
  /** Orders of other people at `updatesPerSecond`; resolves when they are canceled. */
  busyFor(seconds: number): Promise<LoadSummary>
  close(): Promise<void>
}

/** Starts server, browser and Lighthouse. */
export async function openScene(): Promise<Scene> {
  const port = await freePort()
  const server = await startServer()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  const lens = openLens(port)
  const crowd: Person[] = []
  for (let i = 0; i < loadPeople; i++) crowd.push(await newPerson(server.client, 'ramai'))
  const tokens = crowd.map(({ token }) => token)
  let seed = 0
  return {
    server,
    browser,
    lens,
    async openTrading(mark, looks) {
      const visitor = await openVisitor(browser, server, mark, looks)
      await visitor.page.emulateMedia({ reducedMotion: 'no-preference' })
      await enterAs(visitor, await newPerson(server.client, 'lihat'))
      await visitor.page.goto(`${tradingPath}#${mark}`)
      // On a phone there is no space for this status.
      if (looks.width >= wideFrom) await untilLive(visitor)
      await visitor.page.locator('tr[data-price]').first().waitFor()
      return visitor
    },
    async busyFor(seconds) {
      const lastPrice = await readLastPrice(server.client)
      const summary = await runLoad({
        port: server.port,
        connections: loadConnections,
        seconds,
        perSecond: updatesPerSecond,
        orders: { tokens, lastPrice, seed: ++seed },
      })
      await cancelAll(server.client, tokens)
      return summary
    },
    async close() {
      await lens.close()
      await browser.close()
      await server.stop()
    },
  }
}
