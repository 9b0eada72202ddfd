/** The chart service in a real browser on a real server: candles, depth, full screen, the user's orders. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chartMessages, createTranslator } from '@tukar/i18n'
import type { FrameLocator } from 'playwright-core'
import { createFixture, placedOrder, type OrderInput, placeOrder } from '../conformance/fixture.ts'
import { desktop, phone, type Visitor, type Display } from '../harness/browser.ts'
import { type JsonObject, rowsAt, textAt } from '../harness/http.ts'
import type { Person } from '../harness/people.ts'
import { sessionOf, tryNow } from '../harness/product.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const tablet: Display = { width: 1024, height: 768, language: 'id', theme: 'light' }
/** Only a failing test waits this long. */
const withinMs = 60_000
/** The specification's strip above the chart at full screen. */
const stripPx = 65

const stage = openStage(quietMarket)
const { visit } = stage

const createChartTranslator = ({ display }: Visitor) =>
  createTranslator(chartMessages, display.language)
const frameOf = ({ page }: Visitor): FrameLocator => page.frameLocator('iframe[src*="/chart/"]')
/** Whole rupiah as they are shown. */
const shown = (rupiah: bigint) => rupiah.toString().replaceAll(/\B(?=(\d{3})+$)/g, '.')

/** Places an order for a person; it must be accepted. */
async function order(person: Person, wish: OrderInput): Promise<void> {
  placedOrder(await placeOrder(createFixture(stage.server.url), person, wish))
}

/** Two people for all tests, so that no order meets one of the same person. */
const fixture = () => createFixture(stage.server.url)
let twoPeople: Promise<readonly [Person, Person]> | null = null
const people = () =>
  (twoPeople ??= Promise.all([fixture().person('penjual'), fixture().person('pembeli')]))

/** Makes two people trade at this price and quantity. */
async function trade(price: bigint, quantity = 20_000n): Promise<void> {
  const [seller, buyer] = await people()
  await order(seller, { side: 'sell', price, quantity })
  await order(buyer, { side: 'buy', price, quantity })
}

async function lastCandle(): Promise<JsonObject> {
  const answer = await stage.server.client.call('GET', '/chart/history', {
    query: { pair: 'BTC_IDR', width: '15m', rows: 10 },
  })
  const candle = rowsAt(answer.body, 'data').at(-1)
  if (candle === undefined) throw new Error(`no candle: ${answer.text}`)
  return candle
}

/** A value shown above the chart. */
const value = (frame: FrameLocator | Visitor['page'], name: string) =>
  frame.locator(`.legend [title="${name}"] .figure`)

const untilText = (what: string, read: () => Promise<string>, text: string) =>
  until(`${what} to say ${text}`, async () => (await read()) === text, { withinMs })

/** Chooses the content of the chart. */
const choose = ({ page }: Visitor, name: string) => page.getByRole('radio', { name }).click()

test('CHART-01 DEC-92: a market begins without candles, and its last candle is its last trade', () =>
  visit('chart-live', async (visitor) => {
    const translate = createChartTranslator(visitor)
    await visitor.page.goto('/markets/1/BTC_IDR')
    const frame = frameOf(visitor)
    await frame.getByText(translate('empty')).waitFor({ timeout: withinMs })
    for (const price of [1_650_000_000n, 1_652_000_000n, 1_649_000_000n]) {
      await trade(price)
      const close = value(frame, translate('closeLong'))
      await untilText('the close', () => close.innerText(), shown(price))
    }
    await until('the call to include the trade', async () => {
      const candle = await lastCandle()
      return textAt(candle, 'close').startsWith('1649000000')
    })
    const candle = await lastCandle()
    const volume = textAt(candle, 'volume').replace('.', ',').slice(0, 6)
    await untilText('the volume', () => value(frame, translate('volumeLong')).innerText(), volume)
    await visitor.page.reload()
    await untilText(
      'the close',
      () => value(frame, translate('closeLong')).innerText(),
      shown(1_649_000_000n),
    )
    await untilText('the volume', () => value(frame, translate('volumeLong')).innerText(), volume)
  }))

test('CHART-02 R-71: the chart has the size of its address, and a bad address names none', () =>
  visit('chart-address', async (visitor) => {
    const { page } = visitor
    for (const view of ['candles', 'depth']) {
      await page.goto(`/chart/${view}?pair=BTC_IDR&width=640&height=300`)
      const box = await page.getByRole('main').boundingBox()
      assert.deepEqual([box?.width, box?.height], [640, 300], view)
      // The loading animation has ended, because each of its frames would repaint the surrounding page.
      assert.equal(await page.locator('.coming').count(), 0, view)
      await page.goto(`/chart/${view}?pair=BTC_IDR&width=64000&height=300`)
      await page.getByText(createChartTranslator(visitor)('badAddress')).waitFor()
    }
  }))

