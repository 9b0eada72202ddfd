/** The requests of the adapter, its results for valid replies, and its check of callbacks. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { createProvider } from './index.ts'
import type { Answer, IdentityCheck } from './port.ts'
import {
  callbackSecret,
  type ContractServer,
  startContractServer,
} from './testing/contract-server.ts'

const templateId = 'template-of-the-tests'
const expected = { name: 'Dewi Lestari', number: '3171014107900003', birthDate: '1990-07-01' }
const jpeg = Buffer.from('ffd8ffe0aabbcc', 'hex')

type Rig = { readonly server: ContractServer; readonly check: IdentityCheck }

async function setUp(test: TestContext): Promise<Rig> {
  const server = await startContractServer(test)
  const { url, key } = server
  return { server, check: createProvider({ reach: async () => ({ url, key }), callbackSecret }) }
}

function valueOf<T>(answer: Answer<T>): T {
  if (answer.status === 'done') return answer.value
  throw new Error(`the answer was ${JSON.stringify(answer)}`)
}

async function startVerification({
  check,
}: Rig): Promise<{ templateId: string; verificationId: string }> {
  const order = { templateId, reference: 'case-1', expected }
  const { verificationId } = valueOf(await check.createVerification(order))
  return { templateId, verificationId }
}

test('SRV-42 DEC-60: requests follow the contract, with both sides of a document that has two', async (t) => {
  const rig = await setUp(t)
  const ids = await startVerification(rig)
  valueOf(await rig.check.checkDocument({ ...ids, front: jpeg, back: Buffer.from('back') }))
  valueOf(await rig.check.checkDocument({ ...ids, front: jpeg, back: null }))
  valueOf(await rig.check.checkFace({ ...ids, image: jpeg }))
  const [create, both, front, face] = rig.server.asked
  assert.equal(create?.fields['reference'], 'case-1')
  assert.deepEqual(JSON.parse(create?.fields['expected'] ?? ''), {
    fullName: expected.name,
    documentNumber: expected.number,
    birthDate: expected.birthDate,
  })
  const flags = { documentVerify: 'true', returnImage: 'false', returnFace: 'true' }
  assert.deepEqual(both?.fields, { ...ids, ...flags, returnExtract: 'true' })
  assert.deepEqual(both?.pictures, { imageFrontSide: jpeg, imageBackSide: Buffer.from('back') })
  assert.deepEqual(Object.keys(front?.pictures ?? {}), ['imageFrontSide'])
  assert.deepEqual([face?.fields, face?.pictures], [ids, { image: jpeg }])
})

test('SRV-42: all findings are read, and a missing one is null', async (t) => {
  // The last second of a day in Jakarta.
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-21T16:59:59Z') })
  const rig = await setUp(t)
  const ids = await startVerification(rig)
  const check = { ...ids, front: jpeg, back: null }
  assert.deepEqual(valueOf(await rig.check.checkDocument(check)), {
    kind: 'ktp',
    ...expected,
    gender: null,
    expired: null,
    confidence: 0.93,
    matches: { name: 1, number: true, birthDate: true },
    face: { quality: 0.8 },
  })
  rig.server.findDocument({
    documentType: 'UNKNOWN',
    extraction: { fullName: null, documentNumber: null, birthDate: null, confidence: 0 },
    dataCheck: { name: null, number: null, birthDate: null },
    face: null,
  })
  const nothing = valueOf(await rig.check.checkDocument(check))
  assert.deepEqual([nothing.kind, nothing.name, nothing.face], ['unknown', null, null])
  const extraction = { fullName: null, documentNumber: null, birthDate: null, confidence: 0 }
  for (const [expiryDate, expired] of [
    ['2019-12-31', true],
    ['2026-11-20', true],
    ['2026-11-21', false],
    ['2051-06-30', false],
  ] as const) {
    rig.server.findDocument({ extraction: { ...extraction, expiryDate, gender: 'M' } })
    const read = valueOf(await rig.check.checkDocument(check))
    assert.deepEqual([read.expired, read.gender], [expired, 'M'], expiryDate)
  }
  rig.server.findFace({ probability: 0.5, quality: 0.25 })
  const face = valueOf(await rig.check.checkFace({ ...ids, image: jpeg }))
  assert.deepEqual(face, { probability: 0.5, quality: 0.25 })
  rig.server.findFace({ probability: 0.9, quality: 0.25, copy: true })
  const copied = valueOf(await rig.check.checkFace({ ...ids, image: jpeg }))
  assert.deepEqual(copied, { probability: 0.9, quality: 0.25, copy: true })
})

test('ERR-10 ERR-13 ERR-15: a refusal keeps its message, and its scores where it has them', async (t) => {
  const rig = await setUp(t)
  const ids = await startVerification(rig)
  const early = await rig.check.checkFace({ ...ids, image: jpeg })
  assert.equal(early.status, 'refused')
  const words = 'Extraction Failed. Please make sure the document is a valid ID.'
  rig.server.findDocument(words)
  const check = { ...ids, front: jpeg, back: null }
  assert.deepEqual(await rig.check.checkDocument(check), { status: 'refused', message: words })
  rig.server.findDocument({})
  valueOf(await rig.check.checkDocument(check))
  const notFound = 'Face verification failed. FACE_NOT_FOUND'
  rig.server.findFace({ refusal: notFound })
  const image = { ...ids, image: jpeg }
  assert.deepEqual(await rig.check.checkFace(image), { status: 'refused', message: notFound })
  const message = 'Face verification failed'
  rig.server.findFace({ refusal: message, probability: 0.2, quality: 0.7 })
  const scores = { probability: 0.2, quality: 0.7 }
  assert.deepEqual(await rig.check.checkFace(image), { status: 'refused', message, ...scores })
})

test('FLT-37: a verification that the provider has lost is absent, so that the caller starts another', async (t) => {
  const rig = await setUp(t)
  const ids = await startVerification(rig)
  rig.server.forget()
  const absent = { status: 'absent' }
  assert.deepEqual(await rig.check.checkDocument({ ...ids, front: jpeg, back: null }), absent)
  assert.deepEqual(await rig.check.checkFace({ ...ids, image: jpeg }), absent)
})

test('ATT-49 ATT-104: a callback is valid only with the signature of its exact bytes', async (t) => {
  const { server, check } = await setUp(t)
  const { body, signature } = server.callback('one', 'verified')
  const raw = Buffer.from(body)
  assert.ok(check.isCallback(raw, signature))
  assert.ok(check.isCallback(raw, signature.toUpperCase()))
  assert.ok(!check.isCallback(Buffer.from(`${body} `), signature))
  const other = createHmac('sha256', 'another secret').update(raw).digest('hex')
  const forged = [undefined, '', 'x', other, signature.slice(1), `${signature}0`, 'é'.repeat(64)]
  for (const one of forged) assert.ok(!check.isCallback(raw, one), one)
})

test('ATT-49 DEC-64: only the verification and the outcome of a callback are read', async (t) => {
  const { check } = await setUp(t)
  const outcomes = [
    ['verified', 'verified'],
    ['Approved', 'verified'],
    ['rejected', 'rejected'],
    ['reviewNeeded', 'review'],
    ['review needed', 'review'],
    ['started', 'pending'],
    ['constructor', 'pending'],
  ] as const
  for (const [status, outcome] of outcomes) {
    const body = { verificationId: 'one', status, probability: 1, userId: 7 }
    assert.deepEqual(check.readCallback(body), { verificationId: 'one', outcome })
  }
  const wrong = [null, 'x', [], {}, { verificationId: 1, status: 'verified' }]
  for (const body of [...wrong, { verificationId: 'a\0', status: 'verified' }]) {
    assert.equal(check.readCallback(body), null)
  }
})
