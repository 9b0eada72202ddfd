/**
 * The life of an account in a real browser with real e-mails: registration, verification, a second factor, a
 * password reset by e-mail that ends old sessions, and deletion.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountVisits,
  accountTranslators,
  cookiesOf,
  hasSessionCookies,
  isAt,
  sendLogin,
  untilSignedOut,
} from '../accounts/visits.ts'
import { createAuthenticator } from '../harness/authenticator.ts'
import type { Visitor } from '../harness/browser.ts'
import { textAt } from '../harness/http.ts'
import { mailedLink, readMailbox } from '../harness/mailbox.ts'
import { goodPassword, newIdentity, signIn } from '../harness/people.ts'
import {
  confirmByMail,
  logInByForm,
  type Registration,
  registerByForm,
  sessionOf,
} from '../harness/product.ts'

const { client, visit } = accountVisits()

const codeLabel = 'Google Secret'

async function activateTwoFactor(visitor: Visitor): Promise<() => Promise<string>> {
  const { page } = visitor
  const { settings } = accountTranslators(visitor)
  await page.goto('/settings/2fa')
  await page.getByRole('img', { name: settings('qrLabel') }).waitFor()
  const { next: nextCode } = createAuthenticator(await page.locator('code').innerText())
  await page.getByLabel(codeLabel).fill(await nextCode())
  await page.getByRole('button', { name: settings('activate') }).click()
  await page.getByRole('button', { name: settings('deactivate') }).waitFor()
  return nextCode
}

async function signOut(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const { shell } = accountTranslators(visitor)
  const menu = new RegExp(`^${shell('userMenu', { name: '' })}`)
  await page.getByRole('banner').getByRole('button', { name: menu }).click()
  await page.getByText(shell('logout'), { exact: true }).click()
  await page.waitForURL(isAt('/'))
  assert.equal((await cookiesOf(visitor)).has('jwt'), false)
}

async function signInWithCode(
  visitor: Visitor,
  person: Registration,
  nextCode: () => Promise<string>,
): Promise<void> {
  const { page } = visitor
  await page.goto('/auth/login')
  await sendLogin(visitor, person)
  await page.waitForURL(isAt('/auth/two-factor-auth'))
  await page.getByLabel(codeLabel).fill(await nextCode())
  await page.getByRole('main').locator('button[type=submit]').click()
  await page.waitForURL(isAt('/'))
}

async function changePasswordByMail(
  visitor: Visitor,
  { email }: Registration,
  password: string,
): Promise<void> {
  const { page } = visitor
  const { account } = accountTranslators(visitor)
  await page.goto('/auth/forgot-password')
  await page.getByLabel(account('email'), { exact: true }).fill(email)
  await page.getByRole('button', { name: account('forgotSend') }).click()
  await page.getByRole('dialog', { name: account('forgotDone') }).waitFor()
  const { pathname, search } = await mailedLink(client(), email, '/auth/passchange-form')
  await page.goto(pathname + search)
  for (const label of [account('newPassword'), account('newPasswordConfirm')]) {
    await page.getByLabel(label, { exact: true }).fill(password)
  }
  await page.getByRole('button', { name: account('submit'), exact: true }).click()
  await page.getByRole('dialog', { name: account('changeDone') }).waitFor()
  await page.waitForURL(isAt('/auth/login'))
}

async function deleteAccount(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const { settings } = accountTranslators(visitor)
  await page.goto('/settings/delete-account')
  await page.getByLabel(settings('reason'), { exact: true }).fill('I only looked around')
  await page.getByLabel(settings('confirmWord'), { exact: true }).fill('DELETE')
  await page.getByRole('button', { name: settings('deleteSubmit') }).click()
  await page.waitForURL(isAt('/'))
  assert.equal(await hasSessionCookies(visitor.context), false)
}

test('R-53 MAIL-02 TFA-03 LOGIN-06 PASS-06 SESS-06 DEL-03: an account from its first mail to its end', async () => {
  const person = { ...newIdentity('Sari'), password: goodPassword }
  const renewed = { ...person, password: 'Kata-Baru-10' }
  await visit('journey', async (visitor) => {
    await registerByForm(visitor, person)
    await confirmByMail(visitor, client(), person)
    await logInByForm(visitor, person)
    const nextCode = await activateTwoFactor(visitor)
    await signOut(visitor)
    await signInWithCode(visitor, person, nextCode)

    await visit('journey-elsewhere', async (elsewhere) => {
      await elsewhere.context.addCookies(await visitor.context.cookies())
      await elsewhere.page.goto('/settings/profile')
      await elsewhere.page.getByRole('heading', { level: 1 }).waitFor()
      const { token } = await sessionOf(elsewhere)
      await visitor.context.clearCookies()
      // The page that stayed open learns that its session ended, shows it for a while, and leaves.
      await Promise.all([
        untilSignedOut(elsewhere),
        changePasswordByMail(visitor, person, renewed.password),
      ])
      const old = await client().call('POST', '/users/check-token', { token, body: {} })
      assert.equal(old.status, 401)
    })
    const withOld = await signIn(client(), person.email, person.password)
    assert.notEqual(withOld.body['success'], 1, 'the old password opens nothing')

    await signInWithCode(visitor, renewed, nextCode)
    await deleteAccount(visitor)
    const afterwards = await signIn(client(), renewed.email, renewed.password)
    assert.notEqual(afterwards.body['success'], 1, 'a deleted account opens to nobody')
    const subjects = (await readMailbox(client(), person.email)).map((mail) =>
      textAt(mail, 'subject'),
    )
    assert.ok(subjects.length >= 4, subjects.join(', '))
  })
})
