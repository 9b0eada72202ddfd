/**
 * Rulings of two operators about deposits: resuming a held account, and granting a sum above the liability
 * limit.
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { custodyAccounts, houseAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import type { DeskChainDeposit, DeskRole } from '@tukar/wire'
import { derivedCommandId } from '../../../../engine/index.ts'
import { creditOf } from '../../../../engine/testing/listing.ts'
import { engineFor, freshId, type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { tablesFollow } from '../../../../engine/testing/tables.ts'
import { migrate } from '../../../../platform/database/migrate.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import {
  type TestAnswer,
  ask,
  deskOn,
  giveRole,
  type Person,
  personAt,
} from '../../../../testing/desk.ts'
import { createDesk } from '../../../desk/index.ts'
import { findAccountHold } from '../../account-holds.ts'
import { auditWallets } from '../../audit-run.ts'
import { unprovenHolds } from '../../hold-proofs.ts'
import { advanceRow } from '../../machine/advance.ts'
import { readSteps } from '../../machine/step-store.ts'
import { readDeposit } from '../../rupiah/deposits/deposit-store.ts'
import { insertAddress } from '../addresses/address-store.ts'
import { createDepositExecutor } from './deposit-executor.ts'
import { nothingKnown } from './deposit-row.ts'
import { readChainDeposit, storeSender } from './deposit-store.ts'
import { createCustodyMemory } from '../custody/custody-memory.ts'
import { registerChainConsole } from '../console/routes.ts'
import { readChainWithdrawal } from '../withdrawals/withdrawal-store.ts'
import {
  bitcoinAsset,
  block,
  viewWith,
  nodesAgree,
  output,
  twoConfirmations,
} from '../testing/coins.ts'
import { openChain, storeView } from '../tracking/tracker-store.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const rules = { chain: 'bitcoin', finality: twoConfirmations, assets: [bitcoinAsset] } as const
/** The liability limit of bitcoin. */
const supplyMax = 21e14
const reason = 'the chain was compared with another node'

/** Gives a role to a user without a second factor, such as a demo user. */
async function makeOperator(database: Database, { userId }: Person, role: DeskRole): Promise<void> {
  await giveRole(database, userId, role)
  await database.query('update accounts.users set demo_name = full_name where id = $1', [userId])
}

/** The console with a real engine and a chain that the test controls. */
async function deskOf(t: TestContext) {
  const databaseUrl = await rig.database()
  const engine = await engineFor(t, databaseUrl)
  const on = await deskOn(t, databaseUrl)
  const { database, sessions, log, keys } = on
  await openChain(database, 'bitcoin', 'main-0')
  const { epoch } = engine.status()
  const desk = createDesk({ database, sessions, log, keys, isSimulation: true, executorEmails: [] })
  registerChainConsole(on.http, desk, {
    database,
    keys,
    engine,
    memory: createCustodyMemory(Date.now),
    hasLender: false,
    assets: [bitcoinAsset],
    listed: [],
    origin: 'http://tukar.example',
    product: 'Tukar',
    machine: { epoch: () => epoch, wake: () => undefined },
    currency: () => ({ symbol: 'BTC', decimals: 8 }),
    transactionUrl: () => null,
    blockHashAt: () => Promise.resolve(null),
  })
  const operatorAt = async (name: string, role: DeskRole): Promise<Person> => {
    const person = await personAt(on, name)
    await makeOperator(database, person, role)
    return person
  }
  let forgotten: number | null = null
  /** The same engine without its memory of earlier ids. */
  const submit: typeof engine.submit = (command, id) => {
    if (forgotten === null) return engine.submit(command, id)
    forgotten += 1
    return engine.submit(command, derivedCommandId(`forgotten:${forgotten}`))
  }
  const deps = {
    database,
    engine: { submit },
    log,
    assets: rules.assets,
    witness: null,
    notify: () => Promise.resolve(),
    ...nodesAgree,
  }
  const owner = await personAt(on, 'Putri')
  const address = { family: 'bitcoin', userId: owner.userId, index: 0, address: 'putri' } as const
  await insertAddress(database, testKeys, address)
  return {
    ...on,
    databaseUrl,
    engine,
    owner,
    operators: [await operatorAt('Rina', 'finance'), await operatorAt('Budi', 'risk')] as const,
    see: (...ranges: Parameters<typeof viewWith>[0]) =>
      storeView({ database, keys: testKeys }, { epoch, rules, view: viewWith(ranges) }),
    async lookAll(): Promise<void> {
      const rows = await database.query<{ id: number }>('select id from wallets.chain_deposit')
      for (const { id } of rows.rows) {
        await advanceRow(createDepositExecutor(deps, id, epoch), nothingKnown, () => false)
      }
    },
    forgetIds(): void {
      forgotten = 0
    },
    /** The units of bitcoin on an account. */
    async bitcoinOf(accountId: number): Promise<number> {
      await tablesFollow(engine, accountId)
      const found = await database.query<{ available: number }>(
        'select available from exchange.balance where account_id = $1 and currency_id = 2',
        [accountId],
      )
      return found.rows[0]?.available ?? 0
    },
    /** The refusal of a hold for the owner, or null. */
    async holdRefusal(): Promise<string | null> {
      const money = { currencyId: bitcoinAsset.currencyId, amount: currencyUnits(1) }
      const cause = { reason: 'withdrawal', source: 'chain_withdrawal:1' }
      const command = { kind: 'hold', accountId: owner.userId, ...money, ...cause } as const
      const outcome = await engine.submit(command, freshId(owner.userId, command))
      return outcome.status === 'refused' ? outcome.code : null
    },
  }
}

