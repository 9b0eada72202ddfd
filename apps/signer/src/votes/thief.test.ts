/**
 * The maximum that a thief can take from a signer that requires operators' votes (H-4). With the server's two
 * keys: nothing. With the server's whole process, including its engine: the caps below the review limit.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Approval } from '../approval.ts'
import { hourMs } from '../book/windows.ts'
import { keyFor, openSeed } from '../keys/seed.ts'
import type { SignRequest } from '../request.ts'
import { writeReset } from '../reset.ts'
import { type Caps, capDecimals, parseSettings, type Settings } from '../settings.ts'
import { parseJson } from '../shape.ts'
import {
  evmSpend,
  freshSigner,
  inputOf,
  nowMs,
  passphrase,
  requestFor,
  settingsText,
  stated,
  tokenApproval,
} from '../testing/requests.ts'
import { toEntry, passkeyOf, votingSettings } from '../testing/voting.ts'
import { votesFrom } from './vote-rules.ts'

const passkeys = [passkeyOf(11), passkeyOf(12)] as const
const guide = path.join(import.meta.dirname, '../../../../docs/operations.md')

/** The settings in `docs/operations.md`, with keys filled in. */
async function liveSettings(): Promise<Settings> {
  const [, block = ''] =
    /```json\n([^`]*"tokensMax"[^`]*)```/.exec(await readFile(guide, 'utf8')) ?? []
  const shown = Object(parseJson(block))
  const { enginePublicKey } = settingsText
  const votes = { ...shown.votes, passkeys: passkeys.map(toEntry) }
  return parseSettings({ ...shown, enginePublicKey, votes })
}

/** A simulation's caps of `wire-chains.ts`, with votes needed from the exchange's review limits on. */
function simulatedSettings(): Settings {
  const from = { BTC: '0.1', ETH: '3', BNB: '10', USDT: '10000' }
  return parseSettings({
    ...votingSettings(passkeys, from),
    caps: {
      BTC: { transaction: '0.5', destinationDay: '0.5', hour: '2', day: '10', fee: '0.01' },
      ETH: { transaction: '15', destinationDay: '15', hour: '60', day: '300', fee: '0.5' },
      BNB: { transaction: '50', destinationDay: '50', hour: '200', day: '1000', fee: '1' },
      USDT: {
        transaction: '50000',
        destinationDay: '50000',
        hour: '200000',
        day: '1000000',
        fee: '0',
      },
    },
  })
}

type Made = { readonly destination: string; readonly amount: bigint; readonly atMs: number }

/** Gas of a transfer, and its maximum price: 0.021 of a coin in total. */
const gasLimit = 21_000n
const gasPrice = { kind: 'dynamic', max: 10n ** 12n, priority: 1n } as const

/** The numbered payout of USDT that a thief invents, approved with the server's key. */
function payoutOf(number: number, { destination, amount, atMs }: Made): SignRequest {
  const named = { id: `made-up-${number}`, hold: `made-up-${number}` }
  const times = { approvedAtMs: atMs, notAfterMs: atMs + hourMs }
  const approval: Approval = { ...tokenApproval, ...named, ...times, destination, amount }
  return requestFor(approval, { ...evmSpend, nonce: number })
}

/** One of a thief's many addresses. */
function addressOf(number: number): string {
  return `0x1${String(number).padStart(39, '0')}`
}

/** A signer whose clock the test controls, and which a person can reset. */
async function signerOf(t: TestContext, settings: Settings) {
  const clock = { atMs: nowMs }
  const { signer, folder } = await freshSigner(t, { settings, nowMs: () => clock.atMs })
  const key = keyFor(await openSeed(folder, passphrase), 'reset')
  return {
    clock,
    codeOf: async (request: SignRequest): Promise<string> => {
      const outcome = await signer.sign(request)
      return 'refused' in outcome ? outcome.refused : 'signed'
    },
    reset: async () => {
      const { tripped } = await signer.status()
      await writeReset(folder, key, tripped?.number ?? 0, { by: 'operator', why: 'a test' })
    },
  }
}

/** Smallest units of USDT of a limit or cap. */
function unitsOf(limit: bigint): bigint {
  return limit / 10n ** BigInt(capDecimals - 6)
}

const installations = { 'a simulation': simulatedSettings, 'the guide’s example': liveSettings }

test('H-4: with the server’s two keys, but neither the engine’s nor the operators’ passkeys, nothing is paid, and nothing above the review limit by the engine’s word for another', async (t) => {
  for (const settings of [simulatedSettings(), await liveSettings()]) {
    const { codeOf } = await signerOf(t, settings)
    for (const whole of [1n, 9_999n, 10_000n, 25_000n, 50_000n]) {
      const amount = whole * 10n ** 6n
      const made = payoutOf(1, { destination: addressOf(1), amount, atMs: nowMs })
      assert.equal(await codeOf({ ...made, statement: null }), 'hold.unstated')
      const forged = stated(made.approval, {}, Buffer.alloc(32, 'a key that a thief made'))
      assert.equal(await codeOf({ ...made, statement: forged }), 'hold.forged')
      // Intercepting another user's large withdrawal does not pay the thief.
      if (whole >= 10_000n) assert.equal(await codeOf(made), 'votes.missing', String(whole))
    }
  }
})

