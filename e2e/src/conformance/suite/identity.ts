/** Identities: the steps in their order, the modal with its exact texts, the agreement, and eligibility. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { type FormFile, sendForm } from '../../harness/forms.ts'
import { type Answer, type JsonObject, objectAt, textAt } from '../../harness/http.ts'
import { root } from '../../harness/paths.ts'
import type { Person } from '../../harness/people.ts'
import { openSocket } from '../../harness/sockets.ts'
import { until } from '../../harness/until.ts'
import type { Fixture } from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'

type Fields = Readonly<Record<string, string | FormFile>>

const created = 'Verification created successfully'
const wrongImage = 'Invalid Image, only JPG, JPEG and PNG are allowed'
const unreadable = 'Extraction Failed. Please make sure the document is a valid ID.'

/** Includes the start of our verifier, which needs some seconds to read a card. */
const verifierMs = 90_000

const details = {
  orang_name: 'Siti Rahayu',
  orang_mobilenumber: '0812 3456 7890',
  orang_birthplace: 'Jakarta',
  orang_birthday: '1990-07-01',
  orang_profession: 'Peneliti',
  orang_address_city: 'Jakarta',
  orang_address_province: 'DKI Jakarta',
} as const

function post({ client }: Fixture, path: string, person: Person | null, body: JsonObject = {}) {
  return client.call('POST', path, person === null ? { body } : { body, token: person.token })
}

function send({ url }: Fixture, path: string, person: Person | null, fields: Fields) {
  return sendForm(url, path, person?.token ?? null, fields)
}

/** A picture without text and without a face. */
async function blank(): Promise<FormFile> {
  const background = { r: 90, g: 120, b: 150 }
  const picture = sharp({ create: { width: 640, height: 400, channels: 3, background } })
  return { content: await picture.jpeg().toBuffer(), fileName: 'kartu.jpg' }
}

/** A video of four seconds without a face. */
function recording(): Fields {
  const video = path.join(root, 'apps/server/src/platform/media/testing/recording.webm')
  return { orang_video_file: { content: readFileSync(video), fileName: 'recording.webm' } }
}

const stepOf = async (w: Fixture, person: Person) =>
  objectAt((await post(w, '/kyc/checking-step', person)).body, 'data')