type On = Awaited<ReturnType<typeof deskOf>>

function decide(on: On, by: Person, id: number, decision: string): Promise<TestAnswer> {
  const url = `/desk/chain-deposits/${id}/decide`
  return ask(on, 'POST', url, { token: by.token, body: { decision, reason } })
}

async function shown(on: On, id: number): Promise<DeskChainDeposit> {
  const [first] = on.operators
  const { body } = await ask(on, 'GET', `/desk/chain-deposits/${id}`, { token: first.token })
  return body['data'] as DeskChainDeposit
}

async function countOf(on: On, queue: string): Promise<number> {
  const [first] = on.operators
  const url = `/desk/chain-deposits?queue=${queue}`
  const { body } = await ask(on, 'GET', url, { token: first.token })
  return (body['data'] as { readonly total: number }).total
}

/** A deposit that was credited and then reorganized. */
async function reversed(on: On): Promise<number> {
  await on.see(block(0, 'main'), block(1, 'main'))
  await on.see(block(2, 'main', [output('a', 0, 'putri', 50_000)]), block(3, 'main'))
  await on.lookAll()
  await on.see(block(2, 'other', [], 'main'), block(3, 'other'), block(4, 'other'))
  await on.lookAll()
  assert.equal((await readChainDeposit(on.database, 1)).state, 'claimed_back')
  return 1
}

test('ATT-80 INV-22: an account held by a reversed credit resumes once two operators agree', async (t) => {
  const on = await deskOf(t)
  const id = await reversed(on)
  const [first, second] = on.operators
  assert.equal(await on.holdRefusal(), 'account.suspended')
  assert.equal(await countOf(on, 'reversed'), 1)
  const case1 = await shown(on, id)
  assert.deepEqual([case1.can, case1.approvals_needed], [['release', 'ask'], 2])
  assert.equal((await decide(on, first, id, 'set_aside')).body['code'], 'desk.already_decided')
  assert.equal((await decide(on, first, id, 'release')).body['success'], 1)
  assert.equal((await decide(on, first, id, 'release')).body['code'], 'desk.same_operator')
  await on.lookAll()
  assert.equal(await on.holdRefusal(), 'account.suspended')
  assert.equal((await shown(on, id)).approvals.length, 1)
  assert.equal((await decide(on, second, id, 'release')).body['success'], 1)
  await on.lookAll()
  // The balance is empty, and nothing else prevents a hold.
  assert.equal(await on.holdRefusal(), 'balance.insufficient')
  const row = await readChainDeposit(on.database, id)
  assert.deepEqual([row.state, row.cause, row.alarm], ['claimed_back', 'released', null])
  assert.equal(await countOf(on, 'reversed'), 0)
  assert.deepEqual((await shown(on, id)).can, ['ask'])
  const record = await on.database.query(
    `select 1 from desk.audit_entry where action = 'chain_deposit.release'`,
  )
  assert.equal(record.rows.length, 2)
})

