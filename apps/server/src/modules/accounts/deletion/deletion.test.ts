import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Command } from '@tukar/core'
import { derivedCommandId, type Engine } from '../../../engine/index.ts'
import { creditOf, placeOf } from '../../../engine/testing/listing.ts'
import { engineFor, freshId, type Rig, startRig } from '../../../engine/testing/rig.ts'
import { tablesFollow } from '../../../engine/testing/tables.ts'
import {
  type TestAnswer,
  ask,
  type Desk,
  deskOn,
  type Person,
  personAt,
} from '../../../testing/desk.ts'
import { figuresIn } from '../../../testing/verified.ts'
import { reversedDeposit } from '../../wallets/chains/testing/coins.ts'
import { findAccountHold, openTransfersOf } from '../../wallets/index.ts'
import { createDeletions, type DeletedPerson, type Deletions } from './deletion.ts'
import { registerDeletion } from './deletion-routes.ts'
import { registerProfile } from '../profile/profile-routes.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Set = Desk & {
  readonly engine: Engine
  readonly deletions: Deletions
  readonly gone: DeletedPerson[]
  /** The user whose deletion fails in another module. */
  readonly trouble: { of: number | null }
  /** A hook that runs once, right after the check whether an account is held. */
  readonly meanwhile: { happens: (() => Promise<void>) | null }
  readonly citra: Person
}

const rupiah = 1
const bitcoin = 2
const given = { rupiah: 5_000_000_000, bitcoin: 2_000_000 }
const leastSale = 1_000_000

async function setUp(context: TestContext, isSimulation = true): Promise<Set> {
  const databaseUrl = await rig.database()
  const engine = await engineFor(context, databaseUrl)
  const desk = await deskOn(context, databaseUrl)
  const gone: DeletedPerson[] = []
  const trouble: Set['trouble'] = { of: null }
  const meanwhile: Set['meanwhile'] = { happens: null }
  const deletions = createDeletions({
    ...desk,
    engine,
    isSimulation,
    currencyOf: (currencyId) =>
      currencyId === rupiah ? { symbol: 'IDR', decimals: 2 } : { symbol: 'BTC', decimals: 8 },
    countOpenTransfers: (userId) => openTransfersOf(desk.database, userId),
    async isHeld(userId) {
      const hold = await findAccountHold(desk.database, desk.keys, userId)
      const { happens } = meanwhile
      meanwhile.happens = null
      await happens?.()
      return hold !== null
    },
    minimumSaleOf: (currencyId) => (currencyId === rupiah ? leastSale : 600),
    async onDeleted(_, person) {
      if (person.userId === trouble.of) throw new Error('not now')
      gone.push(person)
    },
  })
  registerDeletion(desk.http, { ...desk, deletions })
  registerProfile(desk.http, { ...desk, identityFiguresOf: figuresIn(desk.database) })
  const citra = await personAt(desk, 'Citra')
  return { ...desk, engine, deletions, gone, trouble, meanwhile, citra }
}

/** Gives a user the starting funds, as rows that wait to be booked. */
async function giveFunds({ database }: Desk, userId: number): Promise<void> {
  await database.query(
    `insert into accounts.starting_fund (user_id, currency_id, amount)
     values ($1, $2, $3), ($1, $4, $5)`,
    [userId, rupiah, given.rupiah, bitcoin, given.bitcoin],
  )
}

const leave = (set: Desk, token: string, reason = 'I am done'): Promise<TestAnswer> =>
  ask(set, 'POST', '/users/delete-account', { token, body: { reason } })

async function submit(engine: Engine, accountId: number, command: Command): Promise<void> {
  const { status } = await engine.submit(command, freshId(accountId, command))
  assert.equal(status, 'accepted')
}

async function holdingsOf({ database, engine }: Set, userId: number): Promise<readonly unknown[]> {
  await tablesFollow(engine, userId)
  const found = await database.query(
    `select currency_id, available, held from exchange.balance
     where account_id = $1 and (available <> 0 or held <> 0)`,
    [userId],
  )
  return found.rows
}