test('CHART-01: candles show their values by key, and are listed in a table', async () => {
  await trade(1_649_000_000n)
  await visit('chart-keys', async (visitor) => {
    const { page } = visitor
    const translate = createChartTranslator(visitor)
    await page.goto('/chart/candles?pair=BTC_IDR&width=900&height=500')
    await value(page, translate('closeLong')).waitFor({ timeout: withinMs })
    await page.getByRole('img').focus()
    await page.keyboard.press('ArrowLeft')
    const close = shown(1_649_000_000n)
    await page.locator('.unseen', { hasText: close }).waitFor()
    await page.getByRole('button', { name: translate('table'), exact: true }).click()
    const candle = await lastCandle()
    const cells = await page.locator('.rows tbody tr').first().locator('td').allInnerTexts()
    const prices = ['open', 'high', 'low', 'close'].map((key) =>
      shown(BigInt(textAt(candle, key).split('.')[0] ?? '')),
    )
    assert.deepEqual(cells.slice(0, 4), prices)
  })
})

test('CHART-01: averages are switched, and stay as they were chosen', () =>
  visit('chart-averages', async (visitor) => {
    const { page } = visitor
    const translate = createChartTranslator(visitor)
    const opener = page.locator('summary')
    const box = (length: number) =>
      page.getByRole('checkbox', { name: translate('averageOf', { length }) })
    await page.goto('/chart/candles?pair=BTC_IDR&width=900&height=500')
    await opener.click()
    assert.deepEqual(await Promise.all([7, 25, 99].map((length) => box(length).isChecked())), [
      true,
      true,
      false,
    ])
    await box(7).uncheck()
    await box(99).check()
    await page.reload()
    await opener.click()
    assert.deepEqual(await Promise.all([7, 25, 99].map((length) => box(length).isChecked())), [
      false,
      true,
      true,
    ])
  }))

/** Whether the chart's canvas has more than its background. */
const hasDrawing = `(() => {
  const drawn = document.querySelector('canvas')
  // Reads from a copy for frequent reads, because the browser warns about repeated reads of a canvas.
  const copy = new OffscreenCanvas(drawn.width, drawn.height)
  const pen = copy.getContext('2d', { willReadFrequently: true })
  pen.drawImage(drawn, 0, 0)
  const { data } = pen.getImageData(0, 0, drawn.width, drawn.height)
  return new Set(new Uint32Array(data.buffer)).size > 1
})()`

test('CHART-01: the chart is drawn for a browser with an unsupported language', () =>
  visit('chart-language', async (visitor) => {
    await trade(1_650_000_000n)
    await visitor.context.addInitScript({
      content: `Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' })`,
    })
    await visitor.page.goto('/chart/candles?pair=BTC_IDR&width=640&height=300')
    await visitor.page.locator('canvas').first().waitFor()
    await until('candles to be drawn', () => visitor.page.evaluate<boolean>(hasDrawing))
  }))

test('CHART-01 DEC-92: the depth accumulates the book, live, and announces each step by key', async () => {
  const [seller] = await people()
  await order(seller, { side: 'sell', price: 1_660_000_000n, quantity: 30_000n })
  await visit('chart-depth', async (visitor) => {
    const { page } = visitor
    const translate = createChartTranslator(visitor)
    await page.goto('/markets/1/BTC_IDR')
    await choose(visitor, translate('depth'))
    const frame = frameOf(visitor)
    const sells = value(frame, translate('sells'))
    await untilText('the sells', () => sells.innerText(), '0,0003')
    await order(seller, { side: 'sell', price: 1_661_000_000n, quantity: 50_000n })
    await untilText('the sells', () => sells.innerText(), '0,0008')
    await frame.getByRole('img').focus()
    await page.keyboard.press('End')
    await untilText('the sum', () => value(frame, translate('upToLong')).innerText(), '0,0008')
    await untilText(
      'the price',
      () => value(frame, translate('price')).innerText(),
      shown(1_661_000_000n),
    )
    // 0,0003 × 1.660.000.000 + 0,0005 × 1.661.000.000
    await untilText(
      'the worth',
      () => value(frame, translate('worth')).innerText(),
      shown(1_328_500n),
    )
    await frame.locator('.unseen', { hasText: shown(1_661_000_000n) }).waitFor()
    await page.reload()
    await untilText('the sells after a reload', () => sells.innerText(), '0,0008')
  })
})

