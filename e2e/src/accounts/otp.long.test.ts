/** The dialog for a code by e-mail, as a withdrawal opens it: its six boxes, their input and its messages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otpMessages, rupiahMessages, createTranslator } from '@tukar/i18n'
import { serverMessage } from '@tukar/i18n/server'
import pg from 'pg'
import { phone, type Visitor } from '../harness/browser.ts'
import { signInAs } from '../harness/enter.ts'
import { listRows, textAt } from '../harness/http.ts'
import { readMailbox } from '../harness/mailbox.ts'
import { type Person, verifiedPerson } from '../harness/people.ts'
import { embeddedUrl } from '../harness/postgres.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { findToasts } from './visits.ts'

const stage = openStage(quietMarket)
const listQuery = { page: 1, rows: 10, sort: 'id', order: 'desc', filter_rules: '[]' }

/** A new person with money and a bank account. */
async function newPayee(prefix: string): Promise<Person> {
  const { client } = stage.server
  const person = await verifiedPerson(stage.server, prefix)
  const body = { name: 'Bank Mandiri', ac_name: 'Dewi Lestari', ac_number: '1234567890' }
  const answer = await client.call('POST', '/users/mybank', { token: person.token, body })
  assert.equal(answer.body['success'], 1, answer.text)
  return person
}

/** The newest code in a person's mailbox, once `count` e-mails with a code have arrived. */
function mailedCode({ email }: Person, count = 1): Promise<string> {
  return until(`${count} codes to ${email}`, async () => {
    const mails = await readMailbox(stage.server.client, email)
    const codes = mails.flatMap((mail) => textAt(mail, 'subject').match(/\b\d{6}\b/) ?? [])
    return codes.length >= count && codes[0]
  })
}

const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function withdrawals({ token }: Person): Promise<number> {
  const path = '/wallets_idr/withdraws'
  return listRows(await stage.server.client.call('GET', path, { token, query: listQuery })).length
}

/** The elements of the dialog that a visitor sees. */
function dialogOf({ page, display }: Visitor) {
  const translate = createTranslator(otpMessages, display.language)
  const dialog = page.getByRole('dialog', { name: translate('title') })
  return {
    translate,
    dialog,
    boxes: dialog.getByRole('textbox'),
    box: (number: number) => dialog.getByLabel(translate('digit', { number, count: 6 })),
    confirm: dialog.getByRole('button', { name: translate('confirm'), exact: true }),
    held: async () => {
      const boxes = await dialog.getByRole('textbox').all()
      return (await Promise.all(boxes.map((box) => box.inputValue()))).join('|')
    },
  }
}

/** Waits until a box has the focus. */
async function untilIn(visitor: Visitor, number: number): Promise<void> {
  const { translate, dialog } = dialogOf(visitor)
  const label = translate('digit', { number, count: 6 })
  await dialog.locator(`input[aria-label="${label}"]:focus`).waitFor()
}

/** Fills in a withdrawal, opens its review, and presses the button that opens the dialog. */
async function openDialog(visitor: Visitor, person: Person): Promise<void> {
  const { page, display } = visitor
  const translate = createTranslator(rupiahMessages, display.language)
  await signInAs(visitor, person)
  await page.goto('/settings/wallets/idr_withdraw')
  await page.getByLabel(translate('amount')).first().fill('100000')
  await page.getByRole('button', { name: translate('continue'), exact: true }).click()
  await page.getByRole('heading', { name: translate('reviewTitle') }).waitFor()
  await pressWithdraw(visitor)
}

async function pressWithdraw({ page, display }: Visitor): Promise<void> {
  const translate = createTranslator(rupiahMessages, display.language)
  await page.getByRole('button', { name: translate('confirm', { amount: '100.000' }) }).click()
}

