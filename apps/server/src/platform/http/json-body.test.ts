import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasDuplicateKey } from './json-body.ts'

const isRefused = (text: string): boolean => hasDuplicateKey(text, JSON.parse(text))

test('LOW-1: a key that an object names twice is found, however it is written and however deep', () => {
  for (const text of [
    '{"amount":"1","amount":"9"}',
    '{"a":1, "b":2, "a" : 1}',
    '{"a":{"b":[{"c":1,"c":2}]}}',
    String.raw`{"amount":1,"\u0061mount":2}`,
    String.raw`{"a\"":1,"a\"":2}`,
    '[{"a":1},{"a":1,"a":1}]',
  ]) {
    assert.ok(isRefused(text), text)
  }
})

test('LOW-1: bodies with unique keys pass, whatever their strings contain', () => {
  for (const text of [
    '{}',
    '[]',
    'null',
    '"a:b"',
    String.raw`{"a":"\":\"","b":"{\"a\":1}","c":"\\"}`,
    '{"a":{"a":{"a":[1,{"a":":"}]}}}',
    '[[1,2],{"1":2,"0":1}]',
  ]) {
    assert.ok(!isRefused(text), text)
  }
  const depth = 200_000
  assert.ok(!isRefused(`${'['.repeat(depth / 40)}${']'.repeat(depth / 40)}`))
})
