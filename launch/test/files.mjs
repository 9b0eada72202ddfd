/**
 * The process in which `npm test` runs a group of test files: `node --test-reporter=… launch/test/files.mjs
 * file…`. Each file is a suite, so that its hooks apply to its tests alone. A file that cannot be loaded, or
 * has no test, counts as a failed test.
 */
import { AsyncResource } from 'node:async_hooks'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { fileBegins } from './measure.mjs'
import { seedVariable } from './slices.mjs'

// Random cases of properties are those of the run, so that it can be repeated.
fc.configureGlobal({ seed: Number(process.env[seedVariable] ?? 1) })

/** Programs that several files share, such as a browser, are ended when the last file has ended. */
const shared = []
globalThis[Symbol.for('tukar.tests.shared')] = shared

/** After the last test a process must exit within this time, on any machine. */
const exitMs = 30_000

/** Fails a process that stays alive, for example because of a server that no test stopped. */
function endLate() {
  const kept = process.getActiveResourcesInfo().join(', ')
  process.stdout.write(`the tests have ended, and this keeps their process alive: ${kept}\n`)
  process.exit(1)
}

const files = process.argv.slice(2).map((file) => path.resolve(file))
let loading = Promise.resolve()

for (const file of files) {
  void describe(path.relative(process.cwd(), file), async () => {
    before(() => fileBegins(file))
    // One after the other, each within its suite, which owns what the file registers while it loads.
    const suite = new AsyncResource('test file')
    loading = loading.then(() => suite.runInAsyncScope(load, null, file))
    await loading
  })
}
// All files load before the first test, because a test may mock the clock that another file needs while
// loading.
before(() => loading)
after(async () => {
  for (const end of shared.toReversed()) await end()
  setTimeout(endLate, exitMs).unref()
})

async function load(file) {
  try {
    await import(pathToFileURL(file).href)
  } catch (error) {
    void test('the file can be loaded', () => {
      throw error
    })
  }
}
