/** The operator console in a browser: access, decisions of two people, and their records. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consolePeopleMessages, createTranslator } from '@tukar/i18n'
import { serverMessage } from '@tukar/i18n/server'
import { phone } from '../harness/browser.ts'
import { signInAs } from '../harness/enter.ts'
import { listRows, objectAt, textAt } from '../harness/http.ts'
import { readMailbox } from '../harness/mailbox.ts'
import { balanceOf, newPerson } from '../harness/people.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, tooWide, findUntranslated } from '../routes/page-checks.ts'
import {
  confirmWith,
  demoOperator,
  deletePayout,
  uploadProof,
  openConsole,
  pressUntil,
  translateAction,
  untilState,
  requestPayout,
  createConsoleTranslator,
} from './desk-visits.ts'

const stage = openStage({ ...quietMarket, TUKAR_WITHDRAWAL_REVIEW_FROM: '10000000' })
const translate = createConsoleTranslator('en')
const waitingPath = '/executor/withdrawals/waiting'

test('ROUTE-39 ROLE-07 ATT-99 DEC-129: the console is for operators; everybody else is led home', async () => {
  const { client } = stage.server
  await stage.visit('console-guest', async ({ page }) => {
    await page.goto('/executor/audit')
    await page.waitForURL((url) => url.pathname === '/')
  })
  const trader = await newPerson(client)
  await stage.visit('console-trader', async (visitor) => {
    await signInAs(visitor, trader)
    visitor.expectTrouble(true)
    await visitor.page.goto(waitingPath)
    await visitor.page.waitForURL((url) => url.pathname === '/')
  })
  await stage.visit('console-demo', async ({ page }) => {
    await page.goto('/auth/login?demo=Bayu')
    await page.getByRole('button', { name: /Bayu/ }).first().click()
    await page.waitForURL((url) => url.pathname === '/executor')
    await page.getByRole('heading', { level: 1, name: translate('overview') }).waitFor()
    // An empty queue says so and has no hint to choose a row.
    for (const [path, text] of [
      [waitingPath, 'queueEmpty'],
      ['/executor/withdrawals/all', 'queueNone'],
    ] as const) {
      await page.goto(path)
      await page.getByText(translate(text), { exact: true }).waitFor()
      assert.equal(await page.getByText(translate('pickCase')).count(), 0)
    }
  })
})

test('INV-22 ATT-101 DEC-130: one operator alone pays nothing out, two do, and the audit log names both', async () => {
  const { client } = stage.server
  const { person, id } = await requestPayout(stage.server, '20000000')
  const path = `${waitingPath}/${id}`
  const title = /^Approve the payout of Rp\s20\.000\.000$/
  const decided = (text: string) => translate('decided', { what: text })
  await stage.visit('first-operator', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Ratna')
    const queue = page
      .getByRole('link', { name: new RegExp(`^${translate('queueWaiting')}`) })
      .first()
    await queue.click()
    await page.getByRole('link', { name: /Rp\s20\.000\.000/ }).waitFor()
    await pressUntil(page, 'j', page.getByRole('heading', { name: translate('payout', { id }) }))
    assert.equal(new URL(page.url()).pathname, path)
    await page.getByText(translate('needsTwo')).waitFor()
    await pressUntil(page, 'a', page.getByText(translate('previewFirst')))
    await page
      .getByText(/nineteen million .* rupiah\) goes to Bank Mandiri, account ••••••7890/)
      .waitFor()
    await page.getByRole('heading', { name: translate('mailNone') }).waitFor()
    assert.equal(await page.getByText(translate('mailTitle')).count(), 0)
    await confirmWith(page, 'ok', title)
    await page.getByText(translate('reasonShort', { least: 5 })).waitFor()
    await confirmWith(page, 'Spoke to the owner by telephone', title)
    // The decision was undone within ten seconds, so it was never sent.
    await page.getByRole('button', { name: translate('takeBack') }).click()
    await pressUntil(page, 'a', page.getByText(translate('previewFirst')))
    await confirmWith(page, 'Spoke to the owner by telephone', title)
    // Leaving the page discards the decision: the browser asks first, and the page says so on the next visit.
    const confirmation = page.waitForEvent('dialog')
    await Promise.all([page.reload(), confirmation.then((dialog) => dialog.accept())])
    assert.equal((await confirmation).type(), 'beforeunload')
    const what = 'Approve the payout of Rp\u00a020.000.000'
    const left = page.getByRole('alert').filter({ hasText: translate('leftUnsent', { what }) })
    assert.equal(await left.getByRole('link').getAttribute('href'), path)
    await left.getByRole('button', { name: translate('leftDismiss') }).click()
    await left.waitFor({ state: 'detached' })
    await pressUntil(page, 'a', page.getByText(translate('previewFirst')))
    await confirmWith(page, 'Spoke to the owner by telephone', title)
    await page.getByText(decided('Approve the payout of Rp\u00a020.000.000')).waitFor()
    await page.getByText(translate('alreadyYours')).waitFor()
    await page.getByText(translate('needsAnother')).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Approve/ }).count(), 0)
  })
  const ratna = await demoOperator(client, 'Ratna')
  const again = await client.call('POST', `/desk/withdrawals/${id}/decide`, {
    token: ratna.token,
    body: { decision: 'approve', reason: 'once more, in another session' },
  })
  assert.deepEqual([again.status, again.body['code']], [403, 'desk.same_operator'])
  assert.equal((await balanceOf(client, person.token, 'IDR')).held, '20000000.00')
  await stage.visit('second-operator', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Bayu', path)
    await page.getByText(/^Approved by Ratna Operator/).waitFor()
    await page.getByText(translate('approvalHidden')).waitFor()
    await page.getByRole('button', { name: /^Approve/ }).click()
    await page
      .getByText(translate('approvalReason', { reason: 'Spoke to the owner by telephone' }))
      .waitFor()
    await page.getByText(translate('previewFinal')).waitFor()
    await confirmWith(page, 'Papers are in order', title)
    await page.getByText(decided('Approve the payout of Rp\u00a020.000.000')).waitFor()
    await untilState(client, person, 'completed')
    await page.goto('/executor/audit')
    for (const reason of ['Spoke to the owner by telephone', 'Papers are in order']) {
      const row = page.getByRole('row').filter({ hasText: reason })
      await row
        .filter({ hasText: `withdrawal:${id}` })
        .filter({ hasText: translateAction('payout.approve') })
        .waitFor()
    }
    await page.getByText(/Read again and whole up to entry \d+\./).waitFor()
    await page.goto('/executor')
    await page.getByText(translate('moneyEqual')).waitFor()
  })
  assert.equal((await balanceOf(client, person.token, 'IDR')).held, '0.00')
})

test('INV-22 SRV-81: a rejected payout returns the money, and its owner is notified', async () => {
  const { client } = stage.server
  const { person, id } = await requestPayout(stage.server, '15000000')
  const before = await balanceOf(client, person.token, 'IDR')
  assert.equal(before.held, '15000000.00')
  await stage.visit('rejecting', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Bayu', `${waitingPath}/${id}`)
    await page.getByText(translate('needsTwo')).waitFor()
    await pressUntil(page, 'r', page.getByText(translate('previewNoPayout')))
    const mail = page.getByRole('region', { name: translate('mailTitle') })
    await mail.getByText(/^Reason: \.\.\.$/m).waitFor()
    await page.getByLabel(/^Reason$/).fill('The papers are another person’s')
    await mail.getByText(/The papers are another person’s\.$/m).waitFor()
    await confirmWith(page, 'The papers are another person’s', /^Reject the payout of/)
    await page.getByRole('button', { name: translate('takeBack') }).waitFor()
    // Opening another console page within the ten seconds still sends the decision.
    await page.locator('a[href="/executor/changes"]').first().click()
    await page.waitForURL('**/executor/changes')
    await untilState(client, person, 'canceled')
  })
  await until('the money to be free again', async () => {
    const { available, held } = await balanceOf(client, person.token, 'IDR')
    return held === '0.00' && available === '50000000.00'
  })
  await until('a mail about it', async () => {
    const mails = await readMailbox(client, person.email)
    const rejection = mails.find((mail) => textAt(mail, 'subject').endsWith(' was not approved'))
    return (
      rejection !== undefined &&
      textAt(rejection, 'text').includes('The papers are another person’s.')
    )
  })
  const query = { page: 1, rows: 10, sort: 'id', order: 'desc', filter_rules: '[]' }
  const notices = await client.call('GET', '/notifs', { token: person.token, query })
  assert.ok(listRows(notices).some((row) => textAt(row, 'kind') === 'withdrawal_rejected'))
})

