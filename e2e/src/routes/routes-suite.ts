/**
 * Checks that hold on every screen, for guests and users, in every width, theme and language. The title and
 * the language are right. No text is in the other language. Nothing is wider than the window. Tab order
 * follows the task. Nothing shifts unexpectedly. The console is empty. Axe finds no barrier of WCAG 2.2 AA.
 * Routes that redirect lead to their target.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import {
  desktop,
  type Display,
  openVisitor,
  type Visitor,
  withEvidence,
} from '../harness/browser.ts'
import { testBrowser } from '../harness/chromium.ts'
import { detours } from '../harness/detours.ts'
import { tryNow } from '../harness/product.ts'
import { maintenanceScreen, type Screen, type Viewer } from '../harness/screens.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { turnMaintenance } from '../shell/maintenance-switch.ts'
import {
  findAccessibilityBarriers,
  findFocusOrderFaults,
  readLayoutShifts,
  tooWide,
  findUntranslated,
  watchShifts,
} from './page-checks.ts'

/** One display and viewer, with the screens that are checked in it. */
export type Round = {
  readonly display: Display
  readonly viewer: Viewer
  readonly seen: readonly Screen[]
  /** Whether axe runs, too, which doubles the time. */
  readonly findsBarriers: boolean
}

/** The sum of layout shifts that a person does not notice. */
const shiftMax = 0.02
/** Rounds run concurrently, because a page mostly waits. */
const roundsAtOnce = 3

type RouteFixture = {
  readonly browser: () => Browser
  readonly server: () => RunningServer
  /** The cookies of a demo trader. */
  readonly session: () => Awaited<ReturnType<Visitor['context']['cookies']>>
}

function startFixture(): RouteFixture {
  let server: RunningServer
  let browser: Browser
  let session: Awaited<ReturnType<Visitor['context']['cookies']>>
  before(async () => {
    const starting = startServer()
    browser = await testBrowser()
    server = await starting
    const visitor = await openVisitor(browser, server, 'demo trader')
    await tryNow(visitor)
    session = await visitor.context.cookies()
    await visitor.close()
  })
  after(async () => {
    await browser.close()
    await server.stop()
  })
  return { browser: () => browser, server: () => server, session: () => session }
}

async function visit(
  fixture: RouteFixture,
  name: string,
  { display, viewer }: Pick<Round, 'display' | 'viewer'>,
  run: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  const visitor = await openVisitor(fixture.browser(), fixture.server(), viewer, display)
  try {
    await watchShifts(visitor)
    if (viewer === 'user') await visitor.context.addCookies(fixture.session())
    await withEvidence(
      `routes-${name}`,
      fixture.server,
      () => [visitor],
      () => run(visitor),
    )
  } finally {
    await visitor.close()
  }
}

/** All faults of the page, in words. */
async function faultsOf(
  visitor: Visitor,
  screen: Screen,
  findsBarriers: boolean,
): Promise<string[]> {
  const { page, display } = visitor
  const faults: string[] = []
  const title = await page.title()
  if (!screen.title(display.language).test(title)) faults.push(`the title is "${title}"`)
  const language = await page.getAttribute('html', 'lang')
  if (language !== display.language) faults.push(`the page says that it is in ${language}`)
  // This takes longest and runs first, so that the later checks see late changes, too.
  const barriers = findsBarriers ? await findAccessibilityBarriers(page) : []
  for (const barrier of barriers) faults.push(`barrier: ${barrier}`)
  for (const text of await findUntranslated(page, display.language))
    faults.push(`untranslated: ${text}`)
  for (const early of await findFocusOrderFaults(page))
    faults.push(`focused before its field: ${early}`)
  for (const wide of await tooWide(page)) faults.push(`wider than the window: ${wide}`)
  const { sum, said } = await readLayoutShifts(page)
  if (sum > shiftMax) faults.push(`it moved by ${sum.toFixed(4)}:\n${said}`)
  return faults
}

