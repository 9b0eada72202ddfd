/** What the commands of package.json promise before anything is installed. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { ownerOf, takeFolder } from './data-folder.mjs'
import { ensureInstalledIn, installTrouble, missingPackages } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { root } from './steps.mjs'
import { hasSecondTry, runEach, secondTries, secondTriesMax } from './test-again.mjs'
import { runTests } from './test-parts.mjs'
import { sentenceOf, Trouble } from './trouble.mjs'

const here = import.meta.dirname
const good = { platform: 'linux', arch: 'x64', node: '20.19.0', glibc: '2.28' }

function temporaryFolder(t) {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'tukar-launch-'))
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('R-52: elsewhere than on Linux x64 with a new Node.js and glibc there is one sentence', () => {
  requireSupported(good)
  requireSupported({ ...good, node: '24.1.0', glibc: '3.0' })
  const refused = [
    { change: { platform: 'darwin' }, sentence: /Linux x64; this is darwin x64/ },
    { change: { arch: 'arm64' }, sentence: /Linux x64; this is linux arm64/ },
    { change: { node: '20.18.3' }, sentence: /Node\.js 20\.19 or later; this is 20\.18\.3/ },
    { change: { glibc: '2.27' }, sentence: /glibc 2\.28 or later; this is 2\.27/ },
    { change: { glibc: undefined }, sentence: /another C library/ },
  ]
  for (const { change, sentence } of refused) {
    assert.throws(() => requireSupported({ ...good, ...change }), sentence)
  }
})

test('what the lock file names and what is installed are compared package by package', () => {
  const wanted = {
    '': {},
    'packages/own': {},
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/tool': { version: '2.0.0', integrity: 'y', dev: true },
    'node_modules/for-us': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
    'node_modules/as-peer': { version: '1.0.0', integrity: 'z', peer: true },
    'node_modules/for-others': { version: '1.0.0', optional: true, os: ['darwin'] },
    'node_modules/for-musl': { version: '1.0.0', optional: true, os: ['linux'], libc: ['musl'] },
  }
  const product = ['node_modules/a', 'node_modules/for-us']
  assert.deepEqual(missingPackages(wanted, {}, false), product)
  assert.deepEqual(missingPackages(wanted, {}, true).toSorted(), [...product, 'node_modules/tool'])
  const old = { ...wanted, 'node_modules/a': { version: '0.9.0', integrity: 'x' } }
  assert.deepEqual(missingPackages(wanted, old, true), ['node_modules/a'])
  assert.deepEqual(missingPackages(wanted, wanted, true), [])
})

test('an install that fails says why in one sentence', () => {
  const said = [
    ['npm error code ENOTFOUND\nnpm error network', /registry cannot be reached/],
    ['npm error code ENOSPC', /disk is full/],
    ['npm error code EACCES\nnpm error path /x', /may not write/],
    ['npm error code EUSAGE\nnpm error lock file differs', /: lock file differs$/],
  ]
  for (const [output, sentence] of said) assert.match(installTrouble(output), sentence)
})

test('a full disk or a missing permission is a sentence, not a stack', () => {
  const denied = Object.assign(new Error('EACCES: x'), { code: 'EACCES', path: '/data' })
  assert.equal(sentenceOf(denied), 'This user may not write here: /data.')
  assert.match(sentenceOf(Object.assign(new Error('x'), { code: 'ENOSPC' })), /disk is full/)
  assert.equal(sentenceOf(new Trouble('So it is.')), 'So it is.')
})

test('R-51: a second start in the folder refuses, naming the first pid; a stale lock is taken', (t) => {
  const folder = temporaryFolder(t)
  fs.writeFileSync(path.join(folder, 'tukar.lock'), `${process.pid} 1@another-boot\n`)
  assert.equal(ownerOf(folder), null)
  const letGo = takeFolder(folder)
  t.after(letGo)
  assert.equal(ownerOf(folder), process.pid)
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' }
  for (const name of ['start.mjs', 'reset.mjs']) {
    const second = spawnSync(process.execPath, [path.join(here, name)], { env, encoding: 'utf8' })
    assert.equal(second.status, 1, name)
    assert.match(second.stderr, new RegExp(`running as pid ${process.pid}`), name)
    assert.doesNotMatch(second.stderr, / at .*\.mjs/, name)
  }
})

test('a folder that is let go is free at once', (t) => {
  const folder = temporaryFolder(t)
  const letGo = takeFolder(folder)
  letGo()
  assert.equal(ownerOf(folder), null)
  takeFolder(folder)()
})

test('what is complete by its own lock file is not installed again', async (t) => {
  const folder = temporaryFolder(t)
  fs.mkdirSync(path.join(folder, 'node_modules'))
  const lock = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } })
  fs.writeFileSync(path.join(folder, 'package-lock.json'), lock)
  fs.writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), lock)
  await ensureInstalledIn(path.relative(root, folder), () => assert.fail('it began to install'))
})

test('R-45: what is wanted as a peer alone is not installed, as nothing loads it', async (t) => {
  const folder = temporaryFolder(t)
  const manifests = {
    own: { dependencies: { used: 'file:used-1.0.0.tgz' } },
    used: { name: 'used', version: '1.0.0', peerDependencies: { heavy: '1.0.0' } },
    heavy: { name: 'heavy', version: '1.0.0' },
  }
  const write = (at, value) => fs.writeFileSync(path.join(folder, at), JSON.stringify(value))
  for (const name of ['used', 'heavy']) {
    fs.mkdirSync(path.join(folder, 'package'))
    write('package/package.json', manifests[name])
    const packed = spawnSync('tar', ['-czf', `${name}-1.0.0.tgz`, 'package'], { cwd: folder })
    assert.equal(packed.status, 0)
    fs.rmSync(path.join(folder, 'package'), { recursive: true })
  }
  write('package.json', manifests.own)
  write('package-lock.json', {
    lockfileVersion: 3,
    packages: {
      '': manifests.own,
      'node_modules/used': { ...manifests.used, resolved: 'file:used-1.0.0.tgz' },
      'node_modules/heavy': { version: '1.0.0', resolved: 'file:heavy-1.0.0.tgz', peer: true },
    },
  })
  await ensureInstalledIn(path.relative(root, folder), () => undefined)
  const installed = fs.readdirSync(path.join(folder, 'node_modules'))
  assert.deepEqual(
    installed.filter((name) => !name.startsWith('.')),
    ['used'],
  )
})

test('a skipped or failing test fails its part, and a part without tests too', async (t) => {
  const folder = temporaryFolder(t)
  const countsOf = async (...texts) => {
    const files = texts.map((text, index) => {
      const file = path.join(folder, `${index}.test.mjs`)
      fs.writeFileSync(file, `import { test } from 'node:test'\n${text}`)
      return file
    })
    const { passed, failed } = await runTests(files)
    return `${passed} passed, ${failed} failed`
  }
  const good = `test('a', () => {})`
  assert.equal(await countsOf(`${good}; test('b', () => {})`), '2 passed, 0 failed')
  assert.equal(await countsOf(`${good}; test.skip('b', () => {})`), '1 passed, 1 failed')
  assert.equal(await countsOf(`${good}; test.todo('b')`), '1 passed, 1 failed')
  assert.equal(await countsOf(`test('a', () => { throw new Error('x') })`), '0 passed, 1 failed')
  assert.equal(await countsOf(`throw new Error('x')`), '0 passed, 1 failed')
  assert.equal(await countsOf(''), '0 passed, 1 failed')
  assert.equal(
    await countsOf(good, `test('b', () => { throw new Error('x') })`, good),
    '2 passed, 1 failed',
  )
  assert.equal(await countsOf(good, `import './none.mjs'`), '0 passed, 1 failed')
  assert.equal(await countsOf(`${good}; process.exit(0)`), '0 passed, 1 failed')
})

/** Plays files whose outcomes, try by try, are known; gives the counts at the end and what was said. */
async function played(outcomes, { others = [], atOnce = 1, mayTryAgain = () => true } = {}) {
  const tries = new Map(Object.entries(outcomes).map(([file, all]) => [file, all.values()]))
  const run = async ([file]) => ({ output: '', ...tries.get(file).next().value })
  const said = []
  const groups = [...tries.keys()].map((file) => [file])
  const first = await runEach(groups, run, { atOnce, mayTryAgain, again: run })
  const results = [first, ...others]
  results.push(await secondTries(results, (line) => said.push(line)))
  const sum = (of) => results.reduce((total, result) => total + result[of], 0)
  return { passed: sum('passed'), failed: sum('failed'), said }
}

