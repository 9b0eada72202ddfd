/** Changes at the console: one operator gives a reason and sends the change, another confirms it. */
import assert from 'node:assert/strict'
import { consoleChangeMessages, consolePasskeyMessages, createTranslator } from '@tukar/i18n'
import type { Locator, Page } from 'playwright-core'
import type { Authenticator } from '../harness/authenticator.ts'

const translate = createTranslator(consoleChangeMessages, 'en')
const translateCode = createTranslator(consolePasskeyMessages, 'en')

/** The dialog that asks an operator without a passkey for a code. */
export function codeDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: translateCode('codeTitle') })
}

/** Enters the code for a decision. Demo operators need none. */
export async function enterCode(page: Page, authenticator: Authenticator): Promise<void> {
  const dialog = codeDialog(page)
  await dialog.getByLabel(translateCode('codeLabel')).fill(await authenticator.next())
  await dialog.getByRole('button', { name: translateCode('codeConfirm') }).click()
}

/**
 * Enters the reason in the open dialog and sends it: `doIt` if one person is enough. An operator who is not a
 * demo operator confirms it with a code.
 */
export async function sendChange(
  page: Page,
  button: 'doIt' | 'propose',
  reason: string,
  authenticator?: Authenticator,
): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(translate('whyLabel')).fill(reason)
  await dialog.getByRole('button', { name: translate(button), exact: true }).click()
  if (authenticator !== undefined) await enterCode(page, authenticator)
  await dialog.waitFor({ state: 'detached' })
}

/** The second person confirms the change with this title. */
export async function confirmChange(page: Page, title: RegExp, reason: string): Promise<void> {
  await page.goto('/executor/changes')
  const card = page.getByRole('region', { name: title }).first()
  await card.getByRole('button', { name: translate('confirm'), exact: true }).click()
  await card.getByLabel(translate('answerReason')).fill(reason)
  assert.equal(
    await card.getByRole('button', { name: translate('confirm') }).count(),
    1,
    'one button confirms',
  )
  await card.locator('form button[type=submit]').click()
  await card.getByText(translate('statusApplied'), { exact: true }).waitFor()
}