test('ATT-13 OTP-02 OTP-03 OTP-05 OTP-06 OTP-07 OTP-08: digits move the focus, a wrong code is marked at the boxes, a pasted one withdraws', async () => {
  const person = await newPayee('kode')
  await stage.visit('otp', async (visitor) => {
    const { page } = visitor
    const { translate, dialog, boxes, held, confirm } = dialogOf(visitor)
    await openDialog(visitor, person)
    await dialog.getByText('Please find the OTP in your email inbox.').waitFor()
    assert.equal(await boxes.count(), 6)
    await untilIn(visitor, 1)
    const code = await mailedCode(person)
    const [mail] = await readMailbox(stage.server.client, person.email)
    assert.match(textAt(mail ?? {}, 'text'), /Amount: Rp 100\.000\nTo: .+ …\d{4}\n/)
    const typed = wrongFor(code)
    await page.keyboard.type(`${typed.slice(0, 1)}2`)
    await untilIn(visitor, 3)
    await page.keyboard.press('Backspace')
    await untilIn(visitor, 2)
    assert.equal(await held(), `${typed.slice(0, 1)}|||||`)
    await confirm.click()
    await dialog
      .getByRole('alert')
      .filter({ hasText: translate('incomplete') })
      .waitFor()
    visitor.expectTrouble(true)
    // The first digit is already there; typing it again moves the focus as usual.
    await dialogOf(visitor).box(1).focus()
    await page.keyboard.type(typed)
    const wrong = serverMessage('en', 'otp.wrong')
    await dialog.locator('[id$=-error]').filter({ hasText: wrong }).waitFor()
    visitor.expectTrouble(false)
    await untilIn(visitor, 1)
    assert.equal(await held(), '|||||')
    assert.equal(await withdrawals(person), 0)
    await page.evaluate(`document.activeElement.dispatchEvent(new ClipboardEvent('paste', {
      bubbles: true, cancelable: true,
      clipboardData: (() => { const data = new DataTransfer()
        data.setData('text/plain', ' ${code.slice(0, 3)} ${code.slice(3)} ')
        return data })(),
    }))`)
    await dialog.waitFor({ state: 'hidden' })
    await until('the withdrawal', async () => (await withdrawals(person)) === 1)
  })
})

test('OTP-02 DEC-122: a person who closes the dialog can still use the same code; another one has to wait', async () => {
  const person = await newPayee('ulang')
  const run = async (visitor: Visitor) => {
    const { page } = visitor
    const { translate, dialog } = dialogOf(visitor)
    await openDialog(visitor, person)
    const code = await mailedCode(person)
    await untilIn(visitor, 1)
    const resend = dialog.getByRole('button', {
      name: new RegExp(`^${translate('resendIn', { seconds: '[0-9]+' })}$`),
    })
    await resend.waitFor()
    assert.equal(await resend.isDisabled(), true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    // The server answers with an error status, which the console logs.
    visitor.expectTrouble(true)
    await pressWithdraw(visitor)
    await dialog.getByText(translate('stillSent')).waitFor()
    visitor.expectTrouble(false)
    await untilIn(visitor, 1)
    await page.keyboard.type(code)
    await dialog.waitFor({ state: 'hidden' })
    await until('the withdrawal', async () => (await withdrawals(person)) === 1)
  }
  await stage.visit('otp-again', run, phone)
})

test("OTP-04: if no code can be sent, a warning shows the server's reason", async () => {
  const person = await newPayee('batas')
  const { token, usid } = person
  await stage.server.client.call('POST', '/otps/create', { token, body: {} })
  const client = new pg.Client({ connectionString: embeddedUrl(stage.server.dataFolder) })
  await client.connect()
  await client.query(
    `update accounts.one_time_code set sent = 10, sent_at = now() - interval '61 seconds'
     where user_id = $1`,
    [usid],
  )
  await client.end()
  await stage.visit('otp-refused', async (visitor) => {
    const { dialog, translate } = dialogOf(visitor)
    visitor.expectTrouble(true)
    await openDialog(visitor, person)
    const message = serverMessage('en', 'mail.too_many')
    await findToasts(visitor)
      .filter({ hasText: translate('notSent') })
      .filter({ hasText: message })
      .waitFor()
    await dialog.locator('output', { hasText: message }).waitFor()
    visitor.expectTrouble(false)
    assert.equal(
      await dialog.getByRole('button', { name: translate('resend') }).isDisabled(),
      false,
    )
  })
})
