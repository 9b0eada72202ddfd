/** H-4: without a hold in the engine's ledger nothing is signed, even with both of the server's keys. */
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { type HoldStatement, parseStatement, statementLifeMs, textOfStatement } from './hold.ts'
import type { Signer } from './signer.ts'
import {
  bitcoinApproval,
  bitcoinSpend,
  engineKeyOf,
  evmSpend,
  freshSigner,
  nowMs,
  requestFor,
  signerIn,
  stated,
  tokenApproval,
} from './testing/requests.ts'

/** Outside the sources, because the engine uses them too. */
const vectorsFile = path.join(import.meta.dirname, '../fixtures/holds.json')
const thiefSeed = Buffer.alloc(32, 'another seed')

async function codeOf(
  signer: Signer,
  statement: HoldStatement | null,
  approval = tokenApproval,
): Promise<string> {
  const spend = approval.chain === 'bitcoin' ? bitcoinSpend : evmSpend
  const outcome = await signer.sign(requestFor(approval, spend, { statement }))
  return 'refused' in outcome ? outcome.refused : 'signed'
}

test('H-4: with both of the server’s keys but not the engine’s, nothing is signed for an invented hold', async (t) => {
  const { signer } = await freshSigner(t)
  assert.equal(await codeOf(signer, null), 'hold.unstated')
  assert.equal(await codeOf(signer, stated(tokenApproval, {}, thiefSeed)), 'hold.forged')
  const real = stated({ ...tokenApproval, amount: 1n })
  const changes: { readonly [name in keyof HoldStatement]: HoldStatement[name] } = {
    hold: 'hold-2',
    owner: 1_002,
    currency: 'ETH',
    decimals: 2,
    left: tokenApproval.amount,
    row: 8,
    atMs: nowMs,
    signature: '0'.repeat(128),
  }
  for (const [field, value] of Object.entries(changes)) {
    assert.equal(await codeOf(signer, { ...real, [field]: value }), 'hold.forged', field)
  }
  const { number, tripped } = await signer.status()
  assert.deepEqual([number, tripped], [0, null])
})

test('H-4: a valid statement covers only its own hold and currency, and at most the held amount', async (t) => {
  const { signer } = await freshSigner(t)
  const { amount } = tokenApproval
  const others: readonly [string, Partial<HoldStatement>][] = [
    ['hold.other', { hold: 'hold-2' }],
    ['hold.other', { currency: 'ETH' }],
    ['hold.too_small', { left: amount - 1n }],
    ['hold.too_small', { left: 0n }],
    // The same number of units with more decimals is less money.
    ['hold.too_small', { decimals: 8 }],
    ['hold.too_small', { left: 249n, decimals: 0 }],
  ]
  for (const [code, changes] of others) {
    assert.equal(await codeOf(signer, stated(tokenApproval, changes)), code)
  }
  assert.deepEqual(signer.signedUnder(tokenApproval.id), [])
  assert.equal(await codeOf(signer, stated(tokenApproval, { left: 250n, decimals: 0 })), 'signed')
  const dear = { ...bitcoinApproval, id: 'dear', hold: 'dear' }
  assert.equal(await codeOf(signer, stated(dear, { left: dear.amount + 7n }), dear), 'signed')
})

test('H-4: a statement is valid for two minutes by the signer’s clock, and not in the future', async (t) => {
  const { signer } = await freshSigner(t)
  for (const atMs of [nowMs - statementLifeMs - 1, nowMs - 86_400_000, nowMs + 60_001]) {
    assert.equal(await codeOf(signer, stated(tokenApproval, { atMs })), 'hold.stale')
  }
  assert.equal(await codeOf(signer, stated(tokenApproval, { atMs: nowMs - 120_000 })), 'signed')
})

test('H-1 H-4: a canceled id is void, and no earlier statement makes the signer sign it', async (t) => {
  const { signer, folder, close } = await freshSigner(t)
  const kept = stated(tokenApproval, { atMs: nowMs })
  const request = { id: tokenApproval.id, hold: tokenApproval.hold, bookAtLeast: 0 }
  const voided = { isVoid: true, paidBy: null, number: 1 }
  assert.deepEqual(await signer.voidId(request), voided)
  assert.deepEqual(await signer.voidId(request), voided)
  assert.equal(await codeOf(signer, kept), 'approval.void')
  // Another id does not help: the hold is void too.
  const renamed = { ...tokenApproval, id: 'another' }
  assert.equal(await codeOf(signer, kept, renamed), 'approval.void')
  await close()
  const again = await signerIn(folder)
  assert.equal(await codeOf(again.signer, kept, renamed), 'approval.void')
  await again.close()
})

