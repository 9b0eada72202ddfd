/** A month of the bonus from its first order to its payment, with a clock of the test. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Command } from '@tukar/core'
import type { DeskBonus } from '@tukar/wire'
import { notStarted } from '../../engine/index.ts'
import { creditOf, placeOf } from '../../engine/testing/listing.ts'
import { fallBehind } from '../../engine/testing/lag.ts'
import { engineFor, freshId, keptTimeMs, type Rig, startRig } from '../../engine/testing/rig.ts'
import { tablesFollow } from '../../engine/testing/tables.ts'
import { createMail } from '../../platform/mail/mail.ts'
import { proveFact } from '../../platform/secrets/proven-facts.ts'
import { testKeys } from '../../platform/secrets/testing/secrets.ts'
import { ask, deskOn, type Person, personAt } from '../../testing/desk.ts'
import { openLiveSettings } from '../settings/index.ts'
import { auditBonus } from './audit-run.ts'
import { candidatesOf, countOrdersOf } from './counting.ts'
import { closeMonths, registerBonusDesk, registerBonusRoutes } from './index.ts'
import { countWaiting } from './month-store.ts'
import {
  promiseMonth,
  proveEarlierBonuses,
  readRecordedMonth,
  recordMonth,
  unprovenBonuses,
} from './month-proofs.ts'
import { payMonth, type BonusPaymentDeps } from './paying.ts'
import { monthOf, periodAt } from './period.ts'
import { consoleOn, operatorAt } from '../../testing/operators.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const price = 165_000_000_000
const houseTrader = 900
const target = 30
type Row = Readonly<Record<string, unknown>>

/** An exchange whose month ends when the test says so. */
async function setUp(context: TestContext, amount = 2_500_000) {
  const databaseUrl = await rig.database()
  const engine = await engineFor(context, databaseUrl, { firstTimeMs: keptTimeMs })
  const own = await deskOn(context, databaseUrl)
  const { database, sessions, http, keys } = own
  const period = periodAt(keptTimeMs)
  const set = { nowMs: keptTimeMs, amount }
  const clock = () => set.nowMs
  const terms = { isOn: () => set.amount > 0, amount: () => set.amount }
  const mail = createMail(testKeys)
  const deps = { database, engine, keys, mail, origin: 'https://tukar.example', clock, terms }
  const desk = consoleOn(context, own)
  registerBonusDesk(http, desk, deps)
  const live = await openLiveSettings(database, keys)
  registerBonusRoutes(http, { database, keys, engine, guard: sessions, clock, live })
  const submit = async (accountId: number, command: Command) => {
    const outcome = await engine.submit(command, freshId(accountId, command))
    assert.equal(outcome.status, 'accepted', JSON.stringify(outcome))
  }
  /** Enough for all orders of a test, and far below the maximum supply. */
  const fund = async (accountId: number) => {
    await submit(accountId, creditOf(accountId, 1, 100_000_000_000))
    await submit(accountId, creditOf(accountId, 2, 1_000_000_000))
  }
  await fund(houseTrader)
  const operator = (name: string) => operatorAt(own, name, 'finance')
  let requests = 0
  return {
    ...own,
    engine,
    deps,
    changes: desk.changes,
    set,
    startMs: period.startMs,
    endMs: period.endMs,
    month: monthOf(period.startMs),
    operator,
    /** A user; verified if an identity is given. */
    async trader(name: string, identity: string | null) {
      const person = await personAt(own, name)
      await fund(person.userId)
      if (identity !== null) {
        await database.query(
          `insert into kyc.record (user_id, kind, state, number_index)
           values ($1, 'indonesia', 'approved', $2)`,
          [person.userId, Buffer.from(identity)],
        )
        await proveFact(database, keys, 'verified', person.userId)
      }
      return person
    },
    /** A number of orders of one user, each filled by the other. */
    async trade(one: number, other: number, orders: number) {
      for (let no = 0; no < orders; no += 1) {
        await submit(other, placeOf(other, 'sell', price, 100_000))
        await submit(one, placeOf(one, 'buy', price, 100_000))
      }
      await tablesFollow(engine, one)
    },
    /** A number of orders of one user, each filled by the other except a small part by a market maker. */
    async tradeMixed(one: number, other: number, orders: number) {
      for (let no = 0; no < orders; no += 1) {
        await submit(other, placeOf(other, 'sell', price, 90_000))
        await submit(houseTrader, placeOf(houseTrader, 'sell', price, 10_000))
        await submit(one, placeOf(one, 'buy', price, 100_000))
      }
      await tablesFollow(engine, one)
    },
    /** Ends the month; two servers close it at once, and then again. */
    async endMonth() {
      await closeMonths(deps)
      set.nowMs = period.endMs + 3_600_000
      await Promise.all([closeMonths(deps), closeMonths(deps)])
      await closeMonths(deps)
    },
    async bonusFor({ token }: Person): Promise<DeskBonus> {
      const { body } = await ask(own, 'GET', '/desk/bonus', { token })
      return body['data'] as DeskBonus
    },
    async change({ token }: Person, kind: string, input: object): Promise<Row> {
      requests += 1
      const answer = await http.inject({
        method: 'POST',
        url: '/desk/changes',
        headers: {
          jwt: token,
          'idempotency-key': `01990000-0000-7000-8000-${String(requests).padStart(12, '0')}`,
        },
        payload: { kind, input, reason: 'the month is over' },
      })
      return answer.json<Row>()
    },
    async rupiahOf(accountId: number): Promise<number> {
      await tablesFollow(engine, accountId)
      const found = await database.query<{ available: number }>(
        'select available from exchange.balance where account_id = $1 and currency_id = 1',
        [accountId],
      )
      return found.rows[0]?.available ?? 0
    },
    async count(text: string): Promise<number | undefined> {
      const query = `select count(*)::int as n from ${text}`
      return (await database.query<{ n: number }>(query)).rows[0]?.n
    },
  }
}

