import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deletionErrors } from './deletion.ts'

test('DEL-02: the confirmation word is DELETE in any case', () => {
  for (const word of ['DELETE', 'delete', ' Delete ']) {
    assert.deepEqual(deletionErrors('I move away', word), {}, word)
  }
  for (const word of ['', 'HAPUS', 'DELETED', 'DELET']) {
    assert.deepEqual(deletionErrors('I move away', word), { word: 'confirmInvalid' }, word)
  }
})

test('DEL-01: a reason is required, and each field keeps its own error', () => {
  assert.deepEqual(deletionErrors('  ', 'DELETE'), { reason: 'reasonEmpty' })
  assert.deepEqual(deletionErrors('', 'x'), { reason: 'reasonEmpty', word: 'confirmInvalid' })
})
