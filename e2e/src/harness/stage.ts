/** One server and one browser for the tests of a file. Failed visits save evidence. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { desktop, type Display, openVisitor, type Visitor, withEvidence } from './browser.ts'
import { testBrowser } from './chromium.ts'
import { type RunningServer, type ServerOptions, startServer } from './server.ts'

export type Stage = {
  /** Available once the tests of the file run. */
  readonly server: RunningServer
  /** Runs a visit. It fails if the console or the network had an unexpected error. */
  readonly visit: (
    name: string,
    run: (visitor: Visitor) => Promise<void>,
    display?: Display,
  ) => Promise<void>
}

/** A market without market makers: only the test's people trade. */
export const quietMarket = { TUKAR_MAKERS: 'off' } as const

/**
 * Starts a server and a browser before the first test of the calling file, and ends them after its last.
 *
 * @param prepare prepares the server before the first test
 * @param launch starts the browser, such as one with a camera
 */
export function openStage(
  environment: ServerOptions['environment'] = {},
  prepare: (server: RunningServer) => Promise<void> = async () => {},
  launch: () => Promise<Browser> = testBrowser,
): Stage {
  let server: RunningServer
  let browser: Browser
  before(async () => {
    const starting = startServer({ environment })
    browser = await launch()
    server = await starting
    await prepare(server)
  })
  after(async () => {
    await browser.close()
    await server.stop()
  })
  return {
    get server() {
      return server
    },
    async visit(name, run, display = desktop) {
      const visitor = await openVisitor(browser, server, name, display)
      const seen = { server: () => server, visitors: () => [visitor] }
      try {
        await withEvidence(name, seen.server, seen.visitors, async () => {
          await run(visitor)
          assert.deepEqual(visitor.troubles, [])
        })
      } finally {
        await visitor.close()
      }
    },
  }
}