const statusOf = (answer: Row) => (answer['data'] as Row | undefined)?.['status']

test('SRV-85 SRV-87 ATT-64 BONUS-01: a user who filled 30 orders of the month is paid once; wash trades and unverified users are not paid', async (t) => {
  const the = await setUp(t)
  const citra = await the.trader('Citra', 'a')
  const dewi = await the.trader('Dewi', 'b')
  const eka = await the.trader('Eka', 'c')
  const fajar = await the.trader('Fajar', null)
  // Set to approved in the database, the user is still not approved.
  await the.database.query(
    `insert into kyc.record (user_id, kind, state, number_index) values ($1, 'indonesia', 'approved', 'f')`,
    [fajar.userId],
  )
  const gita = await the.trader('Gita', 'd')
  await the.trade(citra.userId, houseTrader, target)
  await the.trade(dewi.userId, eka.userId, target)
  await the.trade(fajar.userId, houseTrader, target)
  await the.trade(gita.userId, houseTrader, target - 1)
  await the.endMonth()
  const rani = await the.operator('Rani')
  const { month, entries, waiting_sum: sum } = await the.bonusFor(rani)
  assert.equal(month, the.month)
  assert.deepEqual(
    entries.map((one) => [one.user_id, one.counted, one.state, one.reason]),
    [
      [citra.userId, 30, 'waiting', null],
      [dewi.userId, 5, 'excluded', 'same_people'],
      [eka.userId, 5, 'excluded', 'same_people'],
      [fajar.userId, 30, 'excluded', 'not_verified'],
    ],
  )
  assert.equal(sum, '25000.00')
  const before = await the.rupiahOf(citra.userId)
  const paid = await the.change(rani, 'bonus.month', { month: the.month })
  assert.equal(statusOf(paid), 'applied', JSON.stringify(paid))
  assert.equal((await the.rupiahOf(citra.userId)) - before, 2_500_000)
  const again = await the.change(rani, 'bonus.month', { month: the.month })
  assert.equal(again['code'], 'bonus.nobody')
  await payMonth(the.deps, the.startMs, 99)
  assert.equal((await the.rupiahOf(citra.userId)) - before, 2_500_000)
  assert.equal(await the.count(`notifications.notice where kind = 'bonus_paid'`), 1)
  assert.equal(await the.count(`mail.outbox where template = 'bonus_paid'`), 1)
  assert.equal(await the.count(`exchange.transfer where reason = 'bonus'`), 2)
  assert.equal(await auditBonus(the.databaseUrl, () => {}), true)
  const lines: string[] = []
  await the.database.query('update bonus.month set amount = amount + 1')
  assert.equal(await auditBonus(the.databaseUrl, (line) => lines.push(line)), false)
  assert.match(lines.at(-1) ?? '', /is paid: 2500000 of 2500001 was given/)
  await the.database.query('update bonus.month set amount = amount - 1')
  const { body } = await ask(the, 'GET', '/bonus/current-period', { token: citra.token })
  assert.deepEqual((body['data'] as Row)['last_month'], {
    month: the.month,
    state: 'paid',
    reason: null,
    amount: '25000.00',
  })
})

