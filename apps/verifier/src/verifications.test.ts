import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVerifications, verificationLifeMs } from './verifications.ts'

const begin = {
  templateId: 't',
  reference: 'r',
  expected: { fullName: null, documentNumber: null, birthDate: null },
}

test('SRV-42: a verification is found by its id and template, for fifteen minutes', () => {
  let nowMs = 0
  const verifications = createVerifications(() => nowMs)
  const { id } = verifications.create(begin)
  assert.equal(verifications.find(id, 't')?.reference, 'r')
  assert.equal(verifications.find(id, 'other'), null)
  assert.equal(verifications.find('other', 't'), null)
  nowMs = verificationLifeMs
  assert.equal(verifications.find(id, 't'), null)
  assert.equal(verifications.waiting(), 0)
})

test('ATT-44: beyond the limit the oldest verifications are dropped', () => {
  const verifications = createVerifications(() => 0, 3)
  const ids = Array.from({ length: 5 }, () => verifications.create(begin).id)
  const known = ids.filter((id) => verifications.find(id, 't') !== null)
  assert.deepEqual(known, ids.slice(2))
})

test('SRV-42: a change is built, and an unchanged project is not waited for', () => {
  const verifications = createVerifications(() => 0)
  const { id } = verifications.create(begin)
  verifications.change(id, { document: { face: [1, 2] } })
  assert.deepEqual(verifications.find(id, 't')?.document, { face: [1, 2] })
  assert.equal(verifications.waiting(), 1)
  verifications.change(id, { isPassed: true })
  assert.equal(verifications.waiting(), 0)
  verifications.change('gone', { isPassed: true })
  assert.equal(verifications.find('gone', 't'), null)
})
