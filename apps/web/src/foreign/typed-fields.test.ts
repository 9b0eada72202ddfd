import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFieldKeys } from './typed-fields.ts'

test('each field of a panel is identified by kind, name and index among equal ones', () => {
  const text = { tag: 'INPUT', type: 'text', name: '' }
  const keys = listFieldKeys([text, { ...text, type: 'checkbox' }, text, { ...text, name: 'bank' }])
  assert.deepEqual(keys, [
    'INPUT text  1',
    'INPUT checkbox  1',
    'INPUT text  2',
    'INPUT text bank 1',
  ])
  // A field of another kind in between changes no key.
  const withMore = listFieldKeys([text, { ...text, tag: 'SELECT', type: 'select-one' }, text])
  assert.deepEqual([withMore[0], withMore[2]], [keys[0], keys[2]])
})
