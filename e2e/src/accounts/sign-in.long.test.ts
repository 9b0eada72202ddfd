/** Signing in with the form: its captcha, the second factor and the list of sessions, in a browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountMessages, browserSupportMessages, createTranslator } from '@tukar/i18n'
import { serverMessage } from '@tukar/i18n/server'
import type { Request, Response } from 'playwright-core'
import { createAuthenticator } from '../harness/authenticator.ts'
import { phone, type Visitor } from '../harness/browser.ts'
import { textAt } from '../harness/http.ts'
import { goodPassword, newIdentity, newPerson, signIn } from '../harness/people.ts'
import { fillRegistration, waitForSocket } from '../harness/product.ts'
import { until } from '../harness/until.ts'
import {
  accountVisits,
  readAnswer,
  accountTranslators,
  cookiesOf,
  signInAs,
  isAt,
  sendLogin,
  findToasts,
  untilSignedOut,
} from './visits.ts'

const { client, visit } = accountVisits()

const daySeconds = 86_400
const isNear = (seconds: number | undefined, wanted: number) =>
  Math.abs((seconds ?? 0) - Date.now() / 1_000 - wanted) < 600

test('LOGIN-01 LOGIN-02 LOGIN-04: the form has its fields, the captcha is solved automatically, links work', async () => {
  await visit('login-form', async (visitor) => {
    const { page } = visitor
    const { account, shell } = accountTranslators(visitor)
    await page.goto('/auth/login')
    const email = page.getByLabel(account('email'), { exact: true })
    assert.equal(await email.getAttribute('type'), 'email')
    const password = page.getByLabel(account('password'), { exact: true })
    // The form comes before the demo people, and the password before the link to reset it.
    const demo = page.getByRole('heading', { name: account('demoTitle') })
    const tops = await Promise.all(
      [password, demo].map(async (one) => (await one.boundingBox())?.y),
    )
    assert.ok((tops[0] ?? Infinity) < (tops[1] ?? 0), tops.join(' '))
    await email.focus()
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.type'), 'password')
    assert.equal(await password.getAttribute('type'), 'password')
    await page.getByRole('button', { name: shell('showPassword') }).click()
    assert.equal(await password.getAttribute('type'), 'text')
    await page.getByRole('button', { name: shell('hidePassword') }).click()
    assert.equal(await password.getAttribute('type'), 'password')
    await page
      .getByRole('group', { name: account('captcha') })
      .getByText(account('captchaReady'))
      .waitFor()
    for (const [link, path] of [
      [account('forgotLink'), '/auth/forgot-password'],
      [account('resendLink'), '/auth/email-verification-token-request'],
      [account('registerLink'), '/auth/register'],
    ] as const) {
      await page.goto('/auth/login')
      await page.getByRole('main').getByRole('link', { name: link, exact: true }).click()
      await page.waitForURL(isAt(path))
    }
  })
})

test('LOGIN-05 LOGIN-07 SESS-01 SESS-02 SESS-04 DEC-16 ERR-01 CONST-01 DATA-25: a refusal is shown in a box, a success opens a session of 7 days', async () => {
  const person = await newPerson(client(), 'masuk')
  await visit('login', async (visitor) => {
    const { page } = visitor
    await page.goto('/auth/login')
    const answered = page.waitForResponse('**/auth/signin_post')
    await sendLogin(visitor, { email: person.email, password: 'Salah-Sekali-1' })
    const { message } = await readAnswer(answered)
    const refusal = page.getByRole('alert').filter({ hasText: message })
    await refusal.waitFor()
    assert.equal(new URL(page.url()).pathname, '/auth/login')
    // Beside a keyboard of a phone little of the form is in view: the refusal is scrolled to.
    await page.setViewportSize({ width: 390, height: 400 })
    await sendLogin(visitor, { email: person.email, password: 'Salah-Sekali-1' })
    await until('the refusal to be in view', async () => {
      const box = await refusal.boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= 400
    })
    await page.setViewportSize({ width: 1_440, height: 900 })

    await page.evaluate('window.wasHere = true')
    await sendLogin(visitor, person)
    await page.waitForURL(isAt('/'))
    await until('a reloaded page', async () => (await page.evaluate('window.wasHere')) !== true)
    const cookies = await cookiesOf(visitor)
    for (const name of ['jwt', 'usid']) {
      const cookie = cookies.get(name)
      assert.ok(cookie?.secure === true && cookie.sameSite === 'Lax', name)
      assert.ok(isNear(cookie.expires, 7 * daySeconds), name)
    }
    assert.equal(cookies.get('usid')?.value, String(person.usid))
    // Scripts cannot read the cookie that binds the session to this browser.
    const client = cookies.get('client')
    assert.ok(client?.httpOnly === true && client.sameSite === 'Strict')
    assert.ok(isNear(client.expires, 7 * daySeconds))
  })
})

