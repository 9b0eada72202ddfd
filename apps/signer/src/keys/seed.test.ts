import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { cost, folderOf, passphrase } from '../testing/requests.ts'
import { costDefault, keyFor, makeSeed, openSeed, seedFile } from './seed.ts'

test('SRV-80: a seed is created once, readable by its owner alone, and opens only with its passphrase', async (t) => {
  const folder = await folderOf(t)
  await makeSeed(folder, passphrase, cost)
  const seed = await openSeed(folder, passphrase)
  assert.equal(seed.length, 32)
  assert.deepEqual(await openSeed(folder, passphrase), seed)
  const text = await readFile(seedFile(folder), 'utf8')
  assert.ok(!text.includes(seed.toString('hex')))
  assert.equal((await stat(seedFile(folder))).mode & 0o777, 0o600)
  await assert.rejects(openSeed(folder, `${passphrase}.`), /cannot be opened/)
  await assert.rejects(makeSeed(folder, passphrase, cost), /already exists/)
  assert.equal(await readFile(seedFile(folder), 'utf8'), text)
})

test('SRV-80: seeds are unique, and each purpose has its own key', async (t) => {
  const [one, other] = [await folderOf(t), await folderOf(t)]
  await makeSeed(one, passphrase, cost)
  await makeSeed(other, passphrase, cost)
  const seed = await openSeed(one, passphrase)
  assert.notDeepEqual(seed, await openSeed(other, passphrase))
  assert.notDeepEqual(keyFor(seed, 'book'), keyFor(seed, 'reset'))
  assert.notDeepEqual(keyFor(seed, 'book'), seed)
})

test('SRV-80: a changed seed file does not open, and a short passphrase is refused', async (t) => {
  const folder = await folderOf(t)
  await assert.rejects(makeSeed(folder, 'too short', cost), /at least 16/)
  await makeSeed(folder, passphrase, cost)
  const text = await readFile(seedFile(folder), 'utf8')
  const file: Record<string, unknown> = { ...JSON.parse(text) }
  const changes: Record<string, unknown>[] = [
    { version: 2 },
    { cipher: 'aes-256-cbc' },
    { scrypt: { ...cost, logN: 5 } },
    { scrypt: { ...cost, logN: 60 } },
    ...['salt', 'nonce', 'sealed'].map((name) => ({ [name]: flipped(file[name]) })),
    { sealed: '' },
  ]
  for (const change of changes) {
    await writeFile(seedFile(folder), JSON.stringify({ ...file, ...change }))
    await assert.rejects(openSeed(folder, passphrase), JSON.stringify(change))
  }
})

test('SRV-80: a guess at the passphrase costs 128 MB', () => {
  assert.equal(128 * 2 ** costDefault.logN * costDefault.r, 128 * 2 ** 20)
})

function flipped(hex: unknown): string {
  const text = String(hex)
  return `${text.startsWith('0') ? '1' : '0'}${text.slice(1)}`
}
