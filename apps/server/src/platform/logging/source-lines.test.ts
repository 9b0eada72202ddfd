import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atSources, nameSources } from './source-lines.ts'

const bundle = 'file:///exchange/apps/server/bundled/run.js'
const lines = {
  files: ['apps/server/src/a.ts', 'apps/server/src/b.ts'],
  lines: [0, 0, 2, 41, 1, 7],
}
const linesOf = (asked: string) => (asked === bundle ? lines : null)

test('a trace names the sources that the lines of a bundle come from', () => {
  const trace = `Error: x\n    at f (${bundle}:2:9)\n    at async ${bundle}:3:1`
  const named = 'Error: x\n    at f (apps/server/src/b.ts:41)\n    at async apps/server/src/a.ts:7'
  assert.equal(atSources(trace, linesOf), named)
})

test('a line without a source, and a file that is no bundle, are unchanged', () => {
  const trace = `Error: x\n    at f (${bundle}:1:9)\n    at ${bundle}:9:1\n    at file:///x.js:2:3`
  assert.equal(atSources(trace, linesOf), trace)
})

test('a server that runs from compiled files names its own files', () => {
  const trace = new Error('x').stack ?? ''
  assert.match(trace, /source-lines\.test\.js:\d+/)
  assert.equal(atSources(trace), trace)
})

test('an error that ends the process is printed with the sources', () => {
  const error = new Error('x')
  error.stack = `Error: x\n    at f (${bundle}:3:9)`
  nameSources(error, linesOf)
  assert.equal(error.stack, 'Error: x\n    at f (apps/server/src/a.ts:7)')
})
