/** The settings in a browser: access, the profile, and deleting the account. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankAccountMessages, createTranslator } from '@tukar/i18n'
import { serverMessage } from '@tukar/i18n/server'
import { phone, type Visitor } from '../harness/browser.ts'
import { textAt } from '../harness/http.ts'
import { newPerson, signIn } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import {
  accountVisits,
  readAnswer,
  accountTranslators,
  cookiesOf,
  signInAs,
  isAt,
  findToasts,
} from './visits.ts'

const { client, visit } = accountVisits()

const places = ['/settings', '/settings/profile', '/settings/2fa', '/settings/delete-account']

test('SET-04 SET-05 ROLE-04: without a session the settings lead home', async () => {
  await visit('settings-guest', async ({ page }) => {
    for (const path of places) {
      await page.goto(path)
      await page.waitForURL(isAt('/'))
    }
  })
})

test('SET-01: the menu is beside each page, and on a phone it is a page of its own', async () => {
  const person = await newPerson(client(), 'menu')
  await visit('settings-menu', async (visitor) => {
    const { page } = visitor
    const { settings } = accountTranslators(visitor)
    await signInAs(visitor, person)
    await page.goto('/settings')
    await page.waitForURL(isAt('/settings/profile'))
    const menu = page.getByRole('navigation', { name: settings('menuLabel') })
    for (const [name, path] of [
      [settings('twoFactor'), '/settings/2fa'],
      [settings('deleteAccount'), '/settings/delete-account'],
      [settings('profile'), '/settings/profile'],
    ] as const) {
      await menu.getByRole('link', { name, exact: true }).click()
      await page.waitForURL(isAt(path))
      const current = menu.locator('[aria-current=page]')
      await until('the mark', async () => (await current.innerText()).trim() === name)
    }
  })
  const onPhone = async (visitor: Parameters<Parameters<typeof visit>[1]>[0]) => {
    const { page } = visitor
    const { settings } = accountTranslators(visitor)
    await signInAs(visitor, person)
    await page.goto('/settings')
    await page
      .getByRole('main')
      .getByRole('link', { name: settings('profile') })
      .click()
    await page.waitForURL(isAt('/settings/profile'))
    await page.getByRole('link', { name: settings('toSettings') }).click()
    await page.waitForURL(isAt('/settings'))
  }
  await visit('settings-phone', onPhone, phone)
})

test('TFA-06 BANK-02 R-41: a shared demo person is offered neither a second factor nor another bank account', async () => {
  const entered = await client().call('POST', '/simulation/enter', { body: { name: 'Sari' } })
  const { body } = entered
  const person = {
    token: textAt(body, 'token'),
    usid: Number(body['usid']),
    name: '',
    email: '',
    password: '',
  }
  const run = async (visitor: Visitor) => {
    const { page, display } = visitor
    await signInAs(visitor, person)
    await page.goto('/settings/2fa')
    await page.getByText(serverMessage(display.language, 'two_factor.demo_person')).waitFor()
    const { settings, shell } = accountTranslators(visitor)
    assert.equal(await page.getByText(settings('stepCode')).count(), 0)
    assert.equal(await page.getByRole('button', { name: settings('activate') }).count(), 0)
    assert.equal(await page.getByRole('button', { name: shell('retry') }).count(), 0)
    // The page offers no change of the bank account, because the exchange would refuse it.
    const bank = createTranslator(bankAccountMessages, display.language)
    await page.goto('/settings/bank')
    await page.getByText(bank('demo'), { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: bank('update') }).count(), 0)
  }
  await visit('settings-demo', run, phone)
})

test('SET-03 SET-06 NAV-04 API-07 FMT-06 DEC-38 DEC-39: only the nickname can be changed, and the answer is shown', async () => {
  const person = await newPerson(client(), 'profil')
  await visit('profile', async (visitor) => {
    const { page } = visitor
    const { settings, shell } = accountTranslators(visitor)
    await signInAs(visitor, person)
    await page.goto('/settings/profile')
    const nickname = page.getByLabel(settings('nickname'), { exact: true })
    const readOnly = [settings('fullName'), settings('email')]
    for (const label of readOnly) {
      assert.equal(await page.getByLabel(label, { exact: true }).isEditable(), false, label)
    }
    assert.equal(
      await page.getByLabel(settings('email'), { exact: true }).inputValue(),
      person.email,
    )
    const send = async (text: string) => {
      const answered = page.waitForResponse(
        (response) =>
          response.url().endsWith('/users/mydata') && response.request().method() === 'POST',
      )
      await nickname.fill(text)
      await page.getByRole('button', { name: settings('update') }).click()
      const { success, message } = await readAnswer(answered)
      await page.getByText(message).waitFor()
      return success
    }
    assert.equal(await send('Si Panjang Sekali Namanya'), true)
    const banner = page.getByRole('banner')
    const button = banner.getByText('Si Pa...anya')
    await button.waitFor()
    assert.equal(await button.getAttribute('title'), 'Si Panjang Sekali Namanya')
    await button.click()
    const menu = banner.getByRole('group')
    await menu.getByText(person.name, { exact: true }).waitFor()
    await menu.getByText('Si Pa...anya').waitFor()
    for (const [name, path] of [
      [shell('profile'), '/settings/profile'],
      [shell('myWallet'), '/settings/wallets'],
    ] as const) {
      assert.equal(await menu.getByRole('link', { name }).getAttribute('href'), path)
    }
    await menu.getByRole('button', { name: 'Logout', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await send('   '), false)
  })
})

test('DEL-01 DEL-02 DEL-03 DEC-40 ERR-22: a reason and a word are required, a refusal is shown, and then everything is deleted', async () => {
  const person = await newPerson(client(), 'pamit')
  const { body: placed } = await client().call('POST', '/exchange/1', {
    token: person.token,
    body: {
      market_place: 'Limit Buy',
      market_position: '1650000000',
      market_amount: '165000.00',
      market_amount_maxbalance_marking: false,
    },
  })
  assert.equal(placed['success'], 1, JSON.stringify(placed))
  await visit('delete', async (visitor) => {
    const { page } = visitor
    const { bell, settings } = accountTranslators(visitor)
    await signInAs(visitor, person)
    await page.goto('/settings/delete-account')
    const submit = page.getByRole('button', { name: settings('deleteSubmit') })
    await submit.click()
    await page.getByText(settings('reasonEmpty')).waitFor()
    await page.getByText(settings('confirmInvalid')).waitFor()

    const reason = page.getByLabel(settings('reason'), { exact: true })
    assert.equal(await reason.getAttribute('maxlength'), '500')
    await reason.fill('Pindah kota')
    await page.getByLabel(settings('confirmWord'), { exact: true }).fill('delete')
    const answered = page.waitForResponse('**/users/delete-account')
    await submit.click()
    const { success, message } = await readAnswer(answered)
    assert.equal(success, false)
    await page.getByRole('alert').filter({ hasText: message }).waitFor()
    assert.ok((await cookiesOf(visitor)).has('jwt'))

    const { token } = person
    await client().call('POST', '/obooks/cancel-all', { token, body: {} })
    // Another call of the page reports the ended session before the answer to its own request arrives.
    visitor.expectTrouble(true)
    await page.route('**/users/delete-account', async (route) => {
      const response = await route.fetch()
      const refused = page.waitForResponse((one) => one.status() === 401)
      await page
        .getByRole('button', { name: bell('bell') })
        .or(page.getByRole('button', { name: bell('bellUnread') }))
        .click()
      await refused
      await route.fulfill({ response })
    })
    await submit.click()
    await page.waitForURL(isAt('/'))
    await findToasts(visitor)
      .filter({ hasText: serverMessage('en', 'deletion.done') })
      .waitFor()
    assert.equal(await findToasts(visitor).count(), 1)
    assert.deepEqual([...(await cookiesOf(visitor)).keys()], [])
    const again = await signIn(client(), person.email, person.password)
    assert.notEqual(again.body['success'], 1)
  })
})