async function assertRefused(set: Set, answer: TestAnswer, code: string): Promise<void> {
  assert.deepEqual([answer.status, answer.body['success'], answer.body['code']], [200, 0, code])
  // The account is unchanged: its owner can trade.
  const { userId, token } = set.citra
  assert.equal((await ask(set, 'GET', '/users/mydata', { token })).status, 200)
  await submit(set.engine, userId, creditOf(userId, rupiah, 10_000_000_000))
  await submit(set.engine, userId, placeOf(userId, 'buy', 150_000_000_000, 10_000))
}

test('DEL-03 DEC-40 SRV-23: an account with its starting funds alone is deleted, and the funds return', async (t) => {
  const set = await setUp(t)
  const { userId, token, email } = set.citra
  await giveFunds(set, userId)
  const otherToken = await set.sessions.open(userId)
  assert.equal((await ask(set, 'GET', '/users/mydata', { token: otherToken })).status, 200)
  const answer = await leave(set, token)
  assert.deepEqual([answer.status, answer.body['success']], [200, 1])
  assert.equal(answer.body['msg'], 'Your account is deleted.')
  assert.equal((await ask(set, 'GET', '/users/mydata', { token })).status, 401)
  assert.equal((await ask(set, 'GET', '/users/mydata', { token: otherToken })).status, 401)
  assert.deepEqual(await holdingsOf(set, userId), [])
  assert.deepEqual(set.gone, [{ userId, email, fullName: 'Citra', language: 'en' }])
  // Custody owes nothing: all deposits were paid out.
  assert.deepEqual(await holdingsOf(set, 100), [])
})

test('DEC-40 ATT-20: all personal data is removed, and all records stay', async (t) => {
  const set = await setUp(t)
  const { userId, token, email } = set.citra
  await giveFunds(set, userId)
  await leave(set, token, 'Too many orders')
  await tablesFollow(set.engine, userId)
  const user = await set.database.query(
    'select u::text as row from accounts.users u where id = $1',
    [userId],
  )
  assert.equal(user.rows.length, 1)
  assert.doesNotMatch(JSON.stringify(user.rows), /citra/i)
  const stored = await set.database.query<{ transfers: number; reason: string; events: number }>(
    `select (select count(*) from exchange.transfer where $1 in (from_account_id, to_account_id))
         as transfers,
       (select reason from accounts.deletion where user_id = $1 and state = 'done') as reason,
       (select count(*) from security.event where account_id = $1 and kind = 'account.deleted')
         as events`,
    [userId],
  )
  assert.deepEqual(stored.rows, [{ transfers: 4, reason: 'Too many orders', events: 1 }])
  // The address is free for another account.
  const again = await personAt(set, 'Citra')
  assert.equal(again.email, email)
  assert.notEqual(again.userId, userId)
})

test('ATT-33 DEL-01: a reason that the database cannot store, or that is expensive to normalize, is refused', async (t) => {
  const set = await setUp(t)
  const heap = `a${'\u0315\u0300'.repeat(2_000)}`
  for (const reason of [heap, 'a\0b', '\ud800']) {
    await assertRefused(set, await leave(set, set.citra.token, reason), 'deletion.reason_letter')
  }
})

test('DEL-01 SRV-23: a reason of 1 to 500 characters and a session are required', async (t) => {
  const set = await setUp(t)
  for (const reason of ['', '   ', '\u200b']) {
    await assertRefused(set, await leave(set, set.citra.token, reason), 'deletion.reason')
  }
  const long = await leave(set, set.citra.token, 'x'.repeat(501))
  await assertRefused(set, long, 'deletion.reason_long')
  assert.equal((await leave(set, 'x'.repeat(43))).status, 401)
  const { status } = await ask(set, 'POST', '/users/delete-account', {
    token: set.citra.token,
    body: {},
  })
  assert.equal(status, 400)
})

