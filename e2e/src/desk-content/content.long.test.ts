/** Texts and switches that operators set at the console, and their effect on the pages of users. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  announcementMessages,
  consoleContentMessages,
  newsMessages,
  shellMessages,
  createTranslator,
} from '@tukar/i18n'
import type { Page } from 'playwright-core'
import { sendChange } from '../desk/change-visits.ts'
import { openConsole } from '../desk/desk-visits.ts'
import { phone } from '../harness/browser.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, tooWide, findUntranslated } from '../routes/page-checks.ts'

const stage = openStage(quietMarket)
const translate = createTranslator(consoleContentMessages, 'en')
const translateShell = createTranslator(shellMessages, 'en')
const translateNews = createTranslator(newsMessages, 'en')
const translateAnnouncement = createTranslator(announcementMessages, 'en')
const languages = [
  ['English', 'Lower fees'],
  ['Indonesia', 'Biaya turun'],
] as const
const tradePath = '/markets/1/BTC_IDR'

const isAt = (path: string) => (url: URL) => url.pathname === path

/** Checks that a console page fits its window, is translated and has no accessibility barriers. */
async function checkPage(page: Page): Promise<void> {
  assert.deepEqual(await tooWide(page), [])
  assert.deepEqual(await findUntranslated(page, 'en'), [])
  assert.deepEqual(await findAccessibilityBarriers(page), [])
}

test('SRV-86 ATT-34 ATT-103 NEWS-01: an article is written with a preview, published, and clean for its readers', async () => {
  await stage.visit('writer', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Ratna', '/executor/articles')
    await page.getByRole('button', { name: translate('newArticle') }).click()
    for (const [language, title] of languages) {
      await page.getByLabel(translate('titleOf', { language })).fill(title)
      const hostile = `<p onclick="hacked=1">${title}!</p><img src=x onerror="hacked=1"><script>hacked=1</script>`
      await page.getByLabel(translate('bodyOf', { language })).fill(hostile)
      const preview = page.getByRole('region', { name: translate('preview', { language }) })
      await preview.getByText(`${title}!`).waitFor()
      assert.equal(await preview.locator('img, script').count(), 0)
    }
    await checkPage(page)
    await page.getByRole('button', { name: translate('publish') }).click()
    await page.getByRole('row', { name: /Lower fees \/ Biaya turun/ }).waitFor()
    await checkPage(page)
    assert.equal(await page.evaluate('typeof hacked'), 'undefined')
  })
  await stage.visit('reader', async ({ page }) => {
    await page.goto(tradePath)
    const news = page.getByRole('region', { name: translateNews('title') })
    await news.getByRole('button', { name: 'Lower fees' }).click()
    await page.getByRole('dialog').getByText('Lower fees!').waitFor()
    assert.equal(await page.evaluate('typeof hacked'), 'undefined')
  })
})

/** Publishes an announcement at the console. */
async function announce(page: Page, text: string, currency?: string): Promise<void> {
  await page.getByRole('button', { name: translate('newAnnouncement') }).click()
  const form = page.getByRole('form', { name: translate('newAnnouncement') })
  await form.getByLabel(translate('textOf', { language: 'English' })).fill(text)
  await form.getByLabel(translate('textOf', { language: 'Indonesia' })).fill(`(id) ${text}`)
  await form.getByLabel(translate('level')).last().selectOption('warning')
  if (currency !== undefined)
    await form.getByLabel(translate('about')).last().selectOption(currency)
  await form.getByRole('button', { name: translate('save') }).click()
  await page.getByText(text, { exact: true }).first().waitFor()
}

