/** News on the trading page and the month's bonus beside the wallet, in a real browser on a real server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bonusMessages, newsMessages, createTranslator } from '@tukar/i18n'
import pg from 'pg'
import type { Locator } from 'playwright-core'
import { createFixture, placeOrder } from '../conformance/fixture.ts'
import { phone, type Visitor } from '../harness/browser.ts'
import { type JsonObject, listRows, objectAt, textAt } from '../harness/http.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { embeddedUrl } from '../harness/postgres.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, tooWide } from '../routes/page-checks.ts'

const trading = '/markets/1/BTC_IDR'
const articlesOnPage = 10

const stage = openStage(quietMarket)
const { visit } = stage

/** Runs statements in the server's database, like an attacker who has passed its checks. */
async function inDatabase(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: embeddedUrl(stage.server.dataFolder) })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function articlesOf(language: 'en' | 'id'): Promise<readonly JsonObject[]> {
  const query = { page: 1, rows: 100, sort: 'id', order: 'desc', filter_rules: '[]' }
  const headers = { 'accept-language': language }
  return listRows(await stage.server.client.call('GET', '/articles', { query, headers }))
}

/** The panel, its cards and its button. */
function newsOf({ page, display }: Visitor) {
  const translate = createTranslator(newsMessages, display.language)
  const panel = page.getByRole('region', { name: translate('title'), exact: true })
  return {
    translate,
    panel,
    cards: panel.getByRole('list').first().locator('> li'),
    more: panel.getByRole('button', { name: translate('loadMore'), exact: true }),
  }
}

test('NEWS-01 TRADE-12 ATT-35: a guest reads title, date and extract, the link leads out, Enter opens the article', async () => {
  await visit('news-guest', async (visitor) => {
    const { page } = visitor
    const { cards } = newsOf(visitor)
    await page.goto(trading)
    await cards.first().waitFor()
    const listed = await articlesOf('en')
    const titles = await cards.getByRole('heading', { level: 3 }).allInnerTexts()
    assert.deepEqual(
      titles,
      listed.slice(0, articlesOnPage).map((row) => textAt(row, 'title')),
    )
    const tax = listed.find((row) => row['ext_link'] === 'https://www.pajak.go.id/')
    assert.ok(tax !== undefined)
    const card = cards.filter({ hasText: textAt(tax, 'title') })
    const time = card.locator('time')
    assert.equal(await time.getAttribute('datetime'), textAt(tax, 'created_at'))
    assert.match(await time.innerText(), /^\d{4}-\d\d-\d\d 09:00$/)
    assert.match(await card.innerText(), /PMK 50\/2025/)
    const link = card.getByRole('link')
    assert.equal(await link.getAttribute('href'), 'https://www.pajak.go.id/')
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer')
    assert.equal(await link.getAttribute('target'), '_blank')

    const opener = card.getByRole('button')
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: textAt(tax, 'title') })
    await dialog.getByRole('heading', { name: 'What applied before' }).waitFor()
    assert.ok((await dialog.getByRole('listitem').count()) >= 5)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    assert.ok(await opener.evaluate((element) => element.matches(':focus')))
  })
})

test('NEWS-03 DEC-91: Load More appends the next page, moves the focus there, and disappears after the last page', async () => {
  await visit('news-more', async (visitor) => {
    const { cards, more } = newsOf(visitor)
    await visitor.page.goto(trading)
    await more.waitFor()
    assert.equal(await cards.count(), articlesOnPage)
    await more.focus()
    await visitor.page.keyboard.press('Enter')
    await more.waitFor({ state: 'detached' })
    const listed = await articlesOf('en')
    assert.deepEqual(
      await cards.getByRole('heading', { level: 3 }).allInnerTexts(),
      listed.map((row) => textAt(row, 'title')),
    )
    const first = cards.nth(articlesOnPage).getByRole('button')
    await until('the focus is on the first new one', () =>
      first.evaluate((element) => element.matches(':focus')),
    )
  })
})

test('NEWS-01 TRADE-12: on a phone news are a tab, in Indonesian, and an article has no barrier', async () => {
  await visit(
    'news-phone',
    async (visitor) => {
      const { translate, cards } = newsOf(visitor)
      await visitor.page.goto(trading)
      await visitor.page.getByRole('tab', { name: translate('title'), exact: true }).click()
      await cards.first().waitFor()
      const [newest] = await articlesOf('id')
      assert.equal(
        await cards.first().getByRole('heading').innerText(),
        textAt(newest ?? {}, 'title'),
      )
      await cards.first().getByRole('button').click()
      const dialog = visitor.page.getByRole('dialog')
      await dialog.waitFor()
      const box = await dialog.boundingBox()
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= phone.width)
      assert.deepEqual(await findAccessibilityBarriers(visitor.page), [])
    },
    phone,
  )
})

test('ATT-34 ATT-35: a hostile article that is already in the database does nothing on the page', async () => {
  const hostile = `<p>Harmless words</p><script>window.pwned = 1</script>
    <img src=x onerror="window.pwned = 1"><svg onload="window.pwned = 1"></svg>
    <a href="javascript:window.pwned = 1">press</a><style>body { display: none }</style>
    <iframe srcdoc="<script>parent.pwned = 1</script>"></iframe>`
  await inDatabase(
    `insert into news.article (title_en, title_id, body_en, body_id)
     values ('<img src=x onerror=alert(1)>', 'x', $body$${hostile}$body$, 'x')`,
  )
  try {
    await visit('news-hostile', async (visitor) => {
      const { page } = visitor
      const { cards } = newsOf(visitor)
      await page.goto(trading)
      const card = cards.filter({ hasText: '<img src=x onerror=alert(1)>' })
      await card.getByRole('button').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Harmless words').waitFor()
      const strange = 'script, img, svg, style, iframe, a, [onerror], [onload]'
      const body = dialog.getByText('Harmless words').locator('..')
      assert.equal(await body.locator(strange).count(), 0)
      assert.equal(await card.locator(strange).count(), 0)
      assert.equal(await page.evaluate(() => Reflect.has(globalThis, 'pwned')), false)
    })
  } finally {
    await inDatabase(`delete from news.article where title_id = 'x'`)
  }
})

