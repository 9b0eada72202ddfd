/**
 * Decides when a page is idle: files and fonts are loaded, no request is open, nothing is marked as loading,
 * and the layout did not change for some frames. Frames are slow on a slow machine, so the wait adapts to it.
 */
import type { Page, Request } from 'playwright-core'
import { until } from './until.ts'

type Traffic = { readonly underWay: Set<Request>; begun: number }

const traffics = new WeakMap<Page, Traffic>()
/** Two consecutive calls of a page fall within this many frames, however slow the machine is. */
const quietFrames = 8

/** Whether nothing is loading and no element moves, appears or disappears for some frames. */
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

/** Starts to follow the requests of a page. Earlier requests are not seen. */
export function followTraffic(page: Page): void {
  const traffic: Traffic = { underWay: new Set(), begun: 0 }
  traffics.set(page, traffic)
  page.on('request', (request) => {
    const isNewPage = request.isNavigationRequest() && request.frame() === page.mainFrame()
    // Requests of the previous page ended with it.
    if (isNewPage) traffic.underWay.clear()
    traffic.underWay.add(request)
    traffic.begun += 1
  })
  const isOver = (request: Request) => void traffic.underWay.delete(request)
  page.on('requestfinished', isOver)
  page.on('requestfailed', isOver)
}

/** Waits until a page is idle. Throws if the traffic of the page is not followed. */
export async function waitUntilIdle(page: Page): Promise<void> {
  const traffic = traffics.get(page)
  if (traffic === undefined) throw new Error('the traffic of this page is not followed')
  await until('an idle page', async () => {
    const { begun, underWay } = traffic
    if (underWay.size > 0) return false
    return (await page.evaluate(isIdle)) === true && traffic.begun === begun
  })
}