test('INV-13 INV-22: a payout that the bank lost is recorded as failed, never as paid without evidence', async () => {
  const { client } = stage.server
  const fault = { operation: 'payout', kind: 'stall', times: 1, value: 600_000 }
  await client.call('POST', '/simulation/bank/faults', { body: fault })
  const { person, id } = await requestPayout(stage.server, '100000', 'sent')
  await deletePayout(stage.server, id)
  await client.call('POST', '/simulation/bank/faults/clear', { body: {} })
  await stage.visit('taking', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Ratna', `/executor/withdrawals/unknown/${id}`)
    await page.getByText(translate('flagPayoutAbsent')).waitFor()
    await page.getByRole('button', { name: translate('takePaid'), exact: true }).click()
    await page.getByText(translate('previewTakePaidAsked')).waitFor()
    await confirmWith(page, 'The bank was telephoned', /^Take the payout of .* as paid$/)
    await page.getByText(translate('reasonShort', { least: 5 })).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await page.getByRole('button', { name: translate('takeFailed'), exact: true }).click()
    await page.getByText(translate('previewTakeFailed')).waitFor()
    const mail = page.getByRole('region', { name: translate('mailTitle') })
    await mail.getByText(/^Your withdrawal of Rp 100\.000 failed$/).waitFor()
    const title = translate('confirmTakeFailed', { amount: 'Rp\u00a0100.000' })
    await confirmWith(page, 'The bank was telephoned', /^Take the payout of .* as failed$/)
    await page.getByText(translate('decided', { what: title })).waitFor()
  })
  await untilState(client, person, 'failed')
  const { available, held } = await balanceOf(client, person.token, 'IDR')
  assert.deepEqual([available, held], ['50000000.00', '0.00'])
})