test('ADR 0017 ATT-80: the owner’s waiting withdrawals become due when the account is held and when it resumes', async (t) => {
  const on = await deskOf(t)
  const { database, owner } = on
  const made = await database.query<{ id: number }>(
    `insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net, chain_amount,
       to_address, reference, request_id, request_hash, state, cause)
     values ('bitcoin', $1, 2, 1000, 100, 900, 900, 'somewhere', 'one', gen_random_uuid(), '\\x00',
       'approved', 'short') returning id`,
    [owner.userId],
  )
  const rowId = made.rows[0]?.id ?? 0
  /** Whether the deposit became due, and what holds its owner's account; afterwards it is not due. */
  const looked = async () => {
    const found = await database.query<{ isDue: boolean }>(
      `update wallets.chain_withdrawal w set next_look_at = null from wallets.chain_withdrawal before
       where w.id = $1 and before.id = w.id returning before.next_look_at is not null as "isDue"`,
      [rowId],
    )
    const { accountHold } = await readChainWithdrawal(database, rowId)
    return [found.rows[0]?.isDue, accountHold]
  }
  await looked()
  const id = await reversed(on)
  assert.deepEqual(await looked(), [true, 'account_held'])
  const [first, second] = on.operators
  await decide(on, first, id, 'release')
  assert.deepEqual(await looked(), [false, 'account_held'])
  await decide(on, second, id, 'release')
  assert.deepEqual(await looked(), [true, null])
})

test('ATT-80: a deposit that returns to the chain is credited, and holds the account again if it is reorganized again', async (t) => {
  const on = await deskOf(t)
  const id = await reversed(on)
  const [first, second] = on.operators
  for (const by of [first, second]) await decide(on, by, id, 'release')
  await on.lookAll()
  await on.see(block(5, 'other', [output('a', 0, 'putri', 50_000)]), block(6, 'other'))
  await on.lookAll()
  const back = await readChainDeposit(on.database, id)
  assert.deepEqual([back.state, back.life, back.alarm], ['credited', 2, null])
  assert.equal(await on.holdRefusal(), null)
  await on.see(block(5, 'third', [], 'other'), block(6, 'third'), block(7, 'third'))
  await on.lookAll()
  assert.equal(await on.holdRefusal(), 'account.suspended')
  const again = await shown(on, id)
  assert.deepEqual(
    [again.state, again.can, again.approvals],
    ['claimed_back', ['release', 'ask'], []],
  )
})

test('ATT-97 INV-22: a deposit back in the chain with a deleted proof holds its account until two operators agree', async (t) => {
  const on = await deskOf(t)
  const id = await reversed(on)
  await on.see(block(5, 'other', [output('a', 0, 'putri', 50_000)]), block(6, 'other'))
  await on.database.query('update wallets.chain_deposit set reversal_proof = null')
  await on.lookAll()
  const forged = await readChainDeposit(on.database, id)
  assert.deepEqual([forged.state, forged.alarm], ['confirming', 'deposit_forged'])
  assert.equal(await on.holdRefusal(), 'account.suspended')
  // A row that claims an agreement resumes nothing.
  await on.database.query('update wallets.chain_deposit set released_life = 1')
  await on.lookAll()
  assert.equal(await on.holdRefusal(), 'account.suspended')
  await on.lookAll()
  const [first, second] = on.operators
  assert.deepEqual((await shown(on, id)).can, ['release', 'ask'])
  assert.equal((await decide(on, first, id, 'release')).body['success'], 1)
  await on.lookAll()
  assert.equal(await on.holdRefusal(), 'account.suspended')
  assert.equal((await decide(on, second, id, 'release')).body['success'], 1)
  await on.lookAll()
  assert.equal(await on.holdRefusal(), 'balance.insufficient')
  // The deposit is still credited to nobody, and operators are notified.
  const row = await readChainDeposit(on.database, id)
  assert.deepEqual([row.state, row.alarm], ['confirming', 'deposit_forged'])
  assert.deepEqual((await shown(on, id)).can, ['ask'])
})

