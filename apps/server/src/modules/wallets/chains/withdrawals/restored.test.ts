/** FLT-40: what the signer tells a server whose database is older than what it signed, and what follows. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  type Approval,
  approve,
  createLocalSigner,
  createSigner,
  hotWallet,
  type SignOrder,
} from '../../../../adapters/signer/index.ts'
import { migratedDatabase } from '../../../../platform/database/testing/cluster.ts'
import { createLog } from '../../../../platform/logging/log.ts'
import { openChain } from '../tracking/tracker-store.ts'
import { voidRestored } from './signing.ts'
import { decideChainWithdrawal } from './withdrawal.ts'
import { nothingKnown } from './withdrawal-row.ts'
import { doubtUnsigned, readChainWithdrawal } from './withdrawal-store.ts'

const approvalKey = Buffer.from('approvals-of-the-tests-are-made-with-this')
const settings = {
  bitcoinNetwork: 'regtest',
  assets: [{ chain: 'evm:1', currency: 'ETH', contract: null, decimals: 18 }],
  caps: { ETH: { transaction: '1', hour: '2', day: '3', fee: '0.1' } },
  tokensMax: 0,
} as const
const bumps = { afterMs: 60_000, timesMax: 3 }

/** A payout as it was approved, and what it spends. */
function orderOf(id: string, hold: string, nonce: number): SignOrder {
  const approval: Approval = {
    kind: 'payout',
    id,
    chain: 'evm:1',
    currency: 'ETH',
    contract: null,
    destination: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    amount: '200000000000000000',
    feeMax: '90000000000000000',
    hold,
    approvedBy: 'rule:below-review',
    approvedAtMs: Date.now(),
    notAfterMs: Date.now() + 600_000,
  }
  const gasPrice = { kind: 'dynamic', max: '3000000000', priority: '1000000000' } as const
  const spend = {
    family: 'evm',
    from: hotWallet,
    nonce,
    gasLimit: '21000',
    gasPrice,
    own: null,
  } as const
  return { ...approve(approvalKey, approval), spend }
}

async function signerFor(test: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-signer-'))
  const local = createLocalSigner({
    log: createLog('fatal'),
    folder,
    approvalKey,
    settings: () => Promise.resolve(settings),
  })
  test.after(async () => {
    await local.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return createSigner({ reach: () => local.reach() })
}

test('FLT-40 INV-13: the signer pays nothing twice for an older database: not from a used number or hold, not for a writer of before, nor what it voided', async (t) => {
  const signer = await signerFor(t)
  const { database, stop } = await migratedDatabase()
  t.after(stop)
  const [old, newer] = [
    { epoch: 3, bookAtLeast: 0 },
    { epoch: 7, bookAtLeast: 0 },
  ]
  const codeOf = async (order: SignOrder, asker: typeof old) => {
    const answer = await signer.sign(order, asker)
    return answer.status === 'refused' ? answer.code : answer.status
  }
  // The server that went on after the backup, and was started anew four times.
  assert.equal(await codeOf(orderOf('paid', 'hold:1', 0), newer), 'done')
  // The one of the backup: behind in epochs until it was started as often.
  assert.equal(await codeOf(orderOf('new', 'hold:2', 1), old), 'writer.stale')
  assert.equal(await codeOf(orderOf('new', 'hold:2', 0), newer), 'nonce.taken')
  assert.equal(await codeOf(orderOf('new', 'hold:1', 1), newer), 'hold.taken')
  assert.equal(await codeOf(orderOf('paid', 'hold:1', 1), newer), 'nonce.changed')
  // The very same again gives the bytes that left, whoever asks.
  assert.equal(await codeOf(orderOf('paid', 'hold:1', 0), old), 'done')

  const parts = { database, signer }
  assert.deepEqual(await voidRestored(parts, 3, 'paid'), {
    status: 'refused',
    code: 'signed.before',
    isVoid: false,
  })
  assert.deepEqual(await voidRestored(parts, 3, 'never'), {
    status: 'refused',
    code: 'approval.void',
    isVoid: true,
  })
  assert.equal(await codeOf(orderOf('never', 'hold:3', 1), newer), 'approval.void')
})

test('FLT-40 INV-13: a withdrawal that waits in an older database goes back only where the signer never signed it', async (t) => {
  const { database, stop } = await migratedDatabase()
  t.after(stop)
  await openChain(database, 'ethereum', 'block 0')
  const made = await database.query<{ id: number; state: string }>(
    `with person as (
       insert into accounts.users (full_name, nickname, email, email_key)
       values ('Dewi', 'Dewi', 'dewi', 'dewi') returning id
     )
     insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net, chain_amount,
       to_address, reference, request_id, request_hash, state)
     select 'ethereum', person.id, 3, 1000, 100, 900, 900, '0x', s.state, gen_random_uuid(), '\\x00', s.state
     from person, unnest(array['held', 'waiting_approval', 'approved', 'signed', 'done']) s (state)
     returning id, state`,
  )
  await doubtUnsigned(database)
  const states = await database.query<{ reference: string; state: string }>(
    'select reference, state from wallets.chain_withdrawal order by id',
  )
  assert.deepEqual(
    states.rows.map(({ reference, state }) => `${reference} -> ${state}`),
    ['held', 'waiting_approval', 'approved']
      .map((state) => `${state} -> signing`)
      .concat('signed -> signed', 'done -> done'),
  )
  const row = await readChainWithdrawal(database, made.rows[0]?.id ?? 0)
  const decide = (isVoid: boolean) => {
    const signing = { status: 'refused', code: 'x', isVoid } as const
    return decideChainWithdrawal(row, { ...nothingKnown, signing }, 0, bumps)
  }
  assert.deepEqual(decide(true), { kind: 'act', act: 'release' })
  const waits = decide(false)
  assert.ok(waits.kind === 'wait' && waits.alarm === 'signer_refuses')
})