async function checkScreen(
  visitor: Visitor,
  screen: Screen,
  findsBarriers: boolean,
): Promise<string[]> {
  const { page } = visitor
  await screen.prepare?.(visitor)
  visitor.expectTrouble(screen.isRefused === true)
  await page.goto(screen.path)
  await waitUntilIdle(page)
  await screen.reach?.(visitor)
  if (screen.reach !== undefined) await waitUntilIdle(page)
  const faults = await faultsOf(visitor, screen, findsBarriers)
  visitor.expectTrouble(false)
  const wanted = new URL(screen.path, page.url())
  if (page.url() !== wanted.href) faults.push(`it led to ${page.url()}`)
  return faults.map((fault) => `${screen.name}: ${fault}`)
}

function nameOf({ display, viewer }: Pick<Round, 'display' | 'viewer'>): string {
  return `${display.width} px, ${display.theme}, ${display.language}, ${viewer}`
}

/** Refused calls during maintenance are expected on the maintenance page. */
const isOfClosed = (trouble: string) =>
  trouble.startsWith('answer: 503 ') || trouble.includes('status of 503')

/** The rule ids that the check of every screen proves: its route, its title, and its access. */
const routeIds =
  'ROUTE-01 ROUTE-02 ROUTE-03 ROUTE-05 ROUTE-06 ROUTE-07 ROUTE-08 ROUTE-09 ROUTE-10 ' +
  'ROUTE-11 ROUTE-12 ROUTE-13 ROUTE-14 ROUTE-15 ROUTE-16 ROUTE-17 ROUTE-18 ROUTE-19 ROUTE-20 ' +
  'ROUTE-21 ROUTE-22 ROUTE-23 ROUTE-24 ROUTE-25 ROUTE-26 ROUTE-39 ' +
  // The trading page's title follows R-70, with the price first; all other titles follow GEN-10.
  'GEN-10 R-70 R-50 DEC-04 DEC-05 LEGAL-08'

/** Registers one test per round, one for redirects and one for maintenance. */
export function registerRoutesSuite(rounds: readonly Round[]): void {
  const fixture = startFixture()

  describe('display', { concurrency: roundsAtOnce }, () => {
    for (const round of rounds) {
      test(`${routeIds}: every screen is whole at ${nameOf(round)}`, async () => {
        await visit(fixture, nameOf(round), round, async (visitor) => {
          const faults: string[] = []
          for (const screen of round.seen)
            faults.push(...(await checkScreen(visitor, screen, round.findsBarriers)))
          assert.deepEqual([...faults, ...visitor.troubles], [])
        })
      })
    }
  })

  test('GUARD-05 LOGIN-03 REG-03 PASS-02 SET-04 SET-05 TFA-02 DEC-116: routes that are not for a visitor lead on', async () => {
    for (const viewer of ['guest', 'user'] as const) {
      await visit(fixture, `detours-${viewer}`, { display: desktop, viewer }, async (visitor) => {
        for (const detour of detours.filter((one) => one.viewer === viewer)) {
          if (viewer === 'user') await visitor.context.addCookies(fixture.session())
          await visitor.page.goto(detour.path)
          await visitor.page.waitForURL((url) => url.pathname === detour.to)
        }
        assert.deepEqual(visitor.troubles, [])
      })
    }
  })

  test('MAINT-01 ROUTE-04 GEN-10 R-50: the page of a closed exchange is whole', async () => {
    const closed = new Map(rounds.map((round) => [JSON.stringify(round.display), round]))
    await turnMaintenance(fixture.server(), true)
    const checkClosed = (round: Round) =>
      visit(fixture, `maintenance-${nameOf(round)}`, round, async (visitor) => {
        const faults = await checkScreen(visitor, maintenanceScreen, round.findsBarriers)
        const troubles = visitor.troubles.filter((trouble) => !isOfClosed(trouble))
        assert.deepEqual([...faults, ...troubles], [], nameOf(round))
      })
    try {
      const all = [...closed.values()]
      for (let at = 0; at < all.length; at += roundsAtOnce) {
        await Promise.all(all.slice(at, at + roundsAtOnce).map(checkClosed))
      }
    } finally {
      await turnMaintenance(fixture.server(), false)
    }
  })
}
