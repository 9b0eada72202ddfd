import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkFailure, readAnswer } from '../../api/answer.ts'
import { failureTone } from './failure-tone.ts'

test('ERR-23 ERR-24 ERR-25 ERR-26 DEC-105 DEC-106: a refusal is a warning; other statuses and a missing answer are errors', () => {
  const toneOf = (status: number) => {
    const outcome = readAnswer(status, { success: 0, msg: 'No.', code: 'amount.minimum' })
    return outcome.ok ? null : failureTone(outcome)
  }
  assert.equal(toneOf(200), 'warn')
  for (const status of [400, 404, 409, 422, 500, 503])
    assert.equal(toneOf(status), 'bad', `${status}`)
  assert.equal(failureTone(networkFailure), 'bad')
})
