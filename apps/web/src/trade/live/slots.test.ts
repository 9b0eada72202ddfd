import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSlot } from './slots.ts'
import { pageElement } from './testing/page-element.ts'

test('what is written already is not written again, and what is another thing is', () => {
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

test('a text alone in its element is changed where it stands; what a translator put there is replaced', () => {
  const { element, writes, putIn } = pageElement()
  const slot = findSlot(element)
  slot.text('1')
  slot.text('2')
  putIn({ nodeType: 1, nodeValue: null })
  slot.text('3')
  assert.deepEqual(writes, ['text 1', 'node 2', 'text 3'])
})

test('an element has one memory, whoever writes; what was forgotten is written again', () => {
  const { element, writes } = pageElement()
  findSlot(element).text('1')
  assert.equal(findSlot(element).text('1'), false)
  findSlot(element).forget()
  assert.equal(findSlot(element).text('1'), true)
  assert.equal(writes.length, 2)
})
