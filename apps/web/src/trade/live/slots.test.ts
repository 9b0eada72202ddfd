import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSlot } from './slots.ts'
import { pageElement } from './testing/page-element.ts'

test('only changed values are written', () => {
  const { element, writes } = pageElement()
  const slot = findSlot(element)
  assert.equal(slot.text('1'), true)
  assert.equal(slot.text('1'), false)
  slot.attribute('data-price', '7')
  slot.attribute('data-price', '7')
  slot.property('--share', '5%')
  slot.property('--share', '5%')
  slot.attribute('data-price', null)
  assert.deepEqual(writes, ['text 1', 'data-price=7', '--share: 5%', 'data-price gone'])
})

test('a single text node is changed in place; content of a translator is replaced', () => {
  const { element, writes, putIn } = pageElement()
  const slot = findSlot(element)
  slot.text('1')
  slot.text('2')
  putIn({ nodeType: 1, nodeValue: null })
  slot.text('3')
  assert.deepEqual(writes, ['text 1', 'node 2', 'text 3'])
})

test('an element has one record for all writers; after a reset everything is written again', () => {
  const { element, writes } = pageElement()
  findSlot(element).text('1')
  assert.equal(findSlot(element).text('1'), false)
  findSlot(element).forget()
  assert.equal(findSlot(element).text('1'), true)
  assert.equal(writes.length, 2)
})
