/** A person's actions on the trading page while Lighthouse measures the page's responsiveness. */
import { desktop, phone, type Visitor } from '@tukar/e2e/harness/browser'
import { openMyListTab, ticket, translatorsFor } from '@tukar/e2e/harness/product'
import type { Handled, Preset } from './lens.ts'
import type { Scene } from './scene.ts'

const typedPrice = '1650000000'
const typedQuantity = '0.0015'
const typingMs = 60
const loadSeconds = 45
const quickLoadSeconds = 20

/** On a desktop: types a price, clicks rows of the book, switches tabs, opens the sheet of keys. */
async function atDesk(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const { price, quantity } = ticket(visitor, 'buy')
  await price.click()
  await price.press('Control+a')
  await price.pressSequentially(typedPrice, { delay: typingMs })
  await quantity.click()
  await quantity.pressSequentially(typedQuantity, { delay: typingMs })
  await takeRows(visitor)
  for (const tab of ['tabHistory', 'tabWallet', 'tabOrder'] as const)
    await openMyListTab(visitor, tab)
  await page.getByRole('main').click({ position: { x: 2, y: 2 } })
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
}

/** On a phone: opens the buy sheet, types, closes it, taps a row, opens the trades. */
async function onPhone(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const { trade } = translatorsFor(visitor)
  const sheet = page.getByRole('dialog')
  await page.getByRole('button', { name: trade('buyBase', { base: 'BTC' }) }).tap()
  const { price, quantity } = ticket(visitor, 'buy')
  await price.tap()
  await price.press('Control+a')
  await price.pressSequentially(typedPrice, { delay: typingMs })
  await quantity.tap()
  await quantity.pressSequentially(typedQuantity, { delay: typingMs })
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await page.getByRole('tab', { name: trade('newTransactions') }).tap()
  await page.getByRole('tab', { name: trade('orderBook') }).tap()
}

/** Rows appear and disappear in a busy market, so each click looks for a current one. */
async function takeRows(visitor: Visitor): Promise<void> {
  const { page } = visitor
  for (let i = 0; i < 4; i++) {
    const box = await page
      .locator('tr[data-price]')
      .nth(2 + i)
      .boundingBox()
    if (box === null) continue
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }
}

/** The responsiveness of the trading page according to Lighthouse (98 of 100 answers are faster). */
export async function measureInteractions(
  scene: Scene,
  preset: Preset,
  quick: boolean,
): Promise<Handled & { readonly rounds: number }> {
  const mark = `hands-${preset}`
  const visitor = await scene.openTrading(mark, preset === 'mobile' ? phone : desktop)
  try {
    await scene.busyFor(1)
    const seconds = quick ? quickLoadSeconds : loadSeconds
    const load = scene.busyFor(seconds)
    // A failure here ends the server, and with it the load.
    load.catch(() => null)
    const end = performance.now() + (seconds - 12) * 1_000
    await scene.lens.begin(mark, preset)
    let rounds = 0
    do {
      await (preset === 'mobile' ? onPhone(visitor) : atDesk(visitor))
      rounds += 1
    } while (performance.now() < end)
    const handled = await scene.lens.end()
    await load
    return { ...handled, rounds }
  } finally {
    await visitor.close()
  }
}
