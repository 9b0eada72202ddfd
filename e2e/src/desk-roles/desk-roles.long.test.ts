/**
 * The console for each single role, entered with one click. The navigation shows what the role may do, other
 * pages say that they are not for it, and the server refuses their calls.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountMessages, deskMessages, createTranslator } from '@tukar/i18n'
import type { Page } from 'playwright-core'
import type { Visitor } from '../harness/browser.ts'
import { textAt } from '../harness/http.ts'
import { sessionOf } from '../harness/product.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const stage = openStage(quietMarket)
const translate = createTranslator(accountMessages, 'en')

/** The message of a page to an operator without the role for it. */
const notYours = /operators whose role allows it|seen by those who have the role/

const everybody = ['', 'people', 'changes', 'passkeys']
const money = ['withdrawals', 'deposits', 'chain-withdrawals', 'chain-deposits', 'chains']
const books = ['books', 'transfers', 'reconciliation']
const content = ['articles', 'announcements']

/** For each role: its navigation, a page of another role, and the call behind that page. */
const roles = {
  support: {
    button: translate('trialSupport'),
    pages: [...everybody, ...money, 'currencies', ...content],
    foreign: { page: 'audit', call: '/desk/audit' },
  },
  kyc: {
    button: translate('trialKyc'),
    pages: [...everybody, 'identity'],
    foreign: { page: 'books', call: '/desk/books' },
  },
  finance: {
    button: translate('trialFinance'),
    pages: [...everybody, ...money, 'currencies', 'fees', 'settings', ...books, 'tax', 'bonus'],
    foreign: { page: 'markets', call: '/desk/markets' },
  },
  risk: {
    button: translate('trialRisk'),
    pages: [
      ...everybody,
      ...money,
      'currencies',
      'markets',
      'settings',
      ...books,
      'bonus',
      'audit',
    ],
    foreign: { page: 'identity/review', call: '/desk/identity' },
  },
  admin: {
    button: translate('trialAdmin'),
    pages: [
      ...everybody,
      ...money,
      ...books,
      ...content,
      'currencies',
      'markets',
      'fees',
      'settings',
      'tax',
      'bonus',
      'maintenance',
      'audit',
      'operators',
    ],
    foreign: { page: 'identity/review', call: '/desk/identity' },
  },
} as const

/** Signs in as the demo operator of a single role, with its button. */
async function enterByClick({ page }: Visitor, button: string): Promise<void> {
  await page.goto('/auth/login')
  await page
    .getByRole('group', { name: translate('trials') })
    .getByRole('button', { name: button, exact: true })
    .click()
  await page
    .getByRole('heading', { name: createTranslator(deskMessages, 'en')('overview') })
    .waitFor()
}

/** The pages in the navigation, each once, without the counts after their names. */
async function pagesOf(page: Page): Promise<readonly string[]> {
  const label = createTranslator(deskMessages, 'en')('nav')
  const paths: readonly string[] = await page.evaluate(
    `[...document.querySelectorAll('nav[aria-label="${label}"] a')].map(({ pathname }) => pathname)`,
  )
  return [...new Set(paths.map((path) => path.split('/')[2] ?? ''))].sort()
}

for (const [role, { button, pages, foreign }] of Object.entries(roles)) {
  test(`ATT-99 G-25: ${role} sees what the role allows, and is refused everything else`, async () => {
    await stage.visit(`role-${role}`, async (visitor) => {
      const { page } = visitor
      await enterByClick(visitor, button)
      assert.deepEqual(await pagesOf(page), [...pages].sort())
      visitor.expectTrouble(true)
      await page.goto(`/executor/${foreign.page}`)
      await page.locator('main').getByText(notYours).first().waitFor()
      const { token } = await sessionOf(visitor)
      const answer = await stage.server.client.call('GET', foreign.call, { token })
      assert.deepEqual([answer.status, answer.body['code']], [403, 'desk.forbidden'])
      visitor.expectTrouble(false)
    })
  })
}

test('ROLE-07: a user without a role is redirected from the console, and its calls are refused', async () => {
  await stage.visit('role-none', async (visitor) => {
    const { page } = visitor
    const answer = await stage.server.client.call('POST', '/simulation/enter', {
      body: { name: 'Sari' },
    })
    const token = textAt(answer.body, 'token')
    const refused = await stage.server.client.call('GET', '/desk/overview', { token })
    assert.deepEqual([refused.status, refused.body['code']], [403, 'desk.forbidden'])
    await page.goto('/executor')
    await until('the visitor is led home', () => new URL(page.url()).pathname === '/')
  })
})
