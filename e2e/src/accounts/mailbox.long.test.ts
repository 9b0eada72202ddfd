/** The mailbox of a simulation in a browser: an e-mail is found and read, and its button works. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { desktop, phone, type Visitor } from '../harness/browser.ts'
import { mailedLink } from '../harness/mailbox.ts'
import { newIdentity, signUp, signupBody } from '../harness/people.ts'
import { findAccessibilityBarriers, tooWide } from '../routes/page-checks.ts'
import { accountVisits, accountTranslators, isAt } from './visits.ts'

const { client, visit } = accountVisits()

/** Checks that nothing is wider than the window and axe finds no barrier. */
async function assertWhole({ page }: Visitor): Promise<void> {
  assert.deepEqual(await findAccessibilityBarriers(page), [])
  assert.deepEqual(await tooWide(page), [])
}

test('R-43 SRV-13: the mail of a sign-up is in the mailbox, and its button confirms the e-mail', async () => {
  for (const display of [desktop, { ...phone, theme: 'light' as const }]) {
    const identity = newIdentity('kotak')
    await visit(
      `mailbox-${display.width}`,
      async (visitor) => {
        const { page } = visitor
        await page.goto('/mailbox')
        // A new e-mail appears while the page is open.
        await signUp(client(), signupBody(identity))
        const mail = page.getByRole('listitem').filter({ hasText: identity.email })
        await mail.waitFor()
        await assertWhole(visitor)
        await mail.getByRole('link').click()
        await page
          .getByRole('heading', { level: 1, name: 'Confirm your e-mail for Tukar' })
          .waitFor()
        const frame = page.frameLocator('iframe')
        const button = frame.getByRole('link', { name: 'Confirm e-mail' })
        await button.waitFor()
        await assertWhole(visitor)
        const link = await mailedLink(client(), identity.email, '/auth/email-verification')
        assert.equal(await button.getAttribute('href'), link.href)
        await button.click()
        await page.waitForURL(isAt('/auth/email-verification'))
        const { account } = accountTranslators(visitor)
        await page.getByRole('heading', { level: 1, name: account('verifyGood') }).waitFor()
      },
      display,
    )
  }
})
