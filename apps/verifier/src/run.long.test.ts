/** The verifier as the exchange uses it: its process, real models, real pictures. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { createClient, type Process, startVerifier, template } from './testing/client.ts'
import { blank, card, invented, passport, portrait, spots } from './testing/pictures.ts'

const expected = {
  fullName: invented.fullName,
  documentNumber: invented.cardNumber,
  birthDate: invented.birthDate,
}

let verifier: Process
let sitiCard: Buffer

before(async () => {
  sitiCard = await card(await portrait(spots.siti))
  verifier = await startVerifier()
})
after(() => verifier.end())

/** A verification that has its document. */
async function withDocument(document = sitiCard): Promise<string> {
  const id = await verifier.client.begin(expected)
  assert.equal((await verifier.client.document(id, document)).message, 'OK')
  return id
}

test('API-72 KYCM-03: a verification begins with the exact message and its own id', async () => {
  const said = await verifier.client.json('create-verification', {
    templateId: template,
    reference: 'r',
    expected,
  })
  assert.equal(said.status, 200)
  assert.equal(said.message, 'Verification created successfully')
  assert.match(said.body.verification?.id ?? '', /^[\da-f-]{36}$/)
  assert.notEqual(await verifier.client.begin(), await verifier.client.begin())
})

test('API-73 KYCM-09: an identity card is read and compared, and its face found', async () => {
  const id = await verifier.client.begin(expected)
  const { status, message, body } = await verifier.client.document(id, sitiCard, sitiCard)
  assert.equal(status, 200)
  assert.equal(message, 'OK')
  assert.equal(body.result?.documentType, 'ID_CARD')
  assert.equal(body.result.extraction.fullName, 'SITI RAHAYU PERTIWI')
  assert.equal(body.result.extraction.documentNumber, invented.cardNumber)
  assert.equal(body.result.extraction.birthDate, invented.birthDate)
  assert.equal(body.result.extraction.gender, 'F')
  assert.ok(body.result.extraction.confidence > 0.7)
  assert.deepEqual(body.result.dataCheck, { name: 1, number: true, birthDate: true })
  assert.ok((body.result.face?.quality ?? 0) > 0.5)
})

test('API-73 KYCM-09: a passport is read by its zone, askew as well, and its face compared', async () => {
  const page = await passport(await portrait(spots.siti))
  const askew = await sharp(page).rotate(-7, { background: '#777' }).jpeg().toBuffer()
  const id = await verifier.client.begin({
    ...expected,
    documentNumber: invented.passportNumber,
  })
  for (const picture of [page, askew]) {
    const { status, body } = await verifier.client.document(id, picture)
    assert.equal(status, 200)
    assert.equal(body.result?.documentType, 'PASSPORT')
    assert.equal(body.result.extraction.expiryDate, '2031-06-30')
    assert.deepEqual(body.result.dataCheck, { name: 1, number: true, birthDate: true })
  }
  assert.equal((await verifier.client.face(id, await portrait(spots.siti, 1))).status, 200)
})

test("KYCM-07 KYCM-09: a card is read small in a camera's square, askew, on its side and on its head", async () => {
  const id = await verifier.client.begin(expected)
  const background = '#6b5a48'
  const inSquare = await sharp(
    await sharp(sitiCard).resize(600).rotate(3, { background }).toBuffer(),
  )
    .resize({ width: 640, height: 640, fit: 'contain', background })
    .png()
    .toBuffer()
  const turned = [10, 90, 180].map((angle) =>
    sharp(sitiCard).rotate(angle, { background }).jpeg().toBuffer(),
  )
  for (const picture of [inSquare, ...(await Promise.all(turned))]) {
    const { body } = await verifier.client.document(id, picture)
    assert.deepEqual(body.result?.dataCheck, { name: 1, number: true, birthDate: true })
    assert.ok((body.result.face?.quality ?? 0) > 0.5)
  }
})

