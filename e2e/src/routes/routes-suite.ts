/**
 * What holds on every screen, for guests and people who are signed in, in every width, theme and
 * language: the right title, the language of the page and no word of the other one, nothing wider
 * than the window, nothing that Tab reaches before its field, nothing that moves by itself, nothing in the console, and no barrier of WCAG 2.2
 * AA that axe finds. Routes that lead on are followed to where they lead.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { desk, type Looks, openVisitor, type Visitor, withEvidence } from '../harness/browser.ts'
import { testBrowser } from '../harness/chromium.ts'
import { detours } from '../harness/detours.ts'
import { tryNow } from '../harness/product.ts'
import { maintenanceScreen, type Screen, type Viewer } from '../harness/screens.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { untilSettled } from '../harness/settled.ts'
import { turnMaintenance } from '../shell/maintenance-switch.ts'
import {
  barriersOf,
  outOfOrder,
  shiftsOf,
  tooWide,
  untranslated,
  watchShifts,
} from './page-checks.ts'

/** One way of looking, and what is looked at in it. */
export type Round = {
  readonly looks: Looks
  readonly viewer: Viewer
  readonly seen: readonly Screen[]
  /** Whether axe looks, too, which takes as long as all else. */
  readonly findsBarriers: boolean
}

/** The sum of layout shifts that a person does not notice. */
const shiftMax = 0.02
/** Looked at beside each other, since a page mostly waits. */
const roundsAtOnce = 3

type World = {
  readonly browser: () => Browser
  readonly server: () => RunningServer
  /** The cookies of a demo trader. */
  readonly session: () => Awaited<ReturnType<Visitor['context']['cookies']>>
}

function startWorld(): World {
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
  world: World,
  name: string,
  { looks, viewer }: Pick<Round, 'looks' | 'viewer'>,
  run: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  const visitor = await openVisitor(world.browser(), world.server(), viewer, looks)
  try {
    await watchShifts(visitor)
    if (viewer === 'user') await visitor.context.addCookies(world.session())
    await withEvidence(
      `routes-${name}`,
      world.server,
      () => [visitor],
      () => run(visitor),
    )
  } finally {
    await visitor.close()
  }
}

/** Everything that is wrong with the page, in words. */
async function faultsOf(
  visitor: Visitor,
  screen: Screen,
  findsBarriers: boolean,
): Promise<string[]> {
  const { page, looks } = visitor
  const faults: string[] = []
  const title = await page.title()
  if (!screen.title(looks.language).test(title)) faults.push(`the title is "${title}"`)
  const language = await page.getAttribute('html', 'lang')
  if (language !== looks.language) faults.push(`the page says that it is in ${language}`)
  // This takes longest: what follows sees what came late, too.
  const barriers = findsBarriers ? await barriersOf(page) : []
  for (const barrier of barriers) faults.push(`barrier: ${barrier}`)
  for (const text of await untranslated(page, looks.language)) faults.push(`untranslated: ${text}`)
  for (const early of await outOfOrder(page)) faults.push(`focused before its field: ${early}`)
  for (const wide of await tooWide(page)) faults.push(`wider than the window: ${wide}`)
  const { sum, said } = await shiftsOf(page)
  if (sum > shiftMax) faults.push(`it moved by ${sum.toFixed(4)}:\n${said}`)
  return faults
}

async function lookAt(visitor: Visitor, screen: Screen, findsBarriers: boolean): Promise<string[]> {
  const { page } = visitor
  await screen.prepare?.(visitor)
  visitor.expectTrouble(screen.isRefused === true)
  await page.goto(screen.path)
  await untilSettled(page)
  await screen.reach?.(visitor)
  if (screen.reach !== undefined) await untilSettled(page)
  const faults = await faultsOf(visitor, screen, findsBarriers)
  visitor.expectTrouble(false)
  const wanted = new URL(screen.path, page.url())
  if (page.url() !== wanted.href) faults.push(`it led to ${page.url()}`)
  return faults.map((fault) => `${screen.name}: ${fault}`)
}

function nameOf({ looks, viewer }: Pick<Round, 'looks' | 'viewer'>): string {
  return `${looks.width} px, ${looks.theme}, ${looks.language}, ${viewer}`
}

/** What a closed exchange answers is no trouble on the page that tells of it. */
const isOfClosed = (trouble: string) =>
  trouble.startsWith('answer: 503 ') || trouble.includes('status of 503')

/** What a look at every screen proves: its route, its title, that it is open to who may see it. */
const routeIds =
  'ROUTE-01 ROUTE-02 ROUTE-03 ROUTE-05 ROUTE-06 ROUTE-07 ROUTE-08 ROUTE-09 ROUTE-10 ' +
  'ROUTE-11 ROUTE-12 ROUTE-13 ROUTE-14 ROUTE-15 ROUTE-16 ROUTE-17 ROUTE-18 ROUTE-19 ROUTE-20 ' +
  'ROUTE-21 ROUTE-22 ROUTE-23 ROUTE-24 ROUTE-25 ROUTE-26 ROUTE-39 ' +
  // The trading page's title is R-70's, with the price first; all others are GEN-10's.
  'GEN-10 R-70 R-50 DEC-04 DEC-05 LEGAL-08'

/** Registers one test for each round, then one for detours and one for the closed exchange. */
export function registerRoutesSuite(rounds: readonly Round[]): void {
  const world = startWorld()

  describe('looks', { concurrency: roundsAtOnce }, () => {
    for (const round of rounds) {
      test(`${routeIds}: every screen is whole at ${nameOf(round)}`, async () => {
        await visit(world, nameOf(round), round, async (visitor) => {
          const faults: string[] = []
          for (const screen of round.seen)
            faults.push(...(await lookAt(visitor, screen, round.findsBarriers)))
          assert.deepEqual([...faults, ...visitor.troubles], [])
        })
      })
    }
  })

  test('GUARD-05 LOGIN-03 REG-03 PASS-02 SET-04 SET-05 TFA-02 DEC-116: routes that are not for a visitor lead on', async () => {
    for (const viewer of ['guest', 'user'] as const) {
      await visit(world, `detours-${viewer}`, { looks: desk, viewer }, async (visitor) => {
        for (const detour of detours.filter((one) => one.viewer === viewer)) {
          if (viewer === 'user') await visitor.context.addCookies(world.session())
          await visitor.page.goto(detour.path)
          await visitor.page.waitForURL((url) => url.pathname === detour.to)
        }
        assert.deepEqual(visitor.troubles, [])
      })
    }
  })

  test('MAINT-01 ROUTE-04 GEN-10 R-50: the page of a closed exchange is whole', async () => {
    const closed = new Map(rounds.map((round) => [JSON.stringify(round.looks), round]))
    await turnMaintenance(world.server(), true)
    const look = (round: Round) =>
      visit(world, `maintenance-${nameOf(round)}`, round, async (visitor) => {
        const faults = await lookAt(visitor, maintenanceScreen, round.findsBarriers)
        const troubles = visitor.troubles.filter((trouble) => !isOfClosed(trouble))
        assert.deepEqual([...faults, ...troubles], [], nameOf(round))
      })
    try {
      const all = [...closed.values()]
      for (let at = 0; at < all.length; at += roundsAtOnce) {
        await Promise.all(all.slice(at, at + roundsAtOnce).map(look))
      }
    } finally {
      await turnMaintenance(world.server(), false)
    }
  })
}
