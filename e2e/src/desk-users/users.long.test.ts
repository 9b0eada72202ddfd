/** Actions of support, risk and admins on people at the console, and what these people see of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  consoleChangeMessages,
  consolePasskeyMessages,
  consolePeopleMessages,
  suspensionMessages,
  createTranslator,
} from '@tukar/i18n'
import type { Page } from 'playwright-core'
import { codeDialog, confirmChange, sendChange } from '../desk/change-visits.ts'
import { giveRole, openConsole } from '../desk/desk-visits.ts'
import { type Authenticator, createAuthenticator } from '../harness/authenticator.ts'
import { desktop } from '../harness/browser.ts'
import { signInAs } from '../harness/enter.ts'
import { objectAt, textAt } from '../harness/http.ts'
import { openLedger } from '../harness/ledger.ts'
import { readMailbox } from '../harness/mailbox.ts'
import { databaseUrlOf, newPerson, type Person, signIn } from '../harness/people.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, findSidewaysScrolling, tooWide } from '../routes/page-checks.ts'

const stage = openStage({ ...quietMarket })
const translate = createTranslator(consolePeopleMessages, 'en')
const translateChange = createTranslator(consoleChangeMessages, 'en')
const translateCode = createTranslator(consolePasskeyMessages, 'en')
const translateSuspended = createTranslator(suspensionMessages, 'en')

type SuspensionTarget = { readonly authenticator: Authenticator }

/** A person with one role and an authenticator for the codes of decisions. */
async function operatorWith(role: string): Promise<Person & SuspensionTarget> {
  const { client } = stage.server
  const person = await newPerson(client, role)
  await giveRole(client, person, role)
  const setup = await client.call('GET', '/users/two-fa-qr-img', { token: person.token })
  const authenticator = createAuthenticator(textAt(objectAt(setup.body, 'data'), 'secret'))
  const body = { google_secret: await authenticator.next() }
  const active = await client.call('POST', '/users/two-fa-activate', { token: person.token, body })
  assert.equal(active.body['success'], 1, active.text)
  return { ...person, authenticator }
}

const propose = (page: Page, button: 'doIt' | 'propose', { authenticator }: SuspensionTarget) =>
  sendChange(page, button, 'The owner called us about it', authenticator)

test('ATT-99 ATT-103: support finds a person by the name, sees hostile data as text, ends sessions, and cannot suspend', async () => {
  const { client } = stage.server
  const [support, person] = [await operatorWith('support'), await newPerson(client, 'ketuk')]
  const ledger = await openLedger(databaseUrlOf(stage.server))
  const hostile = '<img src=x onerror=alert(1)> Budi'
  await ledger.query('update accounts.users set full_name = $2 where id = $1', [
    person.usid,
    hostile,
  ])
  await ledger.close()
  await stage.visit('support', async (visitor) => {
    const { page } = visitor
    await signInAs(visitor, support)
    await page.goto('/executor/people')
    await page
      .getByRole('row')
      .filter({ hasText: translate('accountName', { id: person.usid }) })
      .waitFor()
    await page.getByLabel(translate('searchLabel')).fill('<img src')
    await page.getByRole('button', { name: translate('search'), exact: true }).click()
    const found = page.getByRole('region', { name: translate('found') }).first()
    await found.getByRole('link', { name: translate('accountName', { id: person.usid }) }).click()
    await page
      .getByRole('heading', { level: 1, name: translate('accountName', { id: person.usid }) })
      .waitFor()
    await page.getByLabel(translate('noteLabel')).fill('<script>alert(2)</script> called twice')
    await page.getByRole('button', { name: translate('noteAdd') }).click()
    await page.getByText('<script>alert(2)</script> called twice').waitFor()
    assert.equal(await page.locator('main img, main script').count(), 0)
    assert.equal(
      await page.getByRole('button', { name: translate('suspend'), exact: true }).count(),
      0,
    )
    assert.deepEqual([await findAccessibilityBarriers(page), await tooWide(page)], [[], []])
    await page.getByRole('button', { name: translate('endAll'), exact: true }).click()
    const reason = 'The owner called us about it'
    await page.getByRole('dialog').getByLabel(translateChange('whyLabel')).fill(reason)
    await page.getByRole('button', { name: translateChange('doIt'), exact: true }).click()
    const coding = codeDialog(page)
    await coding.getByText(translateCode('codeWeaker')).waitFor()
    assert.deepEqual([await findAccessibilityBarriers(page), await tooWide(page)], [[], []])
    await coding.getByLabel(translateCode('codeLabel')).fill('123')
    await coding.getByRole('button', { name: translateCode('codeConfirm') }).click()
    await coding.getByText(translateCode('codeMissing')).waitFor()
    await coding.getByRole('button', { name: translateCode('codeCancel') }).click()
    await page.getByText('Confirm this decision with a fresh code of your authenticator.').waitFor()
    await propose(page, 'doIt', support)
    await page.getByText(translate('sessionsEmpty')).waitFor()
  })
  const profile = await client.call('GET', '/users/mydata', { token: person.token })
  assert.equal(profile.status, 401)
  const body = { kind: 'user.suspend', input: { user_id: person.usid, why: 'law' } }
  const tried = await client.call('POST', '/desk/changes/preview', { token: support.token, body })
  assert.deepEqual([tried.status, tried.body['code']], [403, 'desk.forbidden'])
})