test("CHART-01 R-71: the user's open orders are shown in the chart, and to nobody else", () =>
  visit('chart-own', async (visitor) => {
    const { page } = visitor
    const translate = createChartTranslator(visitor)
    await tryNow(visitor)
    const { token } = await sessionOf(visitor)
    const label = async () =>
      (await frameOf(visitor).getByRole('img').getAttribute('aria-label')) ?? ''
    await until('the chart to be described', async () => (await label()) !== '', { withinMs })
    assert.ok(!(await label()).includes(translate('spokenOrders', { count: 1 })))
    await order(
      { ...(await people())[0], token },
      { side: 'buy', price: 1_640_000_000n, quantity: 20_000n },
    )
    await page.reload()
    const announced = translate('spokenOrders', { count: 1 })
    await until("the user's order on the chart", async () => (await label()).includes(announced), {
      withinMs,
    })
    await choose(visitor, translate('depth'))
    await until("the user's order on the depth", async () => (await label()).includes(announced), {
      withinMs,
    })
    await page.goto('/chart/candles?pair=BTC_IDR&width=900&height=500')
    const alone = page.getByRole('img')
    await until('the chart alone', async () => (await alone.getAttribute('aria-label')) !== null, {
      withinMs,
    })
    assert.ok(!(await alone.getAttribute('aria-label'))?.includes(announced))
  }))

test('LOW-6: the chart in its frame cannot lead the page elsewhere', () =>
  visit('chart-frame', async (visitor) => {
    const { page } = visitor
    visitor.expectTrouble(true)
    await page.goto('/markets/1/BTC_IDR')
    await frameOf(visitor).getByRole('img').waitFor({ timeout: withinMs })
    const chart = page.frames().find((one) => one.url().includes('/chart/'))
    assert.ok(chart)
    const tried = await chart.evaluate(`(() => {
      try {
        top.location.href = '/pages/contact-us'
        return 'went'
      } catch (error) {
        return error.name
      }
    })()`)
    assert.equal(tried, 'SecurityError')
  }))

for (const display of [desktop, tablet, phone]) {
  test(`CHART-03 CHART-05: at ${display.width} px the chart fills the screen but 65 px, and returns`, () =>
    visit(
      `chart-full-${display.width}`,
      async (visitor) => {
        const { page } = visitor
        const translate = createChartTranslator(visitor)
        await page.goto('/markets/1/BTC_IDR')
        const frame = page.locator('iframe[src*="/chart/"]')
        await frameOf(visitor).getByRole('img').waitFor({ timeout: withinMs })
        const before = await frame.boundingBox()
        const open = page.getByRole('button', { name: translate('fullScreen'), exact: true })
        const close = page.getByRole('button', { name: translate('leaveFullScreen') })
        const size = async () => {
          const box = await frame.boundingBox()
          return [box?.width, box?.height]
        }
        // A reload of the frame would lose its state.
        const chart = page.frames().find((one) => one.url().includes('/chart/'))
        assert.ok(chart)
        await chart.evaluate('window.kept = "yes"')
        await open.click()
        const whole = [display.width, display.height - stripPx]
        await until('the whole screen', async () => String(await size()) === String(whole))
        await page.getByRole('dialog').waitFor()
        await close.click()
        await until(
          'the way back',
          async () => String(await size()) === String([before?.width, before?.height]),
        )
        await open.click()
        await frameOf(visitor).getByRole('img').focus()
        await page.keyboard.press('Escape')
        await open.waitFor()
        assert.equal(await page.getByRole('dialog').count(), 0)
        assert.equal(await chart.evaluate('window.kept'), 'yes')
      },
      display,
    ))
}

test('CHART-04 R-70: where there is room for it the chart is 550 px high', () =>
  visit(
    'chart-height',
    async ({ page }) => {
      await page.goto('/markets/1/BTC_IDR')
      const frame = page.locator('iframe[src*="/chart/"]')
      await until('550 px', async () => (await frame.boundingBox())?.height === 550, { withinMs })
    },
    { ...desktop, height: 1_100 },
  ))

for (const view of ['candles', 'depth'])
  test(`CHART-02: /chart/${view} of an unknown pair says so at once`, () =>
    visit(`no-market-${view}`, async (visitor) => {
      const { page } = visitor
      visitor.expectTrouble(true)
      await page.goto(`/chart/${view}?pair=ZZZ_IDR&width=800&height=500`)
      const said = page.getByText(createChartTranslator(visitor)('noMarket', { pair: 'ZZZ/IDR' }), {
        exact: true,
      })
      await said.waitFor()
    }))
