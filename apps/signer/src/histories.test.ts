/**
 * Random histories of requests, restarts, stops and resets, checked against a simple model. `SIGNER_SEED`
 * repeats one.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Transaction } from '@scure/btc-signer'
import type { Approval } from './approval.ts'
import { hourMs } from './book/windows.ts'
import { bitcoinNetworks } from './chain/bitcoin-networks.ts'
import { keyFor, openSeed } from './keys/seed.ts'
import type { KeyTree } from './keys/tree.ts'
import type { OpenSigner } from './open.ts'
import { toOutpoint, type SignRequest } from './request.ts'
import { writeReset } from './reset.ts'
import {
  bitcoinApproval,
  folderOf,
  inputOf,
  nowMs as startMs,
  passphrase,
  requestFor,
  signerIn,
} from './testing/requests.ts'

const steps = 1_200
const capSatoshi = 200_000_000n
const house = { branch: 1, index: 0 } as const

type Paid = {
  readonly request: SignRequest
  readonly atMs: number
  readonly outpoints: string
  /**
   * The amount that counts towards the caps: the whole payment with the first attempt, and only the increase
   * of the fee with later ones.
   */
  readonly satoshi: bigint
  readonly fee: bigint
}

test('ATT-97 ATT-98 FLT-31: over random histories each withdrawal uses one set of inputs, each input pays one withdrawal, and the hourly cap holds', async (t) => {
  const seed = Number(process.env['SIGNER_SEED'] ?? 20_261_122)
  const random = randomOf(seed)
  const folder = await folderOf(t)
  let clockMs = startMs
  let open = await signerIn(folder, { nowMs: () => clockMs })
  t.after(() => open.close())
  const paid: Paid[] = []
  const bytes = new Map<string, string>()
  const counts = new Map<string, number>()
  for (let step = 0; step < steps; step++) {
    clockMs += random(4) === 0 ? random(400_000) : random(2_000)
    if (random(60) === 0) {
      await open.close()
      open = await signerIn(folder, { nowMs: () => clockMs })
    }
    const request = requestAt(random, open.tree, clockMs)
    const outcome = await open.signer.sign(request)
    const code = 'refused' in outcome ? outcome.refused : outcome.isRepeat ? 'repeat' : 'signed'
    counts.set(code, (counts.get(code) ?? 0) + 1)
    const why = `seed ${seed}, step ${step}, ${code}`
    if (code === 'tripped' && random(3) === 0) await reset(folder, open)
    if ('refused' in outcome) continue
    const name = JSON.stringify([request.approval.id, outcome.signed.spend])
    assert.equal(bytes.get(name) ?? outcome.signed.raw, outcome.signed.raw, why)
    bytes.set(name, outcome.signed.raw)
    if (outcome.isRepeat) continue
    checkPaid(open.tree, request, outcome.signed.raw, why)
    paid.push(paidBy(request, paid, clockMs))
    checkTies(paid, why)
    checkHour(paid, clockMs, why)
  }
  for (const code of ['signed', 'repeat', 'tripped', 'cap.hour', 'input.taken', 'inputs.changed']) {
    assert.ok((counts.get(code) ?? 0) > 3, `${code} hardly came: ${JSON.stringify([...counts])}`)
  }
})

/**
 * A request that is often valid, otherwise wrong in one of many ways; few ids and inputs, so that they
 * collide.
 */
