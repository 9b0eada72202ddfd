/** From one person's click to the paint in another person's book, with two pages of one browser. */
import { desktop, openVisitor } from '@tukar/e2e/harness/browser'
import { cancelAll } from '../product/people.ts'
import { signInAs } from '@tukar/e2e/harness/enter'
import { newPerson } from '@tukar/e2e/harness/people'
import { bookRow, fillTicket, ticket, untilLive } from '@tukar/e2e/harness/product'
import { startServer } from '@tukar/e2e/harness/server'
import { type Scene, tradingPath } from './scene.ts'

/** In this quiet market nobody else has orders. */
const quiet = { TUKAR_MAKERS: 'off' }
const firstPriceRupiah = 1_600_000_000
const tickRupiah = 1_000
const centsPerRupiah = 100n
const quantity = '0.0001'

/** When the order was sent off, by the clock that all pages share. */
const noteClick = `document.addEventListener('click', ({ target }) => {
  if (target.closest('button[type=submit]')) window.benchClickedAt = performance.timeOrigin + performance.now()
}, { capture: true })`

/** Resolves at the paint of the frame with the row. */
const seeRow = (price: bigint) => `new Promise((resolve) => {
  const isThere = () => document.querySelector('tr[data-price="${price}"]') !== null
  const tell = () => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
    port2.postMessage(null)
  })
  if (isThere()) return resolve(Number.NaN)
  const watcher = new MutationObserver(() => {
    if (!isThere()) return
    watcher.disconnect()
    tell()
  })
  watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  window.benchWatches = true
})`

/** Milliseconds for a number of orders, each placed by the form and canceled. */
export async function measureClicks(
  { browser }: Scene,
  rounds: number,
): Promise<readonly number[]> {
  const server = await startServer({ environment: quiet })
  const open = async (name: string) => {
    const visitor = await openVisitor(browser, server, name, desktop)
    const person = await newPerson(server.client, name)
    await signInAs(visitor, person)
    await visitor.page.goto(tradingPath)
    await untilLive(visitor)
    return { visitor, token: person.token }
  }
  const buyer = await open('klik')
  const other = await open('lihat')
  try {
    await buyer.visitor.page.evaluate(noteClick)
    const tookMs: number[] = []
    for (let i = 0; i < rounds; i++) {
      const rupiah = firstPriceRupiah + i * tickRupiah
      const units = BigInt(rupiah) * centsPerRupiah
      const seen = other.visitor.page.evaluate<number>(seeRow(units))
      await fillTicket(buyer.visitor, 'buy', { price: String(rupiah), quantity })
      await ticket(buyer.visitor, 'buy').submit.click()
      const seenAt = await seen
      const clickedAt = await buyer.visitor.page.evaluate<number>('window.benchClickedAt')
      tookMs.push(seenAt - clickedAt)
      await cancelAll(server.client, [buyer.token])
      await bookRow(other.visitor, units).waitFor({ state: 'detached' })
      await bookRow(buyer.visitor, units).waitFor({ state: 'detached' })
    }
    return tookMs
  } finally {
    await buyer.visitor.close()
    await other.visitor.close()
    await server.stop()
  }
}