test('H-1: voiding an id returns the id that its hold paid, which keeps its fee increases', async (t) => {
  const { signer } = await freshSigner(t)
  assert.ok('signed' in (await signer.sign(requestFor(tokenApproval, evmSpend))))
  const { id, hold } = tokenApproval
  const other = { id: 'another', hold, bookAtLeast: 0 }
  assert.deepEqual(await signer.voidId(other), { isVoid: true, paidBy: id, number: 2 })
  const own = await signer.voidId({ ...other, id })
  assert.deepEqual(own, { isVoid: false, paidBy: id, number: 2 })
  const gasPrice = { kind: 'dynamic', max: 40_000_000_000n, priority: 2_000_000_000n } as const
  const dearer = requestFor(tokenApproval, { ...evmSpend, gasPrice })
  assert.ok('signed' in (await signer.sign(dearer)))
})

test('H-4: a higher fee needs a new statement, and a repeated request needs none', async (t) => {
  const { signer, tree } = await freshSigner(t)
  const first = requestFor(tokenApproval, evmSpend)
  const bytes = await signer.sign(first)
  assert.ok('signed' in bytes)
  assert.equal(bytes.signed.owner, 1_001)
  for (const statement of [null, stated(tokenApproval, { atMs: 0 })]) {
    const again = await signer.sign({ ...first, statement })
    assert.ok('signed' in again && again.isRepeat && again.signed.raw === bytes.signed.raw)
  }
  const gasPrice = { kind: 'dynamic', max: 40_000_000_000n, priority: 2_000_000_000n } as const
  const dearer = requestFor(tokenApproval, { ...evmSpend, gasPrice })
  const old = stated(tokenApproval, { atMs: nowMs - 86_400_000 })
  assert.deepEqual(await signer.sign({ ...dearer, statement: old }), { refused: 'hold.stale' })
  assert.ok('signed' in (await signer.sign(dearer)))
  // Payments to ourselves have no hold and need no statement.
  const own = { branch: 1, index: 0 } as const
  const named = { id: 'gas-1', hold: null, contract: null, currency: 'ETH' }
  const funding = {
    ...tokenApproval,
    ...named,
    kind: 'funding' as const,
    destination: tree.address('evm', { branch: 0, index: 3 }),
  }
  const spend = { ...evmSpend, from: own, nonce: 8, own: { branch: 0, index: 3 } } as const
  const wrong = requestFor(funding, spend, { statement: stated(tokenApproval) })
  assert.deepEqual(await signer.sign(wrong), { refused: 'approval.wrong_kind' })
  assert.ok('signed' in (await signer.sign(requestFor(funding, spend))))
})

test('H-4: the text of a statement and its signature equal the shared test vectors', async () => {
  const vectors: unknown = JSON.parse(await readFile(vectorsFile, 'utf8'))
  assert.ok(Array.isArray(vectors) && vectors.length >= 2)
  for (const { seed, publicKey, statement, text } of vectors) {
    const read = parseStatement(statement)
    assert.ok(read)
    assert.equal(textOfStatement(read), text)
    const { signature, ...said } = read
    const { x = '' } = createPublicKey(engineKeyOf(Buffer.from(seed, 'hex'))).export({
      format: 'jwk',
    })
    assert.equal(Buffer.from(x, 'base64url').toString('hex'), publicKey)
    assert.equal(stated(bitcoinApproval, said, Buffer.from(seed, 'hex')).signature, signature)
  }
})

test('H-4: a statement is parsed whole or not at all', () => {
  const sent: Record<string, unknown> = { ...stated(tokenApproval), left: '250000000' }
  assert.deepEqual(parseStatement(sent), stated(tokenApproval))
  for (const field of Object.keys(sent)) {
    const { [field]: _, ...rest } = sent
    assert.equal(parseStatement(rest), null, `without ${field}`)
  }
  const wrong: Record<string, unknown>[] = [
    { more: 1 },
    { hold: 7 },
    { hold: '' },
    { owner: '1' },
    { currency: 'x'.repeat(21) },
    { decimals: 19 },
    { left: 1 },
    { left: '-1' },
    { row: -1 },
    { atMs: 1.5 },
    { signature: 'A'.repeat(128) },
    { signature: '0'.repeat(126) },
  ]
  for (const change of wrong) {
    assert.equal(parseStatement({ ...sent, ...change }), null, JSON.stringify(change))
  }
  for (const value of [null, [], 'statement', 3]) assert.equal(parseStatement(value), null)
})