const good4 = { passed: 4, failed: 0 }
const bad1 = { passed: 3, failed: 1 }

test('a browser test that fails and passes when it is played alone counts as passed, and is named', async () => {
  const { said, ...counts } = await played({ a: [good4], b: [bad1, good4] })
  assert.deepEqual(counts, { passed: 8, failed: 0 })
  assert.deepEqual(said, ['  flaky, passed alone: b'])
})

test('a browser test that fails twice has failed', async () => {
  const { said, ...counts } = await played({ a: [good4], b: [bad1, bad1], c: [bad1, good4] })
  assert.deepEqual(counts, { passed: 11, failed: 1 })
  assert.deepEqual(said, ['  failed twice: b', '  flaky, passed alone: c'])
})

test('a file that ended before its tests is played again, and each file once, whatever ran beside it', async () => {
  const crashed = { passed: 0, failed: 1 }
  const { said, ...counts } = await played(
    { a: [good4], b: [crashed, good4], c: [bad1, crashed] },
    { atOnce: 2 },
  )
  assert.deepEqual(counts, { passed: 8, failed: 1 })
  assert.deepEqual(new Set(said), new Set(['  failed twice: c', '  flaky, passed alone: b']))
})

test('what proves money, matching and recovery by our own programs has no second try', async () => {
  const mayTryAgain = ([file]) => file !== 'money'
  const counts = await played({ a: [bad1], money: [bad1] }, { mayTryAgain })
  assert.deepEqual(counts, { passed: 6, failed: 2, said: [] })
  const strict = 'unit kills conformance money chain-kills drift books harness'.split(' ')
  for (const part of strict) assert.equal(hasSecondTry(part, 'x.long.test.js'), false, part)
  assert.equal(hasSecondTry('trading', 'x.test.js'), true)
  const server = path.join(root, 'apps/server/src/modules/wallets')
  const isTriedAgain = (file) => hasSecondTry('integration', path.join(server, file))
  assert.equal(isTriedAgain('rupiah/whole-balance.long.test.ts'), false)
  assert.equal(isTriedAgain('chains/real-histories.long.test.ts'), true)
})

test('there is no second try where something else failed, or where many files did', async () => {
  const once = { b: [bad1] }
  assert.deepEqual(await played(once, { others: [bad1] }), { passed: 6, failed: 2, said: [] })
  const many = Array.from({ length: secondTriesMax + 1 }, (_, index) => [`f${index}`, [bad1]])
  const counts = { passed: many.length * 3, failed: many.length, said: [] }
  assert.deepEqual(await played(Object.fromEntries(many)), counts)
})