/** Two credited deposits that were reorganized: each holds the account. */
async function bothReversed(on: On): Promise<void> {
  await on.see(block(0, 'main'), block(1, 'main'))
  const both = [output('a', 0, 'putri', 50_000), output('b', 0, 'putri', 60_000)]
  await on.see(block(2, 'main', both), block(3, 'main'))
  await on.lookAll()
  await on.database.query(
    `update wallets.chain_deposit set sender_told_at = now(), next_look_at = now()`,
  )
  await on.lookAll()
  await on.see(block(2, 'other', [], 'main'), block(3, 'other'), block(4, 'other'))
  await on.lookAll()
}

test('ATT-80: an account that resumed just before another deposit holds it is held again', async (t) => {
  const on = await deskOf(t)
  await bothReversed(on)
  // The pass that resumed the account was interrupted right afterwards.
  const command = { kind: 'resume_account', accountId: on.owner.userId } as const
  await on.engine.submit(command, derivedCommandId('chain_deposit:1:resume:1'))
  assert.equal(await on.holdRefusal(), 'balance.insufficient')
  for (const by of on.operators) await decide(on, by, 1, 'release')
  await on.lookAll()
  assert.equal((await readChainDeposit(on.database, 1)).cause, 'released')
  assert.equal(await on.holdRefusal(), 'account.suspended')
})

test('ATT-80: an account resumes only once no deposit holds it', async (t) => {
  const on = await deskOf(t)
  await bothReversed(on)
  for (const by of on.operators) await decide(on, by, 1, 'release')
  await on.lookAll()
  assert.equal((await readChainDeposit(on.database, 1)).cause, 'released')
  assert.equal(await on.holdRefusal(), 'account.suspended')
  for (const by of on.operators) await decide(on, by, 2, 'release')
  await on.lookAll()
  assert.equal(await on.holdRefusal(), 'balance.insufficient')
})

test('R-08 INV-22: a deposit above the ledger’s range is set aside by two operators and never credited', async (t) => {
  const on = await deskOf(t)
  await on.see(block(0, 'main'), block(1, 'main'))
  const endless = output('a', 0, 'putri', 10n ** 30n)
  await on.see(block(2, 'main', [endless]), block(3, 'main'))
  for (const height of [4, 5, 6, 7]) await on.see(block(height, 'main'))
  await on.lookAll()
  const [first, second] = on.operators
  const waiting = await shown(on, 1)
  assert.deepEqual([waiting.cause, waiting.amount], ['amount_over_bound', null])
  assert.deepEqual([waiting.can, waiting.flags], [['set_aside', 'ask'], ['amount_over_bound']])
  await decide(on, first, 1, 'set_aside')
  await on.lookAll()
  assert.equal((await readChainDeposit(on.database, 1)).cause, 'amount_over_bound')
  assert.equal(await countOf(on, 'held'), 1)
  await decide(on, second, 1, 'set_aside')
  await on.lookAll()
  const row = await readChainDeposit(on.database, 1)
  assert.deepEqual([row.state, row.cause, row.alarm], ['held', 'set_aside', null])
  assert.equal(await countOf(on, 'held'), 0)
})