test('R-87 LOGIN-05: a browser without cookies shows a warning before a sign-in, and after one', async () => {
  const person = await newPerson(client(), 'kuki')
  await visit('no-cookies', async (visitor) => {
    const { page } = visitor
    const { account } = accountTranslators(visitor)
    await visitor.context.addInitScript({
      content: `Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
        Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })`,
    })
    await page.goto('/auth/login')
    await page.getByText(createTranslator(browserSupportMessages, 'en')('cookies')).waitFor()
    await sendLogin(visitor, person)
    await page
      .getByRole('alert')
      .filter({ hasText: account('cookiesBlocked') })
      .waitFor()
    assert.equal(new URL(page.url()).pathname, '/auth/login')
  })
})

test('input that a password manager fills in without an event is sent, and hidden input is not', async () => {
  const person = await newPerson(client(), 'isi')
  await visit('login-filled', async (visitor) => {
    const { page } = visitor
    const { account } = accountTranslators(visitor)
    await page.goto('/auth/login')
    const form = page.locator('form')
    const submit = form.getByRole('button', { name: account('logIn'), exact: true })
    await submit.waitFor()
    const filled = [
      ['email', `\u202a${person.email.toUpperCase()}\u202c\u200b`],
      ['password', person.password],
    ] as const
    for (const [name, value] of filled) {
      const field = page.getByLabel(account(name), { exact: true })
      await field.evaluate((element, text) => Reflect.set(element, 'value', text), value)
    }
    await submit.click()
    await page.waitForURL(isAt('/'))
  })
})

test('LOGIN-03 REG-03 PASS-02 ROLE-05: the pages for guests redirect signed-in people home', async () => {
  const person = await newPerson(client(), 'sudah')
  await visit('login-again', async (visitor) => {
    await signInAs(visitor, person)
    for (const path of ['/auth/login', '/auth/register', '/auth/forgot-password']) {
      await visitor.page.goto(path)
      await visitor.page.waitForURL(isAt('/'))
    }
    // A password manager's link to change a password works, signed in or not.
    await visitor.page.goto('/.well-known/change-password')
    await visitor.page.getByLabel(accountTranslators(visitor).account('email')).waitFor()
    assert.ok(isAt('/auth/forgot-password')(new URL(visitor.page.url())))
  })
})

/** Makes every challenge arrive with an invalid signature. */
async function spoilCaptchas({ page }: Visitor): Promise<void> {
  await page.route('**/captcha/challenge', async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    const spoiled = text.replace(/"signature":"(.)/, (_, first) =>
      first === '0' ? '"signature":"1' : '"signature":"0',
    )
    await route.fulfill({ response: answer, body: spoiled })
  })
}

/**
 * Sends a form whose captcha is refused. Returns how often a new captcha was requested since: at once,
 * shortly before 2 s, and at 2 s by the page's clock.
 */
async function freshCaptchas(
  { page }: Visitor,
  path: string,
  send: () => Promise<void>,
): Promise<readonly number[]> {
  let isRefused = false
  let requestCount = 0
  const onResponse = (response: Response) => {
    isRefused ||= response.url().endsWith(path)
  }
  const onRequest = (request: Request) => {
    if (isRefused && request.url().endsWith('/captcha/challenge')) requestCount += 1
  }
  page.on('response', onResponse)
  page.on('request', onRequest)
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5_000)
  const refused = page.waitForResponse(`**${path}`)
  await send()
  assert.equal((await readAnswer(refused)).message, 'Wrong captcha')
  await page.getByText(wrongCaptcha).first().waitFor()
  const counts = [requestCount]
  await page.clock.runFor(1_900)
  counts.push(requestCount)
  await page.clock.runFor(200)
  await until('the next challenge', () => requestCount > 0)
  counts.push(requestCount)
  page.off('response', onResponse)
  page.off('request', onRequest)
  await page.unrouteAll({ behavior: 'wait' })
  await page.clock.resume()
  return counts
}

const wrongCaptcha = createTranslator(accountMessages, 'en')('captchaWrong')

test('LOGIN-07 LOGIN-08 DEC-09 CONST-06: after "Wrong captcha" a new one is loaded 2 s later, and the input stays', async () => {
  await visit('login-captcha', async (visitor) => {
    const { page } = visitor
    const { account } = accountTranslators(visitor)
    await page.clock.install()
    await spoilCaptchas(visitor)
    await page.goto('/auth/login')
    await page.getByText(account('captchaReady')).waitFor()
    const someone = { email: 'ada@example.test', password: 'Rahasia-123' }
    const send = () => sendLogin(visitor, someone)
    const counts = await freshCaptchas(visitor, '/auth/signin_post', send)
    assert.deepEqual(counts, [0, 0, 1])
    await page.getByRole('alert').filter({ hasText: wrongCaptcha }).waitFor()
    assert.equal(
      await page.getByLabel(account('email'), { exact: true }).inputValue(),
      someone.email,
    )
  })
})

