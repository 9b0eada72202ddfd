/** When a page is ready to be looked at. */
import type { Page } from 'playwright-core'
import { until } from './until.ts'

const isBusy = 'document.querySelector("[aria-busy=true]") !== null'
const nextFrames =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))'

/** Waits until a page has what it shows: its files, its fonts, nothing that says it is loading. */
export async function untilSettled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => null)')
  await until('the page to have loaded', async () => (await page.evaluate(isBusy)) === false)
  await page.evaluate(nextFrames)
}
