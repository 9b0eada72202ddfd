import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNewerVersion } from './newer-version.ts'

const own = 'assets/index-1.js'
const pageOf = (script: string) =>
  `<!doctype html><script type="module" crossorigin src="/${script}"></script>`

async function noticed(page: string | null, script: string | null = own): Promise<boolean> {
  const newer = createNewerVersion(
    async () => page,
    () => script,
  )
  await newer.noteMissing()
  return newer.read()
}

test('a file that does not come means a newer version where the document names another script, and else nothing', async () => {
  assert.equal(await noticed(pageOf('assets/index-2.js')), true)
  assert.equal(await noticed(pageOf(own)), false, 'a blocked or lost file of the same version')
  assert.equal(await noticed(null), false, 'no answer')
  assert.equal(await noticed(pageOf('assets/index-2.js'), null), false)
})

test('the document is asked for once in ten seconds, and no more once it is known', async () => {
  let [nowMs, asked] = [0, 0]
  const pages = [pageOf(own), pageOf('assets/index-2.js')]
  const newer = createNewerVersion(
    async () => pages[asked++] ?? null,
    () => own,
    () => nowMs,
  )
  let heard = 0
  newer.subscribe(() => (heard += 1))
  await Promise.all([newer.noteMissing(), newer.noteMissing()])
  assert.deepEqual([asked, newer.read()], [1, false])
  nowMs = 10_000
  await newer.noteMissing()
  nowMs = 20_000
  await newer.noteMissing()
  assert.deepEqual([asked, heard, newer.read()], [2, 1, true])
})