test('REG-22 PASS-04 PASS-09 CONST-06 DEC-09: the same holds for registering, requesting a password reset and changing a password', async () => {
  await visit('captchas', async (visitor) => {
    const { page } = visitor
    const { account } = accountTranslators(visitor)
    const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const forms = [
      {
        at: '/auth/forgot-password',
        path: '/auth/passchange-request',
        send: async () => {
          await fill(account('email'), 'ada@example.test')
          await press(account('forgotSend'))
        },
      },
      {
        at: '/auth/passchange-form?email=ada@example.test&token=some',
        path: '/auth/passchange_form_post',
        send: async () => {
          await fill(account('newPassword'), 'Rahasia-123')
          await fill(account('newPasswordConfirm'), 'Rahasia-123')
          await press(account('submit'))
        },
      },
      {
        at: '/auth/register',
        path: '/auth/signup_post',
        // The terms start timers of the page, so load them before its clock is paused.
        prepare: () =>
          fillRegistration(visitor, { ...newIdentity('salah'), password: goodPassword }),
        send: () => press(account('createAccount')),
      },
    ]
    await page.clock.install()
    for (const { at, path, send, prepare } of forms) {
      await spoilCaptchas(visitor)
      await page.goto(at)
      await prepare?.()
      await page.getByText(account('captchaReady')).waitFor()
      const counts = await freshCaptchas(visitor, path, send)
      assert.deepEqual(counts, [0, 0, 1], at)
    }
  })
})

test('MAIL-05 MAIL-07: for the verification e-mail the new captcha is loaded at once', async () => {
  await visit('resend-captcha', async (visitor) => {
    const { page } = visitor
    const { account } = accountTranslators(visitor)
    await page.clock.install()
    await spoilCaptchas(visitor)
    await page.goto('/auth/email-verification-token-request')
    await page.getByText(account('captchaReady')).waitFor()
    await page.getByLabel(account('email'), { exact: true }).fill('ada@example.test')
    const path = '/auth/email_verification_token_request'
    const [, early] = await freshCaptchas(visitor, path, () =>
      page.getByRole('button', { name: account('requestSend') }).click(),
    )
    assert.equal(early, 1)
  })
})

