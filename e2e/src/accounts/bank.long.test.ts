/** The bank account for rupiah in a browser: saving, changing, and the locked state. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankAccountMessages, createTranslator } from '@tukar/i18n'
import { serverMessage } from '@tukar/i18n/server'
import pg from 'pg'
import { phone, type Visitor } from '../harness/browser.ts'
import { signInAs } from '../harness/enter.ts'
import { listRows, textAt } from '../harness/http.ts'
import { readMailbox } from '../harness/mailbox.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { embeddedUrl } from '../harness/postgres.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { readAnswer, isAt, findToasts } from './visits.ts'

const stage = openStage(quietMarket)

const good = { bank: 'Bank Mandiri', holder: 'Dewi Lestari', number: '1234567890' }
const listPath = '/api/payment/available_disbursements_bank'

/** The elements of the page that a person sees. */
function bankPage({ page, display }: Visitor) {
  const translate = createTranslator(bankAccountMessages, display.language)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  return {
    translate,
    bank: field(translate('bank')),
    holder: field(translate('holder')),
    number: field(translate('number')),
    save: page.getByRole('button', { name: translate('save'), exact: true }),
    update: page.getByRole('button', { name: translate('update'), exact: true }),
  }
}

async function fill(visitor: Visitor, { bank, holder, number }: typeof good): Promise<void> {
  const form = bankPage(visitor)
  await form.bank.selectOption(bank)
  await form.holder.fill(holder)
  await form.number.fill(number)
}

/** Presses the button and returns the server's answer. */
async function press({ page }: Visitor, button: ReturnType<typeof bankPage>['save']) {
  const answered = page.waitForResponse(
    (response) =>
      response.url().endsWith('/users/mybank') && response.request().method() === 'POST',
  )
  await button.click()
  return readAnswer(answered)
}

const savedBank = async ({ token }: Person) =>
  (await stage.server.client.call('GET', '/users/mybank', { token })).body['data']

const saveBy = async ({ token }: Person) => {
  const body = { name: good.bank, ac_name: good.holder, ac_number: good.number }
  const answer = await stage.server.client.call('POST', '/users/mybank', { token, body })
  assert.equal(answer.body['success'], 1, answer.text)
}

test('BANK-01 BANK-03 BANK-04 BANK-06 API-12 API-13 SRV-27: an account is saved, confirmed by notification and e-mail, and shown', async () => {
  const { client } = stage.server
  const person = await newPerson(client, 'rekening')
  await stage.visit('bank', async (visitor) => {
    const { page } = visitor
    const form = bankPage(visitor)
    await signInAs(visitor, person)
    await page.goto('/settings/bank')
    await page.locator('select[name=bank]:enabled').waitFor()
    // The account must have the person's own name, so the field begins with it.
    await until('the own name', async () => (await form.holder.inputValue()) === person.name)
    await form.holder.fill('')
    await form.save.click()
    for (const key of ['bankEmpty', 'holderEmpty', 'numberEmpty'] as const) {
      await page.getByText(form.translate(key)).waitFor()
    }
    // The first select has the focus.
    await page.locator('select[name=bank]:focus').waitFor()
    const { token } = person
    const list = await client.call('GET', listPath, { token })
    const closed = JSON.stringify(list.body).match(/"name":"([^"]+)","can_disburse":false/)?.[1]
    assert.ok(closed !== undefined, list.text)
    assert.equal((await form.bank.locator('option').allInnerTexts()).includes(closed), false)
    await fill(visitor, { ...good, number: '1234 5678-90' })
    const { success, message } = await press(visitor, form.save)
    assert.equal(success, true)
    await findToasts(visitor).filter({ hasText: message }).waitFor()
    await form.update.waitFor()
    assert.equal(new URL(page.url()).pathname, '/settings/bank')
    await page.reload()
    await form.update.waitFor()
    assert.deepEqual(
      [
        await form.bank.inputValue(),
        await form.holder.inputValue(),
        await form.number.inputValue(),
      ],
      [good.bank, good.holder, good.number],
    )
    await page.getByText(form.translate('changeWarning'), { exact: true }).waitFor()
  })
  assert.deepEqual(await savedBank(person), {
    name: good.bank,
    ac_name: good.holder,
    ac_number: good.number,
    data_lock: false,
  })
  const notices = await client.call('GET', '/notifs', {
    token: person.token,
    query: { page: 1, rows: 10, sort: 'id', order: 'desc', filter_rules: '[]' },
  })
  assert.equal(listRows(notices)[0]?.['kind'], 'bank_saved')
  await until('the mail', async () => {
    const mails = await readMailbox(client, person.email)
    return mails.some((mail) => /bank account is saved/i.test(textAt(mail, 'subject')))
  })
})