test('ATT-100 INV-14 INV-22: no payment exceeds the fee income, large ones need two operators, and no operator pays themselves', async (t) => {
  const the = await setUp(t, 1_000_000_000)
  const citra = await the.trader('Citra', 'a')
  await the.trade(citra.userId, houseTrader, target)
  await the.endMonth()
  const [rani, sari] = [await the.operator('Rani'), await the.operator('Sari')]
  const asked = { month: the.month }
  const before = await the.rupiahOf(citra.userId)
  const short = await the.change(rani, 'bonus.month', asked)
  assert.equal(short['code'], 'bonus.uncovered')
  assert.equal(await the.count(`exchange.transfer where reason = 'bonus'`), 0)
  await fundHouse(the)
  const own = await the.operator('Tono')
  const sayEntitled = async ({ userId }: Person) => {
    const entitled = [{ userId, filled: target, counted: target }]
    const month = { state: 'closed', amount: 1_000_000_000, entitled } as const
    await recordMonth(the.database, the.keys, the.startMs, month)
  }
  await sayEntitled(own)
  assert.equal((await the.change(own, 'bonus.month', asked))['code'], 'desk.own_case')
  await sayEntitled(citra)
  const proposed = await the.change(rani, 'bonus.month', asked)
  assert.equal(statusOf(proposed), 'waiting')
  assert.equal(await the.rupiahOf(citra.userId), before)
  const id = String((proposed['data'] as Row)['id'])
  const decide = ({ token }: Person) =>
    ask(the, 'POST', `/desk/changes/${id}/decide`, {
      token,
      body: { decision: 'confirm', reason: 'I counted them too' },
    })
  assert.equal((await decide(rani)).body['code'], 'desk.same_operator')
  assert.equal((await decide(sari)).body['success'], 1)
  assert.equal((await the.rupiahOf(citra.userId)) - before, 1_000_000_000)
})

test('INV-14: while rupiah is halted no month is paid, nor its rest; all of it is paid after the resume', async (t) => {
  const the = await setUp(t)
  const citra = await the.trader('Citra', 'a')
  await the.trade(citra.userId, houseTrader, target)
  await the.endMonth()
  await fundHouse(the)
  const rani = await the.operator('Rani')
  const asked = { month: the.month }
  await the.database.query(
    `insert into books.currency_halt (currency_id, check_name) values (1, 'entries')`,
  )
  assert.equal((await the.change(rani, 'bonus.month', asked))['code'], 'books.currency_stopped')
  // Interrupted during the payment.
  await assert.rejects(payMonth(the.deps, the.startMs, 1), { code: 'books.currency_stopped' })
  assert.equal(await the.count(`exchange.transfer where reason = 'bonus'`), 0)
  await the.database.query('update books.currency_halt set ended_at = now()')
  assert.equal(statusOf(await the.change(rani, 'bonus.month', asked)), 'applied')
})

