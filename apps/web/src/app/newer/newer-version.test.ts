import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { createBuildWatch } from '../../api/build.ts'
import { createNewerVersion } from './newer-version.ts'

const own = 'assets/index-1.js'
const pageOf = (script: string) =>
  `<!doctype html><script type="module" crossorigin src="/${script}"></script>`

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
afterEach(() => mock.timers.reset())

async function noticed(page: string | null, script: string | null = own): Promise<boolean> {
  const newer = createNewerVersion(
    async () => page,
    () => script,
  )
  await newer.check()
  return newer.read()
}

test('a file that does not load means a newer version only if the document has another script', async () => {
  assert.equal(await noticed(pageOf('assets/index-2.js')), true)
  assert.equal(await noticed(pageOf(own)), false, 'a blocked or lost file of the same version')
  assert.equal(await noticed(null), false, 'no answer')
  assert.equal(await noticed(pageOf('assets/index-2.js'), null), false)
})

test('the document is loaded at most once in ten seconds, and not after a newer version is known', async () => {
  let requested = 0
  const pages = [pageOf(own), pageOf('assets/index-2.js')]
  const newer = createNewerVersion(
    async () => pages[requested++] ?? null,
    () => own,
  )
  let heard = 0
  newer.subscribe(() => (heard += 1))
  await newer.check()
  assert.deepEqual([requested, newer.read()], [1, false])
  mock.timers.tick(10_000)
  assert.equal(requested, 1, 'where nothing was noticed meanwhile, nothing asks')
  await newer.check()
  mock.timers.tick(10_000)
  await newer.check()
  assert.deepEqual([requested, heard, newer.read()], [2, 1, true])
})

test('signs within the ten seconds cause one load after them', async () => {
  let [requested, page] = [0, pageOf(own)]
  const newer = createNewerVersion(
    async () => {
      requested += 1
      return page
    },
    () => own,
  )
  await newer.check()
  page = `<html data-build="second">${pageOf(own)}`
  await Promise.all([newer.check(), newer.check('second'), newer.check()])
  mock.timers.tick(9_999)
  assert.equal(requested, 1)
  mock.timers.tick(1)
  assert.equal(requested, 2)
  mock.timers.tick(10_000)
  assert.equal(requested, 2)
  // A deployment continues during the check of a page that was just loaded; nothing else triggers it.
  await newer.check()
  page = pageOf('assets/index-2.js')
  await newer.check('third')
  const noted = new Promise<void>((resolve) => newer.subscribe(resolve))
  mock.timers.tick(10_000)
  await noted
  assert.deepEqual([requested, newer.read()], [4, true])
})

test('a build found to be the same is not checked again; a file that did not load meanwhile is', async () => {
  let requested = 0
  const newer = createNewerVersion(
    async () => {
      requested += 1
      return `<html data-build="second">${pageOf(own)}`
    },
    () => own,
  )
  // Both answers come while the document loads.
  await Promise.all([newer.check('second'), newer.check('second')])
  mock.timers.tick(10_000)
  assert.equal(requested, 1)
  await Promise.all([newer.check(), newer.check(), newer.check('second')])
  mock.timers.tick(10_000)
  assert.equal(requested, 3)
})

test('any answer of a newer build reveals a newer version, although no file is missing', async () => {
  let [requested, page] = [0, pageOf(own)]
  const newer = createNewerVersion(
    async () => {
      requested += 1
      return page
    },
    () => own,
  )
  const checks: Promise<void>[] = []
  const answers = createBuildWatch(() => 'first')
  answers.onOther((build) => checks.push(newer.check(build)))
  const hear = async (build: string | null) => {
    mock.timers.tick(10_000)
    answers.note(build)
    await Promise.all(checks)
    return [requested, newer.read()]
  }
  assert.deepEqual(await hear('first'), [0, false])
  assert.deepEqual(await hear(null), [0, false], 'a server that names no build')
  assert.deepEqual(
    await hear('second'),
    [1, false],
    'the document came from a server of this build',
  )
  page = `<html data-build="second">${pageOf(own)}`
  assert.deepEqual(await hear('second'), [2, false], 'a build in which this page is the same')
  assert.deepEqual(await hear('second'), [2, false], 'which is asked for once')
  page = pageOf('assets/index-2.js')
  assert.deepEqual(await hear('third'), [3, true])
  const unnamed = createBuildWatch(() => '')
  unnamed.onOther(() => assert.fail('a page whose server named no build compares nothing'))
  unnamed.note('second')
})
