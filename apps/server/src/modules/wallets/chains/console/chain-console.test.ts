/** Chains at the console over HTTP: queues, decisions of two operators, and chains that an operator halts. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type {
  DeskChains,
  DeskChainDeposit,
  DeskChainWithdrawal,
  DeskPreview,
  DeskRole,
} from '@tukar/wire'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../platform/database/testing/cluster.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import {
  type TestAnswer,
  ask,
  deskOn,
  giveRole,
  type Person,
  personAt,
} from '../../../../testing/desk.ts'
import { createDesk } from '../../../desk/index.ts'
import { type ChainName, chainTable } from '../chains.ts'
import { createCustodyMemory } from '../custody/custody-memory.ts'
import { createTestLedger } from '../testing/custody.ts'
import { registerChainConsole } from './routes.ts'
import { bitcoinAsset } from '../testing/coins.ts'
import { haltChain, setPaused } from '../tracking/halts.ts'
import { openChain } from '../tracking/tracker-store.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

const reason = 'the sender is known and the address was compared'
const address = 'bcrt1q6z64a43mjgkcq0ul2znwneq3spghrlau9slefp'

async function deskOf(t: TestContext) {
  const on = await deskOn(t, await cluster.database())
  const { database, sessions, log, keys } = on
  await openChain(database, 'bitcoin', 'main-0')
  const desk = createDesk({ database, sessions, log, keys, isSimulation: true, executorEmails: [] })
  const woken = { count: 0 }
  const hashes = new Map<number, string>()
  const books = createTestLedger()
  const memory = createCustodyMemory(Date.now)
  registerChainConsole(on.http, desk, {
    database,
    keys,
    engine: books.engine,
    memory,
    hasLender: false,
    assets: [bitcoinAsset],
    listed: [
      {
        ...bitcoinAsset,
        assetId: 1,
        symbol: 'BTC',
        chainId: null,
        withdrawalFee: '0',
        isPayable: true,
        isReceivable: true,
        isAdded: false,
      },
    ],
    origin: 'http://tukar.example',
    product: 'Tukar',
    machine: { epoch: () => 0, wake: () => void (woken.count += 1) },
    currency: () => ({ symbol: 'BTC', decimals: 8 }),
    transactionUrl: (chain: ChainName, txid) => `/simulation/chain/${chain}/tx/${txid}`,
    blockHashAt: async (_, height) => hashes.get(height) ?? null,
  })
  const operatorAt = async (name: string, roles: readonly DeskRole[]): Promise<Person> => {
    const person = await personAt(on, name)
    for (const role of roles) await giveRole(database, person.userId, role)
    await database.query('update accounts.users set demo_name = $2 where id = $1', [
      person.userId,
      name,
    ])
    return person
  }
  const owner = await personAt(on, 'Dewi')
  return { ...on, desk, books, memory, woken, hashes, operatorAt, owner }
}

type Rig = Awaited<ReturnType<typeof deskOf>>

async function withdrawalOf({ database }: Rig, userId: number, state: string): Promise<number> {
  const made = await database.query<{ id: number }>(
    `insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net, chain_amount,
       to_address, reference, request_id, request_hash, state, approvals_needed)
     values ('bitcoin', $1, 2, 150000000, 100, 149999900, 149999900, $3, gen_random_uuid()::text,
       gen_random_uuid(), '\\x00', $2, 2) returning id`,
    [userId, state, address],
  )
  return made.rows[0]?.id ?? 0
}

function decide(on: Rig, by: Person, id: number, decision: string): Promise<TestAnswer> {
  const url = `/desk/chain-withdrawals/${id}/decide`
  // An approval needs no reason.
  const body = decision === 'approve' ? { decision } : { decision, reason }
  return ask(on, 'POST', url, { token: by.token, body })
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names what the call answers
const dataOf = <T>({ body }: TestAnswer): T => body['data'] as T

test('INV-22 ATT-96: two different operators approve a coin withdrawal and see its full address', async (t) => {
  const on = await deskOf(t)
  const [first, second] = [
    await on.operatorAt('Rina', ['finance']),
    await on.operatorAt('Budi', ['risk']),
  ]
  const id = await withdrawalOf(on, on.owner.userId, 'waiting_approval')
  const one = await ask(on, 'GET', `/desk/chain-withdrawals/${id}`, { token: first.token })
  const shown = dataOf<DeskChainWithdrawal>(one)
  assert.equal(shown.address, address)
  assert.deepEqual(
    [shown.amount, shown.net, shown.approvals_needed, shown.can],
    ['1.50000000', '1.49999900', 2, ['approve', 'reject']],
  )
  assert.equal(JSON.stringify(one.body).includes(on.owner.email), false)
  assert.equal((await decide(on, first, id, 'approve')).body['success'], 1)
  assert.equal((await decide(on, first, id, 'approve')).body['code'], 'desk.same_operator')
  assert.equal((await decide(on, second, id, 'approve')).body['success'], 1)
  assert.equal(on.woken.count, 2)
  const record = await on.database.query(
    `select 1 from desk.audit_entry where action = 'chain_withdrawal.approve'`,
  )
  assert.equal(record.rows.length, 2)
  // No approval is missing, and the withdrawal can still be canceled until it is signed.
  const agreed = await ask(on, 'GET', `/desk/chain-withdrawals/${id}`, { token: first.token })
  assert.deepEqual(dataOf<DeskChainWithdrawal>(agreed).can, ['reject'])
})

test('ATT-93 ATT-94: a withdrawal in signing or sent can be neither approved nor rejected', async (t) => {
  const on = await deskOf(t)
  const operator = await on.operatorAt('Rina', ['finance'])
  for (const state of ['signing', 'broadcast']) {
    const id = await withdrawalOf(on, on.owner.userId, state)
    const rejected = await decide(on, operator, id, 'reject')
    assert.equal(rejected.body['code'], 'withdrawal.under_way', state)
    const approved = await decide(on, operator, id, 'approve')
    assert.equal(approved.body['code'], 'desk.already_decided', 'nothing here can be taken back')
  }
  const done = await withdrawalOf(on, on.owner.userId, 'done')
  assert.equal((await decide(on, operator, done, 'reject')).body['code'], 'desk.already_decided')
})

test('INV-22 DEC-129: operators cannot decide about their own coins or without the role', async (t) => {
  const on = await deskOf(t)
  const operator = await on.operatorAt('Rina', ['finance'])
  const reader = await on.operatorAt('Adi', ['support'])
  const id = await withdrawalOf(on, operator.userId, 'waiting_approval')
  assert.equal((await decide(on, operator, id, 'approve')).body['code'], 'desk.own_case')
  assert.equal((await decide(on, reader, id, 'approve')).status, 403)
  assert.equal((await decide(on, operator, 999, 'approve')).status, 404)
})

test('ATT-104: an operator previews the e-mail of a rejection, with the name masked', async (t) => {
  const on = await deskOf(t)
  const { token } = await on.operatorAt('Rina', ['finance'])
  const id = await withdrawalOf(on, on.owner.userId, 'waiting_approval')
  const preview = (decision: string) =>
    ask(on, 'POST', `/desk/chain-withdrawals/${id}/preview`, {
      token,
      body: { decision, reason: 'It went to another network.' },
    })
  const { mail } = dataOf<DeskPreview>(await preview('reject'))
  assert.match(mail?.text ?? '', /It went to another network\./)
  assert.ok(mail?.text.includes(address))
  assert.equal(mail?.text.includes('Dewi'), false)
  assert.equal(dataOf<DeskPreview>(await preview('approve')).mail, null)
})

test('FLT-32: the queues of coins count the cases that wait for operators', async (t) => {
  const on = await deskOf(t)
  await withdrawalOf(on, on.owner.userId, 'waiting_approval')
  const stuck = await withdrawalOf(on, on.owner.userId, 'approved')
  await on.database.query(`update wallets.chain_withdrawal set alarm = 'short' where id = $1`, [
    stuck,
  ])
  await on.database.query(
    `insert into wallets.chain_deposit (chain, user_id, currency_id, txid, output_index, to_address,
       amount, is_coinbase, units, state, cause, alarm)
     values ('bitcoin', $1, 2, 'aa', 0, 'x', 9, false, 9, 'held', 'needs_sender', null),
       ('bitcoin', $1, 2, 'bb', 0, 'x', 9, false, 9, 'claimed_back', 'left_chain', 'claimed_back')`,
    [on.owner.userId],
  )
  const queues = await on.desk.queues()
  assert.deepEqual(
    queues.map(({ name, count }) => [name, count]),
    [
      ['chain_withdrawals.waiting', 1],
      ['chain_withdrawals.trouble', 1],
      ['chain_deposits.held', 1],
      ['chain_deposits.reversed', 1],
      ['chains.stopped', 0],
    ],
  )
  const { token } = await on.operatorAt('Rina', ['support'])
  const list = await ask(on, 'GET', '/desk/chain-deposits?queue=reversed', { token })
  const [row] = dataOf<{ datas: { id: number }[] }>(list).datas
  const one = await ask(on, 'GET', `/desk/chain-deposits/${row?.id}`, { token })
  const deposit = dataOf<DeskChainDeposit>(one)
  assert.deepEqual(deposit.flags, ['claimed_back'])
  assert.deepEqual(deposit.transactions, [{ txid: 'bb', url: '/simulation/chain/bitcoin/tx/bb' }])
})

test('INV-14: an operator sees the difference between chain and ledger explained to the last unit', async (t) => {
  const on = await deskOf(t)
  const { database } = on
  const { token } = await on.operatorAt('Rina', ['support'])
  const difference = async () => {
    const list = await ask(on, 'GET', '/desk/chains', { token })
    return dataOf<DeskChains>(list).custody[0]?.parts[0]?.difference
  }
  assert.equal(await difference(), null)
  const reading = { hot: 1_000n, unswept: 500n, readMs: Date.now(), tipHeight: 80 }
  on.memory.storeReading(bitcoinAsset, reading)
  await database.query(
    `insert into wallets.chain_deposit (chain, user_id, currency_id, txid, output_index, to_address,
       amount, is_coinbase, units, state, block_height, block_hash)
     values ('bitcoin', $1, 2, 'aa', 0, 'x', 400, false, 400, 'confirming', 80, 'main-80')`,
    [on.owner.userId],
  )
  on.books.has(chainTable.bitcoin.railId, 2, -1_107)
  await database.query(
    `insert into wallets.chain_transaction (chain, purpose, no, request, fee_max, fee_paid, state)
     values ('bitcoin', 'consolidation', 1, '', 9, 7, 'mined')`,
  )
  const none = { payouts: '0', reserve: '0', dust: '0', unexplained: '0' }
  assert.deepEqual(await difference(), { ...none, uncredited: '0.000004', costs: '-0.00000007' })
  on.memory.storeReading(bitcoinAsset, { ...reading, hot: 990n })
  assert.equal((await difference())?.unexplained, '-0.0000001')
})

function steer(on: Rig, by: Person, more: object): Promise<TestAnswer> {
  const body = { chain: 'bitcoin', reason, ...more }
  return ask(on, 'POST', '/desk/chains', { token: by.token, body })
}

async function pausedOf({ database }: Rig): Promise<string | null> {
  const found = await database.query<{ paused: string | null }>(
    `select paused from wallets.chain_cursor where chain = 'bitcoin'`,
  )
  return found.rows[0]?.paused ?? null
}

async function shownPauses(on: Rig, by: Person): Promise<readonly (string | null)[]> {
  const list = await ask(on, 'GET', '/desk/chains', { token: by.token })
  return dataOf<DeskChains>(list).chains.map(({ paused }) => paused)
}

async function stoppedChains({ desk }: Rig): Promise<number | undefined> {
  return (await desk.queues()).find(({ name }) => name === 'chains.stopped')?.count
}

test('FLT-26: an operator halts and resumes a chain, but cannot end an automatic halt', async (t) => {
  const on = await deskOf(t)
  const watcher = await on.operatorAt('Budi', ['risk'])
  const payer = await on.operatorAt('Rina', ['finance'])
  assert.equal((await steer(on, payer, { decision: 'pause' })).status, 403)
  assert.equal((await steer(on, watcher, { decision: 'pause' })).body['success'], 1)
  assert.equal(await pausedOf(on), 'operator')
  assert.equal(await stoppedChains(on), 1)
  // Clearing the column in the row does not end the halt, and operators still see it.
  await setPaused(on.database, 'bitcoin', null)
  assert.deepEqual(await shownPauses(on, watcher), ['operator'])
  assert.equal(await stoppedChains(on), 1)
  const twice = await steer(on, watcher, { decision: 'pause' })
  assert.equal(twice.body['code'], 'desk.chain_unmoved')
  assert.equal((await steer(on, watcher, { decision: 'go_on' })).body['success'], 1)
  assert.equal(await pausedOf(on), null)
  // A halt that only the row has does not count.
  await setPaused(on.database, 'bitcoin', 'deep_reorganization')
  assert.deepEqual(await shownPauses(on, watcher), [null])
  assert.equal(await stoppedChains(on), 0)
  const forged = await steer(on, watcher, { decision: 'go_on' })
  assert.equal(forged.body['code'], 'desk.chain_unmoved')
  await setPaused(on.database, 'bitcoin', 'node_silent')
  assert.deepEqual(await shownPauses(on, watcher), ['node_silent'])
  const passing = await steer(on, watcher, { decision: 'go_on' })
  assert.equal(passing.body['code'], 'desk.chain_unmoved')
})

test('ATT-80 FLT-27: after a too deep reorganization a chain is read again from the last shared block', async (t) => {
  const on = await deskOf(t)
  const { database } = on
  const watcher = await on.operatorAt('Budi', ['risk'])
  await database.query(
    `insert into wallets.chain_block (chain, from_height, height, hash)
     select 'bitcoin', h, h, 'old-' || h from generate_series(90, 100) h`,
  )
  await database.query(
    `update wallets.chain_cursor set tip_height = 100, head_height = 100 where chain = 'bitcoin'`,
  )
  await inTransaction(database, (it) => haltChain(it, on.keys, 'bitcoin', 'deep_reorganization'))
  await database.query(
    `insert into wallets.chain_deposit (chain, user_id, currency_id, txid, output_index, to_address,
       amount, is_coinbase, units, state, block_height, block_hash)
     values ('bitcoin', $1, 2, 'aa', 0, 'x', 9, false, 9, 'credited', 80, 'main-80')`,
    [on.owner.userId],
  )
  for (const height of [70, 80, 85, 95]) on.hashes.set(height, `main-${height}`)
  const goOn = (height?: number) => steer(on, watcher, { decision: 'go_on', from_height: height })
  const list = await ask(on, 'GET', '/desk/chains', { token: watcher.token })
  assert.equal(dataOf<DeskChains>(list).chains[0]?.below_height, 90)
  assert.equal((await goOn()).body['code'], 'desk.height_needed')
  assert.equal((await goOn(95)).body['code'], 'desk.height_needed')
  assert.equal((await goOn(86)).body['code'], 'desk.node_silent')
  on.hashes.set(80, 'other-80')
  assert.equal((await goOn(85)).body['code'], 'desk.height_wrong')
  assert.equal(await pausedOf(on), 'deep_reorganization')
  const paid = [await withdrawalOf(on, on.owner.userId, 'done'), 75] as const
  const before = [await withdrawalOf(on, on.owner.userId, 'done'), 70] as const
  for (const [id, height] of [paid, before]) {
    await database.query('update wallets.chain_withdrawal set next_look_at = null where id = $1', [
      id,
    ])
    await database.query(
      `insert into wallets.chain_transaction (chain, purpose, withdrawal_id, no, request, fee_max, state,
         block_height)
       values ('bitcoin', 'payout', $1, 1, '', 9, 'final', $2)`,
      [id, height],
    )
  }
  assert.equal((await goOn(70)).body['success'], 1)
  const due = await database.query<{ id: number }>(
    'select id from wallets.chain_withdrawal where next_look_at is not null',
  )
  assert.deepEqual(due.rows, [{ id: paid[0] }])
  const marks = await database.query('select from_height, height, hash from wallets.chain_block')
  assert.deepEqual(marks.rows, [{ from_height: 70, height: 70, hash: 'main-70' }])
  const cursor = await database.query(
    `select tip_height, head_height > tip_height as "isBehind", paused from wallets.chain_cursor`,
  )
  assert.deepEqual(cursor.rows, [{ tip_height: 70, isBehind: true, paused: null }])
})
