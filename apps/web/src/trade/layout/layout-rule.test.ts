/** Goal: whatever a device stored, the page has a layout with a visible chart. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  sizeBounds,
  columnBounds,
  computeColumns,
  firstLayout,
  type Layout,
  noSizes,
  findPanes,
  presets,
  readLayout,
  findSideName,
  sizeNames,
  findSpan,
  ticketPx,
} from './layout-rule.ts'

test('R-70: without a choice the layout is the spec’s, with default sizes', () => {
  assert.deepEqual(readLayout(null), firstLayout)
  assert.equal(firstLayout.preset, 'classic')
})

test('a stored layout is read completely', () => {
  const layout: Layout = { preset: 'pro', sizes: { ...noSizes, list: 300, own: 180 } }
  assert.deepEqual(readLayout(JSON.stringify(layout)), layout)
})

test('invalid parts of a stored layout get the default', () => {
  for (const text of ['', '{', 'null', '[]', '7', '{"preset":"x","sizes":[]}'])
    assert.deepEqual(readLayout(text), firstLayout, text)
  const sizes = { list: 1e9, side: '300', chart: 300.5, own: null, sideWide: -1, sideCompact: 300 }
  assert.deepEqual(readLayout(JSON.stringify({ preset: 'pro', sizes })), {
    preset: 'pro',
    sizes: { ...noSizes, sideCompact: 300 },
  })
})

test('any stored text is read without an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const { preset, sizes } = readLayout(text)
      assert.ok(presets.includes(preset))
      assert.deepEqual(Object.keys(sizes).toSorted(), [...sizeNames].toSorted())
    }),
  )
})

const anySize = (name: (typeof sizeNames)[number]) =>
  fc.option(fc.integer({ min: sizeBounds[name].minPx, max: sizeBounds[name].maxPx }))

const anyLayout: fc.Arbitrary<Layout> = fc.record({
  preset: fc.constantFrom(...presets),
  sizes: fc.record({
    list: anySize('list'),
    side: anySize('side'),
    sideCompact: anySize('sideCompact'),
    sideWide: anySize('sideWide'),
    sideBook: anySize('sideBook'),
    chart: anySize('chart'),
    own: anySize('own'),
  }),
})

test('for all sizes the chart is at least 360 px wide from 1280 px on', () => {
  fc.assert(
    fc.property(anyLayout, fc.integer({ min: 1_280, max: 4_000 }), (layout, width) => {
      const { listPx, sidePx } = computeColumns(layout, width)
      const ticket = layout.preset === 'classic' ? 0 : ticketPx
      assert.ok(width - listPx - sidePx - ticket >= 360, `${listPx} ${sidePx}`)
    }),
  )
})

test('a column is within the limits of its splitter', () => {
  fc.assert(
    fc.property(anyLayout, fc.integer({ min: 768, max: 4_000 }), (layout, width) => {
      const columns = computeColumns(layout, width)
      const panes = findPanes(layout.preset, findSpan(width) !== 'compact')
      const side = columnBounds(layout, width, 'side')
      if (panes.side === null) assert.equal(columns.sidePx, 0)
      else assert.ok(columns.sidePx >= side.minPx && columns.sidePx <= side.maxPx)
      const list = columnBounds(layout, width, 'list')
      if (!panes.hasList) assert.equal(columns.listPx, 0)
      else assert.ok(columns.listPx >= list.minPx && columns.listPx <= list.maxPx)
    }),
  )
})

test('each span stores its own width of the book’s column', () => {
  assert.equal(findSideName({ preset: 'classic' }, findSpan(1_024)), 'sideCompact')
  assert.equal(findSideName({ preset: 'classic' }, findSpan(1_440)), 'side')
  assert.equal(findSideName({ preset: 'classic' }, findSpan(1_920)), 'sideWide')
  assert.equal(findSideName({ preset: 'pro' }, findSpan(1_920)), 'side')
  assert.equal(findSideName({ preset: 'book' }, findSpan(1_920)), 'sideBook')
})

test('P1 5: every preset has the book, the trades, and both forms or one with a switch', () => {
  for (const preset of presets)
    for (const isFull of [true, false]) {
      const { hasList, forms, side, under } = findPanes(preset, isFull)
      const where = `${preset} ${isFull}`
      const both = ['bookAndTape', 'tabs']
      assert.ok(side !== null || under === 'tabs', `${where}: the book`)
      assert.ok(both.includes(side ?? '') || under !== null, `${where}: the trades`)
      assert.equal(forms === 'below', preset === 'classic', where)
      assert.equal(hasList, isFull && (preset === 'classic' || preset === 'pro'), where)
    }
})
