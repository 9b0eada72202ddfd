/**
 * Pages of test users. Each visitor has a browser context with a chosen language, theme and width. Console
 * messages and failed requests are recorded. A failed test saves a screenshot, these records and the server's
 * log in test-results.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '@tukar/i18n'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { closeLimitMs } from './chromium.ts'
import { resultsFolder } from './paths.ts'
import type { RunningServer } from './server.ts'
import { followTraffic } from './idle-page.ts'
import { endedOrLate } from './until.ts'

export type Display = {
  readonly width: number
  readonly height: number
  readonly language: Language
  readonly theme: 'dark' | 'light'
}

/** The desktop and phone displays of most tests. */
export const desktop: Display = { width: 1440, height: 900, language: 'en', theme: 'dark' }
export const phone: Display = { width: 390, height: 844, language: 'id', theme: 'dark' }

export type Visitor = {
  readonly name: string
  readonly page: Page
  readonly context: BrowserContext
  readonly display: Display
  /** Errors of the console and the page, and failed requests. A good visit has none. */
  readonly troubles: readonly string[]
  /** While true, failures are expected and not recorded, such as during a restart of the server. */
  expectTrouble(isExpected: boolean): void
  close(): Promise<void>
}

/** Only a failing action waits this long: a fully loaded machine is slow. */
const actionMs = 60_000

/** The chart's sandbox keeps its origin on purpose: the script is ours and calls our own server (LOW-6). */
const sameOriginBox = /^An iframe which has both allow-scripts and allow-same-origin /
/** Leaving a page aborts a socket that is still connecting. This is not an error. */
const leftBeforeConnected = /WebSocket is closed before the connection is established/

/** Opens a page for a new visitor. */
export async function openVisitor(
  browser: Browser,
  server: Pick<RunningServer, 'url'>,
  name: string,
  display: Display = desktop,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: display.width, height: display.height },
    hasTouch: display.width < 700,
    isMobile: display.width < 700,
    timezoneId: 'Asia/Jakarta',
    locale: display.language === 'id' ? 'id-ID' : 'en-US',
    colorScheme: display.theme,
    reducedMotion: 'reduce',
  })
  await context.addInitScript({
    // A blank page has no storage.
    content: `if (origin !== 'null') for (const [key, value] of [['language', '${display.language}'], ['theme', '${display.theme}']]) {
      if (localStorage.getItem('tukar.' + key) === null) localStorage.setItem('tukar.' + key, value)
    }`,
  })
  context.setDefaultTimeout(actionMs)
  const page = await context.newPage()
  followTraffic(page)
  const troubles: string[] = []
  let isExpected = false
  const note = (text: string) => {
    if (!isExpected) troubles.push(text)
  }
  page.on('console', (message) => {
    if (leftBeforeConnected.test(message.text()) || sameOriginBox.test(message.text())) return
    if (message.type() === 'error' || message.type() === 'warning')
      note(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => note(`page: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason !== 'net::ERR_ABORTED')
      note(`failed: ${request.method()} ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) note(`answer: ${response.status()} ${response.url()}`)
  })
  return {
    name,
    page,
    context,
    display,
    troubles,
    expectTrouble: (next) => {
      isExpected = next
    },
    // A page process that does not end keeps its context open. It ends with the browser.
    close: () => endedOrLate(context.close(), closeLimitMs),
  }
}

/** Runs a part of a test. If it fails, saves the evidence that is needed to understand it. */
export async function withEvidence<T>(
  name: string,
  server: () => RunningServer,
  visitors: () => readonly Visitor[],
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const folder = path.join(resultsFolder, name.replaceAll(/[^\w-]+/g, '-').slice(0, 60))
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'server.log'), server().process.log())
    for (const visitor of visitors()) {
      const file = path.join(folder, `${visitor.name}.png`)
      await visitor.page.screenshot({ path: file }).catch(() => null)
      writeFileSync(path.join(folder, `${visitor.name}.log`), visitor.troubles.join('\n'))
      const html = await visitor.page.content().catch(() => '')
      writeFileSync(path.join(folder, `${visitor.name}.html`), html)
    }
    throw new Error(`${String(error)}\n(evidence in ${folder})`, { cause: error })
  }
}