/** Users own as much bitcoin as the limit allows, and another deposit arrives. */
async function suspended(on: On): Promise<Person> {
  const rich = await personAt(on, 'Wati')
  const fill = creditOf(rich.userId, bitcoinAsset.currencyId, supplyMax)
  assert.equal((await on.engine.submit(fill, freshId(rich.userId, fill))).status, 'accepted')
  await on.see(block(0, 'main'), block(1, 'main'))
  await on.see(block(2, 'main', [output('a', 0, 'putri', 50_000)]), block(3, 'main'))
  await on.lookAll()
  return rich
}

test('INV-12 R-08: a credit in suspense is not booked again, even if the engine forgot its id', async (t) => {
  const on = await deskOf(t)
  await suspended(on)
  const row = await readChainDeposit(on.database, 1)
  assert.deepEqual([row.state, row.cause, row.alarm], ['crediting', 'in_suspense', 'in_suspense'])
  assert.deepEqual((await shown(on, 1)).flags, ['in_suspense'])
  assert.equal(await countOf(on, 'held'), 1)
  on.forgetIds()
  const [first] = on.operators
  assert.equal((await decide(on, first, 1, 'ask')).body['success'], 1)
  const sender = { name: 'Adi', address: 'Jalan Mawar 1', idNumber: '3171' }
  await storeSender(on.database, { rowId: 1, userId: on.owner.userId }, sender)
  await on.lookAll()
  assert.equal(await on.bitcoinOf(houseAccounts.suspense), 50_000)
  assert.equal(await on.bitcoinOf(custodyAccounts.bitcoin), -50_000, 'the rail owes it once')
  assert.equal(await on.bitcoinOf(on.owner.userId), 0)
})

test('INV-12 R-08: a suspended amount from before rows had it is found by its transfers', async (t) => {
  const on = await deskOf(t)
  await suspended(on)
  await on.bitcoinOf(houseAccounts.suspense)
  await on.database.query(
    `insert into wallets.deposit (user_id, currency_id, rail_id, amount, description, state,
       reference, request_id, request_hash, language)
     values ($1, 1, 101, 15000000, '', 'credited', 'r', gen_random_uuid(), '', 'en')`,
    [on.owner.userId],
  )
  // The rows and balances as they were then.
  await on.database.query(
    `insert into exchange.transfer select seq, no + 1, time_ms, command_kind, 1, 15000000,
       from_account_id, from_bucket, to_account_id, to_bucket, reason, 'deposit:1', suspended
     from exchange.transfer where suspended`,
  )
  await on.database.query(
    `alter table wallets.deposit drop column suspense_units;
     alter table wallets.chain_deposit drop column suspense_units, drop column granted_life;
     update wallets.chain_deposit set cause = null;
     delete from applied_migration where name = '0047-suspense.sql'`,
  )
  assert.deepEqual(await migrate(on.databaseUrl), ['0047-suspense.sql'])
  const row = await readChainDeposit(on.database, 1)
  assert.deepEqual([row.state, row.cause, row.suspenseUnits], ['crediting', 'in_suspense', 50_000])
  const rupiah = await readDeposit(on.database, 1)
  assert.deepEqual([rupiah.state, rupiah.suspenseUnits], ['quarantined', 15_000_000])
  const steps = await readSteps(on.database, 'deposit', [1])
  assert.equal(steps.get(1)?.at(-1)?.cause, 'in_suspense')
})

