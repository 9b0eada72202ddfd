/** The verification dialog in a browser with a camera, on the real verifier. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Pool } from 'pg'
import sharp from 'sharp'
import { kycMessages, createTranslator } from '@tukar/i18n'
import { phone } from '../harness/browser.ts'
import { type FakeCamera, openFakeCamera } from '../harness/fake-camera.ts'
import { textAt, objectAt } from '../harness/http.ts'
import { databaseUrlOf, newPerson } from '../harness/people.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, tooWide, findUntranslated } from '../routes/page-checks.ts'
import {
  agree,
  backOf,
  cardOf,
  chooseSide,
  goBackFrom,
  namedPerson,
  openDialog,
  sendDocument,
  sendFace,
  createModalTranslator,
} from './modal-visits.ts'

const callbackSecret = 'secret-of-callbacks-in-tests'
let camera: FakeCamera
const stage = openStage(
  { ...quietMarket, TUKAR_IDENTITY_CALLBACK_SECRET: callbackSecret },
  undefined,
  async () => {
    camera = await openFakeCamera()
    return camera.browser
  },
)
const score = /^\d{1,3},\d{2}%$/

test('HOME-10 KYCM-01 KYCM-02 KYCM-09 KYCM-10 KYCM-11 KYCM-12: document and face verify a person, and the agreement is next', async () => {
  const { client } = stage.server
  const person = await namedPerson(stage.server)
  const front = await camera.paper(cardOf(person.name, 'siti'))
  const back = await backOf(camera)
  await camera.show({ kind: 'face', face: 'siti' })
  await stage.visit('modal-whole', async (visitor) => {
    const own = await openDialog(visitor, person)
    const { page, dialog, translate } = own
    await dialog.getByRole('button', { name: translate('begin') }).click()
    await dialog.getByText(translate('agreementMissing')).waitFor()
    await agree(own)
    // KYCM-05: the button stays disabled without both sides.
    await dialog.getByRole('button', { name: translate('sendDocument') }).click()
    await dialog.getByText(translate('documentMissing')).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await sendDocument(own, front, back)
    // KYCM-08: the button also stays disabled without a face.
    await dialog.getByRole('heading', { name: translate('biometricTitle') }).waitFor()
    await dialog.getByRole('button', { name: translate('sendFace') }).click()
    await dialog.getByText(translate('biometricMissing')).waitFor()
    await sendFace(own)
    await dialog.getByRole('heading', { name: translate('finishTitle') }).waitFor()
    for (const name of [translate('probability'), translate('quality')]) {
      const bar = dialog.getByRole('meter', { name })
      const share = Number(await bar.getAttribute('value'))
      assert.ok(share > 0 && share <= 1, `${name}: ${share}`)
    }
    assert.equal(await dialog.getByText(score).count(), 2)
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await dialog.getByRole('link', { name: translate('finishNext') }).click()
    await page.waitForURL((url) => url.pathname === '/settings/agreement-sign')
    await page.goto('/#verify')
    await dialog.getByText(translate('alreadyTitle')).waitFor()
  })
  const reply = await client.call('POST', '/kyc/checking-step', { token: person.token, body: {} })
  assert.equal(textAt(objectAt(reply.body, 'data'), 'state'), 'approved')
})

test('ERR-09 ERR-10 ERR-13 ERR-14 ERR-15 KYCM-06 KYCM-13 KYCM-14: each error is shown, and leads back to its step, on a phone', async () => {
  const person = await namedPerson(stage.server, 'Dewi Anggraini Putri')
  const card = cardOf(person.name, 'siti')
  const back = await backOf(camera)
  const front = await camera.paper(card)
  await stage.visit(
    'modal-faults',
    async (visitor) => {
      const own = await openDialog(visitor, person)
      const { page, dialog, translate } = own
      await agree(own)
      await chooseSide(own, front, 'image/bmp')
      await dialog.getByText(translate('fileType')).waitFor()
      assert.deepEqual(await tooWide(page), [])
      assert.deepEqual(await findUntranslated(page, 'id'), [])
      visitor.expectTrouble(true)
      // The browser can open this file; the server checks its format.
      await sendDocument(own, await sharp(front).webp().toBuffer(), back)
      await goBackFrom(own, translate('imageType'))
      await sendDocument(own, await camera.paper({ ...card, isBlurred: true }), back)
      await goBackFrom(own, translate('unreadable'))
      await sendDocument(own, front, back)
      for (const [scene, text] of [
        [{ kind: 'nobody' }, translate('noFace')],
        [{ kind: 'far', face: 'siti' }, translate('smallFace')],
      ] as const) {
        await camera.show(scene)
        await sendFace(own)
        await goBackFrom(own, text)
      }
      await camera.show({ kind: 'face', face: 'budi' })
      await sendFace(own)
      await dialog.getByText(translate('lowProbability')).waitFor()
      assert.equal(await dialog.getByText(score).count(), 2)
      await dialog.getByRole('button', { name: translate('back') }).click()
      visitor.expectTrouble(false)
      // Escape asks first: continuing returns to the step, stopping closes the dialog.
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: translate('closeContinue') }).click()
      await dialog.getByRole('heading', { name: translate('biometricTitle') }).waitFor()
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: translate('closeExit') }).click()
      await dialog.waitFor({ state: 'detached' })
      assert.equal(new URL(page.url()).hash, '')
    },
    phone,
  )
})

test('KYCM-04 ERR-08 DEC-58 KYCM-15 ERR-18: a lost connection and a denied camera are reported, and the person can continue', async () => {
  const person = await newPerson(stage.server.client)
  const translateStep = createTranslator(kycMessages, 'en')
  await stage.visit('modal-camera', async (visitor) => {
    const own = await openDialog(visitor, person, false)
    const { page, dialog, translate } = own
    const call = '**/idmeta/verification-id'
    visitor.expectTrouble(true)
    await page.route(call, (route) => route.abort())
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: translate('begin') }).click()
    await dialog.getByRole('heading', { name: translate('unexpected') }).waitFor()
    await dialog.getByRole('region').getByText(translate('unexpected')).waitFor()
    await dialog.getByRole('button', { name: translate('back') }).click()
    await page.unroute(call)
    visitor.expectTrouble(false)
    await agree(own)
    await dialog.getByRole('button', { name: translate('useCamera') }).click()
    await goBackFrom(own, translateStep('cameraDenied'))
    // The page tries the camera again, which is still denied.
    await dialog
      .getByRole('alert')
      .filter({ hasText: translateStep('cameraDenied') })
      .waitFor()
    await dialog.getByRole('button', { name: translate('withoutCamera') }).click()
    await chooseSide(own, await backOf(camera))
    await dialog.getByRole('img').first().waitFor()
  })
})