test('DEC-40 ATT-20: an account with an open order stays, and can trade', async (t) => {
  const set = await setUp(t)
  const { userId, token } = set.citra
  await giveFunds(set, userId)
  await submit(set.engine, userId, creditOf(userId, rupiah, 1_000_000_000))
  await submit(set.engine, userId, placeOf(userId, 'buy', 150_000_000_000, 10_000))
  const answer = await leave(set, token)
  assert.match(String(answer.body['msg']), /open orders: 1\./)
  await assertRefused(set, answer, 'deletion.open_orders')
})

test('DEC-40 DEL-03: all obstacles are named at once, and money held by an order only once', async (t) => {
  const set = await setUp(t)
  const { userId, token } = set.citra
  await giveFunds(set, userId)
  await submit(set.engine, userId, creditOf(userId, rupiah, 1_000_000_000))
  await submit(set.engine, userId, creditOf(userId, bitcoin, 5_000))
  await submit(set.engine, userId, placeOf(userId, 'buy', 150_000_000_000, 10_000))
  const answer = await leave(set, token)
  const obstacles = answer.body['obstacles']
  assert.ok(Array.isArray(obstacles))
  assert.deepEqual(
    obstacles.map((one: { code: string; params: object }) => [one.code, one.params]),
    [
      ['deletion.open_orders', { count: 1 }],
      ['deletion.balance', { amount: '10000000.00 IDR' }],
      ['deletion.balance', { amount: '0.00005000 BTC' }],
    ],
  )
  assert.match(String(answer.body['msg']), /open orders: 1\..*10\.000\.000 IDR.*0,00005 BTC/)
  await assertRefused(set, answer, 'deletion.open_orders')
})

test('DEC-40 ATT-20: an account with more than its starting funds stays; an amount too small to sell is returned', async (t) => {
  const set = await setUp(t)
  const { userId, token } = set.citra
  await giveFunds(set, userId)
  await submit(set.engine, userId, creditOf(userId, rupiah, leastSale))
  const answer = await leave(set, token)
  assert.equal(
    answer.body['msg'],
    'You still have 10.000 IDR. Sell or withdraw it first, then delete the account.',
  )
  assert.equal(answer.body['code'], 'deletion.balance')
  const dewi = await personAt(set, 'Dewi')
  await giveFunds(set, dewi.userId)
  await submit(set.engine, dewi.userId, creditOf(dewi.userId, rupiah, leastSale - 1))
  assert.equal((await leave(set, dewi.token)).body['success'], 1)
  assert.deepEqual(await holdingsOf(set, dewi.userId), [])
  await assertRefused(set, await leave(set, token), 'deletion.balance')
})

test('DEC-40 ATT-20: an account with a transfer in progress stays', async (t) => {
  const set = await setUp(t)
  const { userId, token } = set.citra
  await submit(set.engine, userId, creditOf(userId, rupiah, 100_000))
  const cause = { reason: 'withdrawal', source: 'test:1' }
  const hold = { kind: 'hold', accountId: userId, currencyId: rupiah, amount: 100_000, ...cause }
  await submit(set.engine, userId, hold as unknown as Command)
  await assertRefused(set, await leave(set, token), 'deletion.in_process')
})

test('DEC-40: an account with a deposit that can still be paid stays', async (t) => {
  const set = await setUp(t)
  const { userId, token } = set.citra
  const change = (state: string) =>
    set.database.query('update wallets.deposit set state = $1', [state])
  await set.database.query(
    `insert into wallets.deposit (user_id, currency_id, rail_id, amount, description, reference,
       request_id, request_hash, language, state)
     values ($1, 1, 101, 1000000, 'deposit', 'deposit-1', gen_random_uuid(), '', 'en', 'pending')`,
    [userId],
  )
  for (const state of ['created', 'pending', 'paid', 'quarantined']) {
    await change(state)
    assert.equal((await leave(set, token)).body['code'], 'deletion.open_transfers', state)
  }
  await change('expired')
  assert.equal((await leave(set, token)).body['success'], 1)
})

