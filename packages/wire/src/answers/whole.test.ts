import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { data } from './shapes.ts'
import { misfitOf } from './whole.ts'

const envelope = { success: 1, msg: '', code: '', params: {}, request_id: 'r' }
const call = { gives: data(z.strictObject({ no: z.int() })) }

test('an answer with the envelope and the call’s fields is valid', () => {
  assert.equal(misfitOf(call, { ...envelope, data: { no: 1 } }), null)
})

test('an answer with a missing, wrong or unknown field is invalid', () => {
  const { request_id: _, ...bare } = envelope
  for (const body of [
    { ...envelope },
    { ...bare, data: { no: 1 } },
    { ...envelope, data: { no: '1' } },
    { ...envelope, data: { no: 1, more: 1 } },
    { ...envelope, data: { no: 1 }, more: 1 },
  ]) {
    assert.notEqual(misfitOf(call, body), null, JSON.stringify(body))
  }
})

test('each issue has its path', () => {
  const body = { ...envelope, data: { no: '1', more: 1 } }
  assert.equal(misfitOf(call, body), 'data.no: invalid_type; data: unrecognized_keys more')
})

test('both answers of a union are valid', () => {
  const one = z.strictObject({ action: z.literal('one') })
  const either = { gives: z.union([one, z.strictObject({ usid: z.int() })]) }
  assert.equal(misfitOf(either, { ...envelope, action: 'one' }), null)
  assert.equal(misfitOf(either, { ...envelope, usid: 1 }), null)
  assert.notEqual(misfitOf(either, { ...envelope, action: 'one', usid: 1 }), null)
})

test('a refusal needs only the envelope', () => {
  const refused = { ...envelope, success: 0, code: 'order.unknown', details: {} }
  assert.equal(misfitOf(call, refused), null)
  assert.notEqual(misfitOf(call, { success: 0, msg: '' }), null)
})