test('SRV-42: a different number and name are reported, and so are swapped sides', async () => {
  const id = await verifier.client.begin({
    fullName: 'Budi Santoso',
    documentNumber: '3171014107900004',
  })
  const { body } = await verifier.client.document(id, await blank(800, 500), sitiCard)
  assert.equal(body.result?.dataCheck.number, false)
  assert.ok((body.result.dataCheck.name ?? 1) < 0.4)
  assert.equal(body.result.dataCheck.birthDate, null)
})

test('API-74 KYCM-10: the same person is accepted, cropped differently, darkened and re-encoded', async () => {
  const id = await withDocument()
  const wider = await portrait(spots.siti, 1)
  const darker = await sharp(wider).modulate({ brightness: 0.5 }).jpeg({ quality: 60 }).toBuffer()
  const turned = await sharp(wider).rotate(8, { background: '#555' }).png().toBuffer()
  for (const picture of [wider, darker, turned]) {
    const { status, message, body } = await verifier.client.face(id, picture)
    assert.equal(status, 200)
    assert.equal(message, 'OK')
    assert.ok((body.result?.probability ?? 0) > 0.8, String(body.result?.probability))
    assert.ok((body.result?.quality ?? 0) > 0.4, String(body.result?.quality))
  }
})

test('ATT-49: a picture of the document itself is reported as a copy, one of its owner is not', async () => {
  const page = await passport(await portrait(spots.siti))
  const onItsSide = await sharp(sitiCard).rotate(90).jpeg().toBuffer()
  const brighter = await sharp(sitiCard).modulate({ brightness: 1.2 }).png().toBuffer()
  for (const document of [sitiCard, page]) {
    const id = await withDocument(document)
    const copyIn = async (image: Buffer) =>
      (await verifier.client.face(id, image)).body.result?.copy
    assert.equal(await copyIn(document), true)
    assert.equal(await copyIn(await portrait(spots.siti, 1)), false)
    assert.equal(await copyIn(await portrait(spots.siti)), false)
  }
  const id = await withDocument()
  for (const image of [brighter, onItsSide]) {
    assert.equal((await verifier.client.face(id, image)).body.result?.copy, true)
  }
})

test('ERR-15: another person gets the bare message with scores, and a low probability', async () => {
  const id = await withDocument()
  for (const spot of [spots.other, spots.third]) {
    const { status, message, body } = await verifier.client.face(id, await portrait(spot))
    assert.equal(status, 422)
    assert.equal(message, 'Face verification failed')
    assert.ok((body.result?.probability ?? 1) < 0.5, String(body.result?.probability))
    assert.ok((body.result?.quality ?? 0) > 0.4)
  }
})

test('ERR-15: a card without a face matches nobody', async () => {
  const id = await withDocument(await card(null))
  const said = await verifier.client.face(id, await portrait(spots.siti))
  assert.equal(said.message, 'Face verification failed')
  assert.equal(said.body.result?.probability, 0)
})

test("ATT-49: a person who holds another person's card beside a larger face is not accepted as that person", async () => {
  const other = await portrait(spots.other)
  const input = await sharp(other).resize({ width: 520 }).toBuffer()
  const held = await sharp(sitiCard)
    .extend({ right: 520, background: '#ddd' })
    .composite([{ input, left: 1_000, top: 0 }])
    .jpeg()
    .toBuffer()
  const id = await verifier.client.begin(expected)
  const { body } = await verifier.client.document(id, held)
  assert.equal(body.result?.extraction.documentNumber, invented.cardNumber)
  assert.equal(body.result.face, null)
  const said = await verifier.client.face(id, other)
  assert.deepEqual([said.status, said.body.result?.probability], [422, 0])
})

