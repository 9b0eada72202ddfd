import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findClickTarget } from './row-click.ts'

const plain = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }

test('HOME-05: a click on a row opens its page here', () => {
  assert.equal(findClickTarget(plain), 'here')
})

test('HOME-05: the middle button and the keys of a browser open the page of a row in a new tab', () => {
  assert.equal(findClickTarget({ ...plain, button: 1 }), 'newTab')
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey'] as const) {
    assert.equal(findClickTarget({ ...plain, [key]: true }), 'newTab', key)
  }
})

test('HOME-05: other buttons and Alt open nothing', () => {
  assert.equal(findClickTarget({ ...plain, button: 2 }), null)
  assert.equal(findClickTarget({ ...plain, altKey: true }), null)
})
