/**
 * A change of rules in a browser: previewed, given a reason, confirmed by another person, and found in the
 * audit log.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  consoleAuditMessages,
  consoleChangeMessages,
  consoleSettingMessages,
  auditSubjectMessages,
  createTranslator,
} from '@tukar/i18n'
import { phone } from '../harness/browser.ts'
import { objectAt, textAt } from '../harness/http.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import {
  findAccessibilityBarriers,
  findSidewaysScrolling,
  tooWide,
  findUntranslated,
} from '../routes/page-checks.ts'
import { demoOperator, openConsole, translateAction } from './desk-visits.ts'

const stage = openStage(quietMarket)
const translate = createTranslator(consoleChangeMessages, 'en')
const translateIndonesian = createTranslator(consoleChangeMessages, 'id')
const translateSetting = createTranslator(consoleSettingMessages, 'en')
const translateAudit = createTranslator(consoleAuditMessages, 'en')
const translateSubject = createTranslator(auditSubjectMessages, 'en')

const setting = 'Two operators look from'
const what = `${setting}: Rp\u00a025.000.000 (twenty-five million rupiah)`
const why = 'The new limit of the risk committee'

/** The amount in rupiah from which two operators review, as people are told. */
async function reviewFrom(): Promise<string> {
  const { token } = await demoOperator(stage.server.client, 'Ratna')
  const { body } = await stage.server.client.call('GET', '/wallets_idr/rules', { token })
  return textAt(objectAt(objectAt(body, 'data'), 'withdraw'), 'review_from')
}

test('INV-22 ATT-100 ATT-101: a limit is changed by two people, with immediate effect, and the audit log says how', async () => {
  const before = await reviewFrom()
  await stage.visit('proposing-a-limit', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Ratna', '/executor/settings')
    const part = page.getByRole('region', { name: setting, exact: true })
    await part
      .getByRole('button', { name: translateSetting('changeWhat', { what: setting }) })
      .click()
    await part.getByLabel(translateSetting('newValue')).fill('25jt')
    await part.getByText('twenty-five million rupiah', { exact: true }).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await part.getByRole('button', { name: translateSetting('show') }).click()
    const dialog = page.getByRole('dialog', { name: what })
    await dialog.getByRole('cell', { name: /^Rp\s100\.000\.000 \(one hundred million/ }).waitFor()
    await dialog.getByRole('cell', { name: /^Rp\s25\.000\.000 \(twenty-five million/ }).waitFor()
    await dialog.getByText(translate('needsSecond')).waitFor()
    await dialog.getByRole('button', { name: translate('propose') }).click()
    await dialog.getByText('Say why, in at least 5 characters.').waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await dialog.getByLabel(translate('whyLabel')).fill(why)
    await dialog.getByRole('button', { name: translate('propose') }).click()
    await page.getByText(translate('waiting', { what })).waitFor()
    assert.equal(await reviewFrom(), before)
    await page.goto('/executor/changes')
    await page.getByText(translate('mine')).waitFor()
    assert.equal(
      await page.getByRole('button', { name: translate('confirm'), exact: true }).count(),
      0,
    )
  })
  await stage.visit('confirming-a-limit', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Bayu')
    await page.getByRole('link', { name: translate('queue') }).click()
    const card = page.getByRole('region', { name: what, exact: true })
    await card.getByText(why).waitFor()
    await card.getByRole('button', { name: translate('confirm'), exact: true }).click()
    // The button is replaced by the form; the form does not open below it.
    assert.equal(await card.getByRole('button', { name: /^Confirm/ }).count(), 1)
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await card.getByLabel(translate('answerReason')).fill('As the committee decided')
    await card
      .getByRole('button', { name: translate('confirmWhat', { what }), exact: true })
      .click()
    await page.getByText(translate('applied', { what })).waitFor()
    assert.notEqual(await reviewFrom(), before)
    await card.getByText(translate('statusApplied'), { exact: true }).waitFor()
    await page.goto('/executor/audit')
    await page.getByLabel('Of what').fill('setting:rupiah.review_from')
    await page.getByRole('button', { name: translateAudit('apply') }).click()
    await page.getByText(translateAudit('count', { count: 3 })).waitFor()
    const row = page.getByRole('row').filter({ hasText: translateAction('change.apply') })
    await row
      .filter({ hasText: 'As the committee decided' })
      .filter({ hasText: '25000000' })
      .filter({ hasText: translateAction('setting.set') })
      .getByRole('link', { name: translateSubject('setting', { id: setting }) })
      .waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: translateAudit('save') }).click()
    assert.match((await download).suggestedFilename(), /^tukar-audit-\d{4}-\d\d-\d\d\.csv$/)
    await page.getByText(translateAudit('saved')).waitFor()
  })
})

test('settings, changes and the record fit a phone, in Indonesian too', async () => {
  await stage.visit(
    'changes-on-a-phone',
    async (visitor) => {
      const { page } = visitor
      await openConsole(stage.server, visitor, 'Bayu', '/executor/changes')
      await page.getByRole('heading', { level: 1, name: translateIndonesian('changes') }).waitFor()
      await page.getByText(translateIndonesian('changesText')).waitFor()
      for (const path of ['changes', 'settings', 'audit']) {
        await page.goto(`/executor/${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await waitUntilIdle(page)
        assert.deepEqual(await findUntranslated(page, 'id'), [], path)
        assert.deepEqual([await tooWide(page), await findSidewaysScrolling(page)], [[], []], path)
        assert.deepEqual(await findAccessibilityBarriers(page), [], path)
      }
    },
    { ...phone, language: 'id' },
  )
})
