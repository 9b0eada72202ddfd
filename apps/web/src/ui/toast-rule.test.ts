import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Toast, toastsMax, withToast } from './toast-rule.ts'

const saved: Toast = { id: 1, kind: 'good', title: 'The account is saved.' }
const empty: Toast = { id: 2, kind: 'bad', title: 'Fill in this field.' }
const filled: Toast = { id: 3, kind: 'info', title: 'Your order is filled.' }

function idsOf(toasts: readonly Toast[]): readonly number[] {
  return toasts.map(({ id }) => id)
}

test('GEN-13: toasts are shown newest first, at most ten', () => {
  const many = Array.from({ length: 12 }, (_, id): Toast => ({ ...filled, id, title: `${id}` }))
  const shown = many.reduce<readonly Toast[]>(withToast, [])
  assert.equal(shown.length, toastsMax)
  assert.deepEqual(idsOf(shown).slice(0, 2), [11, 10])
})

test('GEN-13: a repeated toast is shown once, as the newest', () => {
  const again = { ...empty, id: 9 }
  assert.deepEqual(idsOf(withToast([filled, empty], again)), [9, 3])
  assert.deepEqual(idsOf(withToast([filled], { ...filled, id: 9 })), [9])
  const other = { ...empty, id: 9, text: 'It is about the name.' }
  assert.deepEqual(idsOf(withToast([empty], other)), [9, 2], 'another text is another message')
})

test('GEN-13: a general notice does not replace the page’s own toast', () => {
  const notice: Toast = { ...saved, id: 9, kind: 'info' }
  assert.deepEqual(withToast([saved], notice), [saved])
  assert.deepEqual(idsOf(withToast([notice], saved)), [1], 'nor are there two if it came first')
})

test('GEN-13: a success removes earlier errors and nothing else', () => {
  const waits: Toast = { id: 4, kind: 'warn', title: 'Withdrawals wait.' }
  assert.deepEqual(idsOf(withToast([empty, filled, waits], saved)), [1, 3, 4])
  assert.deepEqual(idsOf(withToast([empty], filled)), [3, 2], 'a notice ends none')
  assert.deepEqual(idsOf(withToast([saved], empty)), [2, 1], 'a trouble ends no good news')
})
