/**
 * Goal: a key has one meaning, without modifiers of the browser, and acts once while it is held. Whatever a
 * device stored, every action has a key of its own.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  findAction,
  changedKeys,
  readChord,
  firstKeys,
  keyActions,
  listKeys,
  findConflict,
  type Pressed,
  readKeys,
  findShare,
  sharePercents,
} from './key-map.ts'

const pressed = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  ...more,
})
const meaning = (key: string, more: Partial<Pressed> = {}, keys = readKeys(null)) =>
  findAction(pressed(key, more), keys)

test('P0 55: the default keys are those of the design', () => {
  const meanings = ['b', 's', 'q', 'x', '[', ']', 'o', 'p', 'm', 'f'].map((key) => meaning(key))
  assert.deepEqual(meanings, [
    'buy',
    'sell',
    'amount',
    'cancelNewest',
    'finer',
    'coarser',
    'speak',
    'pause',
    'markets',
    'fullScreen',
  ])
  const shares = (['share25', 'share50', 'share75', 'share100'] as const).map(findShare)
  assert.deepEqual(shares, sharePercents)
  assert.deepEqual(
    ['1', '2', '3', '4'].map((key) => meaning(key)),
    ['share25', 'share50', 'share75', 'share100'],
  )
})

test('Caps Lock does not change keys', () => {
  assert.equal(meaning('B'), 'buy')
  assert.equal(meaning('X'), 'cancelNewest')
})

test('canceling all orders needs Shift too', () => {
  assert.equal(meaning('X', { shiftKey: true }), 'cancelAll')
  assert.equal(meaning('x', { shiftKey: true }), 'cancelAll', 'with Caps Lock')
})

test('keys with a modifier of the browser are left to it', () => {
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey'] as const)
    for (const key of ['b', 's', 'p', 'l', 'o', 'f', '1', '['])
      assert.equal(meaning(key, { [modifier]: true }), null, `${modifier} ${key}`)
})

test('a held key acts once', () => {
  assert.equal(meaning('p', { repeat: true }), null)
})

test('a character other than a letter is the same key with and without Shift', () => {
  assert.equal(meaning('?', { shiftKey: true }), 'help')
  assert.equal(meaning('?'), 'help')
})

test('other keys have no action', () => {
  for (const key of ['Enter', ' ', 'Tab', 'Escape', 'a', '0', '5', 'toString', 'constructor'])
    assert.equal(meaning(key), null, key)
})

test('WCAG 2.1.4: a chosen key has the action, and the previous key has none', () => {
  const keys = readKeys('{"buy":"g","cancelNewest":"Shift+k"}')
  assert.equal(meaning('g', {}, keys), 'buy')
  assert.equal(meaning('b', {}, keys), null)
  assert.equal(meaning('K', { shiftKey: true }, keys), 'cancelNewest')
  assert.deepEqual(changedKeys(keys), { buy: 'g', cancelNewest: 'Shift+k' })
  assert.deepEqual(changedKeys(readKeys(null)), {})
})

test('WCAG 2.1.4: a key of another action is a conflict, the action’s own key is not', () => {
  assert.equal(findConflict(firstKeys, 's', 'buy'), 'sell')
  assert.equal(findConflict(firstKeys, 'b', 'buy'), null)
  assert.equal(findConflict(firstKeys, 'g', 'buy'), null)
})

test('keys are labeled as on the keyboard', () => {
  assert.deepEqual(listKeys('Shift+x'), ['Shift', 'X'])
  assert.deepEqual(listKeys('b'), ['B'])
  assert.deepEqual(listKeys('['), ['['])
  assert.deepEqual(listKeys('+'), ['+'])
  assert.deepEqual(listKeys('ß'), ['ß'])
})

test('invalid stored keys give the defaults', () => {
  const wrong = ['', '{', 'null', '7', '[]', '{"buy":7}', '{"buy":"Enter"}', '{"buy":"Ctrl+b"}']
  for (const text of [...wrong, '{"other":"g"}', '{"buy":"B"}', '{"buy":"Shift+?"}', '{"buy":""}'])
    assert.deepEqual(readKeys(text), firstKeys, text)
  assert.deepEqual(readKeys('{"buy":"s"}'), firstKeys, 'one key cannot mean two things')
  const swapped = readKeys('{"buy":"s","sell":"b"}')
  assert.deepEqual([swapped.buy, swapped.sell], ['s', 'b'])
})

test('for all stored values each action has one key, which triggers it', () => {
  const kept = fc.dictionary(
    fc.constantFrom<string>(...keyActions, 'no such'),
    fc.oneof(
      fc.constantFrom('g', 'Shift+g', 'b', '/', 'ü', 'Shift+ü', 'ß', 'ı', 'İ', '+'),
      fc.string(),
    ),
  )
  fc.assert(
    fc.property(kept, (choice) => {
      const keys = readKeys(JSON.stringify(choice))
      for (const action of keyActions) {
        const names = listKeys(keys[action])
        const event = pressed(names.at(-1) ?? '', { shiftKey: names.length > 1 })
        assert.equal(findAction(event, keys), action)
        assert.equal(readChord(event), keys[action])
      }
    }),
  )
})