test('ERR-13 ERR-14: no face and a face that is too small have their own messages', async () => {
  const id = await withDocument()
  const none = await verifier.client.face(id, await blank(640, 640))
  assert.deepEqual([none.status, none.message], [422, 'Face verification failed. FACE_NOT_FOUND'])
  const edge = { top: 60, bottom: 60, left: 60, right: 60, background: '#667' }
  const tiny = await sharp(await portrait(spots.siti))
    .resize(120)
    .extend(edge)
    .jpeg()
    .toBuffer()
  const small = await verifier.client.face(id, tiny)
  assert.deepEqual([small.status, small.message], [422, 'Face verification failed. FACE_TOO_SMALL'])
})

test('ERR-10: an unreadable document is reported in the exact words', async () => {
  const id = await verifier.client.begin(expected)
  const blurred = await sharp(sitiCard).blur(6).jpeg().toBuffer()
  for (const picture of [blurred, await blank(900, 600), await portrait(spots.siti)]) {
    const { status, message } = await verifier.client.document(id, picture)
    assert.equal(status, 422)
    assert.equal(message, 'Extraction Failed. Please make sure the document is a valid ID.')
  }
})

test('ERR-09 DEC-54 ATT-43: a file that is no JPEG or PNG is reported in the exact words, by content', async () => {
  const id = await withDocument()
  const webp = await sharp(sitiCard).webp().toBuffer()
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const cut = sitiCard.subarray(0, 2_000)
  const message = 'Invalid Image, only JPG, JPEG and PNG are allowed'
  for (const bytes of [webp, drawing, cut, Buffer.alloc(0), Buffer.from('GIF89a')]) {
    const document = await verifier.client.document(id, bytes)
    assert.deepEqual([document.status, document.message], [422, message])
    const face = await verifier.client.face(id, bytes)
    assert.deepEqual([face.status, face.message], [422, message])
  }
})

test('ATT-44: a small file of an enormous picture is refused before it is decoded', async () => {
  const id = await verifier.client.begin(expected)
  const header = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const bomb = Buffer.from(header)
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  const beganMs = performance.now()
  assert.equal((await verifier.client.document(id, bomb)).status, 422)
  assert.ok(performance.now() - beganMs < 5_000)
})

test('SRV-42: the face before the document is out of order', async () => {
  const id = await verifier.client.begin(expected)
  assert.equal((await verifier.client.face(id, await portrait(spots.siti))).status, 409)
})

test('ATT-49: an unknown verification, another template and a wrong key get nothing', async () => {
  const id = await withDocument()
  const image = await portrait(spots.siti)
  assert.equal((await verifier.client.face('another', image)).status, 404)
  const fields = { templateId: 'another', verificationId: id, image }
  assert.equal((await verifier.client.form('biometric-verification', fields)).status, 404)
  const stranger = createClient(verifier.url, 'a-guess')
  assert.equal((await stranger.face(id, image)).status, 401)
  assert.equal((await stranger.json('create-verification', {})).status, 401)
})

test('ATT-44: whatever is sent is answered, and the next is served', async () => {
  const bodies: readonly unknown[] = [null, [], 7, 'x', { templateId: 1 }, { expected: 'x' }]
  for (const body of bodies) {
    assert.equal((await verifier.client.json('create-verification', body)).status, 400)
  }
  assert.equal((await verifier.client.json('document-verification', {})).status, 400)
  assert.equal((await verifier.client.json('constructor', {})).status, 404)
  const fields = { templateId: template, verificationId: await verifier.client.begin() }
  assert.equal((await verifier.client.form('document-verification', fields)).status, 422)
  const large = { ...fields, imageFrontSide: new Uint8Array(13 * 2 ** 20) }
  const refused = verifier.client.form('document-verification', large).then(({ status }) => status)
  // The connection may be cut while the rest is still being sent.
  assert.ok([413, 'cut'].includes(await refused.catch(() => 'cut')))
  const broken = await fetch(`${verifier.url}/v1/verification/document-verification`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer the-key-of-a-test',
      'content-type': 'multipart/form-data; boundary=x',
    },
    body: '--x\r\nnonsense',
  })
  assert.equal(broken.status, 400)
  assert.equal((await fetch(`${verifier.url}/healthz`)).status, 200)
  await withDocument()
})
