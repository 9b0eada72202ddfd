/** The checks of every page find planted faults, so their silence means something. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { testBrowser } from '../harness/chromium.ts'
import {
  findAccessibilityBarriers,
  findFocusOrderFaults,
  readLayoutShifts,
  tooWide,
  findUntranslated,
  watchShifts,
} from './page-checks.ts'

let browser: Browser
let page: Page

before(async () => {
  browser = await testBrowser()
  const context = await browser.newContext({ viewport: { width: 400, height: 600 } })
  await watchShifts({ context })
  page = await context.newPage()
})
after(() => browser.close())

/** Shows a page with this in its body. */
async function show(body: string): Promise<void> {
  await page.goto('about:blank')
  await page.setContent(
    `<!doctype html><html lang="id"><head><title>Tukar</title></head><body><main>${body}</main></body></html>`,
  )
}

const nextFrames =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))'

test('R-50: a quiet page has no fault', async () => {
  await show('<h1>Dompet saya</h1><button type="button">Masuk</button>')
  await page.evaluate(nextFrames)
  assert.deepEqual(await findAccessibilityBarriers(page), [])
  assert.deepEqual(await tooWide(page), [])
  assert.deepEqual(await findUntranslated(page, 'id'), [])
  assert.equal((await readLayoutShifts(page)).sum, 0)
})

test('R-50: texts of the other language, keys and unfilled placeholders are found, in names too', async () => {
  await show(
    '<p>Page not found</p><p>notFound</p><p>Hai {name}</p><img alt="My wallet" src="data:,">' +
      '<p lang="en">Contact us</p>',
  )
  assert.deepEqual(await findUntranslated(page, 'id'), [
    'Page not found',
    'notFound',
    'Hai {name}',
    'My wallet',
  ])
})

test('R-50: a link that Tab reaches before the field that it belongs to is found, one behind the field is not', async () => {
  await show(
    '<form><label for="mail">Surel</label><input id="mail"><label for="word">Kata sandi</label>' +
      '<a href="/lupa">Lupa?</a><input id="word"><a href="/daftar">Daftar</a></form>' +
      '<form><div><a href="/bantuan">Bantuan</a><label for="code">Kode</label><input id="code">' +
      '<a href="/baru">Kode baru</a></div><button>Kirim</button></form>' +
      '<button type="button" tabindex="3">Dulu</button>',
  )
  const found = await findFocusOrderFaults(page)
  assert.deepEqual(
    found.map((one) => one.replace(/.*>(.+)<.*/, '$1')),
    ['Lupa?', 'Bantuan', 'Dulu'],
  )
})

test('R-50: content that shifts down is found', async () => {
  await show('<div id="late"></div><p style="height: 300px; background: silver">Isi</p>')
  await page.evaluate(nextFrames)
  await page.evaluate('document.getElementById("late").style.height = "200px"')
  await page.evaluate(nextFrames)
  const { sum, said } = await readLayoutShifts(page)
  assert.ok(sum > 0.02, said)
  assert.match(said, /late/)
})

test('R-50: elements that are too wide, too faint, too small or without a name are found', async () => {
  await show(
    '<div style="width: 500px">lebar</div><p style="color: #bbb; background: #fff">pudar</p>' +
      '<input><button style="width: 9px; height: 9px; padding: 0; border: 0" aria-label="a"></button>' +
      '<button style="width: 9px; height: 9px; padding: 0; border: 0" aria-label="b"></button>',
  )
  assert.match((await tooWide(page)).join('\n'), /lebar/)
  const ids = (await findAccessibilityBarriers(page)).map((barrier) => barrier.split(':')[0])
  for (const id of ['color-contrast', 'label', 'target-size']) assert.ok(ids.includes(id), id)
})

test('R-50: content beyond the edge is found on a phone too, which shows all of it by drawing it smaller', async () => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const phone = await context.newPage()
  await phone.setContent(
    '<!doctype html><meta name="viewport" content="width=device-width"><body style="margin: 0"><p style="width: 405px">Isi</p>',
  )
  const [excess] = await tooWide(phone)
  await context.close()
  assert.equal(excess, '15 px')
})
