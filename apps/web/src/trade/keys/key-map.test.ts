/** Goal: a key means one thing, with no modifier of the browser's, and once however long it is held. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionOf, type Pressed, sharePercents } from './key-map.ts'

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  ...more,
})

test('B and S lead to the prices, digits to the shares of the buttons', () => {
  assert.deepEqual(actionOf(press('b')), { kind: 'price', side: 'buy' })
  assert.deepEqual(actionOf(press('s')), { kind: 'price', side: 'sell' })
  const shares = ['1', '2', '3', '4'].map((key) => actionOf(press(key)))
  assert.deepEqual(
    shares,
    sharePercents.map((percent) => ({ kind: 'share', percent })),
  )
})

test('capitals of Caps Lock are the same keys', () => {
  assert.deepEqual(actionOf(press('B')), { kind: 'price', side: 'buy' })
})

test('what takes all orders back asks for Shift too', () => {
  assert.equal(actionOf(press('x')), null)
  assert.deepEqual(actionOf(press('X', { shiftKey: true })), { kind: 'cancelAll' })
})

test('the browser’s own keys stay the browser’s', () => {
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey'] as const)
    for (const key of ['b', 's', 'p', 'l', 'o', '1'])
      assert.equal(actionOf(press(key, { [modifier]: true })), null, `${modifier} ${key}`)
})

test('a key that is held down acts once', () => {
  assert.equal(actionOf(press('p', { repeat: true })), null)
})

test('the list of keys opens by the question mark of any keyboard', () => {
  assert.deepEqual(actionOf(press('?', { shiftKey: true })), { kind: 'help' })
  assert.deepEqual(actionOf(press('?')), { kind: 'help' })
})

test('other keys mean nothing', () => {
  for (const key of ['Enter', ' ', 'Tab', 'Escape', 'a', '0', '5', 'toString', 'constructor'])
    assert.equal(actionOf(press(key)) ?? null, null, key)
})
