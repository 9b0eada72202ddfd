import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesAhead } from './ahead.ts'

const list = JSON.stringify({
  app: { script: 'app.js', files: ['app.js', 'frame.js'] },
  pages: [
    { path: '^/markets/?$', files: ['markets.js'], phone: [], wide: [] },
    {
      path: '^/markets/\\d',
      files: ['trade.js', 'book.js'],
      phone: ['phone.js', 'book.js'],
      wide: ['wide.js'],
    },
  ],
})

test('the landing page prefetches the app and the trading page for its device, each file once', () => {
  assert.deepEqual(filesAhead(list, undefined, true), [
    'app.js',
    'frame.js',
    'trade.js',
    'book.js',
    'phone.js',
  ])
  assert.deepEqual(
    filesAhead(list, { saveData: false, effectiveType: '4g' }, false).at(-1),
    'wide.js',
  )
})

test('nothing is prefetched with data saving, on a slow connection, or without a list', () => {
  assert.deepEqual(filesAhead(list, { saveData: true, effectiveType: '4g' }, true), [])
  for (const effectiveType of ['2g', 'slow-2g']) {
    assert.deepEqual(filesAhead(list, { effectiveType }, true), [], effectiveType)
  }
  for (const none of ['', '{}', '{"app":{}}', '[]']) {
    assert.deepEqual(filesAhead(none, undefined, true), [], none)
  }
})
