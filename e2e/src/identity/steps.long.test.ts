/**
 * The steps of the identity check in a real browser, whose camera shows a real face: from nationality to
 * approval by the product's verifier, with each possible error.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { shellMessages, createTranslator } from '@tukar/i18n'
import { serverMessage } from '@tukar/i18n/server'
import {
  desktop,
  type Display,
  openVisitor,
  phone,
  type Visitor,
  withEvidence,
} from '../harness/browser.ts'
import { signInAs } from '../harness/enter.ts'
import {
  allowCamera,
  denyCamera,
  type FakeCamera,
  openFakeCamera,
  type Scene,
} from '../harness/fake-camera.ts'
import { objectAt, textAt } from '../harness/http.ts'
import { root } from '../harness/paths.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, tooWide, findUntranslated } from '../routes/page-checks.ts'
import { noisyBitmap } from '../rupiah/pictures.ts'
import {
  consentAs,
  consentByCall,
  detailFields,
  detailsByCall,
  fillDetails,
  jpegFile,
  pickDocument,
  postForm,
  record,
  sendDetails,
  sendRecording,
  stepPath,
  createIdentityTranslator,
} from './identity-visits.ts'

let server: RunningServer
let camera: FakeCamera

before(async () => {
  const starting = startServer({ environment: { TUKAR_MAKERS: 'off' } })
  camera = await openFakeCamera()
  server = await starting
})

after(async () => {
  await camera.close()
  await server.stop()
})

/** Recorded by a browser. Uploading it by a call is faster than recording it on a page. */
const recording = path.join(root, 'apps/server/src/platform/media/testing/recording.webm')
const siti = { name: 'Siti Rahayu Pertiwi', face: 'siti' } as const
const room = { kind: 'nobody' } as const
const nearSiti = { kind: 'face', face: 'siti' } as const

type Visit = (visitor: Visitor, person: Person) => Promise<void>

/** A new person in front of the camera. The browser allows the camera unless the options deny it. */
async function visit(
  name: string,
  display: Display,
  run: Visit,
  {
    mayUseCamera = true,
    prepare,
  }: { mayUseCamera?: boolean; prepare?: (person: Person) => Promise<void> } = {},
): Promise<void> {
  const person = await newPerson(server.client, 'kyc')
  await prepare?.(person)
  const visitor = await openVisitor(camera.browser, server, name, display)
  try {
    await withEvidence(
      `identity-${name}`,
      () => server,
      () => [visitor],
      async () => {
        if (!mayUseCamera) await denyCamera(visitor.context)
        await signInAs(visitor, person)
        await run(visitor, person)
        assert.deepEqual(visitor.troubles, [])
      },
    )
  } finally {
    await visitor.close()
  }
}

/**
 * Checks a page: nothing is wider than the window, axe finds no accessibility violation, and no text is
 * untranslated.
 */
async function isWhole(visitor: Visitor, name: string): Promise<void> {
  await waitUntilIdle(visitor.page)
  const faults = [
    ...(await tooWide(visitor.page)),
    ...(await findAccessibilityBarriers(visitor.page)),
    ...(await findUntranslated(visitor.page, visitor.display.language)),
  ]
  assert.deepEqual(faults, [], name)
}

const stepNow = async ({ token }: Person) =>
  objectAt(
    (await server.client.call('POST', '/kyc/checking-step', { token, body: {} })).body,
    'data',
  )

async function becomes(person: Person, state: string): Promise<void> {
  await until(`the record to be ${state}`, async () => (await stepNow(person))['state'] === state)
}

