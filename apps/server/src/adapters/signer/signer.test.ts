/** The server's side of the signer: the same proofs, and a signer of our own behind the client. */
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
/** Asks with what the engine says of its hold. */
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

test('ATT-97: texts and proofs of approvals are those of the vectors that both sides keep', async () => {
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

test('ADR 0019: a token is proven as the vectors say, and the signer takes it on once for good', async (t) => {
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

test('SRV-80 R-42: a signer of our own starts on first use, once for all who ask, and tells what addresses are made of', async (t) => {
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

test('FLT-31 ATT-97: what was approved is signed, the same again after the signer was killed, and nothing else', async (t) => {
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

test('FLT-31: a signer that cannot be reached says nothing of what it did, and stays down once stopped', async (t) => {
  const { local, signer } = await startSigner(t)
  await local.stop()
  const order = { ...approve(approvalKey, approval()), spend }
  const answer = await signer.sign(order, askerOf(order))
  assert.equal(answer.status, 'unknown')
  assert.equal(local.pid(), null)
})

test('ATT-97: a signer with another key for approvals signs nothing of ours', async (t) => {
  const { signer } = await startSigner(t, Buffer.from('a key of somebody else, who approves'))
  const order = { ...approve(approvalKey, approval()), spend }
  const answer = await signer.sign(order, askerOf(order))
  assert.deepEqual(answer, { status: 'refused', code: 'approval.forged' })
})

test('ATT-98 FLT-31: that the signer stopped itself, or says nothing, is told once; one that rests is left to rest', async (t) => {
  const { local, signer } = await startSigner(t)
  const told: string[] = []
  const tell = (_: object, words?: string) => void told.push(words ?? '')
  const log = { error: tell, warn: tell }
  const found = { signing: 0 }
  const onSigns = async () => void (found.signing += 1)
  const onStatus = () => Promise.resolve()
  const watch = watchSigner({ signer, isBegun: () => local.pid() !== null, log, onStatus, onSigns })
  t.after(() => watch.stop())
  assert.equal(await watch.look(), 'resting')
  assert.equal(local.pid(), null)
  await signer.keys()
  assert.deepEqual([await watch.look(), await watch.look()], ['signs', 'signs'])
  assert.equal(found.signing, 1)
  const over = { ...approval(), amount: '1100000000000000000' }
  const order = { ...approve(approvalKey, over), spend }
  const refused = await signer.sign(order, askerOf(order))
  assert.equal(refused.status, 'refused')
  assert.deepEqual([await watch.look(), await watch.look()], ['stopped', 'stopped'])
  const dead = watchSigner({
    signer: createSigner({ reach: () => Promise.resolve(null) }),
    isBegun: () => true,
    log,
    onStatus,
    onSigns,
  })
  t.after(() => dead.stop())
  const looks = [await dead.look(), await dead.look(), await dead.look(), await dead.look()]
  assert.deepEqual(looks, ['resting', 'resting', 'silent', 'silent'])
  assert.deepEqual(told, [
    'the signer stopped itself: it waits for a person',
    'the signer cannot be asked',
  ])
})
