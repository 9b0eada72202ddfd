/** What the built pages weigh: a change that makes one heavier says so, by a higher budget. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { root } from '../harness/paths.ts'

test('no page loads more scripts or styles at first than its budget', () => {
  const scale = path.join(root, 'apps/web/build/bytes.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [scale], { encoding: 'utf8' })
  assert.match(stdout, /^trade, on a phone: /m)
  assert.equal(status, 0, `${stdout}${stderr}`)
})