test('R-08 INV-14 INV-22: two operators grant a suspended amount to its owner once the limit allows it', async (t) => {
  const on = await deskOf(t)
  const rich = await suspended(on)
  const [first, second] = on.operators
  assert.deepEqual((await shown(on, 1)).can, ['credit', 'ask'])
  assert.equal((await decide(on, first, 1, 'credit')).body['success'], 1)
  assert.equal((await decide(on, first, 1, 'credit')).body['code'], 'desk.same_operator')
  await on.lookAll()
  assert.equal((await readChainDeposit(on.database, 1)).alarm, 'in_suspense')
  assert.equal((await decide(on, second, 1, 'credit')).body['success'], 1)
  await on.lookAll()
  const full = await readChainDeposit(on.database, 1)
  assert.deepEqual([full.state, full.alarm], ['crediting', 'no_room'])
  assert.equal(await on.bitcoinOf(on.owner.userId), 0)
  const money = { accountId: rich.userId, currencyId: 2, amount: currencyUnits(50_000) }
  const cause = { reason: 'withdrawal', source: 'test:1' }
  const leave = { kind: 'debit', ...money, railId: custodyAccounts.simulation, ...cause } as const
  assert.equal((await on.engine.submit(leave, null)).status, 'accepted')
  await on.lookAll()
  const row = await readChainDeposit(on.database, 1)
  assert.deepEqual([row.state, row.alarm], ['credited', null])
  await on.lookAll()
  assert.equal(await on.bitcoinOf(on.owner.userId), 50_000)
  assert.equal(await on.bitcoinOf(houseAccounts.suspense), 0)
  assert.equal(await on.bitcoinOf(custodyAccounts.bitcoin), -50_000)
  await on.database.query(`update wallets.chain_deposit set updated_at = now() - interval '1 hour'`)
  const lines: string[] = []
  assert.ok(await auditWallets(on.databaseUrl, (line) => lines.push(line)), lines.join('\n'))
})

test('ATT-80 R-08: a granted amount is reversed like any credit, and its next life is credited again', async (t) => {
  const on = await deskOf(t)
  const rich = await suspended(on)
  for (const by of on.operators) await decide(on, by, 1, 'credit')
  const money = { accountId: rich.userId, currencyId: 2, amount: currencyUnits(100_000) }
  const cause = { reason: 'withdrawal', source: 'test:1' }
  const leave = { kind: 'debit', ...money, railId: custodyAccounts.simulation, ...cause } as const
  assert.equal((await on.engine.submit(leave, null)).status, 'accepted')
  await on.lookAll()
  await on.see(block(2, 'other', [], 'main'), block(3, 'other'), block(4, 'other'))
  await on.lookAll()
  assert.equal((await readChainDeposit(on.database, 1)).state, 'claimed_back')
  assert.equal(await on.bitcoinOf(on.owner.userId), 0)
  await on.see(block(5, 'other', [output('a', 0, 'putri', 50_000)]), block(6, 'other'))
  await on.lookAll()
  const back = await readChainDeposit(on.database, 1)
  assert.deepEqual([back.state, back.life, back.suspenseUnits], ['credited', 2, null])
  assert.equal(await on.bitcoinOf(on.owner.userId), 50_000)
  assert.equal(await on.bitcoinOf(custodyAccounts.bitcoin), -50_000)
})

test('DEC-40 SRV-64 INV-22: a deposit for a deleted account is not credited, and two operators set it aside', async (t) => {
  const on = await deskOf(t)
  await on.see(block(0, 'main'), block(1, 'main'))
  await on.see(block(2, 'main', [output('a', 0, 'putri', 50_000)]))
  await on.database.query('update accounts.users set deleted_at = now() where id = $1', [
    on.owner.userId,
  ])
  await on.see(block(3, 'main'), block(4, 'main'))
  await on.lookAll()
  const left = await readChainDeposit(on.database, 1)
  assert.deepEqual(
    [left.state, left.cause, left.alarm],
    ['held', 'account_deleted', 'account_deleted'],
  )
  assert.deepEqual([(await shown(on, 1)).can, await countOf(on, 'held')], [['set_aside', 'ask'], 1])
  const booked = await on.database.query(`select 1 from exchange.transfer`)
  assert.equal(booked.rows.length, 0)
  for (const by of on.operators) await decide(on, by, 1, 'set_aside')
  await on.lookAll()
  const row = await readChainDeposit(on.database, 1)
  assert.deepEqual([row.state, row.cause, row.alarm], ['held', 'set_aside', null])
  assert.equal(await countOf(on, 'held'), 0)
})

