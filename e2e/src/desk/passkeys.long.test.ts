/** An operator adds a passkey in a real browser and signs decisions with it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  consoleChangeMessages,
  consolePasskeyMessages,
  consoleSettingMessages,
  createTranslator,
} from '@tukar/i18n'
import type { BrowserContext, Page } from 'playwright-core'
import { openLedger } from '../harness/ledger.ts'
import { databaseUrlOf } from '../harness/people.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { findAccessibilityBarriers } from '../routes/page-checks.ts'
import { demoOperator } from './desk-visits.ts'

const stage = openStage(quietMarket)
const translate = createTranslator(consolePasskeyMessages, 'en')
const translateChange = createTranslator(consoleChangeMessages, 'en')
const translateSetting = createTranslator(consoleSettingMessages, 'en')

const setting = 'Two operators look from'

/** A virtual authenticator of the browser. Its user is present, and verified while `setVerified` is on. */
async function virtualAuthenticator(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setVerified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** Proposes the amount from which two operators review. */
async function propose(page: Page, site: string, amount: string): Promise<void> {
  await page.goto(`${site}/executor/settings`)
  const part = page.getByRole('region', { name: setting, exact: true })
  await part
    .getByRole('button', { name: translateSetting('changeWhat', { what: setting }) })
    .click()
  await part.getByLabel(translateSetting('newValue')).fill(amount)
  await part.getByRole('button', { name: translateSetting('show') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(translateChange('whyLabel')).fill('The new limit of the risk committee')
  await dialog.getByRole('button', { name: translateChange('propose') }).click()
}

/** How many votes were signed by a passkey. */
async function signedVotes(): Promise<number> {
  const ledger = await openLedger(databaseUrlOf(stage.server))
  try {
    const rows = await ledger.query('select 1 from desk.vote where assertion is not null', [])
    return rows.length
  } finally {
    await ledger.close()
  }
}

test('H-2 INV-22: a passkey is added at the console, signs a proposal, and is then required for decisions', async () => {
  await stage.visit('passkey-of-an-operator', async (visitor) => {
    const { page, context } = visitor
    // Browsers allow passkeys for host names, but not for IP addresses.
    const site = stage.server.url.replace('127.0.0.1', 'localhost')
    const { token, usid } = await demoOperator(stage.server.client, 'Ratna')
    const cookie = { domain: 'localhost', path: '/', secure: true, sameSite: 'Lax' } as const
    await context.addCookies([
      { ...cookie, name: 'jwt', value: token },
      { ...cookie, name: 'usid', value: String(usid) },
    ])
    const device = await virtualAuthenticator(context, page)
    await page.goto(`${site}/executor`)
    await page.getByText(translate('weaker')).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await page.getByRole('link', { name: translate('offer') }).click()
    await page.getByRole('heading', { level: 1, name: translate('title') }).waitFor()
    await page.getByText(translate('none')).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await page.getByRole('button', { name: translate('add') }).click()
    await page.getByText(translate('nameMissing')).waitFor()
    await page.getByLabel(translate('nameLabel')).fill('Office laptop')
    await page.getByRole('button', { name: translate('add') }).click()
    await page.getByText(translate('addedNow')).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Office laptop' })
    await row.getByRole('cell', { name: translate('never') }).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])

    // The exchange refuses the unsigned request and returns the challenge to sign.
    visitor.expectTrouble(true)
    await device.setVerified(false)
    await propose(page, site, '25jt')
    await page.getByText('Confirm this decision with your passkey.').waitFor()
    assert.equal(await signedVotes(), 0)
    await device.setVerified(true)
    await propose(page, site, '25jt')
    const what = `${setting}: Rp\u00a025.000.000 (twenty-five million rupiah)`
    await page.getByText(translateChange('waiting', { what })).waitFor()
    assert.equal(await signedVotes(), 1)
    visitor.expectTrouble(false)

    await page.goto(`${site}/executor/passkeys`)
    await row.waitFor()
    assert.equal(await row.getByRole('cell', { name: translate('never') }).count(), 0)
    await row.getByRole('button', { name: translate('remove') }).click()
    await page.getByText(translate('none')).waitFor()
  })
})
