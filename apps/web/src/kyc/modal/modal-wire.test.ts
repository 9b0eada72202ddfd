import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnswer } from '../../api/answer.ts'
import { toSendable } from './modal-file.ts'
import { readCreated, readDocument, readFace, readTemplateId } from './modal-wire.ts'

const yes = (body: object) => readAnswer(200, { success: 1, ...body })
const no = (message: string, more: object = {}, status = 422) =>
  readAnswer(status, { success: 0, msg: message, message, ...more })
const failed = (cause: object) => ({ kind: 'failed', cause })
const unexpected = (text = '') => failed({ kind: 'unexpected', text })

test('KYCM-03 ERR-08: only the exact message means that a verification was created', () => {
  const message = 'Verification created successfully'
  const made = readCreated(yes({ message, msg: message, verification_id: 'v1' }))
  assert.deepEqual(made, { kind: 'done', value: 'v1' })
  assert.deepEqual(
    readCreated(yes({ message: 'Verification created', verification_id: 'v1' })),
    unexpected(),
  )
  assert.deepEqual(readCreated(yes({ message })), unexpected())
  assert.deepEqual(readCreated(no('Too many', {}, 429)), unexpected('Too many'))
})

test('KYCM-09 ERR-09 ERR-10 ERR-11: a document is accepted by "OK", and refused by its exact message', () => {
  assert.deepEqual(readDocument(yes({ message: 'OK' })), { kind: 'done', value: null })
  assert.deepEqual(readDocument(yes({ message: 'ok' })), unexpected())
  const image = 'Invalid Image, only JPG, JPEG and PNG are allowed'
  const text = 'Extraction Failed. Please make sure the document is a valid ID.'
  assert.deepEqual(readDocument(no(image)), failed({ kind: 'imageType' }))
  assert.deepEqual(readDocument(no(text)), failed({ kind: 'unreadable' }))
  const other = 'The document belongs to somebody else'
  assert.deepEqual(readDocument(no(other)), failed({ kind: 'told', text: other }))
  assert.deepEqual(readDocument(no(image, {}, 400)), unexpected(image))
})

test('ERR-12 ERR-17 DEC-58: any status except 422 is unexpected; an unknown verification restarts', () => {
  for (const read of [readDocument, readFace]) {
    assert.deepEqual(read(no('broken', {}, 500)), unexpected('broken'))
    assert.deepEqual(read(readAnswer(0, {})), unexpected())
    for (const status of [404, 409]) {
      const cause = { kind: 'unexpected', text: 'gone' }
      assert.deepEqual(read(no('gone', {}, status)), { kind: 'lost', cause })
    }
  }
})

test('KYCM-10 ERR-13 ERR-14 ERR-15 ERR-16 DEC-59: three refusals of a face differ by their whole text', () => {
  const result = { probability: 0.97312, quality: 0.8 }
  assert.deepEqual(readFace(yes({ message: 'OK', result })), { kind: 'done', value: result })
  assert.deepEqual(
    readFace(yes({ message: 'OK', result: { probability: 2, quality: 1 } })),
    unexpected(),
  )
  assert.deepEqual(readFace(yes({ message: 'OK' })), unexpected())
  const base = 'Face verification failed'
  assert.deepEqual(readFace(no(`${base}. FACE_NOT_FOUND`)), failed({ kind: 'noFace' }))
  assert.deepEqual(readFace(no(`${base}. FACE_TOO_SMALL`)), failed({ kind: 'smallFace' }))
  const scores = { probability: 0.31, quality: 0.5 }
  assert.deepEqual(
    readFace(no(base, { result: scores })),
    failed({ kind: 'lowProbability', scores }),
  )
  assert.deepEqual(readFace(no(base)), failed({ kind: 'lowProbability', scores: null }))
  const other = `${base}. FACE_COVERED`
  assert.deepEqual(readFace(no(other)), failed({ kind: 'told', text: other }))
})

test('DATA-09 API-81: the verification template is read from the configuration, invalid values are ignored', () => {
  assert.equal(readTemplateId({ metaTemplateId: 't1' }), 't1')
  assert.equal(readTemplateId({ data: { metaTemplateId: 't1' } }), 't1')
  assert.equal(readTemplateId({ data: 7 }), '')
})

test('KYCM-06 DEC-54: a document accepts only JPG, JPEG and PNG', async () => {
  for (const type of ['image/bmp', 'application/pdf', '']) {
    const file = new File([new Uint8Array(10)], 'card', { type })
    assert.equal(await toSendable(file), 'pictureType')
  }
  const empty = new File([], 'card', { type: 'image/png' })
  assert.equal(await toSendable(empty), 'pictureEmpty')
})