test('SRV-86: an announcement appears on an open page without moving it, and stays away once it is dismissed', async () => {
  await stage.visit('guest', async (reader) => {
    const { page } = reader
    await page.goto(tradePath)
    await page.getByRole('region', { name: translateNews('title') }).waitFor()
    // Wait first, because layout shifts during the page's own load are not caused by the announcement.
    await waitUntilIdle(page)
    await page.evaluate(`globalThis.shifts = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) globalThis.shifts += entry.value
      }).observe({ type: 'layout-shift' })`)
    await stage.visit('announcer', async (visitor) => {
      await openConsole(stage.server, visitor, 'Ratna', '/executor/announcements')
      await announce(visitor.page, 'Trading in SOL begins on Monday.')
      await announce(visitor.page, 'Withdrawals of rupiah are slow today.', 'IDR')
      await checkPage(visitor.page)
    })
    const strip = page.getByRole('region', { name: translateAnnouncement('label') })
    await strip.getByText('Trading in SOL begins on Monday.').waitFor()
    assert.equal(await page.getByText('Withdrawals of rupiah').count(), 0, 'that is for its wallet')
    assert.ok(Number(await page.evaluate('globalThis.shifts')) < 0.01)
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await strip.getByRole('button', { name: translateAnnouncement('dismiss') }).click()
    await strip.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('region', { name: translateNews('title') }).waitFor()
    assert.equal(await strip.count(), 0)
  })
  await stage.visit(
    'phone',
    async ({ page }) => {
      await page.goto('/markets')
      await page.getByText('(id) Trading in SOL begins on Monday.').waitFor()
      assert.deepEqual(await tooWide(page), [])
    },
    phone,
  )
  await stage.visit('wallet', async (visitor) => {
    await openConsole(stage.server, visitor, 'Bayu', '/settings/wallets/idr_withdraw')
    await visitor.page.getByRole('alert').getByText('Withdrawals of rupiah are slow').waitFor()
  })
})

/** A page learns from its first call that maintenance is on. */
const redirectMs = 3_000

/** Whether a promise resolved within the time. */
async function isSoon(waiting: Promise<unknown>): Promise<boolean> {
  return waiting.then(
    () => true,
    () => false,
  )
}

/** Turns a switch at the console, with a reason. */
async function turn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await sendChange(page, 'doIt', 'A new release is installed')
}

test('SRV-09 MAINT-03: the exchange is closed and opened from the console, which can be entered meanwhile', async () => {
  await stage.visit('closing', async (visitor) => {
    await openConsole(stage.server, visitor, 'Ratna', '/executor/maintenance')
    await checkPage(visitor.page)
    await turn(visitor.page, translate('closeExchange'))
    await visitor.page.getByText(translate('isClosed')).waitFor()
  })
  await stage.visit('closed', async (visitor) => {
    const { page } = visitor
    visitor.expectTrouble(true)
    await until('the exchange is closed', async () => {
      await page.goto('/markets')
      return isSoon(page.waitForURL(isAt('/maintenance'), { timeout: redirectMs }))
    })
    await page.goto('/executor/maintenance')
    await page.waitForURL(isAt('/auth/login'))
    await page.getByRole('button', { name: /Bayu/ }).first().click()
    await page.waitForURL(isAt('/executor'))
    await page.goto('/executor/maintenance')
    await turn(page, translate('openExchange'))
    await page.getByText(translate('isOpen')).waitFor()
    await until('the exchange is open', async () => {
      await page.goto('/markets')
      const row = page.getByRole('row').filter({ hasText: 'BTC' }).first()
      return isSoon(row.waitFor({ timeout: redirectMs }))
    })
  })
})

test('GEN-10: a console page whose file fails to load says so, beside its menu, and recovers automatically', async () => {
  await stage.visit('console-offline', async (visitor) => {
    const { page, context } = visitor
    await openConsole(stage.server, visitor, 'Ratna')
    const entry = page.getByRole('link', { name: translate('articles') })
    await entry.waitFor()
    visitor.expectTrouble(true)
    await context.setOffline(true)
    await entry.click()
    await page.getByRole('heading', { level: 1, name: translateShell('errorTitle') }).waitFor()
    await page.getByText(translateShell('notLoadedText')).waitFor()
    await entry.waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { level: 1, name: translate('articles') }).waitFor()
  })
})
