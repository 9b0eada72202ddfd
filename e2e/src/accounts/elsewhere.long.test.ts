/** Links to our pages that name a foreign address or belong to another person, in a browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captchaProof } from '../harness/captcha.ts'
import { mailedLink } from '../harness/mailbox.ts'
import { newPerson } from '../harness/people.ts'
import {
  accountVisits,
  accountTranslators,
  cookiesOf,
  signInAs,
  isAt,
  sendLogin,
} from './visits.ts'

const { client, visit } = accountVisits()

test('ATT-21: a link to the sign-in with any return address ends on our own start page', async () => {
  const person = await newPerson(client(), 'tujuan')
  await visit('login-elsewhere', async (visitor) => {
    const { page } = visitor
    const query = new URLSearchParams({
      redirect: 'https://evil.example/',
      return_url: '//evil.example',
      next: 'javascript:document.title=1',
      to: 'https://evil.example/',
      url: 'data:text/html,1',
    }).toString()
    await page.goto(`/auth/login?${query}#https://evil.example/`)
    const { origin } = new URL(page.url())
    await sendLogin(visitor, person)
    await page.waitForURL(isAt('/'))
    assert.equal(new URL(page.url()).origin, origin)
    assert.notEqual(await page.title(), '1')
  })
})

test("DEC-30: a new password by link ends this browser's session, and leaves another person's alone", async () => {
  const owner = await newPerson(client(), 'pemilik')
  const other = await newPerson(client(), 'tamu')
  for (const { reader, isKept } of [
    { reader: owner, isKept: false },
    { reader: other, isKept: true },
  ]) {
    await visit('password-link', async (visitor) => {
      const { page } = visitor
      const { account } = accountTranslators(visitor)
      const body = { email: owner.email, 'g-recaptcha-response': await captchaProof(client()) }
      await client().call('POST', '/auth/passchange-request', { body })
      const nth = isKept ? 2 : 1
      const link = await mailedLink(client(), owner.email, '/auth/passchange-form', nth)
      await signInAs(visitor, reader)
      await page.goto(link.pathname + link.search)
      await page.getByLabel(account('newPassword'), { exact: true }).fill('Baru-Sekali-1')
      await page.getByLabel(account('newPasswordConfirm'), { exact: true }).fill('Baru-Sekali-1')
      visitor.expectTrouble(!isKept)
      await page.getByRole('button', { name: account('submit'), exact: true }).click()
      await page.getByRole('dialog', { name: account('changeDone') }).waitFor()
      assert.equal((await cookiesOf(visitor)).get('jwt')?.value, isKept ? reader.token : undefined)
    })
  }
})
