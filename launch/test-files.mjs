/**
 * The process that `npm test` runs test files in, one or those of a group:
 * `node --test-reporter=… launch/test-files.mjs file…`. A file that cannot be loaded is a test that failed.
 */
import path from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const urls = process.argv.slice(2).map((file) => pathToFileURL(path.resolve(file)).href)
// As one module, so that all are loaded before the first test begins: it may set the clock that they load by.
const all = urls.map((url) => `import ${JSON.stringify(url)}`).join('\n')
try {
  await import(`data:text/javascript,${encodeURIComponent(all)}`)
} catch (error) {
  void test('test files can be loaded', () => {
    throw error
  })
}