/** Visits all pages of a variant, from the choice of nationality to the approval. */
async function walk(t: TestContext, visitor: Visitor, person: Person, variant: 'id' | 'global') {
  const { page } = visitor
  const translate = createIdentityTranslator(visitor)
  const checkWhole = (name: string) => isWhole(visitor, name)
  const number = variant === 'id' ? '3171014107900003' : 'X1234567'
  const paper = variant === 'id' ? 'card' : 'passport'
  await camera.show(nearSiti)
  await consentAs(visitor, variant, checkWhole)
  await fillDetails(visitor, variant, { ...siti, number })
  await pickDocument(visitor, jpegFile(await camera.paper({ kind: paper, ...siti, number })))
  await page.getByRole('img', { name: translate('pictureAlt', { name: 'foto.jpg' }) }).waitFor()
  if (variant === 'id') await page.getByText(translate('nikFits')).waitFor()
  await checkWhole('details')
  await sendDetails(visitor)
  await page.waitForURL(`**${stepPath(variant, 'tiga')}`)
  await page.getByText(translate('instructionReady')).waitFor()
  await checkWhole('video')
  await isInSight(visitor, translate('stopRecording'))
  await record(visitor)
  await checkWhole('playback')
  const sentMs = performance.now()
  await sendRecording(visitor)
  await page.waitForURL('**/settings/agreement-sign')
  const seconds = (performance.now() - sentMs) / 1_000
  t.diagnostic(`from the recording's sending to the approval: ${seconds.toFixed(1)} s`)
  await becomes(person, 'approved')
  await page.goto('/kyc')
  await page.waitForURL(`**${stepPath(variant, 'empat')}`)
  await page.getByText(translate('approvedTitle')).waitFor()
  await page.getByText(translate('agreementLeft')).waitFor()
  await page.getByRole('link', { name: translate('toAgreement'), exact: true }).waitFor()
  await checkWhole('approved')
  await page.getByRole('link', { name: translate('toMarket'), exact: true }).click()
  await page.waitForURL('**/markets/1/BTC_IDR')
}

/** The button is in view while the person looks into the camera. */
async function isInSight({ page }: Visitor, name: string): Promise<void> {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox()
  const height = page.viewportSize()?.height ?? 0
  const bottom = (box?.y ?? height) + (box?.height ?? 1)
  assert.ok(bottom <= height, `${name} ends at ${bottom} of ${height}`)
}

const pageIds =
  'KYC-01 KYC-02 KYC-07 KYC-09 KYC-10 KYC-11 KYC-12 KYC-13 KYC-14 KYC-22 KYC-26 KYC-27 KYC-28 KYC-29 ' +
  'KYC-30 KYC-32 KYC-33 KYC-34 KYC-38 SRV-36 SRV-37 SRV-38'

test(`${pageIds} GEN-03 KYC-18 KYC-21 KYC-24 KYC-25 ROUTE-31 ROUTE-32 ROUTE-33 ROUTE-34: an Indonesian is approved by a card and a live video`, async (t) => {
  await visit('indonesia', desktop, (visitor, person) => walk(t, visitor, person, 'id'))
})

test(`${pageIds} GEN-03 GEN-16 KYC-06 KYC-23 DEC-48 ROUTE-35 ROUTE-36 ROUTE-37 ROUTE-38: a foreigner is approved by a passport, on a phone`, async (t) => {
  await visit('global', phone, (visitor, person) => walk(t, visitor, person, 'global'))
})

/** Records an empty room and sees the message that the case needs a review. */
function isLeftToPeople(
  name: string,
  scene: Scene,
  display: Display,
  number: string,
  { isBlurred = false, next }: { readonly isBlurred?: boolean; readonly next?: Visit } = {},
) {
  const invented = { ...siti, number, isBlurred }
  const prepare = (person: Person) => detailsByCall(server, camera, person, invented)
  const run: Visit = async (visitor, person) => {
    const { page } = visitor
    const translate = createIdentityTranslator(visitor)
    await camera.show(scene)
    await page.goto('/kyc')
    await page.waitForURL(`**${stepPath('id', 'tiga')}`)
    await record(visitor)
    await sendRecording(visitor)
    await page.waitForURL(`**${stepPath('id', 'empat')}`)
    await page.getByText(translate('waitingTitle')).waitFor()
    await page.getByText(translate('heardReview')).waitFor()
    await page.getByText(translate('reviewText')).waitFor()
    await page.getByRole('link', { name: translate('toHome'), exact: true }).waitFor()
    await page.getByRole('link', { name: translate('toMarket'), exact: true }).waitFor()
    await becomes(person, 'in_review')
    await isWhole(visitor, name)
    await next?.(visitor, person)
  }
  return visit(name, display, run, { prepare })
}

