/** FLT-40: the signer's answers to a server with an older database, and their consequences. */
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
import { enginePublicKey, stated } from '../../../../adapters/signer/testing/stated.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import { migratedDatabase } from '../../../../platform/database/testing/cluster.ts'
import { createLog } from '../../../../platform/logging/log.ts'
import { openChain } from '../tracking/tracker-store.ts'
import { createAddressKeys } from '../addresses/address-keys.ts'
import { voidUnsigned } from './signing/signing.ts'
import { requerySigner } from './signing/requery-signer.ts'
import { decideChainWithdrawal } from './withdrawal.ts'
import { nothingKnown } from './withdrawal-row.ts'
import { macOfRequest } from './requests/approving.ts'
import { readPayment } from './payment-store.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import { requeryUnsigned, readChainWithdrawal } from './withdrawal-store.ts'

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
    BTC: { transaction: '1', hour: '2', day: '3', fee: '0.001' },
  },
  tokensMax: 0,
} as const
const bumps = { afterMs: 60_000, timesMax: 3 }

const strangerEvm = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const strangerBitcoin = 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx'
const funding = '1'.padStart(64, '0')

/** The order of an approved payout. */
function orderOf(id: string, hold: string, nonce: number): SignOrder {
  const approval: Approval = {
    kind: 'payout',
    id,
    chain: 'evm:1',
    currency: 'ETH',
    contract: null,
    destination: strangerEvm,
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

test('FLT-40 INV-13: for an older database the signer never reuses a nonce, hold or voided id, and refuses an older writer', async (t) => {
  const signer = await signerFor(t)
  const [old, newer] = [
    { epoch: 3, bookAtLeast: 0 },
    { epoch: 7, bookAtLeast: 0 },
  ]
  const codeOf = async (order: SignOrder, asker: typeof old) => {
    const statement = stated(order.approval, 18)
    const answer = await signer.sign(order, { ...asker, statement, votes: [] })
    return answer.status === 'refused' ? answer.code : answer.status
  }
  // The server that continued after the backup and was restarted four times.
  assert.equal(await codeOf(orderOf('paid', 'hold:1', 0), newer), 'done')
  // The restored server: its epoch is behind until it was restarted as often.
  assert.equal(await codeOf(orderOf('new', 'hold:2', 1), old), 'writer.stale')
  assert.equal(await codeOf(orderOf('new', 'hold:2', 0), newer), 'nonce.taken')
  assert.equal(await codeOf(orderOf('new', 'hold:1', 1), newer), 'hold.taken')
  assert.equal(await codeOf(orderOf('paid', 'hold:1', 1), newer), 'nonce.changed')
  // The same order again gives the sent bytes, at any epoch.
  assert.equal(await codeOf(orderOf('paid', 'hold:1', 0), old), 'done')

  const voidOf = async (id: string, hold: string) => {
    const answer = await signer.voidId({ id, hold }, newer)
    return answer.status === 'done' && answer.value.isVoid
  }
  assert.equal(await voidOf('paid', 'hold:1'), false)
  assert.equal(await voidOf('never', 'hold:3'), true)
  assert.equal(await codeOf(orderOf('never', 'hold:3', 1), newer), 'approval.void')
})

test('FLT-40 INV-13: a waiting withdrawal of an older database is given back only if the signer never signed it', async (t) => {
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
  await requeryUnsigned(database)
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

/** A bitcoin payout: one input of ours, and change to the hot wallet. */
function bitcoinOrderOf(id: string): SignOrder {
  const { approval } = orderOf(id, 'hold:9', 0)
  const approved = approve(approvalKey, {
    ...approval,
    chain: 'bitcoin',
    currency: 'BTC',
    destination: strangerBitcoin,
    amount: '20000000',
    feeMax: '50000',
  })
  const inputs = [
    { txid: funding, vout: 0, amount: '50000000', key: { branch: 0, index: 1 } },
  ] as const
  const change = { key: hotWallet, amount: '29999000' }
  return { ...approved, spend: { family: 'bitcoin', inputs, change, own: null } }
}

type Waiting = {
  readonly reference: string
  readonly chain?: 'ethereum' | 'bitcoin'
  readonly amount?: string
  readonly to?: string
}

/** Withdrawals that waited at the time of the backup, and the dependencies for asking about them. */
async function waitingIn(test: TestContext, rows: readonly Waiting[]) {
  const signer = await signerFor(test)
  const { database, stop } = await migratedDatabase()
  test.after(stop)
  const log = createLog('fatal')
  await openChain(database, 'ethereum', 'block 0')
  await openChain(database, 'bitcoin', 'block 0')
  await database.query(
    `insert into accounts.users (full_name, nickname, email, email_key)
     values ('Dewi', 'Dewi', 'dewi', 'dewi')`,
  )
  const ids: number[] = []
  for (const { reference, chain = 'ethereum', amount, to } of rows) {
    const isBitcoin = chain === 'bitcoin'
    const made = await database.query<{ id: number }>(
      `insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net,
         chain_amount, to_address, reference, request_id, request_hash, state)
       select $1, id, $2, 1000, 100, 900, $3, $4, $5, gen_random_uuid(), '\\x00', 'approved'
       from accounts.users returning id`,
      [
        chain,
        isBitcoin ? 2 : 3,
        amount ?? (isBitcoin ? '20000000' : '200000000000000000'),
        to ?? (isBitcoin ? strangerBitcoin : strangerEvm),
        reference,
      ],
    )
    ids.push(made.rows[0]?.id ?? 0)
  }
  await requeryUnsigned(database)
  const addressKeys = createAddressKeys({ database, log, signer, network: 'regtest' })
  const accounts = () => addressKeys.accounts()
  const nodes = { network: 'regtest' } as const
  const deps = { database, signer, keys: testKeys, accounts, nodes }
  const ask = (at: number) => requerySigner(deps, 3, ids[at] ?? 0)
  const sign = async (order: SignOrder): Promise<string> => {
    const { approval } = order
    const statement = stated(approval, approval.chain === 'bitcoin' ? 8 : 18)
    const answer = await signer.sign(order, { epoch: 7, bookAtLeast: 0, statement, votes: [] })
    assert.ok(answer.status === 'done', JSON.stringify(answer))
    return answer.value.txid
  }
  return { database, ids, deps, accounts, ask, sign }
}

test('H-1: a signed payout is not given back, whatever id or hold its row names; an unsigned one is voided', async (t) => {
  const { database, ids, deps, sign } = await waitingIn(t, [
    { reference: 'paid' },
    { reference: 'renamed' },
    { reference: 'proven' },
    { reference: 'never' },
  ])
  await sign(orderOf('paid', 'hold:1', 0))
  const setHold = (at: number, holdId: number) =>
    database.query('update wallets.chain_withdrawal set hold_id = $2 where id = $1', [
      ids[at],
      holdId,
    ])
  for (const [at, holdId] of [1, 1, 1, 4].entries()) await setHold(at, holdId)
  // After a restored backup, another withdrawal may have the id of its hold.
  const payment = await readPayment(database, ids[2] ?? 0)
  await database.query('update wallets.chain_withdrawal set request_mac = $2 where id = $1', [
    ids[2],
    macOfRequest(testKeys, payment),
  ])
  const voidAt = (at: number) => voidUnsigned(deps, 3, ids[at] ?? 0)
  const [kept, isVoid] = [
    { status: 'refused', code: 'signed.before', isVoid: false },
    { status: 'refused', code: 'approval.void', isVoid: true },
  ]
  assert.deepEqual(await voidAt(0), kept)
  assert.deepEqual(await voidAt(1), kept)
  assert.deepEqual(await voidAt(2), isVoid)
  assert.deepEqual(await voidAt(3), isVoid)
})

async function transactionRows(database: Database) {
  const found = await database.query(
    `select withdrawal_id as "withdrawalId", no, state, txid, nonce, fee_max::text as "feeMax"
     from wallets.chain_transaction order by withdrawal_id, no`,
  )
  return found.rows
}

test('FLT-40 INV-13: transactions signed since the backup are recovered into the row, repeatably', async (t) => {
  const { database, ids, ask, sign } = await waitingIn(t, [{ reference: 'paid' }])
  const txid = await sign(orderOf('paid', 'hold:1', 4))
  for (let again = 0; again < 2; again += 1) {
    assert.deepEqual(await ask(0), { status: 'signed', count: 1 })
    assert.deepEqual(await transactionRows(database), [
      { withdrawalId: ids[0], no: 1, state: 'signed', txid, nonce: 4, feeMax: '63000000000000' },
    ])
  }
  const nonces = await database.query('select next_nonce from wallets.chain_nonce')
  assert.deepEqual(nonces.rows, [{ next_nonce: 5 }], 'the next payout has another number')
  const row = await readChainWithdrawal(database, ids[0] ?? 0)
  const signing = { status: 'signed', count: 1 } as const
  const next = decideChainWithdrawal(row, { ...nothingKnown, signing }, 0, bumps)
  assert.deepEqual(next, { kind: 'move', to: 'signed', cause: null, changes: { signed_count: 1 } })
})

test('FLT-40 ATT-97: recovered bytes must pay exactly the row’s payment and belong to its own nonce', async (t) => {
  const { database, ids, accounts, ask, sign } = await waitingIn(t, [
    { reference: 'paid', amount: '200000000000000001' },
    { reference: 'other', to: '0x52908400098527886E0F7030069857D2E4169EE7' },
    { reference: 'late' },
    { reference: 'planned' },
    { reference: 'never' },
  ])
  await sign(orderOf('paid', 'hold:1', 0))
  await sign(orderOf('other', 'hold:2', 1))
  await sign(orderOf('late', 'hold:3', 2))
  assert.deepEqual(await ask(0), { status: 'differs' })
  assert.deepEqual(await ask(1), { status: 'differs' })
  assert.deepEqual(await transactionRows(database), [])
  // Planned since then, with a nonce that was used meanwhile.
  await database.query(
    `insert into wallets.chain_transaction
       (chain, purpose, withdrawal_id, no, from_address, nonce, request, fee_max)
     values ('ethereum', 'payout', $1, 1, $2, 2, '\\x7b7d', 1)`,
    [ids[3], (await accounts())?.evm.at(hotWallet)],
  )
  assert.deepEqual(await ask(2), { status: 'refused', code: 'signed.before', isVoid: false })
  assert.deepEqual(await ask(4), { status: 'refused', code: 'approval.void', isVoid: true })
  assert.equal((await transactionRows(database)).length, 1)
})

test('FLT-40 INV-16: a recovered bitcoin payout reserves its inputs once their blocks are applied', async (t) => {
  const { database, ids, ask, sign } = await waitingIn(t, [{ reference: 'paid', chain: 'bitcoin' }])
  const txid = await sign(bitcoinOrderOf('paid'))
  assert.deepEqual(await ask(0), { status: 'unknown' }, 'what it spends is not seen yet')
  await database.query(
    `insert into wallets.chain_outpoint
       (txid, output_index, amount, branch, key_index, is_coinbase, block_height, block_hash)
     values ($1, 0, 50000000, 0, 1, false, 5, 'block 5')`,
    [funding],
  )
  assert.deepEqual(await ask(0), { status: 'signed', count: 1 })
  assert.deepEqual(await transactionRows(database), [
    { withdrawalId: ids[0], no: 1, state: 'signed', txid, nonce: null, feeMax: '1000' },
  ])
  const taken = await database.query('select reserved_for from wallets.chain_outpoint')
  assert.deepEqual(taken.rows, [{ reserved_for: ids[0] }])
})