function registerSteps(fixture: () => Fixture): void {
  test('API-15 API-16 API-17 DATA-10 KYC-02 KYC-03 SRV-35 SRV-36 SRV-37: the steps begin at 0, and advance only by their own calls', async () => {
    const w = fixture()
    const person = await w.person('langkah')
    const first = await stepOf(w, person)
    assert.deepEqual([first['kyc_step'], first['kyc_type'], first['state']], [0, null, 'none'])
    assertRefused(await post(w, '/kyc/id/01-persetujuan', person), 409)
    assertRefused(await send(w, '/kyc/id/02-basic-info', person, details), 409)
    assertRefused(await send(w, '/kyc/id/03-video-upload', person, {}), 409)
    for (const warganegara of ['', 'indonesia', 'Mars', '<b>']) {
      assertRefused(await post(w, '/kyc/nationality', person, { warganegara }), 200)
    }
    assertRefused(await post(w, '/kyc/nationality', person, { warganegara: 1 }), 400)
    const chosen = (warganegara: string) => post(w, '/kyc/nationality', person, { warganegara })
    assertFrame(await chosen('Non Indonesia'), 1)
    assert.equal((await stepOf(w, person))['kyc_type'], 'Global')
    assertFrame(await chosen('Indonesia'), 1)
    assertRefused(await post(w, '/kyc/global/01-persetujuan', person), 409)
    assertFrame(await post(w, '/kyc/id/01-persetujuan', person), 1)
    assertRefused(await post(w, '/kyc/id/01-persetujuan', person), 409)
    const second = await stepOf(w, person)
    assert.deepEqual([second['kyc_step'], second['kyc_type']], [1, 'Indonesia'])
  })

  test('API-18 API-21 CONST-27 SRV-38 ATT-48: personal data is refused field by field, and the step stays', async () => {
    const w = fixture()
    const person = await w.person('data-diri')
    await post(w, '/kyc/nationality', person, { warganegara: 'Indonesia' })
    await post(w, '/kyc/id/01-persetujuan', person)
    const orang_nik_file = await blank()
    const wrong: readonly Fields[] = [
      { orang_name: '' },
      { orang_mobilenumber: '12' },
      { orang_birthplace: ' ' },
      { orang_birthday: '01-07-1990' },
      { orang_birthday: `${new Date().getFullYear() - 15}-01-01` },
      { orang_profession: '' },
      { orang_address_city: '' },
      { orang_npwp_number: '123' },
    ]
    for (const field of wrong) {
      const sent = { ...details, orang_nik_file, ...field }
      assertRefused(await send(w, '/kyc/id/02-basic-info', person, sent), 200)
    }
    assertRefused(await send(w, '/kyc/id/02-basic-info', person, details), 200)
    const page = { content: Buffer.from('<html>'), fileName: 'a.jpg' }
    const sent = { ...details, orang_nik_file: page }
    assertRefused(await send(w, '/kyc/id/02-basic-info', person, sent), 200)
    const other = { ...details, orang_nik_file }
    assertRefused(await send(w, '/kyc/global/02-basic-info', person, other), 409)
    assert.equal((await stepOf(w, person))['kyc_step'], 1)
    assertFrame(await send(w, '/kyc/id/02-basic-info', person, other), 1)
    assert.equal((await stepOf(w, person))['kyc_step'], 2)
    assertRefused(await post(w, '/kyc/nationality', person, { warganegara: 'Non Indonesia' }), 409)
    const noVideo = { orang_video_file: page }
    assertRefused(await send(w, '/kyc/id/03-video-upload', person, noVideo), 200)
    assert.equal((await stepOf(w, person))['kyc_step'], 2)
  })

  test('API-20 API-21 API-22 DATA-10 KYC-04 DEC-51: a person from abroad uses separate calls, with a country', async () => {
    const w = fixture()
    const person = await w.person('luar-negeri')
    await post(w, '/kyc/nationality', person, { warganegara: 'Non Indonesia' })
    assertFrame(await post(w, '/kyc/global/01-persetujuan', person), 1)
    const { orang_address_city: _, orang_address_province: __, ...own } = details
    const orang_nik_file = await blank()
    const sent = { ...own, orang_mobilenumber: '+65 6123 4567', orang_nik_file }
    for (const orang_warganegara of ['', 'Atlantis', 'ID']) {
      const fields = { ...sent, orang_warganegara }
      assertRefused(await send(w, '/kyc/global/02-basic-info', person, fields), 200)
    }
    const fields = { ...sent, orang_warganegara: 'SG' }
    assertRefused(await send(w, '/kyc/id/02-basic-info', person, fields), 409)
    assertFrame(await send(w, '/kyc/global/02-basic-info', person, fields), 1)
    const stored = await stepOf(w, person)
    assert.deepEqual([stored['kyc_step'], stored['kyc_type']], [2, 'Global'])
    const { token } = person
    const kept = objectAt((await w.client.call('GET', '/kyc/data', { token })).body, 'data')
    assert.equal(kept['orang_name'], details.orang_name)
    assert.equal(kept['orang_warganegara'], 'SG')
    assertFrame(await send(w, '/kyc/global/03-video-upload', person, recording()), 1)
    assert.equal((await stepOf(w, person))['kyc_step'], 3)
    assertRefused(await send(w, '/kyc/global/03-video-upload', person, recording()), 409)
  })
}

/** The template id of the provider's flow, with the key that the pages receive. */
async function templateOf({ client, url }: Fixture): Promise<string> {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const key = /"configKey":"([^"]+)"/.exec(page)?.[1] ?? ''
  const answer = await client.call('GET', '/config', { headers: { 'x-api-key': key } })
  assertFrame(answer, 1)
  for (const id of ['metaTemplateId', 'metamapClientId', 'metamapFlowId'])
    assert.notEqual(textAt(answer.body, id), '')
  return textAt(answer.body, 'metaTemplateId')
}