test('KYC-35 KYC-39 KYC-40 DEC-65 SRV-40: no face, a small face and a different face are left to reviewers, who may request a new one', async () => {
  await isLeftToPeople('far', { kind: 'far', face: 'siti' }, phone, '3171014107900102')
  await isLeftToPeople('other', { kind: 'face', face: 'budi' }, desktop, '3171014107900103')
  await isLeftToPeople('nobody', room, phone, '3171014107900101', { next: recordsAgain })
})

/** A reviewer requests a new video. */
async function askForVideo(person: Person): Promise<void> {
  const { client } = server
  const entered = await client.call('POST', '/simulation/enter', { body: { name: 'Ratna' } })
  const note = 'Nobody is in the picture'
  const answer = await client.call('POST', `/desk/identity/${person.usid}/decide`, {
    token: textAt(entered.body, 'token'),
    body: { decision: 'again', reason: 'no_face', piece: 'video', note },
  })
  assert.equal(answer.body['success'], 1, answer.text)
}

/**
 * KYC-40: the person is notified at once and led to the missing piece. With this piece the case returns to
 * the reviewers, because the automatic check does not overrule one.
 */
const recordsAgain: Visit = async (visitor, person) => {
  const { page } = visitor
  const translate = createIdentityTranslator(visitor)
  await camera.show(nearSiti)
  await askForVideo(person)
  await page.getByText(translate('heardRejected')).waitFor()
  const reason = translate('reasonNoFace')
  await page.getByText(translate('heardReason', { reason }), { exact: true }).waitFor()
  await page.getByText(reason, { exact: true }).waitFor()
  await isWhole(visitor, 'asked again')
  await page.getByRole('button', { name: translate('correct'), exact: true }).click()
  await page.waitForURL(`**${stepPath('id', 'tiga')}`)
  await page.getByText(translate('rejectedPiece', { piece: translate('pieceVideo') })).waitFor()
  await record(visitor)
  await sendRecording(visitor)
  await page.waitForURL(`**${stepPath('id', 'empat')}`)
  await page.getByText(translate('reviewText')).waitFor()
  await becomes(person, 'in_review')
}

test('KYC-35 KYC-39: an unreadable card is left to reviewers', async () => {
  await isLeftToPeople('unreadable', nearSiti, phone, '3171014107900104', { isBlurred: true })
})

/** The form keeps its input over a reload, except the number. */
async function isKeptOverReload({ page, display }: Visitor): Promise<void> {
  const translate = createIdentityTranslator({ display })
  const valueOf = (name: string) => page.getByLabel(name, { exact: true }).inputValue()
  await page.reload()
  await page.getByText(translate('sendDetails'), { exact: true }).waitFor()
  const now = await Promise.all([
    valueOf(translate('fullName')),
    valueOf(translate('city')),
    valueOf(translate('number')),
  ])
  assert.deepEqual(now, [siti.name, 'Jakarta Pusat', ''])
}