test('INV-22: the audit reports a ruling without two operators', async (t) => {
  const on = await deskOf(t)
  const id = await reversed(on)
  const audited = async () => {
    const lines: string[] = []
    const isGood = await auditWallets(on.databaseUrl, (line) => lines.push(line))
    return isGood ? '' : lines.join('\n')
  }
  const [first, second] = on.operators
  await decide(on, first, id, 'release')
  await decide(on, second, id, 'release')
  await on.lookAll()
  assert.equal(await audited(), '')
  await on.database.query('update wallets.chain_deposit set set_aside_at = now()')
  const findings = await audited()
  assert.match(findings, /Chain deposit 1 was ruled about \(chain_deposit\.set_aside\) by 0\./)
})

test('H-2 INV-22 ATT-97: a forged ruling releases nothing and is removed from its row', async (t) => {
  const on = await deskOf(t)
  const id = await reversed(on)
  const [first, second] = on.operators
  // Before the next pass, the row of the deposit releases no payout; nor does its state.
  const held = () => findAccountHold(on.database, testKeys, on.owner.userId)
  const isNotified = async () =>
    (await unprovenHolds(on.database, testKeys)).includes(`${on.owner.userId}`)
  assert.equal(await isNotified(), false)
  await on.database.query(`update wallets.chain_deposit set state = 'credited'`)
  assert.deepEqual([await held(), await isNotified()], ['account_held', true])
  await on.database.query(
    `update wallets.chain_deposit set state = 'claimed_back', released_life = life`,
  )
  assert.deepEqual([await held(), await isNotified()], ['account_held', true])
  await on.lookAll()
  assert.deepEqual([await held(), await isNotified()], ['account_held', false])
  assert.equal(await on.holdRefusal(), 'account.suspended')
  const row = await readChainDeposit(on.database, id)
  assert.deepEqual([row.releasedLife, row.alarm], [0, 'votes_unproven'])
  assert.deepEqual((await shown(on, id)).can, ['release', 'ask'])
  // One vote, and a row that claims a second one, are not two votes.
  await decide(on, first, id, 'release')
  await on.database.query(
    `insert into wallets.approval (kind, row_id, decision, operator_id, reason)
     values ('chain_deposit', $1, 'release', $2, 'Put here.')`,
    [id, second.userId],
  )
  const third = await personAt(on, 'Citra')
  await makeOperator(on.database, third, 'finance')
  await on.lookAll()
  assert.equal((await shown(on, id)).approvals.length, 1)
  assert.equal(await on.holdRefusal(), 'account.suspended')
  await decide(on, third, id, 'release')
  assert.deepEqual([await held(), await isNotified()], [null, false])
  await on.lookAll()
  assert.equal(await on.holdRefusal(), 'balance.insufficient')
})

test('H-2 R-08 ATT-97: a forged agreement grants no suspended amount', async (t) => {
  const on = await deskOf(t)
  const rich = await suspended(on)
  const money = { accountId: rich.userId, currencyId: 2, amount: currencyUnits(100_000) }
  const cause = { reason: 'withdrawal', source: 'test:1' }
  const leave = { kind: 'debit', ...money, railId: custodyAccounts.simulation, ...cause } as const
  assert.equal((await on.engine.submit(leave, null)).status, 'accepted')
  await on.database.query('update wallets.chain_deposit set granted_life = life')
  await on.lookAll()
  assert.equal(await on.bitcoinOf(on.owner.userId), 0)
  assert.equal((await readChainDeposit(on.database, 1)).alarm, 'votes_unproven')
  for (const by of on.operators) await decide(on, by, 1, 'credit')
  await on.lookAll()
  assert.equal(await on.bitcoinOf(on.owner.userId), 50_000)
})

test('DEC-129: operators cannot rule about their own deposits or without the role', async (t) => {
  const on = await deskOf(t)
  const id = await reversed(on)
  await makeOperator(on.database, on.owner, 'risk')
  assert.equal((await decide(on, on.owner, id, 'release')).body['code'], 'desk.own_case')
  const reader = await personAt(on, 'Adi')
  await makeOperator(on.database, reader, 'support')
  assert.equal((await decide(on, reader, id, 'release')).status, 403)
})
