/** The signer's own caps, and how it stops itself. */
import assert from 'node:assert/strict'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { createWindow, hourMs } from './book/windows.ts'
import { keyFor, openSeed } from './keys/seed.ts'
import { findReset, writeReset } from './reset.ts'
import { parseSettings } from './settings.ts'
import type { Outcome } from './signer.ts'
import {
  coinApproval,
  evmSpend,
  folderOf,
  freshSigner,
  nowMs,
  passphrase,
  payoutNo,
  requestFor,
  settingsText,
  signerIn,
  strangerBitcoin,
  tokenApproval,
} from './testing/requests.ts'

const wholeBitcoin = 100_000_000n
const codeOf = (outcome: Outcome) => ('refused' in outcome ? outcome.refused : 'signed')

function tokenPayout(number: number, amount: bigint, chain = 'evm:1') {
  const named = { id: `token-${chain}-${number}`, hold: `token-${chain}-${number}` }
  const approval = { ...tokenApproval, ...named, chain, amount }
  return requestFor(approval, { ...evmSpend, nonce: number })
}

test('ATT-98: a payout above the transaction cap stops the signer, for every currency and after a restart', async (t) => {
  const { signer, folder, close } = await freshSigner(t)
  assert.equal(codeOf(await signer.sign(payoutNo(1, wholeBitcoin))), 'signed')
  assert.equal(codeOf(await signer.sign(payoutNo(2, wholeBitcoin + 1n))), 'cap.transaction')
  assert.equal(codeOf(await signer.sign(payoutNo(3))), 'tripped')
  assert.equal(codeOf(await signer.sign(tokenPayout(1, 1n))), 'tripped')
  // A signed transaction is returned again: it is not another payout.
  assert.equal(codeOf(await signer.sign(payoutNo(1, wholeBitcoin))), 'signed')
  const { tripped, number } = await signer.status()
  assert.deepEqual(
    [tripped?.cap, tripped?.currency, tripped?.id, tripped?.number],
    ['cap.transaction', 'BTC', 'payout-2', number],
  )
  await close()
  const reopened = await signerIn(folder)
  assert.equal(codeOf(await reopened.signer.sign(payoutNo(3))), 'tripped')
  await reopened.close()
})

test('ATT-98: many small valid payouts are stopped at the hourly cap, and later at the daily cap', async (t) => {
  let clockMs = nowMs
  const { signer, folder } = await freshSigner(t, { nowMs: () => clockMs })
  let number = 0
  const drain = async (): Promise<number> => {
    for (let signed = 0; ; signed++) {
      number++
      const { approval, spend } = payoutNo(number, 9_990_000n)
      const dated = { ...approval, approvedAtMs: clockMs, notAfterMs: clockMs + 1_000 }
      const code = codeOf(await signer.sign(requestFor(dated, spend)))
      if (code !== 'signed') return signed
    }
  }
  // 0.0999 BTC and a fee of 0.0001 each: twenty reach the hourly cap of two.
  assert.equal(await drain(), 20)
  const first = (await signer.status()).tripped
  assert.equal(first?.cap, 'cap.hour')
  assert.equal(await drain(), 0)
  clockMs += hourMs
  assert.equal(await drain(), 0, 'time alone lets nothing out')
  const reset = async () => {
    const { tripped } = await signer.status()
    const key = keyFor(await openSeed(folder, passphrase), 'reset')
    await writeReset(folder, key, tripped?.number ?? 0, { by: 'operator', why: 'looked at it' })
    assert.equal((await signer.status()).tripped, null)
  }
  await reset()
  assert.equal(await drain(), 20)
  clockMs += hourMs
  await reset()
  assert.equal(await drain(), 10)
  assert.equal((await signer.status()).tripped?.cap, 'cap.day')
  const { leftDay, leftHour } = (await signer.status()).currencies.get('BTC') ?? {}
  assert.deepEqual([leftHour, leftDay], [10n ** 18n, 5n * 10n ** 18n])
})