test('CONST-13 KYC-26 DEC-53 ATT-44: a picture of the wrong type is refused at once, and a large one is scaled down', async () => {
  await visit('pictures', phone, async (visitor, person) => {
    const { page } = visitor
    const translate = createIdentityTranslator(visitor)
    await consentByCall(server, person)
    await page.goto(stepPath('id', 'dua'))
    for (const name of [translate('number'), translate('npwp')]) {
      const field = page.getByLabel(name, { exact: true })
      assert.equal(await field.getAttribute('inputmode'), 'numeric', `${name} opens digits`)
    }
    await fillDetails(visitor, 'id', { ...siti, number: '3171014107900105' })
    await isKeptOverReload(visitor)
    await fillDetails(visitor, 'id', { ...siti, number: '3171014107900105' })
    const text = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
    await pickDocument(visitor, text)
    await page.getByText(translate('pictureType')).waitFor()
    const broken = jpegFile(Buffer.from('no picture at all'))
    await pickDocument(visitor, broken)
    await page.getByText(translate('pictureBroken')).waitFor()
    const bmp = (side: number) => ({
      name: 'foto.bmp',
      mimeType: 'image/bmp',
      buffer: noisyBitmap(side, side),
    })
    await pickDocument(visitor, bmp(96))
    await page.getByText(translate('pictureSmall')).waitFor()
    await pickDocument(visitor, bmp(1_200))
    await page.getByText(translate('shrunk', { from: '4,4' })).waitFor()
    await isWhole(visitor, 'a large picture')
    await sendDetails(visitor)
    await page.waitForURL(`**${stepPath('id', 'tiga')}`)
  })
  const person = await newPerson(server.client, 'kyc')
  await consentByCall(server, person)
  const sent = async (file: Buffer) => {
    const parts = { ...detailFields({ ...siti, number: '3171014107900106' }), orang_nik_file: file }
    return (await postForm(server, '/kyc/id/02-basic-info', person, parts)).code
  }
  assert.equal(await sent(noisyBitmap(640, 640)), 'kyc.picture_large')
  assert.equal(
    await sent(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    'kyc.picture_type',
  )
  assert.equal((await stepNow(person))['kyc_step'], 1)
})

/** Stops the recording. By the page's clock, the result appears 500 ms later. */
async function isShownHalfASecondLater(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const translate = createIdentityTranslator(visitor)
  const stop = page.getByRole('button', { name: translate('stopRecording'), exact: true })
  const playback = page.getByLabel(translate('playback'), { exact: true })
  await stop.click({ trial: true })
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000)
  await stop.click()
  await page.getByRole('button', { name: translate('recordAgain'), exact: true }).waitFor()
  await page.clock.runFor(450)
  assert.equal(await playback.count(), 0)
  await page.clock.runFor(550)
  await playback.waitFor()
  await page.clock.resume()
}

test('CONST-15 KYC-30 KYC-31 KYC-37 DEC-57: a denied camera is reported with instructions, can then be allowed, and tried again', async () => {
  const prepare = (person: Person) =>
    detailsByCall(server, camera, person, { ...siti, number: '3171014107900107' })
  const run: Visit = async (visitor) => {
    const { page } = visitor
    const translate = createIdentityTranslator(visitor)
    await camera.show(nearSiti)
    await page.clock.install()
    await page.goto(stepPath('id', 'tiga'))
    await page
      .getByRole('alert')
      .filter({ hasText: translate('cameraDenied') })
      .waitFor()
    const start = page.getByRole('button', { name: translate('startRecording'), exact: true })
    assert.equal(await start.isDisabled(), true)
    await isWhole(visitor, 'a denied camera')
    await allowCamera(page)
    await page.getByRole('button', { name: translate('tryAgain'), exact: true }).click()
    await page.getByText(translate('instructionReady')).waitFor()
    assert.equal(await start.isEnabled(), true)
    await start.click()
    await isShownHalfASecondLater(visitor)
    await page.getByRole('button', { name: translate('recordAgain'), exact: true }).click()
    await page.getByText(translate('instructionReady')).waitFor()
  }
  await visit('denied', phone, run, { mayUseCamera: false, prepare })
})

/** A refused choice shows the server's message, or ours if the server sent none. */
async function showsRefusals(visitor: Visitor): Promise<void> {
  const { page, display } = visitor
  const translate = createIdentityTranslator(visitor)
  const general = createTranslator(shellMessages, display.language)('serverError')
  visitor.expectTrouble(true)
  await page.getByRole('radio', { name: translate('other') }).check()
  for (const [msg, told] of [
    ['Not this one today.', 'Not this one today.'],
    ['', general],
  ] as const) {
    await page.route('**/kyc/nationality', (route) => route.fulfill({ json: { success: 0, msg } }))
    await page.getByRole('button', { name: translate('next'), exact: true }).click()
    await page.getByRole('alert').filter({ hasText: told }).waitFor()
    await page.unroute('**/kyc/nationality')
  }
  visitor.expectTrouble(false)
}

