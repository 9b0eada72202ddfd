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

test('P0 55: the keys are those of the design until others are chosen', () => {
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

test('capitals of Caps Lock are the same keys', () => {
  assert.equal(meaning('B'), 'buy')
  assert.equal(meaning('X'), 'cancelNewest')
})

test('what takes all orders back asks for Shift too', () => {
  assert.equal(meaning('X', { shiftKey: true }), 'cancelAll')
  assert.equal(meaning('x', { shiftKey: true }), 'cancelAll', 'with Caps Lock')
})

test('the browser’s own keys stay the browser’s', () => {
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey'] as const)
    for (const key of ['b', 's', 'p', 'l', 'o', 'f', '1', '['])
      assert.equal(meaning(key, { [modifier]: true }), null, `${modifier} ${key}`)
})

test('a key that is held down acts once', () => {
  assert.equal(meaning('p', { repeat: true }), null)
})

test('a sign is itself, with Shift or without, as the keyboard has it', () => {
  assert.equal(meaning('?', { shiftKey: true }), 'help')
  assert.equal(meaning('?'), 'help')
})

test('other keys mean nothing', () => {
  for (const key of ['Enter', ' ', 'Tab', 'Escape', 'a', '0', '5', 'toString', 'constructor'])
    assert.equal(meaning(key), null, key)
})

test('WCAG 2.1.4: a chosen key has its meaning, and the one before has none', () => {
  const keys = readKeys('{"buy":"g","cancelNewest":"Shift+k"}')
  assert.equal(meaning('g', {}, keys), 'buy')
  assert.equal(meaning('b', {}, keys), null)
  assert.equal(meaning('K', { shiftKey: true }, keys), 'cancelNewest')
  assert.deepEqual(changedKeys(keys), { buy: 'g', cancelNewest: 'Shift+k' })
  assert.deepEqual(changedKeys(readKeys(null)), {})
})

test('WCAG 2.1.4: whose key it is already is known, and the own one is free', () => {
  assert.equal(findConflict(firstKeys, 's', 'buy'), 'sell')
  assert.equal(findConflict(firstKeys, 'b', 'buy'), null)
  assert.equal(findConflict(firstKeys, 'g', 'buy'), null)
})

test('keys are written as they stand on the keyboard', () => {
  assert.deepEqual(listKeys('Shift+x'), ['Shift', 'X'])
  assert.deepEqual(listKeys('b'), ['B'])
  assert.deepEqual(listKeys('['), ['['])
  assert.deepEqual(listKeys('+'), ['+'])
  assert.deepEqual(listKeys('ß'), ['ß'])
})

test('what a device kept wrongly leaves the first keys', () => {
  const wrong = ['', '{', 'null', '7', '[]', '{"buy":7}', '{"buy":"Enter"}', '{"buy":"Ctrl+b"}']
  for (const text of [...wrong, '{"other":"g"}', '{"buy":"B"}', '{"buy":"Shift+?"}', '{"buy":""}'])
    assert.deepEqual(readKeys(text), firstKeys, text)
  assert.deepEqual(readKeys('{"buy":"s"}'), firstKeys, 'one key cannot mean two things')
  const swapped = readKeys('{"buy":"s","sell":"b"}')
  assert.deepEqual([swapped.buy, swapped.sell], ['s', 'b'])
})

test('whatever a device kept, each action has one key, and pressing it means that action', () => {
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
