/**
 * The review of identities in a browser: people's data are masked until a reason is given, and a decision is
 * made.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { kycMessages, createTranslator } from '@tukar/i18n'
import type { Page } from 'playwright-core'
import {
  openConsole,
  pressUntil,
  translateAction,
  createConsoleTranslator,
} from '../desk/desk-visits.ts'
import { phone } from '../harness/browser.ts'
import { type FakeCamera, openFakeCamera } from '../harness/fake-camera.ts'
import { objectAt, textAt } from '../harness/http.ts'
import { readMailbox } from '../harness/mailbox.ts'
import { root } from '../harness/paths.ts'
import type { Person } from '../harness/people.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, tooWide, findUntranslated } from '../routes/page-checks.ts'
import { detailsByCall, postForm } from './identity-visits.ts'
import { backOf, cardOf, createReviewTranslator, namedPerson, openDialog } from './modal-visits.ts'

let camera: FakeCamera
const stage = openStage(
  { ...quietMarket, TUKAR_KYC_MACHINE_APPROVES: 'no' },
  undefined,
  async () => {
    camera = await openFakeCamera()
    return camera.browser
  },
)
const translate = createReviewTranslator('en')
const translateConsole = createConsoleTranslator('en')
const recording = path.join(root, 'apps/server/src/platform/media/testing/recording.webm')

type Case = { readonly person: Person; readonly number: string }

async function stateOf({ token }: Person): Promise<Readonly<Record<string, string>>> {
  const { client } = stage.server
  const answer = await client.call('POST', '/kyc/checking-step', { token, body: {} })
  const data = objectAt(answer.body, 'data')
  const texts = ['state', 'piece', 'reason'].map((key) => {
    const value = data[key]
    return [key, typeof value === 'string' ? value : '']
  })
  return Object.fromEntries(texts)
}

async function untilState(person: Person, state: string): Promise<void> {
  await until(
    `an identity that is ${state}`,
    async () => (await stateOf(person))['state'] === state,
  )
}

/** A person whose card and recording need a review. */
async function submitSteps(name: string): Promise<Case> {
  const person = await namedPerson(stage.server, name)
  const { number } = cardOf(name, 'siti')
  await detailsByCall(stage.server, camera, person, { name, number, face: 'siti' })
  const video = { orang_video_file: readFileSync(recording) }
  const sent = await postForm(stage.server, '/kyc/id/03-video-upload', person, video)
  assert.equal(sent.status, 200, sent.text)
  await untilState(person, 'in_review')
  return { person, number }
}

/** A person whom the automatic check approves. */
async function submitModal(name: string): Promise<Case> {
  const { server } = stage
  const person = await namedPerson(server, name)
  const card = cardOf(name, 'siti')
  const made = await server.client.call('POST', '/idmeta/verification-id', {
    token: person.token,
    body: { template_id: 'tukar-identity' },
  })
  const ids = {
    template_id: 'tukar-identity',
    verification_id: textAt(made.body, 'verification_id'),
  }
  for (const [call, parts] of [
    ['document', { imageFrontSide: await camera.paper(card), imageBackSide: await backOf(camera) }],
    ['biometric', { image_file: await camera.selfie({ kind: 'face', face: 'siti' }) }],
  ] as const) {
    const sent = await postForm(server, `/idmeta/${call}-verification`, person, {
      ...ids,
      ...parts,
    })
    assert.equal(sent.status, 200, sent.text)
  }
  await untilState(person, 'in_review')
  return { person, number: card.number }
}

const title = (person: Person) => translate('identityOf', { id: person.usid })

async function writeNote(page: Page, note: string): Promise<void> {
  await page.getByLabel(translate('note'), { exact: true }).fill(note)
}

