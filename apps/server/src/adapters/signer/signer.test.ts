/** The server's side of the signer: equal proofs, and a real signer process behind the client. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '../../engine/testing/until.ts'
import { createLog } from '../../platform/logging/log.ts'
import {
  type Approval,
  approve,
  createLocalSigner,
  createSigner,
  hotWallet,
  isApproved,
  proveToken,
  type SignOrder,
} from './index.ts'
import { textOfApproval } from './approval.ts'
import { enginePublicKey, stated } from './testing/stated.ts'
import { textOfToken } from './token.ts'
import { watchSigner } from './watch.ts'

const vectorsFile = path.join(import.meta.dirname, '../../../../signer/fixtures/approvals.json')
const approvalKey = Buffer.from('approvals-of-the-tests-are-made-with-this')
const settings = {
  enginePublicKey,
  bitcoinNetwork: 'regtest',
  assets: [
    { chain: 'evm:1', currency: 'ETH', contract: null, decimals: 18 },
    { chain: 'bitcoin', currency: 'BTC', contract: null, decimals: 8 },
  ],
  caps: {
    ETH: { transaction: '1', hour: '2', day: '3', fee: '0.1' },
    BTC: { transaction: '1', hour: '2', day: '3', fee: '0.01' },
  },
  tokensMax: 1,
} as const

const approval = (): Approval => ({
  kind: 'payout',
  id: 'withdrawal-1',
  chain: 'evm:1',
  currency: 'ETH',
  contract: null,
  destination: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  amount: '200000000000000000',
  feeMax: '90000000000000000',
  hold: 'hold:1',
  approvedBy: 'rule:below-review',
  approvedAtMs: Date.now(),
  notAfterMs: Date.now() + 60_000,
})

const spend: SignOrder['spend'] = {
  family: 'evm',
  from: hotWallet,
  nonce: 0,
  gasLimit: '21000',
  gasPrice: { kind: 'dynamic', max: '3000000000', priority: '1000000000' },
  own: null,
}
const asker = { epoch: 1, bookAtLeast: 0 }
/** The caller of the signer, with the engine's statement about the hold of the approval. */
const askerOf = ({ approval: of }: Pick<SignOrder, 'approval'>, bookAtLeast = 0) => {
  return { ...asker, bookAtLeast, statement: stated(of, 18), votes: [] }
}

