/**
 * When a page is ready to be looked at: it has its files and its fonts, asks for nothing, says nowhere
 * that it is loading, and stands as it stood for some frames. Frames come late where the machine is
 * slow, so that this waits longer there, and no longer than it must elsewhere.
 */
import type { Page, Request } from 'playwright-core'
import { until } from './until.ts'

type Traffic = { readonly underWay: Set<Request>; begun: number }

const traffics = new WeakMap<Page, Traffic>()
/** Two calls that follow each other lie within these frames, however slow the machine is. */
const quietFrames = 8

/** Whether nothing is loading and no part of the page moves, comes or goes for some frames. */
const isIdle = `(async () => {
  const parts = 'header, main, main > *, main > * > *, footer, nav, section, form, h1, h2, [role=dialog]'
  const boxOf = ({ left, top, width, height }) => [left, top, width, height].join(' ')
  const layout = () => [...document.querySelectorAll(parts)]
    .map((part) => boxOf(part.getBoundingClientRect()))
    .join() + document.documentElement.scrollHeight
  const isBusy = () => document.querySelector('[aria-busy=true]') !== null
  const frame = () => new Promise((done) => requestAnimationFrame(() => done(null)))
  await document.fonts.ready
  await new Promise((done) => requestIdleCallback(() => done(null)))
  await frame()
  const before = layout()
  for (let i = 0; i < ${quietFrames}; i++) {
    if (isBusy()) return false
    await frame()
    if (layout() !== before) return false
  }
  return document.readyState === 'complete' && document.fonts.status === 'loaded'
})()`

/** Begins to follow what a page asks for; it is told of nothing that was asked before. */
export function followTraffic(page: Page): void {
  const traffic: Traffic = { underWay: new Set(), begun: 0 }
  traffics.set(page, traffic)
  page.on('request', (request) => {
    const isNewPage = request.isNavigationRequest() && request.frame() === page.mainFrame()
    // What the page before still waited for went with it.
    if (isNewPage) traffic.underWay.clear()
    traffic.underWay.add(request)
    traffic.begun += 1
  })
  const isOver = (request: Request) => void traffic.underWay.delete(request)
  page.on('requestfinished', isOver)
  page.on('requestfailed', isOver)
}

/** Waits until a page has what it shows. Throws for a page whose traffic is not followed. */
export async function waitUntilIdle(page: Page): Promise<void> {
  const traffic = traffics.get(page)
  if (traffic === undefined) throw new Error('the traffic of this page is not followed')
  await until('the page to have settled', async () => {
    const { begun, underWay } = traffic
    if (underWay.size > 0) return false
    return (await page.evaluate(isIdle)) === true && traffic.begun === begun
  })
}