/** A refusal of the modal has the same text twice (DEC-136). */
function assertModalRefusal(answer: Answer, status: number, message?: string): void {
  assertRefused(answer, status)
  assert.equal(answer.body['message'], answer.body['msg'], answer.text)
  if (message !== undefined) assert.equal(answer.body['message'], message)
}

function registerModal(fixture: () => Fixture): void {
  test('API-72 API-73 API-74 DATA-09 DATA-26 SRV-42 ERR-09 ERR-10 ATT-49: the modal goes in its order, with its exact texts', async () => {
    const w = fixture()
    const [person, other] = [await w.person('modal'), await w.person('modal-lain')]
    const template_id = await templateOf(w)
    const begin = (by: Person | null, template: string) =>
      post(w, '/idmeta/verification-id', by, { template_id: template })
    assertModalRefusal(await begin(person, 'another'), 422)
    const begun = await begin(person, template_id)
    assertFrame(begun, 1)
    assert.deepEqual([begun.body['message'], begun.body['msg']], [created, created])
    const ids = { template_id, verification_id: textAt(begun.body, 'verification_id') }
    assert.match(ids.verification_id, /^\S+$/)
    const again = textAt((await begin(other, template_id)).body, 'verification_id')
    assert.notEqual(again, ids.verification_id, 'each verification has its own')
    const card = await blank()
    const face = { ...ids, image_file: card }
    assertModalRefusal(await send(w, '/idmeta/biometric-verification', person, face), 422)
    const sides = { ...ids, imageFrontSide: card, imageBackSide: card }
    assertModalRefusal(await send(w, '/idmeta/document-verification', other, sides), 404)
    assertModalRefusal(await send(w, '/idmeta/document-verification', person, ids), 422)
    const text = { content: Buffer.from('GIF89a, or so'), fileName: 'a.png' }
    const wrong = { ...sides, imageFrontSide: text }
    assertModalRefusal(
      await send(w, '/idmeta/document-verification', person, wrong),
      422,
      wrongImage,
    )
    // A fully loaded machine does not read the card in time, and says so.
    const unread = await until(
      'the card to be looked at',
      async () => {
        const reply = await send(w, '/idmeta/document-verification', person, sides)
        return reply.body['code'] === 'idmeta.unavailable' ? null : reply
      },
      { withinMs: verifierMs, everyMs: 1_000 },
    )
    assertModalRefusal(unread, 422, unreadable)
    assert.notEqual((await stepOf(w, person))['state'], 'approved')
  })

  test('SRV-45 SRV-43 SRV-02: requests without a key, a signature or a session are refused', async () => {
    const w = fixture()
    assertRefused(await w.client.call('GET', '/config'), 401)
    const headers = { 'x-api-key': 'guess' }
    assertRefused(await w.client.call('GET', '/config', { headers }), 401)
    const body = { verificationId: 'x', status: 'verified' }
    for (const signature of ['', 'a'.repeat(64)]) {
      const signed = { body, headers: { 'x-signature': signature } }
      assertRefused(await w.client.call('POST', '/idmeta/callback', signed), 401)
    }
    for (const path of ['/idmeta/verification-id', '/kyc/checking-step', '/kyc/nationality']) {
      assertRefused(await post(w, path, null), 401)
    }
    const form = { template_id: 'x', verification_id: 'x', image_file: await blank() }
    for (const call of ['document', 'biometric']) {
      assertRefused(await send(w, `/idmeta/${call}-verification`, null, form), 401)
    }
    for (const path of ['/kyc/id/02-basic-info', '/kyc/global/03-video-upload']) {
      assertRefused(await send(w, path, null, form), 401)
    }
    assertRefused(await w.client.call('GET', '/kyc/data'), 401)
  })
}

