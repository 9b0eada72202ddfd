/** Assumptions of a server that runs from bundles. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { compiledServer } from './build.mjs'
import { bundle, withPlaces } from './bundle-server.mjs'
import { root } from './steps.mjs'

const numberOf = (text, words) => text.split('\n').findIndex((line) => line.includes(words))

test('a bundle is one file and knows the source of each line', async (t) => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'tukar-bundle-'))
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }))
  const program = 'engine/worker-entry.js'
  await bundle(program, folder)
  const code = fs.readFileSync(path.join(folder, program), 'utf8')
  const inside = [...code.matchAll(/^import .* from ["'](.*)["'];?$/gm)].map(([, name]) => name)
  assert.deepEqual(
    inside.filter((name) => !name.startsWith('node:')),
    [],
  )

  const { files, lines } = JSON.parse(fs.readFileSync(path.join(folder, `${program}.lines.json`)))
  const source = 'packages/core/src/place-order.ts'
  const words = 'export function placeOrder('
  const at = 2 * numberOf(code, words.replace('export ', ''))
  assert.equal(files[lines[at] - 1], source)
  const text = fs.readFileSync(path.join(root, source), 'utf8')
  assert.equal(lines[at + 1], numberOf(text, words) + 1)
})

test('a module in a bundle finds files relative to its compiled position', () => {
  const at = path.join(compiledServer, 'engine/client.js')
  const code = 'new URL("./worker-entry.js", import.meta.url), import.meta.dirname'
  assert.equal(
    withPlaces(code, at, 'run.js'),
    'new URL("./worker-entry.js", new URL("./engine/client.js", import.meta.url).href), ' +
      '(import.meta.dirname + \'/\' + "./engine")',
  )
  const [url] = withPlaces(code, at, 'platform/media/child/main.js').match(/"\.\/\.\.[^"]*"/)
  assert.equal(url, '"./../../../engine/client.js"')
  const named = '// import.meta.url: \u00e9\nconst text = "import.meta.dirname"\n'
  assert.equal(withPlaces(named, at, 'run.js'), named)
  const mixed = withPlaces(`${named}f(import.meta.url)`, at, 'run.js')
  assert.equal(mixed, `${named}f(new URL("./engine/client.js", import.meta.url).href)`)
  const other = 'import.meta.resolve("x")'
  assert.throws(() => withPlaces(other, at, 'run.js'), /asks import\.meta for something else/)
})