test('DEC-40: an account with incoming coins stays until they are credited or too few', async (t) => {
  const set = await setUp(t)
  const { userId, token } = set.citra
  const change = (state: string) =>
    set.database.query('update wallets.chain_deposit set state = $1', [state])
  await set.database.query(
    `insert into wallets.chain_cursor (chain, genesis_hash) values ('bitcoin', 'main-0')`,
  )
  await set.database.query(
    `insert into wallets.chain_deposit (chain, user_id, currency_id, txid, output_index, to_address,
       amount, is_coinbase, units, state)
     values ('bitcoin', $1, 2, 'aa', 0, 'x', 9, false, 9, 'seen')`,
    [userId],
  )
  for (const state of ['seen', 'confirming', 'held', 'crediting']) {
    await change(state)
    assert.equal((await leave(set, token)).body['code'], 'deletion.open_transfers', state)
  }
  await change('too_small')
  assert.equal((await leave(set, token)).body['success'], 1)
})

test('DEC-40: in live mode there are no starting funds, and any balance keeps the account', async (t) => {
  const set = await setUp(t, false)
  const { userId, token } = set.citra
  await submit(set.engine, userId, creditOf(userId, rupiah, 1))
  await assertRefused(set, await leave(set, token), 'deletion.balance')
})

test('ATT-20: a session that is not fresh cannot delete the account', async (t) => {
  const set = await setUp(t)
  const { userId, token } = set.citra
  await set.database.query(
    `update accounts.session set created_at = now() - interval '16 minutes' where user_id = $1`,
    [userId],
  )
  await assertRefused(set, await leave(set, token), 'deletion.sign_in_again')
})

test('R-41 R-43: demo people and suspended accounts stay', async (t) => {
  const set = await setUp(t)
  const { userId, token } = set.citra
  await submit(set.engine, userId, { kind: 'suspend_account', accountId: userId })
  assert.equal((await leave(set, token)).body['code'], 'deletion.suspended')
  await submit(set.engine, userId, { kind: 'resume_account', accountId: userId })
  await set.database.query(`update accounts.users set demo_name = 'Citra' where id = $1`, [userId])
  await assertRefused(set, await leave(set, token), 'deletion.demo_person')
})

test('ATT-20: of many concurrent deletions one succeeds, and the funds return once', async (t) => {
  const set = await setUp(t)
  const { userId, token } = set.citra
  await giveFunds(set, userId)
  const answers = await Promise.all(Array.from({ length: 8 }, () => leave(set, token)))
  assert.equal(answers.filter(({ body }) => body['success'] === 1).length, 1)
  assert.equal(set.gone.length, 1)
  assert.deepEqual(await holdingsOf(set, 100), [])
})

test('FLT-39 DEC-40: an interrupted deletion is canceled, or completed if it was decided', async (t) => {
  const set = await setUp(t)
  const { citra, database, engine, deletions } = set
  const dewi = await personAt(set, 'Dewi')
  for (const { userId } of [citra, dewi]) {
    await submit(engine, userId, creditOf(userId, rupiah, 1_000_000_000))
    await submit(engine, userId, { kind: 'suspend_account', accountId: userId })
  }
  await database.query(
    `insert into accounts.deletion (user_id, reason, language, state)
     values ($1, 'done', 'en', 'checking'), ($2, 'done', 'id', 'returning')`,
    [citra.userId, dewi.userId],
  )
  await deletions.resume(0)
  await submit(engine, citra.userId, placeOf(citra.userId, 'buy', 150_000_000_000, 10_000))
  assert.deepEqual(await holdingsOf(set, dewi.userId), [])
  assert.deepEqual(
    set.gone.map(({ userId, language }) => [userId, language]),
    [[dewi.userId, 'id']],
  )
  await deletions.resume(0)
  assert.equal(set.gone.length, 1)
})

