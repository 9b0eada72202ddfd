/** Goal: an answer is read as the contract defines it, whatever proxy answered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOutcomeOpen, readAnswer } from './answer.ts'
import type { JsonRecord } from './json.ts'

const kindOf = (status: number, body: JsonRecord) => {
  const outcome = readAnswer(status, body)
  return outcome.ok ? 'ok' : outcome.kind
}

test('DEC-135: success is 1, true or "1", and nothing else', () => {
  for (const success of [1, true, '1']) assert.equal(kindOf(200, { success }), 'ok')
  for (const success of [0, false, '0', 'true', 2, null]) {
    assert.equal(kindOf(200, { success }), 'refused', String(success))
  }
  assert.equal(kindOf(400, { success: 1 }), 'refused', 'a status that refuses counts')
})

test('DEC-135: a refusal is read as a refusal at each of its statuses', () => {
  for (const status of [200, 400, 404, 409, 422]) {
    assert.equal(kindOf(status, { success: 0, msg: 'No.' }), 'refused', String(status))
  }
  assert.equal(kindOf(401, { success: 0 }), 'session')
  assert.equal(kindOf(403, { success: 0 }), 'role')
  assert.equal(kindOf(429, { success: 0 }), 'rate')
})

test("DEC-14: a server that fails, or an answer that is not the exchange's, is no refusal", () => {
  for (const status of [500, 501, 505, 520, 522, 599]) {
    assert.equal(kindOf(status, {}), 'broken', String(status))
    assert.equal(kindOf(status, { success: 0, msg: 'Oops' }), 'broken', String(status))
  }
  for (const status of [200, 204, 302, 404]) assert.equal(kindOf(status, {}), 'broken', 'no JSON')
  for (const status of [502, 503, 504]) assert.equal(kindOf(status, {}), 'busy', String(status))
})

test('R-12: a timeout answer of a proxy leaves the outcome unknown; an error of the exchange does not', () => {
  const isOpen = (status: number, body: JsonRecord) => {
    const outcome = readAnswer(status, body)
    return !outcome.ok && isOutcomeOpen(outcome, false)
  }
  for (const status of [500, 502, 504, 520, 524]) assert.ok(isOpen(status, {}), String(status))
  assert.ok(!isOpen(500, { success: 0, code: 'server.internal' }))
  assert.ok(!isOpen(404, {}))
})

test('DEC-11 DEC-12 GUARD-02: "Server maintenance" is maintenance at any status', () => {
  const body = { success: 0, msg: 'Server maintenance' }
  for (const status of [200, 503]) assert.equal(kindOf(status, body), 'maintenance')
})

test('a failure has the text, code, parameters and request id of the answer', () => {
  const body = { success: 0, msg: 'No.', code: 'x.y', params: { max: 3 }, request_id: 'r-1' }
  const outcome = readAnswer(422, body)
  assert.ok(!outcome.ok)
  const { message, code, params, requestId } = outcome
  assert.deepEqual([message, code, params, requestId], ['No.', 'x.y', { max: 3 }, 'r-1'])
})
