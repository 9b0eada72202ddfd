/**
 * `npm run screenshots`: screenshots of every screen in both themes, on desktop and phone, into
 * .cache/screenshots with an index page, and the README's picture of a live market into
 * docs/images/trading.png. `--all` adds Indonesian. `--only trading,wallets` takes only these screens and
 * skips the README's picture.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Language } from '@tukar/i18n'
import type { Browser } from 'playwright-core'
import { type Display, openVisitor, type Visitor } from '../harness/browser.ts'
import { launchBrowser } from '../harness/chromium.ts'
import { cacheFolder, root } from '../harness/paths.ts'
import { newPerson } from '../harness/people.ts'
import { fillTicket, ticket, tryNow, untilLive } from '../harness/product.ts'
import {
  maintenanceScreen,
  type Screen,
  screens,
  screensFor,
  type Viewer,
} from '../harness/screens.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { turnMaintenance } from '../shell/maintenance-switch.ts'
import { indexPage, type Screenshot, userMark } from './index-page.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
const themes = ['dark', 'light'] as const
const viewers = ['guest', 'user'] as const
const readmeBytesMax = 400_000

type Cookies = Awaited<ReturnType<Visitor['context']['cookies']>>
type IsWanted = (screen: Screen) => boolean

/** The screens that `--only` names; throws if one is unknown. */
function parseOnly(only: string | undefined): IsWanted {
  if (only === undefined) return () => true
  const wanted = only.split(',')
  const known = [...screens, maintenanceScreen].map(({ name }) => name)
  const unknown = wanted.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new RangeError(`--only: no screen ${unknown.join(', ')}; there are ${known.join(', ')}`)
  }
  return ({ name }) => wanted.includes(name)
}

async function captureScreen(
  visitor: Visitor,
  viewer: Viewer,
  screen: Screen,
): Promise<Screenshot> {
  const { page, display } = visitor
  const folder = cacheFolder('screenshots')
  const name = screen.viewers.length > 1 && viewer === 'user' ? screen.name + userMark : screen.name
  const file = `${display.language}-${display.theme}-${display.width}/${name}.png`
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
  await screen.prepare?.(visitor)
  await page.goto(screen.path)
  await waitUntilIdle(page)
  await screen.reach?.(visitor)
  await waitUntilIdle(page)
  // A dialog or menu is captured in the window, not over the full page.
  const fullPage = screen.reach === undefined
  await page.screenshot({ path: path.join(folder, file), fullPage })
  return { file, screen: name, display }
}

async function captureAs(
  browser: Browser,
  server: RunningServer,
  display: Display,
  viewer: Viewer,
  session: Cookies,
  isWanted: IsWanted,
): Promise<Screenshot[]> {
  const wanted = screensFor(viewer, display.width).filter(isWanted)
  if (wanted.length === 0) return []
  const pictures: Screenshot[] = []
  const visitor = await openVisitor(browser, server, 'pictures', display)
  if (viewer === 'user') await visitor.context.addCookies(session)
  for (const screen of wanted) {
    pictures.push(await captureScreen(visitor, viewer, screen))
  }
  await visitor.close()
  return pictures
}

async function captureMaintenance(
  browser: Browser,
  server: RunningServer,
  displays: readonly Display[],
): Promise<Screenshot[]> {
  const pictures: Screenshot[] = []
  await turnMaintenance(server, true)
  for (const display of displays) {
    const visitor = await openVisitor(browser, server, 'pictures', display)
    pictures.push(await captureScreen(visitor, 'guest', maintenanceScreen))
    await visitor.close()
  }
  await turnMaintenance(server, false)
  return pictures
}

/** Trades on a live market, so that the picture has content; returns the session. */
async function captureForReadme(browser: Browser, server: RunningServer): Promise<Cookies> {
  const file = path.join(root, 'docs/images/trading.png')
  mkdirSync(path.dirname(file), { recursive: true })
  const display: Display = { width: 1440, height: 900, language: 'en', theme: 'dark' }
  const visitor = await openVisitor(browser, server, 'readme', display)
  const { page } = visitor
  await tryNow(visitor)
  await untilLive(visitor)
  const best = Number(
    await page.locator('table[data-side=buy] tr[data-price]').first().getAttribute('data-price'),
  )
  const price = String(Math.round((best / 100_000) * 0.998) * 1_000)
  await fillTicket(visitor, 'buy', { price, quantity: '0.0125' })
  await ticket(visitor, 'buy').submit.click()
  await fillTicket(visitor, 'buy', {
    price: String(Math.round(best / 100_000) * 1_000 + 50_000),
    quantity: '0.004',
  })
  const toasts = page.locator('section[aria-live=polite] > *')
  await toasts.first().waitFor({ state: 'detached' })
  await page.evaluate('scrollTo(0, 0)')
  // At this position the pointer hovers over nothing.
  await page.mouse.move(0, 0)
  await waitUntilIdle(page)
  await page.screenshot({ path: file })
  const session = await visitor.context.cookies()
  await visitor.close()
  const { size } = statSync(file)
  if (size > readmeBytesMax)
    throw new Error(`${file} has ${size} bytes, more than ${readmeBytesMax}`)
  process.stdout.write(`${file}: ${size} bytes\n`)
  return session
}

/** Signs in as a demo trader; returns the session. */
async function enterAsTrader(browser: Browser, server: RunningServer): Promise<Cookies> {
  const visitor = await openVisitor(browser, server, 'session')
  await tryNow(visitor)
  const session = await visitor.context.cookies()
  await visitor.close()
  return session
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { all: { type: 'boolean', default: false }, only: { type: 'string' } },
  })
  const isWanted = parseOnly(values.only)
  const languages: readonly Language[] = values.all ? ['en', 'id'] : ['en']
  const displays = languages.flatMap((language) =>
    sizes.flatMap((size) => themes.map((theme) => ({ ...size, language, theme }))),
  )
  const [server, browser] = await Promise.all([startServer(), launchBrowser()])
  try {
    const enter = values.only === undefined ? captureForReadme : enterAsTrader
    const session = await enter(browser, server)
    // Gives the mailbox an e-mail to show.
    await newPerson(server.client)
    const pictures: Screenshot[] = []
    for (const display of displays) {
      for (const viewer of viewers) {
        pictures.push(...(await captureAs(browser, server, display, viewer, session, isWanted)))
      }
    }
    if (isWanted(maintenanceScreen)) {
      pictures.push(...(await captureMaintenance(browser, server, displays)))
    }
    const file = path.join(cacheFolder('screenshots'), 'index.html')
    writeFileSync(file, indexPage(pictures))
    process.stdout.write(`${pictures.length} pictures: ${file}\n`)
  } finally {
    await browser.close()
    await server.stop()
  }
}

await main()