test('CONST-14 KYCM-16 RT-04 DEC-63 KYCM-07: the camera captures the document, too, by keyboard alone, and the server closes the dialog', async () => {
  const person = await newPerson(stage.server.client)
  await camera.show({ kind: 'face', face: 'siti' })
  await stage.visit('modal-closed', async (visitor) => {
    await visitor.context.addInitScript({
      content: `const draw = HTMLCanvasElement.prototype.toBlob
        HTMLCanvasElement.prototype.toBlob = function (take, type) {
          window.takenAs = type
          return draw.call(this, take, type)
        }`,
    })
    const { page, dialog, translate } = await openDialog(visitor, person)
    const press = async (name: string, key = 'Enter') => {
      await until(`the focus on ${name}`, async () => {
        await page.keyboard.press('Tab')
        return (await page.evaluate('document.activeElement?.textContent')) === name
      })
      await page.keyboard.press(key)
    }
    await dialog.getByRole('checkbox').focus()
    await page.keyboard.press('Space')
    await press(translate('begin'))
    await dialog.getByRole('heading', { name: translate('documentTitle') }).waitFor()
    await press(translate('useCamera'))
    const take = dialog.getByRole('button', { name: translate('takePicture') })
    await until('a picture of the camera', () => take.isEnabled())
    await press(translate('takePicture'))
    await dialog.getByRole('img').first().waitFor()
    const size = await page.evaluate(
      `(() => { const { naturalWidth, naturalHeight } = document.querySelector('dialog img'); return naturalWidth + 'x' + naturalHeight })()`,
    )
    assert.equal(size, '640x640')
    assert.equal(await page.evaluate('window.takenAs'), 'image/png')
    await endFlow(person.usid)
    await dialog.waitFor({ state: 'detached' })
  })
})

/** Sends the provider's callback that the flow of this person's verification has ended. */
async function endFlow(userId: number): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrlOf(stage.server), max: 1 })
  try {
    const { rows } = await pool.query<{ id: string }>(
      'select provider_id as id from kyc.verification where user_id = $1',
      [userId],
    )
    const body = JSON.stringify({ verificationId: rows[0]?.id, status: 'verified' })
    const signature = createHmac('sha256', callbackSecret).update(body).digest('hex')
    const answer = await fetch(new URL('/idmeta/callback', stage.server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signature },
      body,
    })
    assert.equal(answer.status, 200, await answer.text())
  } finally {
    await pool.end()
  }
}

test('KYCM-01: a guest who opens the dialog is redirected to sign in', async () => {
  const translate = createModalTranslator('en')
  await stage.visit('modal-guest', async ({ page }) => {
    await page.goto('/#verify')
    await page.waitForURL((url) => url.pathname === '/auth/login')
    assert.equal(await page.getByRole('dialog', { name: translate('title') }).count(), 0)
  })
})