test('H-4: the daily cap of a destination holds for all spellings and chains, and after a restart', async (t) => {
  const destinationDay = { BTC: '1.5', USDT: '1200' } as const
  const caps = {
    ...settingsText.caps,
    BTC: { ...settingsText.caps.BTC, destinationDay: destinationDay.BTC },
    USDT: { ...settingsText.caps.USDT, destinationDay: destinationDay.USDT },
  }
  const settings = parseSettings({ ...settingsText, caps })
  const { signer, folder, close } = await freshSigner(t, { settings })
  const bitcoinTo = (number: number, destination: string, amount = wholeBitcoin) => {
    const { approval, spend } = payoutNo(number, amount)
    return requestFor({ ...approval, destination }, spend)
  }
  assert.equal(codeOf(await signer.sign(bitcoinTo(1, strangerBitcoin))), 'signed')
  assert.equal(codeOf(await signer.sign(tokenPayout(1, 700n * 10n ** 6n))), 'signed')
  await close()
  const dayMs = 24 * hourMs
  let clockMs = nowMs
  const open = await signerIn(folder, { settings, nowMs: () => clockMs })
  t.after(() => open.close())
  const reset = async () => {
    const { tripped } = await open.signer.status()
    const key = keyFor(await openSeed(folder, passphrase), 'reset')
    await writeReset(folder, key, tripped?.number ?? 0, { by: 'operator', why: 'looked at it' })
  }
  const leftTo = async (destination: string) =>
    (await open.signer.status(destination)).currencies.get('BTC')?.leftTo
  assert.equal(await leftTo(strangerBitcoin.toUpperCase()), 10n ** 18n, 'so much went there')
  assert.equal(await leftTo('elsewhere'), 0n)
  assert.equal((await open.signer.status()).currencies.get('BTC')?.leftTo, null)
  const large = bitcoinTo(2, strangerBitcoin.toUpperCase())
  assert.equal(codeOf(await open.signer.sign(large)), 'cap.destination')
  assert.equal((await open.signer.status()).tripped?.currency, 'BTC')
  await reset()
  const onBnb = tokenPayout(1, 501n * 10n ** 18n, 'evm:56')
  assert.equal(codeOf(await open.signer.sign(onBnb)), 'cap.destination')
  await reset()
  // Another destination has its own cap, and after a day the first one is available again.
  const elsewhere = 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x'
  const paidElsewhere = bitcoinTo(3, elsewhere, wholeBitcoin / 2n)
  assert.equal(codeOf(await open.signer.sign(paidElsewhere)), 'signed')
  clockMs += dayMs
  const { approval, spend } = tokenPayout(2, 1_000n * 10n ** 6n)
  const dated = { ...approval, approvedAtMs: clockMs, notAfterMs: clockMs + 1_000 }
  assert.equal(codeOf(await open.signer.sign(requestFor(dated, spend))), 'signed')
})

test('ATT-98: setting the clock back does not empty the hourly window', async (t) => {
  let clockMs = nowMs
  const { signer } = await freshSigner(t, { nowMs: () => clockMs })
  assert.equal(codeOf(await signer.sign(payoutNo(1, wholeBitcoin))), 'signed')
  clockMs -= 2 * hourMs
  const { approval, spend } = payoutNo(2, wholeBitcoin)
  const request = requestFor({ ...approval, approvedAtMs: clockMs, notAfterMs: nowMs }, spend)
  assert.equal(codeOf(await signer.sign(request)), 'cap.hour')
})

test('ATT-98: one cap applies to a currency over all chains, whatever its decimals there', async (t) => {
  const { signer } = await freshSigner(t)
  assert.equal(codeOf(await signer.sign(tokenPayout(1, 1_000n * 10n ** 6n))), 'signed')
  const onBnb = tokenPayout(1, 1_000n * 10n ** 18n, 'evm:56')
  assert.equal(codeOf(await signer.sign(onBnb)), 'signed')
  const { currencies } = await signer.status()
  assert.equal(currencies.get('USDT')?.leftHour, 2_000n * 10n ** 18n)
  assert.equal(codeOf(await signer.sign(tokenPayout(2, 501n * 10n ** 6n))), 'cap.hour')
})

test('ATT-98: fees count too: one above its cap stops the signer, and later attempts add their increase', async (t) => {
  const { signer } = await freshSigner(t)
  const approval = { ...coinApproval, feeMax: 10n ** 18n, amount: 1n }
  const at = (max: bigint) =>
    requestFor(approval, { ...evmSpend, gasPrice: { kind: 'legacy', max } })
  for (const gwei of [100n, 300n, 1_000n]) {
    assert.equal(codeOf(await signer.sign(at(gwei * 10n ** 9n))), 'signed')
  }
  const { currencies } = await signer.status()
  assert.equal(currencies.get('ETH')?.leftDay, 10n ** 17n + 1n)
  assert.equal(codeOf(await signer.sign(at(1_001n * 10n ** 9n))), 'cap.fee')
  assert.equal((await signer.status()).tripped?.currency, 'ETH')
})

test('ATT-98: only a reset proven by its own key, for this stop, resumes the signer', async (t) => {
  const { signer, folder } = await freshSigner(t)
  assert.equal(codeOf(await signer.sign(payoutNo(1, wholeBitcoin + 1n))), 'cap.transaction')
  const trip = (await signer.status()).tripped?.number ?? 0
  const key = keyFor(await openSeed(folder, passphrase), 'reset')
  const word = { by: 'operator', why: 'it was a test' }
  await writeReset(folder, Buffer.alloc(32), trip, word)
  assert.equal(codeOf(await signer.sign(payoutNo(2))), 'tripped')
  await writeReset(folder, key, trip + 1, word)
  assert.equal(codeOf(await signer.sign(payoutNo(2))), 'tripped')
  await assert.rejects(writeReset(folder, key, trip, { by: ' ', why: 'x' }), /--by and --why/)
  await writeReset(folder, key, trip, word)
  assert.deepEqual(await findReset(folder, key, trip), word)
  assert.equal(codeOf(await signer.sign(payoutNo(2))), 'signed')
  // A reset counts once, for its stop alone.
  assert.equal(codeOf(await signer.sign(payoutNo(3, wholeBitcoin + 1n))), 'cap.transaction')
  assert.equal(codeOf(await signer.sign(payoutNo(2, 5n * 10n ** 7n))), 'tripped')
  await rm(path.join(folder, 'reset.json'))
})