test('ATT-100 INV-22: forged rows in the tables of bonuses are not paid, and the month is reported', async (t) => {
  const the = await setUp(t)
  const citra = await the.trader('Citra', 'a')
  const thief = await the.trader('Dewi', 'b')
  await the.trade(citra.userId, houseTrader, target)
  const unproven = () => unprovenBonuses(the.database, the.keys)
  await closeMonths(the.deps)
  // Before the month ends: another amount, and an inserted entry.
  await the.database.query('update bonus.month set amount = 90000000')
  await the.database.query(
    `insert into bonus.entry (starts_ms, user_id, filled, counted, state, identity)
     values ($1, $2, 30, 30, 'waiting', 'a')`,
    [the.startMs, thief.userId],
  )
  // A month without a promise.
  const past = periodAt(the.startMs - 1).startMs
  await the.database.query('insert into bonus.month (starts_ms, amount) values ($1, 90000000)', [
    past,
  ])
  assert.deepEqual((await unproven()).toSorted(), [monthOf(past), the.month])
  await the.endMonth()
  await fundHouse(the)
  const rani = await the.operator('Rani')
  const pastMonth = await the.change(rani, 'bonus.month', { month: monthOf(past) })
  assert.equal(pastMonth['code'], 'bonus.nobody')
  // After its end: another amount, more entries, and an exclusion without an operator.
  await the.database.query(
    'update bonus.month set amount = 90000000, closed_at = now() where starts_ms <= $1',
    [the.startMs],
  )
  await the.database.query(
    `insert into bonus.entry (starts_ms, user_id, filled, counted, state) values ($1, $2, 30, 30, 'waiting')`,
    [past, thief.userId],
  )
  await the.database.query(
    `update bonus.entry set state = 'excluded', reason = 'same_people' where user_id = $1`,
    [citra.userId],
  )
  assert.deepEqual((await unproven()).toSorted(), [monthOf(past), the.month])
  const [before, thiefBefore] = [await the.rupiahOf(citra.userId), await the.rupiahOf(thief.userId)]
  for (const month of [monthOf(past), the.month]) await the.change(rani, 'bonus.month', { month })
  await payMonth(the.deps, past, 1)
  assert.equal((await the.rupiahOf(citra.userId)) - before, 2_500_000)
  assert.equal(await the.rupiahOf(thief.userId), thiefBefore)
  assert.equal(await the.count(`exchange.transfer where reason = 'bonus'`), 2)
})

test('ATT-100: an excluded user is not paid, whatever the row says', async (t) => {
  const the = await setUp(t)
  const citra = await the.trader('Citra', 'a')
  await the.trade(citra.userId, houseTrader, target)
  await the.endMonth()
  await fundHouse(the)
  const rani = await the.operator('Rani')
  const input = { month: the.month, user_id: citra.userId }
  assert.equal(statusOf(await the.change(rani, 'bonus.exclude', input)), 'applied')
  assert.deepEqual(await unprovenBonuses(the.database, the.keys), [])
  await the.database.query(`update bonus.entry set state = 'waiting', reason = null`)
  assert.deepEqual(await unprovenBonuses(the.database, the.keys), [the.month])
  const paid = await the.change(rani, 'bonus.month', { month: the.month })
  assert.equal(paid['code'], 'bonus.nobody')
  await payMonth(the.deps, the.startMs, 1)
  assert.equal(await the.count(`exchange.transfer where reason = 'bonus'`), 0)
})

test('ATT-64: months from before there were proofs are recorded once by their rows, and paid', async (t) => {
  const the = await setUp(t)
  const citra = await the.trader('Citra', 'a')
  await the.database.query(
    'insert into bonus.month (starts_ms, amount, closed_at) values ($1, 2500000, now())',
    [the.startMs],
  )
  await the.database.query(
    `insert into bonus.entry (starts_ms, user_id, filled, counted, state) values ($1, $2, 31, 30, 'waiting')`,
    [the.startMs, citra.userId],
  )
  await proveEarlierBonuses(the.database, the.keys)
  assert.deepEqual(await readRecordedMonth(the.database, the.keys, the.startMs), {
    state: 'closed',
    amount: 2_500_000,
    entitled: [{ userId: citra.userId, filled: 31, counted: 30 }],
  })
  assert.deepEqual(await unprovenBonuses(the.database, the.keys), [])
})

