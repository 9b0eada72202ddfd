import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Boxes,
  boxAfterKey,
  codeIn,
  emptyBoxes,
  erasedAt,
  pastedInto,
  typedInto,
} from './otp-boxes.ts'

/** Types the digits one after another, each into the focused box. */
function typed(digits: string): { readonly boxes: Boxes; readonly focus: number } {
  let state = { boxes: emptyBoxes, focus: 0 }
  for (const digit of digits) {
    state = typedInto(state.boxes, state.focus, `${state.boxes[state.focus] ?? ''}${digit}`)
  }
  return state
}

test('OTP-05 OTP-06: each digit moves the focus to the next box, except in the last one', () => {
  assert.deepEqual(typed('12'), { boxes: ['1', '2', '', '', '', ''], focus: 2 })
  assert.equal(codeIn(typed('12345').boxes), null)
  assert.deepEqual(typed('123456'), { boxes: ['1', '2', '3', '4', '5', '6'], focus: 5 })
  assert.equal(codeIn(typed('123456').boxes), '123456')
})

test('OTP-06: a digit replaces the old one; other characters are dropped', () => {
  const { boxes } = typed('123456')
  assert.equal(codeIn(typedInto(boxes, 2, '39').boxes), '129456')
  assert.equal(codeIn(typedInto(boxes, 2, '93').boxes), '129456')
  assert.equal(codeIn(typedInto(boxes, 2, '33').boxes), '123456')
  assert.deepEqual(typedInto(emptyBoxes, 0, 'a'), { boxes: emptyBoxes, focus: 0 })
})

test('OTP-07: backspace empties a box, then goes back box by box', () => {
  const first = erasedAt(typed('123').boxes, 3)
  assert.deepEqual(first, { boxes: ['1', '2', '', '', '', ''], focus: 2 })
  const second = erasedAt(first.boxes, first.focus)
  assert.deepEqual(second, { boxes: ['1', '', '', '', '', ''], focus: 1 })
  const whole = erasedAt(typed('123456').boxes, 5)
  assert.deepEqual(whole, { boxes: ['1', '2', '3', '4', '5', ''], focus: 5 })
  assert.deepEqual(erasedAt(emptyBoxes, 0), { boxes: emptyBoxes, focus: 0 })
})

test('OTP-08: a code pasted into any box fills all boxes, also with spaces and words around it', () => {
  for (const text of ['123456', ' 123 456 ', 'Your code: 123-456', '1234567']) {
    for (const at of [0, 3, 5]) {
      assert.deepEqual(pastedInto(typed('99').boxes, at, text), typed('123456'))
    }
  }
  assert.deepEqual(pastedInto(emptyBoxes, 2, '78'), { boxes: ['', '', '7', '8', '', ''], focus: 4 })
  assert.deepEqual(typedInto(emptyBoxes, 0, '654321'), typed('654321'))
})

test('OTP-05: after any input each of the six boxes has one digit or none', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('type'), at: fc.nat(5), text: fc.string({ maxLength: 8 }) }),
    fc.record({ kind: fc.constant('paste'), at: fc.nat(5), text: fc.stringMatching(/^\d{0,9}$/) }),
    fc.record({ kind: fc.constant('erase'), at: fc.nat(5), text: fc.constant('') }),
  )
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let boxes = emptyBoxes
      for (const { kind, at, text } of steps) {
        const change = kind === 'type' ? typedInto : pastedInto
        const next = kind === 'erase' ? erasedAt(boxes, at) : change(boxes, at, text)
        ;({ boxes } = next)
        assert.equal(boxes.length, 6)
        assert.ok(boxes.every((digit) => /^\d?$/.test(digit)))
        assert.ok(next.focus >= 0 && next.focus < 6)
      }
    }),
  )
})

test('OTP-05: arrows, Home and End move between the boxes only', () => {
  assert.deepEqual(
    ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'x'].map((key) => boxAfterKey(key, 2)),
    [1, 3, 0, 5, null],
  )
  assert.equal(boxAfterKey('ArrowLeft', 0), 0)
  assert.equal(boxAfterKey('ArrowRight', 5), 5)
})