test('FLT-39 DEC-40: a deletion that fails blocks no other, and is tried again', async (t) => {
  const set = await setUp(t)
  const { citra, database, engine, deletions } = set
  const dewi = await personAt(set, 'Dewi')
  for (const { userId } of [citra, dewi]) {
    await submit(engine, userId, creditOf(userId, rupiah, 1_000_000_000))
    await submit(engine, userId, { kind: 'suspend_account', accountId: userId })
  }
  await database.query(
    `insert into accounts.deletion (user_id, reason, language, state)
     values ($1, 'done', 'en', 'returning'), ($2, 'done', 'id', 'returning')`,
    [citra.userId, dewi.userId],
  )
  set.trouble.of = citra.userId
  await deletions.resume(0)
  assert.deepEqual(
    set.gone.map(({ userId }) => userId),
    [dewi.userId],
  )
  set.trouble.of = null
  await deletions.resume(0)
  assert.deepEqual(
    set.gone.map(({ userId }) => userId),
    [dewi.userId, citra.userId],
  )
})

/** Whether an order of the user is accepted. */
async function orderAnswer({ engine, citra }: Set): Promise<string> {
  const command = placeOf(citra.userId, 'buy', 150_000_000_000, 10_000)
  const outcome = await engine.submit(command, freshId(citra.userId, command))
  return outcome.status === 'refused' ? outcome.code : outcome.status
}

test('DEC-40 ATT-80: a canceled deletion does not resume an account that a deposit holds', async (t) => {
  const set = await setUp(t)
  const { citra, database, engine } = set
  const { userId, token } = citra
  await submit(engine, userId, creditOf(userId, rupiah, 10_000_000_000))
  // The reversal is recorded first, and then holds the account.
  const takesBack = async () => {
    await reversedDeposit(database, userId)
    await submit(engine, userId, { kind: 'suspend_account', accountId: userId })
  }
  set.meanwhile.happens = takesBack
  assert.equal((await leave(set, token)).body['code'], 'deletion.balance')
  assert.equal(set.meanwhile.happens, null)
  assert.equal(await orderAnswer(set), 'account.suspended')
  const left = await database.query('select 1 from accounts.deletion')
  assert.equal(left.rows.length, 0)
})

test('FLT-39 ATT-80: nor does an interrupted one, before the check or after the resume', async (t) => {
  for (const isResumed of [false, true]) {
    const set = await setUp(t)
    const { citra, database, engine, deletions } = set
    const { userId } = citra
    await submit(engine, userId, creditOf(userId, rupiah, 10_000_000_000))
    const made = await database.query<{ id: number }>(
      `insert into accounts.deletion (user_id, reason, language, state)
       values ($1, 'done', 'en', 'checking') returning id`,
      [userId],
    )
    await submit(engine, userId, { kind: 'suspend_account', accountId: userId })
    await reversedDeposit(database, userId)
    if (isResumed) {
      const command = { kind: 'resume_account', accountId: userId } as const
      await engine.submit(command, derivedCommandId(`deletion:${made.rows[0]?.id}:resume`))
      assert.equal(await orderAnswer(set), 'accepted')
    }
    await deletions.resume(0)
    assert.equal(await orderAnswer(set), 'account.suspended')
    assert.equal((await database.query('select 1 from accounts.deletion')).rows.length, 0)
  }
})

test('SRV-08: security events are append-only', async (t) => {
  const { database, citra } = await setUp(t)
  await database.query(`insert into security.event (account_id, kind) values ($1, 'test')`, [
    citra.userId,
  ])
  for (const change of [
    'update security.event set kind = $1',
    'delete from security.event where kind = $1',
  ]) {
    await assert.rejects(database.query(change, ['test']), /only ever added/)
  }
})