test('ATT-64: an unapproved number does not make two users the same person', async (t) => {
  const the = await setUp(t)
  const [citra, dewi] = [await the.trader('Citra', 'a'), await the.trader('Dewi', null)]
  await the.database.query(
    `insert into kyc.record (user_id, kind, state, number_index) values ($1, 'indonesia', 'in_review', 'a')`,
    [dewi.userId],
  )
  await the.trade(citra.userId, dewi.userId, target)
  const found = await candidatesOf(the.deps, { startMs: the.startMs, endMs: the.endMs })
  assert.deepEqual(
    found.map(({ userId, counted, isVerified }) => [userId, counted, isVerified]),
    [
      [citra.userId, 5, true],
      [dewi.userId, 5, false],
    ],
  )
})

test('ATT-64: deleted accounts count as one counterparty, and a deleted user is not paid', async (t) => {
  const the = await setUp(t)
  const citra = await the.trader('Citra', 'a')
  await the.trade(citra.userId, houseTrader, 5)
  for (const name of ['Dewi', 'Eka', 'Fajar', 'Gita', 'Hana']) {
    // One accomplice: the number is free again after the previous account is deleted.
    const other = await the.trader(name, 'b')
    await the.trade(citra.userId, other.userId, 5)
    await the.database.query('update kyc.record set ended_at = now() where user_id = $1', [
      other.userId,
    ])
    await the.database.query('update accounts.users set deleted_at = now() where id = $1', [
      other.userId,
    ])
  }
  const wira = await the.trader('Wira', 'c')
  await the.trade(wira.userId, houseTrader, target)
  await the.endMonth()
  const rani = await the.operator('Rani')
  assert.deepEqual(
    (await the.bonusFor(rani)).entries.map((one) => [one.user_id, one.counted, one.reason]),
    [
      [citra.userId, 10, 'same_people'],
      [wira.userId, 30, null],
    ],
  )
  assert.equal((await countWaiting(the.database)).count, 1)
  await the.database.query('update accounts.users set deleted_at = now() where id = $1', [
    wira.userId,
  ])
  assert.equal((await countWaiting(the.database)).count, 0)
})

/** Fee income of the exchange, from elsewhere. */
async function fundHouse({
  engine,
}: {
  readonly engine: BonusPaymentDeps['engine']
}): Promise<void> {
  const command = {
    kind: 'adjust',
    fromAccountId: houseTrader,
    toAccountId: 1,
    currencyId: 1,
    amount: 2_000_000_000,
    reason: 'test',
    source: 'test',
  } as unknown as Command
  const { status } = await engine.submit(command, freshId(1, command))
  assert.equal(status, 'accepted')
}

test('SRV-87: an interrupted payment is completed by the next one, and paid once', async (t) => {
  const the = await setUp(t)
  const citra = await the.trader('Citra', 'a')
  const dewi = await the.trader('Dewi', 'b')
  for (const { userId } of [citra, dewi]) await the.trade(userId, houseTrader, target)
  await the.endMonth()
  const before = await the.rupiahOf(citra.userId)
  const dewiBefore = await the.rupiahOf(dewi.userId)
  const cut = { ...the.deps, mail: { send: () => Promise.reject(new Error('cut')) } }
  await assert.rejects(payMonth(cut, the.startMs, 1), /cut/)
  assert.equal(await the.count(`bonus.entry where state = 'paid'`), 0)
  await Promise.all([payMonth(the.deps, the.startMs, 1), payMonth(the.deps, the.startMs, 1)])
  assert.equal((await the.rupiahOf(citra.userId)) - before, 2_500_000)
  assert.equal((await the.rupiahOf(dewi.userId)) - dewiBefore, 2_500_000)
  assert.equal(await the.count(`bonus.entry where state = 'paid'`), 2)
  assert.equal(await the.count(`exchange.transfer where reason = 'bonus'`), 4)
  assert.equal(await the.count(`mail.outbox where template = 'bonus_paid'`), 2)
})

