import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileTexts } from '@tukar/i18n/corpus'
import { renderToStaticMarkup } from 'react-dom/server'
import { jsx, jsxs } from './jsx-runtime.ts'
import { wrapElementTexts, wrapFragmentTexts, type MakeText } from './text-elements.ts'

const make: MakeText = (tag, text, key) => ({ tag, text, ...(key !== undefined && { key }) })
const words = (text: string) => ({ tag: 'tukar-text', text })
const space = (text: string) => ({ tag: 'tukar-space', text })
const element = { type: 'b' }

test('adjacent texts alone in an element become one text', () => {
  assert.equal(wrapElementTexts('th', ['Price', ' (', 'IDR', ')'], make), 'Price (IDR)')
  assert.equal(wrapElementTexts('td', [false, 7, null, 3n], make), '73')
})

test('a text beside an element gets an element of its own, and no other child changes its index', () => {
  assert.deepEqual(wrapElementTexts('td', [element, '1', ' BTC'], make), [
    element,
    words('1 BTC'),
    null,
  ])
  // Elements that appear before or after a text do not move it.
  assert.deepEqual(wrapElementTexts('td', [null, '1', element, false, '2'], make), [
    words('1'),
    null,
    element,
    words('2'),
    null,
  ])
  assert.deepEqual(wrapElementTexts('p', [element, ' ', element], make), [
    element,
    space(' '),
    element,
  ])
})

test('texts in lists get elements with keys', () => {
  assert.deepEqual(wrapElementTexts('p', [[element, 'rest'], element], make), [
    [element, { ...words('rest'), key: 'text-1' }],
    element,
  ])
})

test('a fragment has siblings around it, so even its only text gets an element', () => {
  assert.deepEqual(wrapFragmentTexts('word', make), words('word'))
  assert.deepEqual(wrapFragmentTexts(['a', element], make), [words('a'), element])
})

test('children without a need are unchanged, and text-only elements get no wrapper', () => {
  const children = [element, null, [element]]
  assert.equal(wrapElementTexts('div', children, make), children)
  assert.equal(wrapElementTexts('div', 'text', make), 'text')
  const mixed = ['a', element]
  assert.equal(wrapElementTexts('text', mixed, make), mixed)
  assert.equal(wrapElementTexts('option', ['a', ' b'], make), 'a b')
})

test('ATT-33: untrusted text stays complete text in its element', () => {
  const shownBy = (text: string) =>
    renderToStaticMarkup(jsxs('td', { children: [text, jsx('b', { children: text }), text] }))
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)?.join('')
  const entities: Readonly<Record<string, string>> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#x27;': "'",
    '&amp;': '&',
  }
  const textOf = (html: string) =>
    html
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities[entity] ?? entity)
  for (const text of hostileTexts) {
    const html = shownBy(text)
    assert.equal(tagsOf(html), tagsOf(shownBy('Dewi')), text.slice(0, 60))
    assert.equal(textOf(html), text.repeat(3), text.slice(0, 60))
  }
})
