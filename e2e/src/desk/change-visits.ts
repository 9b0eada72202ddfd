/** A change at the console as operators make it: one says why and sends it, another one confirms it. */
import assert from 'node:assert/strict'
import { deskChangeMessages, translatorOf } from '@tukar/i18n'
import type { Page } from 'playwright-core'

const say = translatorOf(deskChangeMessages, 'en')

/** Says why in the dialog that is open, and sends it: `doIt` where one person is enough. */
export async function sendChange(
  page: Page,
  button: 'doIt' | 'propose',
  reason: string,
): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('whyLabel')).fill(reason)
  await dialog.getByRole('button', { name: say(button), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The second person confirms the change whose title says this. */
export async function confirmChange(page: Page, title: RegExp, reason: string): Promise<void> {
  await page.goto('/executor/changes')
  const card = page.getByRole('region', { name: title }).first()
  await card.getByRole('button', { name: say('confirm'), exact: true }).click()
  await card.getByLabel(say('answerReason')).fill(reason)
  assert.equal(
    await card.getByRole('button', { name: say('confirm') }).count(),
    1,
    'one button confirms',
  )
  await card.locator('form button[type=submit]').click()
  await card.getByText(say('statusApplied'), { exact: true }).waitFor()
}