test('ATT-71 SRV-71: operators see a proof of payment, which moves no money', async () => {
  const { person, id } = await uploadProof(stage.server, '250000')
  await stage.visit('proof', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Ratna')
    await page
      .getByRole('link', { name: new RegExp(`^${translate('queueProof')}`) })
      .first()
      .click()
    await page.getByRole('link', { name: /Rp\s250\.000/ }).click()
    await page.getByText(translate('flagProof')).first().waitFor()
    await page.getByText(translate('notConfirmed')).waitFor()
    await page.getByRole('button', { name: translate('unpaid'), exact: true }).waitFor()
    await page.getByRole('button', { name: translate('showDocument') }).click()
    const shown = page.getByRole('img', { name: translate('documentOf', { id }) })
    await shown.waitFor()
    await until('the picture to be drawn', () =>
      page.evaluate(`document.querySelector('main img').naturalWidth === 100`),
    )
  })
  const file = await fetch(new URL(`/desk/deposits/${id}/file`, stage.server.url), {
    headers: { jwt: person.token },
  })
  assert.equal(file.status, 403)
  const { available } = await balanceOf(stage.server.client, person.token, 'IDR')
  assert.equal(available, '50000000.00')
})

test('ATT-104: an operator who opened proofs of too many people is warned on the page of the next one', async () => {
  const { client, url } = stage.server
  const { id } = await uploadProof(stage.server, '260000')
  const { token } = await demoOperator(client, 'Wati')
  const openings = Array.from({ length: 30 }, async () => {
    const file = await fetch(new URL(`/desk/deposits/${id}/file`, url), { headers: { jwt: token } })
    return file.status
  })
  assert.deepEqual(new Set(await Promise.all(openings)), new Set([200]))
  await stage.visit('proof-too-many', async (visitor) => {
    await openConsole(stage.server, visitor, 'Wati', `/executor/deposits/all/${id}`)
    visitor.expectTrouble(true)
    await visitor.page.getByRole('button', { name: translate('showDocument') }).click()
    await visitor.page.getByText(serverMessage('en', 'desk.too_many_shown', { max: 30 })).waitFor()
  })
})

