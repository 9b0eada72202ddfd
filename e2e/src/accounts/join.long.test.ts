/** Registration, confirmation of the e-mail and a new password, in a browser with real e-mails. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phone, type Visitor } from '../harness/browser.ts'
import { mailedLink } from '../harness/mailbox.ts'
import {
  goodPassword,
  newIdentity,
  newPerson,
  signIn,
  signupBody,
  signUp,
} from '../harness/people.ts'
import { sendRegistration } from '../harness/product.ts'
import { until } from '../harness/until.ts'
import { accountVisits, accountTranslators, readAnswer, isAt, sendLogin } from './visits.ts'

const { client, visit } = accountVisits()

const verificationPath = '/auth/email-verification'
const changePath = '/auth/passchange-form'

function registerForm(visitor: Visitor) {
  const { page } = visitor
  const { account } = accountTranslators(visitor)
  return {
    name: page.getByLabel(account('name'), { exact: true }),
    email: page.getByLabel(account('email'), { exact: true }),
    password: page.getByLabel(account('password'), { exact: true }),
    confirm: page.getByLabel(account('passwordConfirm'), { exact: true }),
    terms: page.getByRole('checkbox'),
    submit: page.getByRole('main').locator('button[type=submit]'),
    /** A field's own error. The form's status shows the last one, too. */
    says: (text: string) =>
      page
        .locator('form')
        .getByRole('paragraph')
        .filter({ has: page.getByText(text, { exact: true }) }),
  }
}

test('REG-08 to REG-19 DEC-25 DEC-26: each field shows its own error, and a click on it removes the error', async () => {
  const run = async (visitor: Visitor) => {
    const { page } = visitor
    const { account } = accountTranslators(visitor)
    const form = registerForm(visitor)
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/signup_post')) calls += 1
    })
    await page.goto('/auth/register')
    await form.submit.click()
    const empty = ['nameEmpty', 'emailEmpty', 'passwordEmpty', 'confirmEmpty'] as const
    for (const error of empty) await form.says(account(error)).waitFor()
    await form.says(account('termsRequired')).waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: account('termsRequired') })
      .waitFor()

    await form.name.click()
    await until('no error', async () => (await form.says(account('nameEmpty')).count()) === 0)
    await form.email.fill('tanpa-domain@contoh')
    await form.password.fill('pendek')
    await form.confirm.fill('lain')
    await form.submit.click()
    const wrong = ['emailInvalid', 'passwordShort', 'confirmDifferent'] as const
    for (const error of wrong) await form.says(account(error)).waitFor()
    await page
      .getByRole('alert')
      .filter({ hasText: account('confirmAlert') })
      .waitFor()
    await form.password.fill('tanpabesar1')
    await form.submit.click()
    await form.says(account('passwordWeak')).waitFor()
    assert.equal(calls, 0, 'nothing was sent')
  }
  await visit('register-errors', run, phone)
})

test('REG-04 REG-05 REG-06 DEC-15: the terms can be accepted at their end; declining unticks the box and says so', async () => {
  await visit('register-terms', async (visitor) => {
    const { page } = visitor
    const { account } = accountTranslators(visitor)
    const form = registerForm(visitor)
    await page.goto('/auth/register')
    await form.terms.click()
    const dialog = page.getByRole('dialog')
    const accept = dialog.getByRole('button', { name: account('accept') })
    assert.equal(await accept.isDisabled(), true)
    await dialog.getByRole('button', { name: account('decline') }).click()
    await form.says(account('termsRequired')).waitFor()
    assert.equal(await form.terms.isChecked(), false)

    await form.terms.click()
    await dialog.locator('[tabindex="0"]').focus()
    await page.keyboard.press('End')
    await until('the end', async () => !(await accept.isDisabled()))
    await accept.click()
    assert.equal(await form.terms.isChecked(), true)

    await form.terms.click()
    assert.equal(await form.terms.isChecked(), false)
    await form.terms.click()
    await dialog.waitFor()
    assert.equal(await accept.isDisabled(), true, 'opened again, to be read again')
  })
})

/**
 * Sends a form and stops the page's clock before the answer arrives, so that a slow machine consumes no
 * countdown. Returns a function that releases the answer.
 */