/** Chooses one nationality, then the other one with the link; each has its own consent. */
async function changesNationality(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const translate = createIdentityTranslator(visitor)
  const choose = async (variant: 'id' | 'global') => {
    await page
      .getByRole('radio', { name: translate(variant === 'id' ? 'indonesia' : 'other') })
      .check()
    await page.getByRole('button', { name: translate('next'), exact: true }).click()
    await page.waitForURL(`**${stepPath(variant, 'satu')}`)
  }
  await choose('id')
  await page.getByRole('link', { name: translate('changeNationality'), exact: true }).click()
  await page.waitForURL('**/kyc/nationality#change')
  await choose('global')
}

test('ROUTE-30 KYC-02 KYC-05 KYC-08 ERR-20 DEC-46 DEC-49 DEC-50 ATT-48: pages out of order lead to the stored step, and calls are refused', async () => {
  await visit('order', desktop, async (visitor, person) => {
    const { page } = visitor
    const translate = createIdentityTranslator(visitor)
    await page.goto(stepPath('global', 'empat'))
    await page.waitForURL('**/kyc/nationality')
    await page.getByRole('button', { name: translate('next'), exact: true }).click()
    await page.getByText(translate('nationalityFirst')).waitFor()
    await showsRefusals(visitor)
    await changesNationality(visitor)
    await consentByCall(server, person)
    for (const path of ['/kyc', stepPath('id', 'tiga'), stepPath('global', 'satu')]) {
      await page.goto(path)
      await page.waitForURL(`**${stepPath('id', 'dua')}`)
    }
    await page.getByLabel(translate('fullName'), { exact: true }).waitFor()
    const parts = { orang_video_file: Buffer.from('a recording') }
    const early = await postForm(server, '/kyc/id/03-video-upload', person, parts)
    assert.deepEqual([early.status, early.code], [409, 'kyc.step'])
    const form = detailFields({ ...siti, number: '3171014107900109' })
    const mixed = await postForm(server, '/kyc/global/02-basic-info', person, form)
    assert.equal(mixed.status, 409)
    assert.equal((await stepNow(person))['kyc_step'], 1)
  })
})

test("ERR-19 SRV-39 ATT-50 LOW-2 KYC-36: a name that documents cannot contain is refused at its field, and another person's number without details", async () => {
  const number = '3171014107900110'
  const holder = await newPerson(server.client, 'kyc')
  await detailsByCall(server, camera, holder, { ...siti, number })
  const video = { orang_video_file: readFileSync(recording) }
  const sent = await postForm(server, '/kyc/id/03-video-upload', holder, video)
  assert.equal(sent.status, 200, sent.text)
  await visit('used', phone, async (visitor, person) => {
    const { page } = visitor
    await consentByCall(server, person)
    await page.goto(stepPath('id', 'dua'))
    await fillDetails(visitor, 'id', { name: 'Siti 👩', number: '3171 0141 0790 0110' })
    const paper = await camera.paper({ kind: 'card', ...siti, number })
    await pickDocument(visitor, jpegFile(paper))
    await sendDetails(visitor)
    const refusal = serverMessage(phone.language, 'kyc.letter', { letter: '👩' })
    await page.getByRole('alert').filter({ hasText: refusal }).waitFor()
    const name = page.getByLabel(createIdentityTranslator(visitor)('fullName'), { exact: true })
    await name.and(page.locator('[aria-invalid=true]:focus')).waitFor()
    assert.equal((await stepNow(person))['kyc_step'], 1)
    await name.fill(siti.name)
    await sendDetails(visitor)
    await until('the step of the video', async () => (await stepNow(person))['kyc_step'] === 2)
  })
})