test('SRV-87 INV-14: a month interrupted between booking and recording continues with the rest, even if nothing else is left', async (t) => {
  const the = await setUp(t)
  const people = [
    await the.trader('Citra', 'a'),
    await the.trader('Dewi', 'b'),
    await the.trader('Eka', 'c'),
  ]
  for (const { userId } of people) await the.trade(userId, houseTrader, target)
  // The fee income is enough for each of them, and no more.
  const amount = Math.floor((await the.rupiahOf(1)) / people.length)
  the.set.amount = amount
  await the.endMonth()
  const before = await Promise.all(people.map(({ userId }) => the.rupiahOf(userId)))
  const { mail } = the.deps
  the.deps.mail = { ...mail, send: () => Promise.reject(new Error('cut')) }
  const rani = await the.operator('Rani')
  const cut = await the.change(rani, 'bonus.month', { month: the.month })
  assert.equal(statusOf(cut), 'applying', JSON.stringify(cut))
  await tablesFollow(the.engine, ...people.map(({ userId }) => userId))
  assert.equal(await the.count(`exchange.transfer where reason = 'bonus'`), 2)
  assert.equal(await the.count(`bonus.entry where state = 'paid'`), 0)
  the.deps.mail = mail
  await the.changes.finish()
  assert.equal(await the.count(`desk.change where status = 'applied'`), 1)
  const isPaidOnce = async () => {
    const now = await Promise.all(people.map(({ userId }) => the.rupiahOf(userId)))
    assert.deepEqual(
      now,
      before.map((units) => units + amount),
    )
    assert.equal(await the.count(`bonus.entry where state = 'paid'`), 3)
    assert.equal(await the.count(`exchange.transfer where reason = 'bonus'`), 6)
  }
  await isPaidOnce()
  // All payments were booked and none recorded; meanwhile nothing more may be paid, and one of the users
  // left.
  await the.database.query(
    `update bonus.entry set state = 'waiting', paid_at = null, change_id = null`,
  )
  await the.database.query(
    `insert into books.currency_halt (currency_id, check_name) values (1, 'entries')`,
  )
  await the.database.query('update accounts.users set deleted_at = now() where id = $1', [
    people[1]?.userId,
  ])
  await payMonth(the.deps, the.startMs, 2, 1)
  await isPaidOnce()
  assert.equal(await auditBonus(the.databaseUrl, () => {}), true)
})

test('SRV-87: a month is paid to all users, with any batch size', async (t) => {
  const the = await setUp(t)
  for (const name of ['Citra', 'Dewi', 'Eka']) {
    const { userId } = await the.trader(name, name)
    await the.trade(userId, houseTrader, target)
  }
  await the.endMonth()
  await fundHouse(the)
  await payMonth(the.deps, the.startMs, 1, 2)
  assert.equal(await the.count(`bonus.entry where state = 'paid'`), 3)
})

test('DEC-128: an unpromised month is not owed, and an operator can exclude a user', async (t) => {
  const the = await setUp(t, 0)
  const citra = await the.trader('Citra', 'a')
  await the.trade(citra.userId, houseTrader, target)
  await the.endMonth()
  the.set.amount = 2_500_000
  await closeMonths(the.deps)
  const rani = await the.operator('Rani')
  assert.deepEqual(
    [(await the.bonusFor(rani)).month, (await the.bonusFor(rani)).entries],
    [null, []],
  )
  await promiseMonth(the.database, the.keys, the.startMs, 100)
  await closeMonths(the.deps)
  assert.equal((await the.bonusFor(rani)).entries[0]?.state, 'waiting')
  const input = { month: the.month, user_id: citra.userId }
  const out = await the.change(rani, 'bonus.exclude', input)
  assert.equal(statusOf(out), 'applied', JSON.stringify(out))
  const [entry] = (await the.bonusFor(rani)).entries
  assert.deepEqual([entry?.state, entry?.reason], ['excluded', 'operator'])
  assert.equal(
    (await the.change(rani, 'bonus.month', { month: the.month }))['code'],
    'bonus.nobody',
  )
})

