/**
 * The built files: the weight of the pages, where a heavier page needs a higher budget, and the order of
 * their scripts.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { root } from '../harness/paths.ts'

test('no page loads more scripts or styles at first than its budget', () => {
  const scale = path.join(root, 'apps/web/build/bytes.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [scale], { encoding: 'utf8' })
  assert.match(stdout, /^trade, on a phone: /m)
  assert.equal(status, 0, `${stdout}${stderr}`)
})

type Built = Readonly<Record<string, { readonly imports?: readonly string[] }>>

/** A cycle of imports among the files of the build, or null. */
function circleIn(built: Built): readonly string[] | null {
  const isDone = new Set<string>()
  const from = (file: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (isDone.has(file)) return null
    for (const next of built[file]?.imports ?? []) {
      const circle = from(next, [...path, file])
      if (circle !== null) return circle
    }
    isDone.add(file)
    return null
  }
  for (const file of Object.keys(built)) {
    const circle = from(file, [])
    if (circle !== null) return circle
  }
  return null
}

test('no files import each other in a cycle: one of them would run before its dependencies', () => {
  const a = { imports: ['b'] }
  assert.deepEqual(circleIn({ a, b: { imports: ['c'] }, c: { imports: ['b'] } }), ['b', 'c', 'b'])
  const manifest = path.join(root, 'apps/web/dist/.vite/manifest.json')
  const built: Built = JSON.parse(readFileSync(manifest, 'utf8'))
  assert.ok(Object.keys(built).length > 100)
  assert.equal(circleIn(built), null)
})

test('the document of a market names the files of both layouts, each for its width', () => {
  const document = readFileSync(path.join(root, 'apps/web/dist/index.html'), 'utf8')
  const [, tags = ''] = /<!--trading-files:(.*?)-->/.exec(document) ?? []
  for (const width of ['(width < 768px)', '(width >= 768px)']) {
    const own = tags.split('<link ').filter((tag) => tag.includes(`media="${width}"`))
    assert.ok(
      own.some((tag) => tag.startsWith('rel="modulepreload"')),
      width,
    )
  }
})