test('NEWS-01: a title of 200 letters without a space widens neither the page nor its article', async () => {
  const title = 'W'.repeat(200)
  await inDatabase(
    `insert into news.article (title_en, title_id, body_en, body_id)
     values ('${title}', '${title}', '<p>words</p>', '<p>kata</p>')`,
  )
  try {
    await visit('news-wide', async (visitor) => {
      const { page } = visitor
      const { cards } = newsOf(visitor)
      await page.goto(trading)
      const card = cards.filter({ hasText: title })
      await card.waitFor()
      assert.deepEqual(await tooWide(page), [])
      const widthOf = (one: Locator) => one.evaluate((at) => at.scrollWidth - at.clientWidth)
      assert.equal(await widthOf(card), 0)
      await card.getByRole('button').click()
      assert.equal(await widthOf(page.getByRole('dialog')), 0)
    })
  } finally {
    await inDatabase(`delete from news.article where title_en = '${title}'`)
  }
})

test('NEWS-02 FLT-38: without articles the panel says so; if they fail to load, only the panel fails, and retries', async () => {
  await inDatabase('alter table news.article rename to away')
  try {
    await visit('news-failed', async (visitor) => {
      const { page } = visitor
      const { translate, panel, cards } = newsOf(visitor)
      visitor.expectTrouble(true)
      await page.goto(trading)
      await panel.getByText(translate('failed')).waitFor({ timeout: 30_000 })
      await page
        .getByRole('region', { name: /order book/i })
        .first()
        .waitFor()
      await inDatabase(
        'create table news.article (like news.away including all)',
        'grant select on news.article to public',
      )
      await panel.getByRole('alert').getByRole('button').click()
      await panel.getByText('No news available', { exact: true }).waitFor()
      await inDatabase('drop table news.article', 'alter table news.away rename to article')
      visitor.expectTrouble(false)
      await page.reload()
      await cards.first().waitFor()
    })
  } finally {
    await inDatabase(`do $$ begin
      if to_regclass('news.away') is not null then
        drop table if exists news.article;
        alter table news.away rename to article;
      end if;
    end $$`)
  }
})

async function enter({ context }: Visitor, { token, usid }: Person): Promise<void> {
  const cookie = { domain: '127.0.0.1', path: '/', secure: true, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, name: 'jwt', value: token },
    { ...cookie, name: 'usid', value: String(usid) },
  ])
}

test('BONUS-02 DEC-128 CONST-23: the wallet page counts the filled orders of the month as they fill', async () => {
  const fixture = createFixture(stage.server.url)
  const [seller, buyer] = await Promise.all([
    newPerson(stage.server.client, 'jual'),
    newPerson(stage.server.client, 'beli'),
  ])
  await visit('bonus', async (visitor) => {
    const { page, display } = visitor
    const translate = createTranslator(bonusMessages, display.language)
    await enter(visitor, buyer)
    await page.goto('/settings/wallets')
    const card = page.getByRole('region', { name: translate('title') })
    await card.getByText(translate('counted', { count: 0, target: 30 })).waitFor()
    const period = await stage.server.client.call('GET', '/bonus/current-period', {
      token: buyer.token,
    })
    const data = objectAt(period.body, 'data')
    const day = (key: string, lessMs: number) =>
      new Date(Date.parse(textAt(data, key)) - lessMs + 7 * 3_600_000).toISOString().slice(0, 10)
    await card
      .getByText(translate('period', { start: day('start', 0), end: day('end', 1) }))
      .waitFor()
    await card.getByText(translate('noAmount')).waitFor()

    // Nobody else trades here.
    const [price, quantity] = [1_650_000_000n, 20_000n]
    for (const [person, side] of [
      [seller, 'sell'],
      [buyer, 'buy'],
    ] as const) {
      const answer = await placeOrder(fixture, person, { side, price, quantity })
      assert.equal(answer.body['success'], 1, answer.text)
    }
    const counted = () =>
      stage.server.client.call('GET', '/bonus/order-complete', { token: buyer.token })
    assert.equal(objectAt((await counted()).body, 'data')['count'], 1)
    await card.getByText(translate('counted', { count: 1, target: 30 })).waitFor()
    const ring = card.getByRole('progressbar')
    assert.equal(await ring.getAttribute('aria-valuenow'), '1')
    assert.equal(await ring.getAttribute('aria-valuemax'), '30')

    const lastMs = Date.parse(textAt(data, 'start')) - 1 + 7 * 3_600_000
    const month = new Date(lastMs).toISOString().slice(0, 7)
    const startMs = Date.parse(`${month}-01T00:00:00Z`) - 7 * 3_600_000
    await inDatabase(
      `insert into bonus.month values (${startMs}, 2500000, now()) on conflict do nothing`,
      `insert into bonus.entry (starts_ms, user_id, filled, counted, state, reason)
       values (${startMs}, ${buyer.usid}, 31, 5, 'excluded', 'same_people')`,
    )
    await page.reload()
    await card.getByText(translate('lastSamePeople', { month })).waitFor()
    await card.getByText(translate('ruleTitle')).click()
    await card.getByText(translate('rule')).waitFor()
  })
})