test('TFA-01 TFA-03 TFA-04 TFA-05 TFA-06 TFA-07 TFA-08 TFA-09 LOGIN-06 SESS-03 DATA-25 CONST-01 CONST-12 ERR-02 ERR-21 DEC-17 DEC-33 DEC-34 DEC-35: two factors are enabled, required and disabled', async () => {
  const person = await newPerson(client(), 'faktor')
  await visit('two-factor', async (visitor) => {
    const { page } = visitor
    const { account, settings, bell } = accountTranslators(visitor)
    await signInAs(visitor, person)
    await page.goto('/settings/2fa')
    const picture = await page.getByRole('img', { name: settings('qrLabel') }).getAttribute('src')
    assert.match(picture ?? '', /^data:image\//)
    const size = await page.getByRole('img', { name: settings('qrLabel') }).boundingBox()
    assert.deepEqual([size?.width, size?.height], [200, 200])
    const codes = createAuthenticator(await page.locator('code').innerText())
    const field = page.getByLabel('Google Secret')
    const submit = page.getByRole('main').locator('button[type=submit]')
    const help = `#${await field.getAttribute('aria-describedby')}`
    assert.equal(await page.locator(help).innerText(), '6-digit code from your authenticator')

    await page.getByRole('button', { name: bell('bell') }).waitFor()
    visitor.expectTrouble(true)
    const isExplained = async (path: string) => {
      const { success, message } = await readAnswer(page.waitForResponse(`**${path}`))
      assert.equal(success, false)
      await page.getByRole('alert').filter({ hasText: message }).waitFor()
    }
    await field.fill(codes.wrong())
    const switched = isExplained('/users/two-fa-activate')
    await page.getByRole('button', { name: settings('activate') }).click()
    await switched
    visitor.expectTrouble(false)
    await field.fill(await codes.next())
    await page.getByRole('button', { name: settings('activate') }).click()
    // The notification is in the bell's list. Only the answer is shown above the page, for a while.
    await findToasts(visitor).and(page.getByRole('status')).first().waitFor()
    await page.getByRole('button', { name: settings('deactivate') }).waitFor()
    await page.getByRole('button', { name: bell('bellUnread') }).waitFor()
    assert.ok((await findToasts(visitor).count()) <= 1)

    await visitor.context.clearCookies()
    await page.goto('/auth/login')
    await sendLogin(visitor, person)
    await page.waitForURL(isAt('/auth/two-factor-auth'))
    const kept = await cookiesOf(visitor)
    assert.equal(decodeURIComponent(kept.get('temp_email')?.value ?? ''), person.email)
    assert.notEqual(decodeURIComponent(kept.get('temp_password')?.value ?? ''), person.password)
    for (const name of ['temp_email', 'temp_password']) {
      assert.ok(isNear(kept.get(name)?.expires, daySeconds), name)
    }
    await page.getByRole('heading', { level: 1, name: account('twoFactorTitle') }).waitFor()
    assert.equal(await page.getByRole('main').getByRole('textbox').count(), 1)
    for (let tries = 1; tries <= 5; tries += 1) {
      await field.fill(codes.wrong())
      const entered = isExplained('/auth/two-fa-login')
      await submit.click()
      await entered
    }
    // The fifth wrong code ends the first step. The login page says that the codes were the reason.
    await page.waitForURL(isAt('/auth/login'))
    await page
      .getByRole('alert')
      .filter({ hasText: /was wrong 5 times/ })
      .waitFor()
    await sendLogin(visitor, person)
    await page.waitForURL(isAt('/auth/two-factor-auth'))
    await field.fill(await codes.next())
    await submit.click()
    await page.waitForURL(isAt('/'))
    const names = [...(await cookiesOf(visitor)).keys()].toSorted()
    assert.deepEqual(names, ['client', 'jwt', 'usid'])

    await page.goto('/settings/2fa')
    await field.fill(await codes.next())
    await page.getByRole('button', { name: settings('deactivate') }).click()
    await page.getByRole('button', { name: settings('activate') }).waitFor()
  })
})

test('TFA-02 DEC-18: without the first step the second forgets every cookie and leads home', async () => {
  const person = await newPerson(client(), 'tanpa')
  await visit('two-factor-bare', async (visitor) => {
    await signInAs(visitor, person)
    await visitor.page.goto('/auth/two-factor-auth')
    await visitor.page.waitForURL(isAt('/'))
    assert.deepEqual([...(await cookiesOf(visitor)).keys()], [])
    const { body } = await client().call('POST', '/users/check-token', {
      token: person.token,
      body: {},
    })
    assert.equal(body['success'], 1, 'the session itself lives on')
  })
})

test('SESS-06: sessions are listed and ended one by one; a person whose session ends becomes a guest and is notified', async () => {
  const person = await newPerson(client(), 'sesi')
  const other = await signIn(client(), person.email, person.password)
  const token = textAt(other.body, 'token')
  const elsewhere = { ...person, token }
  await visit(
    'sessions',
    async (visitor) => {
      await signInAs(visitor, person)
      const { page } = visitor
      const { settings } = accountTranslators(visitor)
      await page.goto('/settings/2fa')
      const table = page.getByRole('table', { name: settings('sessionsCaption') })
      await table.getByText(settings('sessionCurrent')).waitFor()
      await visit('sessions-other', async (ended) => {
        await signInAs(ended, elsewhere)
        const opened = waitForSocket(ended)
        await ended.page.goto('/settings/profile', { waitUntil: 'networkidle' })
        await opened
        await table.getByRole('button').first().click()
        await page.getByText(settings('sessionEnded')).waitFor()
        await until('one row', async () => (await table.getByRole('button').count()) === 0)
        // The page learns it from the socket and leaves without a refused call.
        await untilSignedOut(ended)
      })
      assert.ok((await cookiesOf(visitor)).has('jwt'))
    },
    phone,
  )
})

test('NOTIF-04 DEC-126: a sign-in from a new device is shown on the trading page, too', async () => {
  const person = await newPerson(client(), 'kabar')
  await visit('told-trading', async (visitor) => {
    await signInAs(visitor, person)
    const opened = waitForSocket(visitor)
    await visitor.page.goto('/markets/1/BTC_IDR')
    const { bell } = accountTranslators(visitor)
    const unread = visitor.page.getByRole('button', { name: bell('bellUnread') })
    await visitor.page.getByRole('button', { name: bell('bell') }).waitFor()
    await opened
    const empty = { device: '', address: '' }
    const sentence = serverMessage('en', 'notice.sign_in_new_device', empty).split(':', 1)[0]
    assert.ok(sentence !== undefined && sentence !== '')
    // Waits from here on: the message disappears after some seconds, which the other visit may take.
    const toast = findToasts(visitor).filter({ hasText: sentence }).waitFor()
    toast.catch(() => undefined)
    await visit('told-other', async (other) => {
      await other.page.goto('/auth/login')
      await sendLogin(other, person)
      await other.page.waitForURL(isAt('/'))
    })
    await unread.waitFor()
    await toast
  })
})