test('BANK-05 BANK-07: a person who comes from a withdrawal is led back to it, on a phone too', async () => {
  const person = await newPerson(stage.server.client, 'tambah')
  const run = async (visitor: Visitor) => {
    const { page } = visitor
    const form = bankPage(visitor)
    await signInAs(visitor, person)
    await page.goto('/settings/bank?add=bank')
    await page.getByText(form.translate('toWithdrawal')).waitFor()
    await fill(visitor, good)
    const { success } = await press(visitor, form.save)
    assert.equal(success, true)
    await page.waitForURL(isAt('/settings/wallets/idr_withdraw'))
  }
  await stage.visit('bank-add', run, phone)
})

test("BANK-08 ERR-04 DEC-97: a refusal is shown in the server's words, and the input stays", async () => {
  const person = await newPerson(stage.server.client, 'tolak')
  await stage.visit('bank-refused', async (visitor) => {
    const { page } = visitor
    const form = bankPage(visitor)
    await signInAs(visitor, person)
    await page.goto('/settings/bank')
    await fill(visitor, { ...good, holder: 'Dewi\u0007Lestari' })
    const { success, message } = await press(visitor, form.save)
    assert.equal(success, false)
    assert.equal(message, serverMessage('en', 'bank.holder_letter', { letter: 'U+0007' }))
    await page.getByText(message, { exact: true }).waitFor()
    assert.equal(await form.number.inputValue(), good.number)
    // An error that belongs to no field is shown above the page.
    await page.route('**/users/mybank', (route) =>
      route.fulfill({ json: { success: 0, msg: 'The banks are closed.' } }),
    )
    await form.holder.fill(good.holder)
    await form.save.click()
    await page.getByRole('alert').filter({ hasText: 'The banks are closed.' }).waitFor()
    assert.equal(await form.number.inputValue(), good.number)
  })
  assert.equal(await savedBank(person), null)
})

test('BANK-02 BANK-09 DEC-96 DEC-98: a locked account is read-only, shows why, and has no button', async () => {
  const person = await newPerson(stage.server.client, 'kunci')
  await saveBy(person)
  const client = new pg.Client({ connectionString: embeddedUrl(stage.server.dataFolder) })
  await client.connect()
  await client.query('update bank.account set locked_at = now() where user_id = $1', [person.usid])
  await client.end()
  await stage.visit('bank-locked', async (visitor) => {
    const { page } = visitor
    const form = bankPage(visitor)
    await signInAs(visitor, person)
    await page.goto('/settings/bank')
    await page.getByText(form.translate('locked')).waitFor()
    for (const [field, text] of [
      [form.bank, good.bank],
      [form.holder, good.holder],
      [form.number, good.number],
    ] as const) {
      assert.deepEqual([await field.isEditable(), await field.inputValue()], [false, text])
    }
    assert.equal(await form.save.or(form.update).count(), 0)
    const contact = page.getByRole('main').getByRole('link', { name: form.translate('contact') })
    assert.equal(await contact.getAttribute('href'), '/pages/contact-us')
  })
})

test('BANK-03 GEN-14: if account or banks cannot be loaded, the page says so and loads them on request', async () => {
  const person = await newPerson(stage.server.client, 'putus')
  await stage.visit('bank-unreached', async (visitor) => {
    const { page } = visitor
    const form = bankPage(visitor)
    await signInAs(visitor, person)
    visitor.expectTrouble(true)
    for (const [path, text] of [
      [listPath, form.translate('banksFailed')],
      ['/users/mybank', form.translate('loadFailed')],
    ] as const) {
      const isPath = (url: URL) => url.pathname === path
      await page.route(isPath, (route) => route.abort())
      await page.goto('/settings/bank')
      const trouble = page.getByRole('main').getByRole('alert').filter({ hasText: text })
      await trouble.waitFor()
      await page.unroute(isPath)
      await trouble.getByRole('button').click()
      await form.save.waitFor()
    }
    visitor.expectTrouble(false)
  })
})