function registerAgreement(fixture: () => Fixture): void {
  test('API-69 API-70 SRV-32 SRV-33 ATT-28 ATT-51: agreeing and withdrawing require a verified person', async () => {
    const w = fixture()
    const person = await w.person('perjanjian')
    const { token } = person
    const text = await w.client.call('GET', '/users/user-agreement-text', { token })
    assertFrame(text, 1)
    assert.match(textAt(text.body, 'data'), /^<\w/)
    assert.doesNotMatch(textAt(text.body, 'data'), /<script|onerror|javascript:/i)
    assertRefused(await post(w, '/users/user-agree', person), 403)
    const named = { orang_kyc_status: 'approve' }
    assertRefused(await post(w, '/users/data-update', person, named), 400)
    for (const [path, body] of [
      ['/wallets_idr/deposit', { amount: 50_000 }],
      ['/wallets_idr/withdraw', { amount: 50_000, otp: '000000' }],
    ] as const) {
      const refused = await post(w, path, person, body)
      assertRefused(refused, 403)
      assert.equal(objectAt(refused.body, 'params')['missing'], 'kyc')
    }
  })
}

/** Uploads an unreadable card with a video that shows nobody. */
async function handIn(w: Fixture, person: Person): Promise<void> {
  assertFrame(await post(w, '/kyc/nationality', person, { warganegara: 'Indonesia' }), 1)
  assertFrame(await post(w, '/kyc/id/01-persetujuan', person), 1)
  const fields = { ...details, orang_nik_file: await blank() }
  assertFrame(await send(w, '/kyc/id/02-basic-info', person, fields), 1)
  assertFrame(await send(w, '/kyc/id/03-video-upload', person, recording()), 1)
}

function registerReview(fixture: () => Fixture): void {
  test('API-19 SRV-40 SRV-41 RT-03 DEC-64 DEC-65: a document that cannot be read automatically is reviewed, and only its owner is notified of the decision', async () => {
    const w = fixture()
    const [person, other] = [await w.person('ditinjau'), await w.person('penguping')]
    const own = await openSocket(w.url, { token: person.token })
    const foreign = await openSocket(w.url, { token: other.token })
    try {
      await handIn(w, person)
      assert.equal((await stepOf(w, person))['kyc_step'], 3)
      assertRefused(await post(w, '/kyc/nationality', person, { warganegara: 'Indonesia' }), 409)
      const reply = (message: string) =>
        own.wait('kyc_status', (data) => data['message'] === message, verifierMs)
      const review = await reply('review needed')
      assert.equal(Number(review['uid']), person.usid)
      const entered = await w.client.call('POST', '/simulation/enter', { body: { name: 'Ratna' } })
      const reviewer = { ...person, token: textAt(entered.body, 'token') }
      const id = `/desk/identity/${person.usid}`
      const found = await w.client.call('GET', id, { token: reviewer.token })
      assert.equal(objectAt(found.body, 'data')['state'], 'in_review')
      assert.ok(!found.text.includes(person.email), 'masked')
      for (const by of [person, other]) assertRefused(await post(w, `${id}/show`, by), 403)
      const body = { decision: 'again', reason: 'unreadable', piece: 'document' }
      assertRefused(await post(w, `${id}/decide`, reviewer, body), 400)
      const note = 'nothing is written on it'
      assertFrame(await post(w, `${id}/decide`, reviewer, { ...body, note }), 1)
      await reply('rejected')
      const after = await stepOf(w, person)
      assert.deepEqual(
        [after['state'], after['kyc_step'], after['reason'], after['piece']],
        ['rejected', 1, 'unreadable', 'document'],
      )
      assertRefused(await post(w, `${id}/decide`, reviewer, { ...body, note }), 409)
      assert.deepEqual(foreign.of('kyc_status'), [])
    } finally {
      own.close()
      foreign.close()
    }
  })
}

/** Registers the tests of identities. */
export function registerIdentitySuite(fixture: () => Fixture): void {
  registerSteps(fixture)
  registerModal(fixture)
  registerAgreement(fixture)
  registerReview(fixture)
}