async function sendStill(
  visitor: Visitor,
  path: string,
  send: () => Promise<void>,
): Promise<() => void> {
  const { page } = visitor
  const release = await holdCalls(visitor, path)
  const sent = page.waitForRequest(`**${path}`)
  await send()
  await sent
  // The time is ahead of the page's clock, which is still running.
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5_000)
  return release
}

/** Checks a countdown: visible in its middle, gone after its end, once the clock runs again. */
async function assertCountdown({ page }: Visitor, seconds: number, from: string, to: string) {
  await page.clock.runFor((seconds * 1_000) / 2)
  assert.equal(new URL(page.url()).pathname, from)
  await page.clock.runFor((seconds * 1_000) / 2 + 1_000)
  await page.waitForURL(isAt(to))
  await page.clock.resume()
}

/** Delays the answers of a call until the returned function is called. */
async function holdCalls({ page }: Visitor, path: string): Promise<() => void> {
  let release = () => undefined as void
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${path}`, async (route) => {
    await isReleased
    await route.continue()
  })
  return () => release()
}

test('REG-02 REG-07 REG-20 LOGIN-05 CONST-04 MAIL-01 MAIL-02 MAIL-03 DEC-29 DEC-32: by form and mail to the first sign-in', async () => {
  const person = { ...newIdentity('baru'), password: goodPassword }
  await visit('join', async (visitor) => {
    const { page } = visitor
    const { account } = accountTranslators(visitor)
    await page.clock.install()
    const send = () => sendRegistration(visitor, person)
    const release = await sendStill(visitor, '/auth/signup_post', send)
    const busy = page.getByRole('main').locator('button[type=submit]')
    await busy.filter({ hasText: account('creating') }).waitFor()
    assert.equal(account('creating'), 'Loading...')
    release()
    const dialog = page.getByRole('dialog', { name: account('resultGood') })
    const mail = dialog.getByRole('link', { name: account('mailboxLink') })
    assert.equal(await mail.getAttribute('href'), `/mailbox?to=${encodeURIComponent(person.email)}`)
    assert.match((await mail.getAttribute('class')) ?? '', /_primary_/)
    const login = dialog.getByRole('button', { name: account('resultLogin') })
    assert.doesNotMatch((await login.getAttribute('class')) ?? '', /_primary_/)
    await assertCountdown(visitor, 10, '/auth/register', '/auth/login')

    await sendLogin(visitor, person)
    const link = page.getByRole('main').getByRole('link', { name: account('resendLink') })
    await page.getByRole('alert').waitFor()
    await link.waitFor()
    assert.equal(new URL(page.url()).pathname, '/auth/login')

    const { pathname, search } = await mailedLink(client(), person.email, verificationPath)
    const verified = await holdCalls(visitor, '/auth/email_verification')
    await page.goto(pathname + search)
    await page.locator('[aria-busy=true]').getByText(account('verifying')).waitFor()
    verified()
    await page.getByRole('heading', { level: 1, name: account('verifyGood') }).waitFor()
    assert.equal(await page.locator('[aria-busy=true]').count(), 0)
    await page
      .getByRole('main')
      .getByRole('link', { name: account('loginLink') })
      .click()
    await page.waitForURL(isAt('/auth/login'))
    await sendLogin(visitor, person)
    await page.waitForURL(isAt('/'))
  })
})

test('REG-07 REG-21: a refusal by the server is shown in a dialog, and the form keeps its input', async () => {
  // Only the server knows which letters documents can contain.
  const unseen = { ...newIdentity('samar'), name: 'Sari 🦊 Dewi' }
  const person = { ...unseen, password: goodPassword }
  await visit('register-refused', async (visitor) => {
    visitor.expectTrouble(true)
    const { account } = accountTranslators(visitor)
    const answered = visitor.page.waitForResponse('**/auth/signup_post')
    await sendRegistration(visitor, person)
    const { success, message } = await readAnswer(answered)
    assert.equal(success, false)
    const dialog = visitor.page.getByRole('dialog', { name: account('resultBad') })
    await dialog.getByText(message).waitFor()
    await dialog.getByRole('button', { name: account('resultBack') }).click()
    assert.equal(await registerForm(visitor).email.inputValue(), person.email)
  })
})

test('MAIL-04: a code that is not known fails, and leads home', async () => {
  await visit('verify-wrong', async (visitor) => {
    const { page } = visitor
    const { account } = accountTranslators(visitor)
    await page.goto(`${verificationPath}?verification_code=unknown`)
    await page.getByRole('heading', { level: 1, name: account('verifyBad') }).waitFor()
    await page.getByRole('link', { name: account('backHome') }).click()
    await page.waitForURL(isAt('/'))
  })
})

test('MAIL-05 MAIL-06: the e-mail is sent again, the answer is shown, and the link leads home', async () => {
  const identity = newIdentity('ulang')
  await signUp(client(), signupBody(identity))
  await mailedLink(client(), identity.email, verificationPath)
  await visit('resend', async (visitor) => {
    const { page } = visitor
    const { account } = accountTranslators(visitor)
    await page.goto('/auth/email-verification-token-request')
    await page.getByLabel(account('email'), { exact: true }).fill(identity.email)
    const answered = page.waitForResponse('**/auth/email_verification_token_request')
    await page.getByRole('button', { name: account('requestSend') }).click()
    const { message } = await readAnswer(answered)
    await page.waitForURL(isAt('/'))
    await page.getByText(message).waitFor()
    await mailedLink(client(), identity.email, verificationPath, 2)
  })
})

test('PASS-01 PASS-03 PASS-05 to PASS-08 CONST-04 CONST-05 DEC-28 DEC-32: a forgotten password is changed by mail', async () => {
  const person = await newPerson(client(), 'lupa')
  await visit('forgot', async (visitor) => {
    const { page } = visitor
    const { account } = accountTranslators(visitor)
    await page.clock.install()
    const ask = async (email: string) => {
      const send = page.getByRole('button', { name: account('forgotSend') })
      // The previous page has a field with the same name.
      await send.waitFor()
      await page.getByLabel(account('email'), { exact: true }).fill(email)
      const release = await sendStill(visitor, '/auth/passchange-request', () => send.click())
      release()
      await page.getByRole('dialog', { name: account('forgotDone') }).waitFor()
    }
    await page.goto('/auth/login')
    const forgot = page.getByRole('main').getByRole('link', { name: account('forgotLink') })
    await forgot.click()
    await ask(newIdentity('lain').email)
    await page.goBack()
    await page.waitForURL(isAt('/auth/login'))
    await page.clock.runFor(11_000)
    assert.equal(new URL(page.url()).pathname, '/auth/login', 'who left is not led on')
    await page.clock.resume()
    await forgot.click()
    await ask(person.email)
    await assertCountdown(visitor, 10, '/auth/forgot-password', '/')

    const { pathname, search, searchParams } = await mailedLink(client(), person.email, changePath)
    await page.goto(pathname + search)
    for (const name of ['email', 'token']) {
      const hidden = page.locator(`input[type=text][name=${name}]`)
      assert.equal(await hidden.isVisible(), false)
      assert.equal(await hidden.inputValue(), searchParams.get(name))
    }
    const password = page.getByLabel(account('newPassword'), { exact: true })
    const confirm = page.getByLabel(account('newPasswordConfirm'), { exact: true })
    const submit = page.getByRole('button', { name: account('submit'), exact: true })
    await password.fill('Baru-Sekali-1')
    await confirm.fill('Lain-Sekali-1')
    await submit.click()
    await page
      .getByRole('alert')
      .filter({ hasText: account('confirmAlert') })
      .waitFor()

    const refused = page.waitForResponse('**/auth/passchange_form_post')
    await password.fill('lemahsekali')
    await confirm.fill('lemahsekali')
    await submit.click()
    const { success, message } = await readAnswer(refused)
    assert.equal(success, false)
    await page.getByRole('alert').filter({ hasText: message }).waitFor()

    await password.fill('Baru-Sekali-1')
    await confirm.fill('Baru-Sekali-1')
    const release = await sendStill(visitor, '/auth/passchange_form_post', () => submit.click())
    release()
    await page.getByRole('dialog', { name: account('changeDone') }).waitFor()
    await assertCountdown(visitor, 3, changePath, '/auth/login')
    await sendLogin(visitor, { ...person, password: 'Baru-Sekali-1' })
    await page.waitForURL(isAt('/'))
  })
  const old = await client().call('POST', '/users/check-token', { token: person.token, body: {} })
  assert.equal(old.status, 401, 'the old session is dead')
  const again = await signIn(client(), person.email, person.password)
  assert.notEqual(again.body['success'], 1)
})
