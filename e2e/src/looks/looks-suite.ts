/**
 * What holds on every screen, in every width, theme and language: nothing is wider than the window,
 * the title names product and page, the language of the page is said, nothing is in the console, and
 * axe finds no serious barrier.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { type Looks, openVisitor, type Visitor, withEvidence } from '../harness/browser.ts'
import { launchBrowser } from '../harness/chromium.ts'
import { root } from '../harness/paths.ts'
import { tryNow } from '../harness/product.ts'
import { screens } from '../harness/screens.ts'
import { type RunningServer, startServer } from '../harness/server.ts'

type AxeViolation = {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

const axeSource = readFileSync(path.join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')
const axeRun = `axe.run(document, { resultTypes: ['violations'] })
  .then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.slice(0, 3).map(({ html }) => ({ html })) })))`

/** What makes a page wider than its window, as far as it can be named; empty if nothing does. */
const findTooWide = `(() => {
  const excess = document.documentElement.scrollWidth - innerWidth
  if (excess <= 0) return []
  const isOut = (element) => element.getBoundingClientRect().right > innerWidth + 1
  const names = [...document.querySelectorAll('body *')].filter(isOut).slice(0, 8)
    .map((element) => element.outerHTML.slice(0, 120))
  return [excess + ' px', ...names]
})()`

async function seriousBarriers({ page }: Visitor): Promise<string[]> {
  await page.evaluate(axeSource)
  const found: readonly AxeViolation[] = await page.evaluate(axeRun)
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  )
}

/** Registers one test for each of these looks, over all screens. */
export function registerLooksSuite(allLooks: readonly Looks[]): void {
  let server: RunningServer
  let browser: Browser
  before(async () => {
    const starting = startServer()
    browser = await launchBrowser()
    server = await starting
  })
  after(async () => {
    await browser.close()
    await server.stop()
  })

  for (const looks of allLooks) {
    const name = `${looks.width} px, ${looks.theme}, ${looks.language}`
    test(`GEN-10 R-50: every screen is whole at ${name}`, async () => {
      for (const signedIn of [false, true]) {
        const visitor = await openVisitor(browser, server, `looks-${looks.width}`, looks)
        const seen = { server: () => server, visitors: () => [visitor] }
        await withEvidence(`looks-${name}-${signedIn}`, seen.server, seen.visitors, async () => {
          if (signedIn) await tryNow(visitor)
          for (const screen of screens.filter((one) => one.signedIn === signedIn)) {
            await visitor.page.goto(screen.path)
            await visitor.page.waitForLoadState('networkidle').catch(() => null)
            await assertWhole(visitor, screen.path)
          }
          assert.deepEqual(visitor.troubles, [])
        })
        await visitor.close()
      }
    })
  }
}

async function assertWhole(visitor: Visitor, screen: string): Promise<void> {
  const { page, looks } = visitor
  const tooWide: readonly string[] = await page.evaluate(findTooWide)
  assert.deepEqual(tooWide, [], `${screen} is wider than the window`)
  assert.equal(await page.getAttribute('html', 'lang'), looks.language, screen)
  if (!screen.startsWith('/chart/')) assert.match(await page.title(), /^.+ \| .+$/, screen)
  assert.deepEqual(await seriousBarriers(visitor), [], screen)
}
