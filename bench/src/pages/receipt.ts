/** From a key in the order ticket of a phone to the paint of the receipt's new figures. */
import { phone, type Visitor } from '@tukar/e2e/harness/browser'
import { ticket, translatorsFor } from '@tukar/e2e/harness/product'
import type { Scene } from './scene.ts'

/** Like the phone of the other parts. */
const slowdown = 4
/** Below the market, so the order rests: its hold changes by keys alone. */
const typedPrice = '1500000000'
const typedQuantity = '0.0015'
/** Deletes and retypes the last digit: each key changes the hold. */
const keys = ['Backspace', '5'] as const
const betweenMs = 150

/**
 * Resolves at the paint of the frame with a changed last line of the receipt, with the milliseconds since the
 * key was pressed; the key is pressed once it is watching.
 */
const watchKey = (receipt: string) => `(() => {
  const held = [...document.querySelectorAll('[aria-label="${receipt}"] dd')].at(-1)
  let pressedAt = null
  addEventListener('keydown', ({ timeStamp }) => (pressedAt ??= timeStamp), { capture: true, once: true })
  window.benchKey = new Promise((resolve) => {
    const watcher = new MutationObserver(() => {
      if (pressedAt === null) return
      watcher.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - pressedAt)
        port2.postMessage(null)
      })
    })
    watcher.observe(held, { subtree: true, childList: true, characterData: true })
  })
})()`

async function openTicket(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const { trade } = translatorsFor(visitor)
  await page.getByRole('button', { name: trade('buyBase', { base: 'BTC' }) }).tap()
  const { price, quantity } = ticket(visitor, 'buy')
  await price.tap()
  await price.press('Control+a')
  await price.pressSequentially(typedPrice)
  await quantity.tap()
  await quantity.pressSequentially(typedQuantity)
}

/** Milliseconds for a number of keys, in a market as in the other parts. */
export async function measureReceipt(scene: Scene, rounds: number): Promise<readonly number[]> {
  const visitor = await scene.openTrading('receipt', phone)
  const { page } = visitor
  try {
    await openTicket(visitor)
    const client = await page.context().newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const load = scene.busyFor((rounds * keys.length * betweenMs * 2) / 1_000 + 2)
    // A failure here ends the server, and with it the load.
    load.catch(() => null)
    const { quantity } = ticket(visitor, 'buy')
    const receipt = translatorsFor(visitor).trade('receipt')
    const tookMs: number[] = []
    for (let i = 0; i < rounds; i++) {
      for (const key of keys) {
        await page.evaluate(watchKey(receipt))
        await quantity.press(key)
        tookMs.push(await page.evaluate<number>('window.benchKey'))
        await page.waitForTimeout(betweenMs)
      }
    }
    await load
    return tookMs
  } finally {
    await visitor.close()
  }
}