test('ATT-104: personal data is masked until a reason is given, which the audit log keeps', async () => {
  const { person, id } = await requestPayout(stage.server, '11000000')
  await stage.visit('revealing', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Ratna', `${waitingPath}/${id}`)
    await page.getByRole('heading', { name: translate('payout', { id }) }).waitFor()
    assert.equal(await page.getByText(person.email).count(), 0)
    await page.getByRole('button', { name: translate('show'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: translate('showTitle') })
    await dialog.getByLabel(translate('showReason')).fill('The owner is on the telephone')
    await dialog.getByRole('button', { name: translate('show'), exact: true }).click()
    await page.getByText(person.email).waitFor()
    // The bank account of this payout and the currently saved one.
    for (const name of [translate('payoutBank'), translate('savedBank')]) {
      const fact = page.locator('dl > div').filter({ hasText: name })
      await fact.filter({ hasText: '1234567890' }).waitFor()
    }
    await page.goto('/executor/audit')
    const row = page.getByRole('row').filter({ hasText: 'The owner is on the telephone' })
    await row
      .filter({ hasText: translateAction('person.show') })
      .filter({ hasText: `user:${person.usid}` })
      .waitFor()
  })
})

test('DEC-96 SRV-82: an operator sees that a bank account is locked and the effect of unlocking, and unlocks it', async () => {
  const { client } = stage.server
  const { person, id } = await requestPayout(stage.server, '100000', 'completed')
  const isLocked = async () => {
    const { body } = await client.call('GET', '/users/mybank', { token: person.token })
    return objectAt(body, 'data')['data_lock']
  }
  assert.equal(await isLocked(), true)
  await stage.visit('unlocking', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Bayu', `/executor/withdrawals/all/${id}`)
    const show = page.getByRole('button', { name: translate('show'), exact: true })
    await show.click()
    const dialog = page.getByRole('dialog', { name: translate('showTitle') })
    await dialog.getByLabel(translate('showReason')).fill('Asks for another bank account')
    await dialog.getByRole('button', { name: translate('show'), exact: true }).click()
    await page.getByText(translate('bankLocked'), { exact: true }).waitFor()
    await page.getByRole('button', { name: translate('unlock'), exact: true }).click()
    await page.getByText(translate('previewUnlockHold')).waitFor()
    await page.getByText(/account 1234567890 of Dewi Lestari can be changed again/).waitFor()
    const what = translate('unlockWhat', { id: person.usid })
    await page.getByRole('button', { name: what, exact: true }).click()
    await page.getByText(translate('reasonShort', { least: 5 })).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await confirmWith(page, 'Called back, it is the owner', new RegExp(`^${what}$`))
    await page.getByText(translate('decided', { what })).waitFor()
    await page.getByText(translate('bankOpen'), { exact: true }).waitFor()
    assert.equal(await isLocked(), false)
    await page.goto('/executor/audit')
    const row = page.getByRole('row').filter({ hasText: 'Called back, it is the owner' })
    await row.filter({ hasText: translateAction('bank.unlock') }).waitFor()
  })
})