for (const [name, settingsOf] of Object.entries(installations)) {
  test(`H-4: with the whole server in his hands, engine included, a thief gets in a day 50,000 USDT at one address and 1,000,000 in all, in parts below 10,000 (${name})`, async (t) => {
    const settings = await settingsOf()
    const caps: Caps | undefined = settings.caps.get('USDT')
    assert.ok(caps?.destinationDay != null)
    const from = unitsOf(votesFrom(settings, 'USDT', caps) ?? 0n)
    assert.equal(from, 10_000n * 10n ** 6n)
    const part = from - 1n
    const partsOf = (cap: bigint) => Number(unitsOf(cap) / part)
    const { clock, codeOf, reset } = await signerOf(t, settings)
    let number = 0
    const steal = (destination: string, amount = part): Promise<string> => {
      number += 1
      return codeOf(payoutOf(number, { destination, amount, atMs: clock.atMs }))
    }
    assert.equal(await steal(addressOf(0), from), 'votes.missing')
    let taken = partsOf(caps.destinationDay)
    assert.equal(taken, 5)
    for (let one = 0; one < taken; one += 1) assert.equal(await steal(addressOf(0)), 'signed')
    assert.equal(await steal(addressOf(0)), 'cap.destination', 'and it stops for everybody')
    assert.equal(await steal(addressOf(1)), 'tripped')
    // Even if an operator resets it each time, and each part goes to another address.
    await reset()
    const [hourly, daily] = [partsOf(caps.hour), partsOf(caps.day)]
    assert.deepEqual([hourly, daily], [20, 100])
    for (let inHour = taken; taken < daily; inHour = 0) {
      for (; inHour < hourly; inHour += 1, taken += 1) {
        assert.equal(await steal(addressOf(number)), 'signed')
      }
      assert.equal(await steal(addressOf(number)), 'cap.hour')
      await reset()
      clock.atMs += hourMs
    }
    assert.equal(await steal(addressOf(number)), 'cap.day', 'one more than a day’s')
  })
}

/**
 * A simulation's coins: the thief's maximum of each in a day, and at one address, in whole coins, as in the
 * threat model.
 */
const figures = [
  { currency: 'BTC', chain: 'bitcoin', decimals: 8, day: 10n, address: 0.5 },
  { currency: 'ETH', chain: 'evm:1', decimals: 18, day: 300n, address: 15 },
  { currency: 'BNB', chain: 'evm:56', decimals: 18, day: 1_000n, address: 50 },
] as const

for (const { currency, chain, decimals, day, address } of figures) {
  test(`H-4: of ${currency} he gets ${address} at one address and ${day} in a day, network fees included, whatever people do`, async (t) => {
    const settings = simulatedSettings()
    const isBitcoin = chain === 'bitcoin'
    const caps = settings.caps.get(currency)
    assert.ok(caps !== undefined)
    const { clock, codeOf, reset } = await signerOf(t, settings)
    const { tree } = await freshSigner(t)
    const fee = isBitcoin ? 21_000n : gasLimit * gasPrice.max
    const scale = 10n ** BigInt(decimals)
    const part =
      (votesFrom(settings, currency, caps) ?? 0n) / 10n ** BigInt(capDecimals - decimals) - 1n
    const elsewhere = (number: number) =>
      isBitcoin ? tree.address('bitcoin', { branch: 0, index: number }) : addressOf(number)
    let number = 0
    const steal = (destination: string): Promise<string> => {
      number += 1
      const named = { id: `made-up-${number}`, hold: `made-up-${number}` }
      const times = { approvedAtMs: clock.atMs, notAfterMs: clock.atMs + hourMs }
      const coin = { chain, currency, contract: null, destination, amount: part }
      const approval: Approval = { ...tokenApproval, feeMax: fee, ...named, ...times, ...coin }
      const change = { key: { branch: 1, index: 1 }, amount: scale - part - fee } as const
      const inputs = [inputOf(number, scale)]
      const spend = isBitcoin
        ? ({ family: 'bitcoin', inputs, change, own: null } as const)
        : { ...evmSpend, nonce: number, gasLimit, gasPrice }
      return codeOf(requestFor(approval, spend))
    }
    let taken = 0n
    let arrived = 0n
    const takeAll = async (to: (number: number) => string): Promise<string> => {
      for (;;) {
        const code = await steal(to(number))
        if (code !== 'signed') return code
        taken += part + fee
        arrived += part
      }
    }
    assert.equal(await takeAll(() => elsewhere(0)), 'cap.destination')
    const atOne = Number(arrived) / Number(scale)
    assert.ok(atOne <= address && atOne > address * 0.99, String(atOne))
    for (let hours = 0; hours < 24; hours += 1) {
      await reset()
      const code = await takeAll((at) => elsewhere(at + 1))
      if (code === 'cap.day') break
      assert.equal(code, 'cap.hour')
      clock.atMs += hourMs
    }
    const rest = day * scale - taken
    assert.ok(rest >= 0n && rest <= part + fee, String(taken))
  })
}