function requestAt(random: (below: number) => number, tree: KeyTree, nowMs: number): SignRequest {
  const recent = Math.floor((nowMs - startMs) / 2_000_000)
  const number = recent * 4 + random(9)
  const isSweep = random(12) === 0
  const amount = random(40) === 0 ? 110_000_000n : BigInt(20_000_000 + (number % 5) * 7_000_000)
  const first = random(8) === 0 ? random(60) : number
  const inputs = [inputOf(first + 1, amount + 50_000n)]
  if (number % 3 === 0) inputs.push(inputOf(first + 5_001, 10_000n))
  const sum = inputs.reduce((total, input) => total + input.amount, 0n)
  const fee = BigInt(1_000 * (1 + random(3)))
  const approval: Approval = {
    ...bitcoinApproval,
    kind: isSweep ? 'sweep' : 'payout',
    id: `${isSweep ? 'sweep' : 'payout'}-${number}`,
    hold: isSweep ? null : `hold-${random(15) === 0 ? random(60) : number}`,
    destination: isSweep ? tree.address('bitcoin', house) : bitcoinApproval.destination,
    amount,
    approvedAtMs: nowMs,
    notAfterMs: nowMs + 1_000,
  }
  const change = { key: { branch: 1, index: 1 + random(2) }, amount: sum - amount - fee } as const
  const own = isSweep ? house : null
  const request = requestFor(approval, { family: 'bitcoin', inputs, change, own })
  if (random(20) > 0) return request
  return { ...request, approval: { ...approval, amount: amount + 1n } }
}

/** The transaction pays the approved amount; everything else except the fee returns to us. */
function checkPaid(tree: KeyTree, request: SignRequest, raw: string, why: string): void {
  const transaction = Transaction.fromRaw(Buffer.from(raw, 'hex'))
  const { approval, spend } = request
  assert.ok(spend.family === 'bitcoin', why)
  const addressAt = (at: number) => transaction.getOutputAddress(at, bitcoinNetworks.regtest)
  assert.equal(addressAt(0), approval.destination, why)
  assert.equal(transaction.getOutput(0).amount, approval.amount, why)
  assert.equal(transaction.outputsLength, 2, why)
  const ours = [1, 2].map((index) => tree.address('bitcoin', { branch: 1, index }))
  assert.ok(ours.includes(addressAt(1) ?? ''), why)
}

function paidBy(request: SignRequest, before: readonly Paid[], atMs: number): Paid {
  const { approval, spend } = request
  assert.ok(spend.family === 'bitcoin')
  const paidIn = spend.inputs.reduce((sum, { amount }) => sum + amount, 0n)
  const fee = paidIn - approval.amount - (spend.change?.amount ?? 0n)
  const earlier = before.filter((one) => one.request.approval.id === approval.id)
  const more = fee - (earlier.at(-1)?.fee ?? 0n)
  const isFirst = earlier.length === 0 && approval.kind === 'payout'
  const outpoints = spend.inputs.map(toOutpoint).join()
  return { request, atMs, outpoints, satoshi: more + (isFirst ? approval.amount : 0n), fee }
}

/** One id, one set of inputs, one payment; one output, one payout; one hold, one payout. */
function checkTies(paid: readonly Paid[], why: string): void {
  const last = paid.at(-1)
  assert.ok(last)
  const { approval } = last.request
  for (const one of paid) {
    const other = one.request.approval
    if (other.id === approval.id) {
      assert.equal(one.outpoints, last.outpoints, why)
      assert.equal(other.amount, approval.amount, why)
      continue
    }
    if (other.kind === 'sweep' || approval.kind === 'sweep') continue
    const shared: readonly string[] = one.outpoints
      .split(',')
      .filter((name) => last.outpoints.includes(name))
    assert.deepEqual(shared, [], why)
    assert.notEqual(other.hold, approval.hold, why)
  }
}

function checkHour(paid: readonly Paid[], nowMs: number, why: string): void {
  const spent = paid
    .filter(({ atMs }) => atMs > nowMs - hourMs)
    .reduce((sum, { satoshi }) => sum + satoshi, 0n)
  assert.ok(spent <= capSatoshi, `${why}: ${spent}`)
}

async function reset(folder: string, { signer }: OpenSigner): Promise<void> {
  const { tripped } = await signer.status()
  const key = keyFor(await openSeed(folder, passphrase), 'reset')
  await writeReset(folder, key, tripped?.number ?? 0, { by: 'operator', why: 'a test' })
}

/** Numbers below a bound, the same for a seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