test('INV-22 ATT-101 DEC-130: one admin proposes a role, another one confirms it, and nobody can assign one to themselves', async () => {
  const person = await newPerson(stage.server.client, 'calon')
  const what = translate('proposalGive', {
    role: translate('roleFinance'),
    name: person.name,
    email: person.email,
  })
  await stage.visit('proposing', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Ratna', '/executor/operators')
    const propose = async (email: string) => {
      await page.getByLabel(translate('giveEmail')).fill(email)
      await page.getByLabel(translate('reasonLabel'), { exact: true }).fill('Joins the team')
      await page.getByRole('button', { name: translate('give'), exact: true }).click()
    }
    await propose(person.email)
    await page.getByText(what, { exact: true }).waitFor()
    await page.getByText(translate('needsSecondAdmin'), { exact: true }).waitFor()
    const confirm = page.getByRole('button', { name: translate('confirmProposal'), exact: true })
    assert.equal(await confirm.count(), 0)
    assert.equal(await page.getByRole('row').filter({ hasText: person.email }).count(), 0)
    visitor.expectTrouble(true)
    await propose('ratna@demo.tukar.example')
    await page.getByText(serverMessage('en', 'desk.own_roles'), { exact: true }).waitFor()
  })
  await stage.visit('confirming', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Bayu')
    await page
      .getByRole('row')
      .filter({ hasText: translate('queueProposals') })
      .waitFor()
    await page.getByRole('link', { name: translate('queueProposals') }).click()
    await page.getByText(what, { exact: true }).waitFor()
    assert.equal(await page.getByText('Joins the team').count(), 0)
    await page.getByRole('button', { name: translate('confirmProposal'), exact: true }).click()
    await page.getByText(translate('approvalReason', { reason: 'Joins the team' })).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Confirm/ }).count(), 1)
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    const title = translate('confirmWhat', { what })
    await page.getByLabel(translate('answerReason')).fill('Known to me')
    await page.getByRole('button', { name: title, exact: true }).click()
    await page.getByText(translate('decided', { what: title })).waitFor()
    const row = page.getByRole('row').filter({ hasText: person.email })
    await row.getByText(translate('roleFinance')).waitFor()
    await page.getByText(translate('noProposals')).waitFor()
  })
})

test('DEC-96: a person without deposits or payouts is found by the whole address, and shown with a reason', async () => {
  const person = await newPerson(stage.server.client, 'sepi')
  await stage.visit('people', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Bayu', '/executor/people')
    visitor.expectTrouble(true)
    const words = createTranslator(consolePeopleMessages, 'en')
    const find = async (email: string) => {
      await page.getByLabel(words('searchLabel')).fill(email)
      await page.getByRole('button', { name: words('search'), exact: true }).click()
    }
    await find('nobody@people.example')
    await page.getByText(serverMessage('en', 'desk.person_unknown')).waitFor()
    await find(person.email)
    const found = page.getByRole('region', { name: words('found') }).first()
    await found.getByRole('link', { name: words('accountName', { id: person.usid }) }).click()
    await page.getByRole('heading', { name: translate('account', { id: person.usid }) }).waitFor()
    assert.equal(await page.getByText(person.email).count(), 0)
    await page.getByRole('button', { name: translate('show'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: translate('showTitle') })
    await dialog.getByLabel(translate('showReason')).fill('The owner is on the telephone')
    await dialog.getByRole('button', { name: translate('show'), exact: true }).click()
    await page.getByText(person.email).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
  })
})

const displays = [
  { width: 1440, height: 900, language: 'id', theme: 'light' },
  { width: 1024, height: 768, language: 'en', theme: 'light' },
  { ...phone, language: 'id' },
] as const

for (const display of displays) {
  const name = `${display.width}-${display.theme}-${display.language}`
  test(`R-50: a case is whole at ${name}, and nothing is decided on a phone`, async () => {
    const { id } = await requestPayout(stage.server, '12000000')
    const words = createConsoleTranslator(display.language)
    await stage.visit(
      `console-${name}`,
      async (visitor) => {
        const { page } = visitor
        await openConsole(stage.server, visitor, 'Bayu', `${waitingPath}/${id}`)
        await page.getByRole('heading', { name: words('payout', { id }) }).waitFor()
        const isPhone = display.width < 768
        if (isPhone) {
          await page.getByText(words('atDesk')).waitFor()
          assert.equal(await page.getByRole('button', { name: words('approve') }).count(), 0)
        } else await page.getByRole('button', { name: new RegExp(`^${words('approve')}`) }).click()
        await waitUntilIdle(page)
        assert.deepEqual(await findAccessibilityBarriers(page), [])
        assert.deepEqual(await tooWide(page), [])
        assert.deepEqual(await findUntranslated(page, display.language), [])
        if (!isPhone) return
        await page.getByRole('link', { name: words('backToQueue') }).click()
        await page.getByRole('heading', { level: 1, name: words('queueWaiting') }).waitFor()
      },
      display,
    )
  })
}