test('SRV-41 SRV-44 ATT-104: a reviewer sees nothing of a person without a reason, then all, and approves', async () => {
  const { client } = stage.server
  const { person, number } = await submitSteps('Siti Rahayu Pertiwi')
  await stage.visit('identity-approve', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Ratna')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${translate('queueReview')}`) })
      .click()
    await pressUntil(page, 'j', page.getByRole('heading', { name: title(person) }))
    await page.getByText(translate('filesHidden', { count: 3 })).waitFor()
    for (const secret of [person.email, number, 'Rahayu', 'Peneliti']) {
      assert.equal(await page.getByText(secret).count(), 0, secret)
    }
    await page.getByText(translate('verdictReview')).waitFor()
    await page.getByRole('button', { name: translate('show'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: translate('showTitle') })
    await dialog.getByLabel(translate('showReason')).fill('Comparing the card with the video')
    await dialog.getByRole('button', { name: translate('show'), exact: true }).click()
    await page.getByText(number).first().waitFor()
    await page.getByText('Peneliti').waitFor()
    const document = page.getByRole('img', { name: translate('document') })
    await document.waitFor()
    await until('a document that is drawn', () =>
      page.evaluate(`document.querySelector('main figure img').naturalWidth > 100`),
    )
    await until('a video that plays', () =>
      page.evaluate(`document.querySelector('main video')?.readyState >= 2`),
    )
    await page
      .getByRole('button', { name: translate('zoomIn', { what: translate('document') }) })
      .click()
    await page
      .getByRole('button', { name: translate('rotate', { what: translate('document') }) })
      .click()
    assert.equal(await document.getAttribute('style'), 'transform: rotate(90deg);')
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    assert.deepEqual(await tooWide(page), [])
    const what = translate('approveWhat', { id: person.usid })
    await pressUntil(page, 'a', page.getByLabel(translate('note'), { exact: true }))
    await page.locator('main pre').waitFor()
    const preview = await page.locator('main pre').innerText()
    await page.getByRole('button', { name: what }).click()
    await page.getByText(translate('done', { what })).waitFor()
    await untilState(person, 'approved')
    const mail = await until('the mail', async () => {
      const mails = await readMailbox(client, person.email)
      return mails.find((one) => textAt(one, 'text').includes('/settings/agreement-sign'))
    })
    const lineOf = (text: string) => text.split('\n').find((line) => line.length > 60) ?? 'none'
    assert.ok(textAt(mail, 'text').includes(lineOf(preview)), preview)
    await page.goto('/executor/audit')
    for (const action of ['identity.show', 'identity.file', 'identity.approve'] as const) {
      await page
        .getByRole('row')
        .filter({ hasText: translateAction(action) })
        .filter({ hasText: `identity:${person.usid}` })
        .first()
        .waitFor()
    }
    assert.equal(await page.getByText(number).count(), 0)
  })
})

test('SRV-41 SRV-42: one piece is requested again, with its reason; after a cancel nothing is sent', async () => {
  const { person } = await submitModal('Dewi Anggraini Putri')
  await stage.visit('identity-again', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Bayu', `/executor/identity/review/${person.usid}`)
    await page.getByRole('heading', { name: title(person) }).waitFor()
    await page.getByText(translate('verdictApprove')).waitFor()
    await page
      .getByText(translate('numberUnknown'))
      .or(page.getByText(translate('numberSame')))
      .waitFor()
    await pressUntil(page, 'g', page.getByLabel(translate('note'), { exact: true }))
    const what = translate('againWhat', { id: person.usid, piece: translate('pieceVideo') })
    const select = (name: string) => page.getByRole('combobox', { name })
    await select(translate('reason')).selectOption('no_face')
    await writeNote(page, 'The face is in the shade')
    await page.getByRole('button', { name: what }).click()
    // Leaving would discard the unsent decision, so the page asks first.
    const confirmation = page.waitForEvent('dialog')
    await page.evaluate('setTimeout(() => location.reload())')
    const leaving = await confirmation
    assert.equal(leaving.type(), 'beforeunload')
    await leaving.dismiss()
    await page.getByRole('button', { name: translateConsole('takeBack') }).click()
    assert.equal((await stateOf(person))['state'], 'in_review')
    await pressUntil(page, 'g', page.getByLabel(translate('note'), { exact: true }))
    await select(translate('reason')).selectOption('no_face')
    await writeNote(page, 'The face is in the shade')
    await page.getByRole('button', { name: what }).click()
    await page.getByText(translate('done', { what })).waitFor()
    await untilState(person, 'rejected')
    const { piece, reason } = await stateOf(person)
    assert.deepEqual({ piece, reason }, { piece: 'video', reason: 'no_face' })
  })
  await stage.visit('identity-told', async (visitor) => {
    const { dialog } = await openDialog(visitor, person)
    await dialog.getByText(createTranslator(kycMessages, 'en')('reasonNoFace')).waitFor()
  })
  await stage.visit(
    'identity-phone',
    async (visitor) => {
      const { page } = visitor
      const translateIndonesian = createReviewTranslator('id')
      await openConsole(stage.server, visitor, 'Bayu', `/executor/identity/all/${person.usid}`)
      await page.getByText(translateIndonesian('needsDecided')).waitFor()
      assert.deepEqual(await tooWide(page), [])
      assert.deepEqual(await findUntranslated(page, 'id'), [])
      assert.deepEqual(await findAccessibilityBarriers(page), [])
    },
    phone,
  )
})
