/** What the commands of package.json guarantee before anything is installed. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { ownerOf, takeFolder } from './data-folder.mjs'
import { keepAssets, restoreAssets } from './earlier-assets.mjs'
import { ensureInstalledIn, installTrouble, installWay, missingPackages } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { root } from './steps.mjs'
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

test('the lock file and the installed packages are compared package by package', () => {
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

test('packages for development are added beside those of an exchange that may run, which stay', () => {
  const wanted = {
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/tool': { version: '1.0.0', integrity: 'y', dev: true },
  }
  const { 'node_modules/tool': tool, ...product } = wanted
  assert.deepEqual(installWay(wanted, product), ['install', '--no-save'])
  assert.deepEqual(installWay(wanted, { 'node_modules/tool': tool }), ['ci'])
  const old = { ...product, 'node_modules/a': { version: '0.9.0', integrity: 'z' } }
  assert.deepEqual(installWay(wanted, old), ['ci'])
})

test('a failed install says why in one sentence', () => {
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

test('R-51: a second start in the folder refuses, naming the first pid; a stale lock is taken over', (t) => {
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

test('a released folder is free at once', (t) => {
  const folder = temporaryFolder(t)
  const letGo = takeFolder(folder)
  letGo()
  assert.equal(ownerOf(folder), null)
  takeFolder(folder)()
})

test('a folder that is complete by its own lock file is not installed again', async (t) => {
  const folder = temporaryFolder(t)
  fs.mkdirSync(path.join(folder, 'node_modules'))
  const lock = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } })
  fs.writeFileSync(path.join(folder, 'package-lock.json'), lock)
  fs.writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), lock)
  await ensureInstalledIn(path.relative(root, folder), () => assert.fail('it began to install'))
})

test('R-45: a package that is wanted only as a peer is not installed, because nothing loads it', async (t) => {
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

test('files of earlier builds stay for a week beside the new ones, and only so many', (t) => {
  const [assets, kept] = [temporaryFolder(t), path.join(temporaryFolder(t), 'kept')]
  const day = 24 * 3_600_000
  // As the bundler does: the folder is emptied and written again.
  const build = (nowMs, files) => {
    keepAssets(assets, kept, nowMs)
    for (const name of fs.readdirSync(assets)) fs.rmSync(path.join(assets, name))
    for (const [name, text] of Object.entries(files))
      fs.writeFileSync(path.join(assets, name), text)
    restoreAssets(assets, kept, nowMs)
  }
  const there = () => fs.readdirSync(assets).toSorted()
  build(0, { 'a.js': '1', 'b.js': '2' })
  build(day, { 'b.js': '2', 'c.js': '3' })
  assert.deepEqual(there(), ['a.js', 'b.js', 'c.js'])
  // A file that is current again starts a new period; an interrupted build leaves no partial file.
  fs.writeFileSync(path.join(kept, 'd.js.part'), '')
  build(2 * day, { 'a.js': '1' })
  assert.deepEqual(there(), ['a.js', 'b.js', 'c.js'])
  build(8 * day, { 'e.js': '4' })
  assert.deepEqual(there(), ['a.js', 'b.js', 'c.js', 'e.js'])
  build(9 * day, { 'f.js': 'x'.repeat(25_000_000) })
  assert.deepEqual(there(), ['a.js', 'e.js', 'f.js'])
  build(10 * day, { 'g.js': '5' })
  assert.deepEqual(there(), ['g.js'], 'the newest alone is more than is kept')
})