test("SRV-87: a month is judged by the engine's events, however far the tables lag, and only by a leader", async (t) => {
  const the = await setUp(t)
  const citra = await the.trader('Citra', 'a')
  await the.trade(citra.userId, houseTrader, target)
  await fallBehind(the.database)
  const { engine } = the.deps
  await closeMonths(the.deps)
  the.set.nowMs = the.endMs + 3_600_000
  await closeMonths({ ...the.deps, engine: { status: () => notStarted, isCurrent: () => false } })
  assert.equal(await the.count('bonus.month where closed_at is not null'), 0)
  await closeMonths({ ...the.deps, engine })
  assert.equal(await the.count(`bonus.entry where state = 'waiting'`), 1)
})

test('ATT-64 ATT-100: forged orders and trades in the tables earn no bonus, and deleted ones cost none', async (t) => {
  const the = await setUp(t)
  const [citra, thief] = [await the.trader('Citra', 'a'), await the.trader('Dewi', 'b')]
  await the.trade(citra.userId, houseTrader, target)
  await the.trade(thief.userId, houseTrader, 1)
  // Any number of forged filled orders, and trades with market makers for them.
  const forge = (table: string, columns: readonly string[], where = 'true') => {
    const changed = columns.map((name) => `'${name}', r.${name} + 1000000 * n`).join(', ')
    return the.database.query(
      `insert into ${table} select forged.* from ${table} r, generate_series(1, 40) n,
         jsonb_populate_record(r, jsonb_build_object(${changed})) forged where ${where}`,
    )
  }
  await forge('exchange.orders', ['id'], `r.account_id = ${thief.userId}`)
  await forge('exchange.trade', ['no', 'taker_order_id'])
  const period = { startMs: the.startMs, endMs: the.endMs }
  assert.ok((await countOrdersOf(the.database, the.keys, thief.userId, period)).counted > target)
  await the.database.query('delete from exchange.orders where account_id = $1', [citra.userId])
  await the.endMonth()
  const said = await readRecordedMonth(the.database, the.keys, the.startMs)
  const entitled = [{ userId: citra.userId, filled: target, counted: target }]
  assert.deepEqual(said, { state: 'closed', amount: 2_500_000, entitled })
})

test('ATT-64: an order counts for the account that filled most of it, however little a market maker filled', async (t) => {
  const the = await setUp(t)
  const [citra, dewi] = [await the.trader('Citra', 'a'), await the.trader('Dewi', 'b')]
  await the.tradeMixed(citra.userId, dewi.userId, target)
  const found = await candidatesOf(the.deps, { startMs: the.startMs, endMs: the.endMs })
  assert.deepEqual(
    found.map(({ userId, filled, counted }) => [userId, filled, counted]),
    [
      [citra.userId, 30, 5],
      [dewi.userId, 30, 5],
    ],
  )
  // The user sees the same figures.
  const period = { startMs: the.startMs, endMs: the.endMs }
  const shown = await countOrdersOf(the.database, the.keys, citra.userId, period)
  assert.deepEqual(shown, { filled: 30, counted: 5 })
})

test('BONUS-01: all candidates are read, with any batch size', async (t) => {
  const the = await setUp(t)
  const period = { startMs: the.startMs, endMs: the.endMs }
  for (const name of ['Citra', 'Dewi', 'Eka', 'Fajar']) {
    const { userId } = await the.trader(name, name)
    if (name !== 'Dewi') await the.trade(userId, houseTrader, target)
  }
  const all = await candidatesOf(the.deps, period)
  assert.equal(all.length, 3)
  for (const atOnce of [1, 2]) assert.deepEqual(await candidatesOf(the.deps, period, atOnce), all)
})