async function startSigner(test: TestContext, key = approvalKey) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-signer-'))
  const log = createLog('fatal')
  const local = createLocalSigner({
    log,
    folder,
    approvalKey: key,
    settings: () => Promise.resolve(settings),
  })
  test.after(async () => {
    await local.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { local, signer: createSigner({ reach: () => local.reach() }) }
}

test('ATT-97: texts and proofs of approvals equal the shared vectors', async () => {
  const vectors: unknown = JSON.parse(await readFile(vectorsFile, 'utf8'))
  assert.ok(Array.isArray(vectors) && vectors.length >= 4)
  for (const { key, approval: of, text, mac } of vectors) {
    assert.equal(textOfApproval(of), text)
    assert.deepEqual(approve(Buffer.from(key), of), { approval: of, mac })
    assert.ok(isApproved(Buffer.from(key), { approval: of, mac }))
    assert.ok(!isApproved(Buffer.from(key), { approval: { ...of, amount: '1' }, mac }))
    assert.ok(!isApproved(Buffer.from(key), { approval: of, mac: 'no' }))
  }
})

test('ADR 0019: the proof of a token equals the vectors, and the signer adds the token once, permanently', async (t) => {
  const file = path.join(path.dirname(vectorsFile), 'tokens.json')
  const vectors: unknown = JSON.parse(await readFile(file, 'utf8'))
  assert.ok(Array.isArray(vectors) && vectors.length > 0)
  for (const { key, token, text, mac } of vectors) {
    assert.equal(textOfToken(token), text)
    assert.deepEqual(proveToken(Buffer.from(key), token), { token, mac })
  }
  const { signer } = await startSigner(t)
  const now = { approvedAtMs: Date.now(), notAfterMs: Date.now() + 60_000 }
  const proven = proveToken(approvalKey, { ...vectors[0].token, ...now })
  const added = await signer.addToken(proven, asker)
  assert.equal(added.status, 'done', JSON.stringify(added))
  assert.deepEqual(await signer.addToken(proven, asker), added)
  const raised = proveToken(approvalKey, { ...proven.token, day: '999999' })
  assert.deepEqual(await signer.addToken(raised, asker), {
    status: 'refused',
    code: 'token.changed',
  })
})

test('SRV-80 R-42: the local signer starts on first use, once for concurrent callers, and returns its public keys', async (t) => {
  const { local, signer } = await startSigner(t)
  assert.equal(local.pid(), null)
  const [keys, same] = await Promise.all([signer.keys(), signer.keys()])
  assert.ok(keys.status === 'done')
  assert.deepEqual(same, keys)
  assert.match(keys.value.bitcoin.key, /^tpub/)
  assert.match(keys.value.evm.key, /^xpub/)
  assert.match(keys.value.evm.hotWallet, /^0x[0-9a-fA-F]{40}$/)
  const status = await signer.status()
  assert.ok(status.status === 'done')
  assert.deepEqual([status.value.tripped, status.value.isBroken], [null, false])
})

test('FLT-31 ATT-97: an approved order is signed, returns the same bytes after the signer was killed, and nothing else is signed', async (t) => {
  const { local, signer } = await startSigner(t)
  const order = { ...approve(approvalKey, approval()), spend }
  const bare = await signer.sign(order, { ...asker, statement: null, votes: [] })
  assert.deepEqual(bare, { status: 'refused', code: 'hold.unstated' })
  const first = await signer.sign(order, askerOf(order))
  assert.ok(first.status === 'done', JSON.stringify(first))
  assert.ok(first.value.book >= 1)
  process.kill(local.pid() ?? 0, 'SIGKILL')
  await until('the signer is gone', () => local.pid() === null)
  const again = await signer.sign(order, askerOf(order, first.value.book))
  assert.ok(again.status === 'done', JSON.stringify(again))
  assert.equal(again.value.raw, first.value.raw)
  const forged = { ...order, approval: { ...order.approval, amount: '1' } }
  assert.deepEqual(await signer.sign(forged, askerOf(order)), {
    status: 'refused',
    code: 'approval.forged',
  })
  const all = await signer.signedUnder('withdrawal-1')
  assert.ok(all.status === 'done')
  assert.deepEqual(
    all.value.map(({ txid }) => txid),
    [first.value.txid],
  )
  const voided = await signer.voidId({ id: 'withdrawal-1', hold: 'hold:1' }, asker)
  const { book } = first.value
  assert.deepEqual(voided, {
    status: 'done',
    value: { isVoid: false, paidBy: 'withdrawal-1', book },
  })
  assert.deepEqual(await signer.voidId({ id: 'withdrawal-2', hold: null }, asker), {
    status: 'done',
    value: { isVoid: true, paidBy: null, book: book + 1 },
  })
})

test('FLT-31: an unreachable signer leaves the outcome unknown, and stays down once stopped', async (t) => {
  const { local, signer } = await startSigner(t)
  await local.stop()
  const order = { ...approve(approvalKey, approval()), spend }
  const answer = await signer.sign(order, askerOf(order))
  assert.equal(answer.status, 'unknown')
  assert.equal(local.pid(), null)
})

test('ATT-97: a signer with another approval key signs none of our orders', async (t) => {
  const { signer } = await startSigner(t, Buffer.from('a key of somebody else, who approves'))
  const order = { ...approve(approvalKey, approval()), spend }
  const answer = await signer.sign(order, askerOf(order))
  assert.deepEqual(answer, { status: 'refused', code: 'approval.forged' })
})

test('ATT-98 FLT-31: a signer that stopped itself or does not reply is logged once; one that was not started stays so', async (t) => {
  const { local, signer } = await startSigner(t)
  const messages: string[] = []
  const record = (_: object, words?: string) => void messages.push(words ?? '')
  const log = { error: record, warn: record }
  const found = { signing: 0 }
  const onSigns = async () => void (found.signing += 1)
  const onStatus = () => Promise.resolve()
  const watch = watchSigner({
    signer,
    isStarted: () => local.pid() !== null,
    log,
    onStatus,
    onSigns,
  })
  t.after(() => watch.stop())
  assert.equal(await watch.poll(), 'resting')
  assert.equal(local.pid(), null)
  await signer.keys()
  assert.deepEqual([await watch.poll(), await watch.poll()], ['signs', 'signs'])
  assert.equal(found.signing, 1)
  const over = { ...approval(), amount: '1100000000000000000' }
  const order = { ...approve(approvalKey, over), spend }
  const refused = await signer.sign(order, askerOf(order))
  assert.equal(refused.status, 'refused')
  assert.deepEqual([await watch.poll(), await watch.poll()], ['stopped', 'stopped'])
  const dead = watchSigner({
    signer: createSigner({ reach: () => Promise.resolve(null) }),
    isStarted: () => true,
    log,
    onStatus,
    onSigns,
  })
  t.after(() => dead.stop())
  const polls = [await dead.poll(), await dead.poll(), await dead.poll(), await dead.poll()]
  assert.deepEqual(polls, ['resting', 'resting', 'silent', 'silent'])
  assert.deepEqual(messages, [
    'the signer stopped itself at a cap, an operator must reset it',
    'the signer does not reply',
  ])
})