test('ATT-98: a window drops older entries and keeps the rest', () => {
  const window = createWindow(1_000)
  for (let atMs = 1; atMs <= 10_000; atMs++) {
    window.add({ atMs, units: BigInt(atMs) })
    if (atMs % 100 !== 0) continue
    const first = Math.max(1, atMs - 999)
    const sum = BigInt(((first + atMs) * (atMs - first + 1)) / 2)
    assert.equal(window.sum(atMs), sum)
  }
  assert.equal(window.sum(20_000), 0n)
})

test('SRV-80: incomplete or malformed settings start no signer', () => {
  const { assets, caps } = settingsText
  const [bitcoin, eth] = assets
  const wrong: readonly [RegExp, object][] = [
    [/nothing else/, { more: 1 }],
    [/bitcoinNetwork/, { bitcoinNetwork: 'signet' }],
    [/must be an array/, { assets: {} }],
    [/listed twice/, { assets: [bitcoin, bitcoin] }],
    [/coin of its own/, { assets: [{ ...assets[2] }] }],
    [/has no caps/, { caps: { ...caps, BTC: undefined } }],
    [/has no caps/, { assets: [{ ...eth, currency: 'ETC' }] }],
    [/8 decimals/, { assets: [{ ...bitcoin, decimals: 9 }] }],
    [/0 to 18/, { assets: [{ ...eth, decimals: 19 }] }],
    [/chain must be/, { assets: [{ ...eth, chain: 'evm:01' }] }],
    [/address is not valid/, { assets: [{ ...assets[2], contract: '0x00' }] }],
    [/decimal text/, { caps: { BTC: { ...caps.BTC, fee: 1 } } }],
    [/decimal text/, { caps: { BTC: { ...caps.BTC, fee: '1e3' } } }],
    [/64 hex digits/, { enginePublicKey: '00' }],
    [/64 hex digits/, { enginePublicKey: undefined }],
    [/between the transaction/, { caps: { BTC: { ...caps.BTC, destinationDay: '0.9' } } }],
    [/between the transaction/, { caps: { BTC: { ...caps.BTC, destinationDay: '5.1' } } }],
    [/must rise from/, { caps: { BTC: { ...caps.BTC, hour: '0.5' } } }],
    [/transaction, hour/, { caps: { BTC: { hour: '1', day: '2' } } }],
  ]
  for (const [why, change] of wrong) {
    const text: unknown = JSON.parse(JSON.stringify({ ...settingsText, ...change }))
    assert.throws(() => parseSettings(text), why)
  }
  assert.throws(() => parseSettings(undefined))
  const { caps: read } = parseSettings(settingsText)
  assert.equal(read.get('BTC')?.fee, 10n ** 15n)
})

test('ATT-98: two signers cannot share a folder, and no seed is created beside a book', async (t) => {
  const folder = await folderOf(t)
  const first = await signerIn(folder)
  await assert.rejects(signerIn(folder), /another signer/)
  assert.equal(codeOf(await first.signer.sign(payoutNo(1))), 'signed')
  await first.close()
  const second = await signerIn(folder)
  await second.close()
  await rm(path.join(folder, 'seed.json'))
  await assert.rejects(signerIn(folder), /its seed is missing/)
})

test('H-4 SRV-80: a copy of a running signer’s disk opens with no other passphrase and has no key', async (t) => {
  const { signer, folder } = await freshSigner(t)
  assert.equal(codeOf(await signer.sign(payoutNo(1))), 'signed')
  assert.equal(codeOf(await signer.sign(payoutNo(2, wholeBitcoin + 1n))), 'cap.transaction')
  const seed = await openSeed(folder, passphrase)
  await assert.rejects(openSeed(folder, `another ${passphrase}`), /cannot be opened/)
  const keys = [seed, keyFor(seed, 'book'), keyFor(seed, 'reset')]
  const hidden = keys.flatMap((key) => [key, key.toString('hex'), key.toString('base64')])
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  assert.ok(files.length > 1, 'the seed and the book')
  for (const { parentPath, name } of files) {
    const bytes = await readFile(path.join(parentPath, name))
    for (const secret of [...hidden, passphrase]) assert.ok(!bytes.includes(secret), name)
  }
})
