/**
 * `npm run screenshots`: a picture of every screen in both themes, at the desk and on the phone, into
 * .cache/screenshots, and the README's picture of a moving market into docs/images/trading.png.
 */
import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '@tukar/i18n'
import type { Browser } from 'playwright-core'
import { type Looks, openVisitor, type Visitor } from '../harness/browser.ts'
import { launchBrowser } from '../harness/chromium.ts'
import { cacheFolder, root } from '../harness/paths.ts'
import { fillTicket, ticket, tryNow, untilLive } from '../harness/product.ts'
import { screens } from '../harness/screens.ts'
import { type RunningServer, startServer } from '../harness/server.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
const themes = ['dark', 'light'] as const
const readmeBytesMax = 400_000
const settleMs = 1_500

/** Waits until the page has nothing more to load and has drawn what it has. */
async function settle({ page }: Visitor): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate('document.fonts.ready')
  await page.waitForTimeout(settleMs)
}

async function pictureScreens(
  browser: Browser,
  server: RunningServer,
  looks: Looks,
): Promise<void> {
  const folder = cacheFolder(`screenshots/${looks.language}-${looks.theme}-${looks.width}`)
  for (const signedIn of [false, true]) {
    const visitor = await openVisitor(browser, server, 'pictures', looks)
    if (signedIn) await tryNow(visitor)
    for (const screen of screens.filter((one) => one.signedIn === signedIn)) {
      await visitor.page.goto(screen.path)
      await settle(visitor)
      await visitor.page.screenshot({
        path: path.join(folder, `${screen.name}.png`),
        fullPage: true,
      })
    }
    await visitor.close()
  }
}

async function pictureForReadme(browser: Browser, server: RunningServer): Promise<string> {
  const file = path.join(root, 'docs/images/trading.png')
  mkdirSync(path.dirname(file), { recursive: true })
  const looks: Looks = { width: 1440, height: 900, language: 'en', theme: 'dark' }
  const visitor = await openVisitor(browser, server, 'readme', looks)
  await tryNow(visitor)
  await untilLive(visitor)
  const best = Number(
    await visitor.page
      .locator('table[data-side=buy] tr[data-price]')
      .first()
      .getAttribute('data-price'),
  )
  const price = String(Math.round((best / 100_000) * 0.998) * 1_000)
  await fillTicket(visitor, 'buy', { price, quantity: '0.0125' })
  await ticket(visitor, 'buy').submit.click()
  await fillTicket(visitor, 'buy', {
    price: String(Math.round(best / 100_000) * 1_000 + 50_000),
    quantity: '0.004',
  })
  const toasts = visitor.page.locator('section[aria-live=polite] > *')
  await toasts.first().waitFor({ state: 'detached' })
  await visitor.page.evaluate('scrollTo(0, 0)')
  await settle(visitor)
  await visitor.page.screenshot({ path: file })
  await visitor.close()
  const { size } = statSync(file)
  if (size > readmeBytesMax)
    throw new Error(`${file} has ${size} bytes, more than ${readmeBytesMax}`)
  return `${file}: ${size} bytes`
}

async function main(): Promise<void> {
  const languages: readonly Language[] = process.argv.includes('--all') ? ['en', 'id'] : ['en']
  const [server, browser] = await Promise.all([startServer(), launchBrowser()])
  try {
    console.log(await pictureForReadme(browser, server))
    for (const language of languages) {
      for (const theme of themes) {
        for (const size of sizes)
          await pictureScreens(browser, server, { ...size, language, theme })
      }
    }
    console.log(`the others: ${cacheFolder('screenshots')}`)
  } finally {
    await browser.close()
    await server.stop()
  }
}

await main()