test('ATT-59 INV-22 ATT-101: risk suspends at once, the person is notified and can only read, and a second operator resumes', async () => {
  const { client } = stage.server
  const [risk, person] = [await operatorWith('risk'), await newPerson(client, 'tahan')]
  const path = `/executor/people/${person.usid}`
  await stage.visit('risk', async (visitor) => {
    const { page } = visitor
    await signInAs(visitor, risk)
    await page.goto(path)
    await page.getByRole('button', { name: translate('suspend'), exact: true }).click()
    await page.getByRole('button', { name: translate('lookFirst') }).click()
    await page.getByText(/stays, and cannot leave/).waitFor()
    await propose(page, 'doIt', risk)
    await page.getByText(/^suspended since /).waitFor()
    await page.getByRole('button', { name: translate('resume'), exact: true }).click()
    await propose(page, 'propose', risk)
    await page.getByText(/^suspended since /).waitFor()
  })
  await until('the mail of it', async () => {
    const mails = await readMailbox(client, person.email)
    return mails.some((mail) => /is suspended/.test(textAt(mail, 'subject')))
  })
  const token = textAt((await signIn(client, person.email, person.password)).body, 'token')
  const ordered = await client.call('POST', '/exchange/1', {
    token,
    body: { market_place: 'Limit Buy', market_position: '1600000000', market_amount: '1000000' },
  })
  assert.equal(ordered.body['code'], 'account.suspended', ordered.text)
  await stage.visit('suspended', async (visitor) => {
    const { page } = visitor
    await signInAs(visitor, { ...person, token })
    await page.goto('/settings/wallets')
    await page.getByText(translateSuspended('text')).waitFor()
    assert.deepEqual([await findAccessibilityBarriers(page), await tooWide(page)], [[], []])
  })
  await stage.visit('second', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Bayu')
    await confirmChange(page, /./, 'Papers are in order')
    await page.goto(path)
    await page.getByRole('button', { name: translate('suspend'), exact: true }).waitFor()
  })
})

test("INV-22: an admin proposes a limit for a person, and sees the admin's own account without any action", async () => {
  const { client } = stage.server
  const [admin, person] = [await operatorWith('admin'), await newPerson(client, 'batas')]
  await stage.visit('admin', async (visitor) => {
    const { page } = visitor
    await signInAs(visitor, admin)
    await page.goto(`/executor/people/${person.usid}`)
    await page.getByRole('button', { name: translate('changeLimit', { currency: 'IDR' }) }).click()
    await page.getByLabel(translate('newLimit', { currency: 'IDR' })).fill('5000000')
    await page.getByRole('button', { name: translate('lookFirst') }).click()
    await page.getByText(/Rp\s5\.000\.000, this person alone/).waitFor()
    await propose(page, 'propose', admin)
    await page.goto(`/executor/people/${admin.usid}`)
    await page.getByText(translate('ownAccount')).waitFor()
    assert.equal(
      await page.getByRole('button', { name: translate('suspend'), exact: true }).count(),
      0,
    )
  })
})

test('R-50: on a small desktop the list of people is complete, and names in the audit log are not broken', async () => {
  for (const language of ['en', 'id'] as const) {
    await stage.visit(
      `small-desk-${language}`,
      async (visitor) => {
        const { page } = visitor
        // The audit log names each operator who opened an account.
        for (const path of ['people/1001', 'people', 'audit']) {
          await openConsole(stage.server, visitor, 'Ratna', `/executor/${path}`)
          await page.getByRole('table').first().waitFor()
          assert.deepEqual(await tooWide(page), [], path)
          if (path !== 'audit') assert.deepEqual(await findSidewaysScrolling(page), [], path)
        }
        const name = page.getByText(/^user:\d{4}$/).first()
        const lines = await name.evaluate((text) => text.getClientRects().length)
        assert.equal(lines, 1)
      },
      { ...desktop, width: 1024, language },
    )
  }
})
