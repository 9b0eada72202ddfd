/** The console's calls of accounting, and a halted currency that two operators resume. */
import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { type DeskRole, deskRoles } from '@tukar/wire'
import type { Engine } from '../../engine/index.ts'
import { startTestEngine } from '../../engine/testing/start.ts'
import { listing } from '../../engine/testing/listing.ts'
import { engineFor, type Rig, rowsOf, startRig } from '../../engine/testing/rig.ts'
import { until } from '../../engine/testing/until.ts'
import { runWorkload } from '../../engine/testing/workload.ts'
import {
  ask,
  type Desk as TestDesk,
  deskOn,
  giveRole,
  type Person,
  personAt,
} from '../../testing/desk.ts'
import { createFinder } from '../people/index.ts'
import { startAccounting } from './accounting.ts'
import { testKeys } from '../../platform/secrets/testing/secrets.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { haltAllCurrencies, listHalts } from './halts.ts'
import { registerAccounting } from './routes.ts'
import { consoleOn } from '../../testing/operators.ts'

type Row = Readonly<Record<string, unknown>>

let rig: Rig
let books: string

before(async () => {
  rig = await startRig()
  books = await rig.database()
  const engine = await startTestEngine({ databaseUrl: books, seeds: listing })
  await runWorkload(engine)
  await engine.stop()
})
after(() => rig.stop())

type Stage = TestDesk & {
  readonly engine: Engine
  readonly url: string
  readonly people: Readonly<Record<DeskRole, Person>> & { readonly finance2: Person }
  readonly get: (who: Person, path: string) => Promise<{ status: number; data: Row; code: unknown }>
}

async function stageOn(test: TestContext): Promise<Stage> {
  const url = await rig.cluster.database(new URL(books).pathname.slice(1))
  const engine = await engineFor(test, url, { seeds: [] })
  const own = await deskOn(test, url)
  const { http, database, log, keys } = own
  const desk = consoleOn(test, own)
  const symbols = ['', 'IDR', 'BTC']
  const finder = createFinder(database)
  const work = startAccounting({
    database,
    engine,
    log,
    keys,
    custody: async () => [],
    money: () => desk.money(),
    strayHolds: async () => [],
    clock: Date.now,
  })
  test.after(() => work.stop())
  registerAccounting(http, desk, {
    database,
    engine,
    log,
    keys,
    work,
    recordPersonAccess: (operator, id) => finder.open(operator, id),
    currencies: (id) => ({ symbol: symbols[id] ?? '', decimals: id === 1 ? 2 : 8 }),
    currencyIdOf: (symbol) => (symbols.includes(symbol) ? symbols.indexOf(symbol) : null),
  })
  const operator = async (name: string, role: DeskRole) => {
    const person = await personAt(own, name)
    await database.query('update accounts.users set demo_name = $1 where id = $2', [
      name,
      person.userId,
    ])
    await giveRole(database, person.userId, role)
    return person
  }
  const people: Record<string, Person> = { finance2: await operator('Finance2', 'finance') }
  for (const role of deskRoles) people[role] = await operator(role, role)
  return {
    ...own,
    engine,
    url,
    people: people as Stage['people'],
    async get({ token }, path) {
      const { status, body } = await ask(own, 'GET', `/desk/${path}`, { token })
      return { status, data: (body['data'] ?? {}) as Row, code: body['code'] }
    },
  }
}

test("ATT-99: the accounting pages are for finance, risk and admin; a user's ledger is also for support", async (t) => {
  const { people, get } = await stageOn(t)
  for (const role of deskRoles) {
    const isReader = ['finance', 'risk', 'admin'].includes(role)
    for (const path of ['books', 'ledger', 'closings', 'reconciliation']) {
      assert.equal((await get(people[role], path)).status, isReader ? 200 : 403, `${role} ${path}`)
    }
    const own = await get(people[role], 'people/1001/ledger')
    assert.equal(own.status, isReader || role === 'support' ? 200 : 403, role)
  }
})

test("ATT-104: access to a user's ledger is recorded and limited per hour", async (t) => {
  const { people, get, database } = await stageOn(t)
  const { support } = people
  assert.equal((await get(support, 'people/1001/ledger')).status, 200)
  assert.equal((await get(support, 'people/1001/ledger?currency=BTC')).status, 200)
  // However the entries of a user are requested; those of house accounts are not personal data.
  assert.equal((await get(people.finance, 'ledger?account=1001')).status, 200)
  assert.equal((await get(people.finance, 'ledger?account=100')).status, 200)
  // The ledger of a deleted or nonexistent account can be read.
  assert.equal((await get(people.finance, 'ledger?account=999999')).status, 200)
  const { rows } = await database.query<Row>(
    'select operator_id, action, subject from desk.audit_entry order by no',
  )
  assert.deepEqual(rows, [
    { operator_id: support.userId, action: 'person.open', subject: 'user:1001' },
    { operator_id: people.finance.userId, action: 'person.open', subject: 'user:1001' },
  ])
  await database.query(
    `insert into accounts.users (full_name, nickname, email, email_key)
     select 'P', 'P', 'p' || n, 'p' || n from generate_series(1, 60) n`,
  )
  const found = await database.query<{ id: number }>(
    `select id from accounts.users where full_name = 'P' order by id`,
  )
  const codes = new Set<unknown>()
  for (const { id } of found.rows) codes.add((await get(support, `people/${id}/ledger`)).code)
  assert.deepEqual([...codes], ['', 'desk.too_many_looks'])
})

test('INV-01: debits and credits of the trial balance are equal in each currency', async (t) => {
  const { people, get, http } = await stageOn(t)
  const { data } = await get(people.finance, 'books')
  const currencies = data['currencies'] as Row[]
  assert.deepEqual(
    currencies.map(({ currency }) => currency),
    ['IDR', 'BTC'],
  )
  for (const { debit, credit, is_balanced: isBalanced, accounts } of currencies) {
    assert.equal(debit, credit)
    assert.equal(isBalanced, true)
    const names = (accounts as Row[]).map(({ account }) => account)
    assert.deepEqual([names[0], ...names.slice(-2)], ['simulation', 'traders', 'users'])
  }
  assert.equal((await get(people.finance, 'books?day=2020-01-01')).code, 'books.day_open')
  assert.equal((await get(people.finance, 'books?day=2026-02-31')).code, 'books.day_open')
  const file = await http.inject({ url: '/desk/books/export', headers: { jwt: people.risk.token } })
  assert.match(
    file.payload,
    /^\u{feff}currency,account,account_id,kind,debit,credit,held\r\nIDR,simulation,100,custody,\d+\.\d\d,,/u,
  )
})

test("INV-03: the console's ledger lists every entry once, page by page", async (t) => {
  const { people, get, url } = await stageOn(t)
  const all = async (path: string, query: string) => {
    const rows: Row[] = []
    for (let before = ''; ; ) {
      const { data } = await get(people.finance, `${path}?${query}${before}`)
      rows.push(...(data['datas'] as Row[]))
      const { next } = data
      if (typeof next !== 'string') return rows
      before = `&before=${next}`
    }
  }
  const wanted = async (where: string) =>
    (
      await rowsOf(
        url,
        `select seq, account_id, currency_id, amount from exchange.ledger_entry where ${where}
         order by 1, 2, 3, 4`,
      )
    ).map((row) => Object.values(row).map(Number).join(' '))
  const shown = (rows: readonly Row[]) =>
    rows
      .map(({ seq, account_id: account, currency, amount }) => {
        const [id, decimals] = currency === 'IDR' ? [1, 2] : [2, 8]
        const units = Math.round(Number(amount) * 10 ** decimals)
        return [Number(seq), Number(account), id, units]
      })
      .toSorted((one, other) => {
        const [place] = one.flatMap((figure, at) => (figure === other[at] ? [] : [at]))
        return place === undefined ? 0 : (one[place] ?? 0) - (other[place] ?? 0)
      })
      .map((figures) => figures.join(' '))
  assert.deepEqual(shown(await all('ledger', '')), await wanted('true'))
  for (const id of [1001, 1003, 900, 1]) {
    assert.deepEqual(
      shown(await all('ledger', `account=${id}`)),
      await wanted(`account_id = ${id}`),
    )
  }
  assert.deepEqual(
    shown(await all('people/1002/ledger', 'currency=BTC')),
    await wanted('account_id = 1002 and currency_id = 2'),
  )
  const trades = await all('ledger', 'kind=trade')
  const [first] = trades
  assert.match(String(first?.['source']), /^trade:BTC_IDR:\d+$/)
  const ofTrade = await all('ledger', `source=${String(first?.['source'])}`)
  assert.ok(ofTrade.length > 4 && ofTrade.every(({ seq }) => seq === first?.['seq']))
  // All entries of one command sum to zero in each currency.
  const ofCommand = await all('ledger', `seq=${String(first?.['seq'])}`)
  for (const currency of ['IDR', 'BTC']) {
    const sum = ofCommand.reduce((total, row) => {
      return row['currency'] === currency ? total + Number(row['amount']) : total
    }, 0)
    assert.ok(Math.abs(sum) < 1e-9, `${currency} ${sum}`)
  }
  const gifts = await all('ledger', 'source=test:1003&currency=IDR&amount=0.09')
  assert.deepEqual(
    new Map(gifts.map(({ account_id: id, amount }) => [id, amount])),
    new Map([
      [100, '-0.09'],
      [1003, '0.09'],
    ]),
  )
  assert.deepEqual(await all('ledger', 'from=2020-01-01&to=2020-01-31'), [])
  assert.equal((await get(people.finance, 'ledger?amount=5')).code, 'books.bad_filter')
  assert.equal(
    (await get(people.finance, 'ledger?from=2026-02-01&to=2026-01-01')).code,
    'books.bad_filter',
  )
  assert.equal((await get(people.finance, 'ledger?currency=XYZ')).code, 'currency.unknown')
})

test('ATT-33 ATT-104: the files equal the pages, contain no spreadsheet formulas, and are recorded', async (t) => {
  const { people, http, database } = await stageOn(t)
  const lines = async (path: string) => {
    const file = await http.inject({ url: `/desk/${path}`, headers: { jwt: people.admin.token } })
    assert.equal(file.statusCode, 200, path)
    assert.match(String(file.headers['content-disposition']), /^attachment; filename="tukar-/)
    return file.payload.split('\r\n')
  }
  await ask({ http }, 'POST', '/desk/reconciliation', { token: people.admin.token, body: {} })
  const ledger = await lines('ledger/export?account=1001')
  assert.ok(ledger.length > 20)
  await lines('ledger/export?currency=BTC')
  const { rows: deeds } = await database.query<Row>(
    `select action, subject, after::jsonb as after from desk.audit_entry
     where action in ('ledger.export', 'person.open') order by no`,
  )
  assert.deepEqual(deeds, [
    { action: 'person.open', subject: 'user:1001', after: null },
    { action: 'ledger.export', subject: 'ledger', after: { account: '1001' } },
    { action: 'ledger.export', subject: 'ledger', after: { currency: 'BTC' } },
  ])
  for (const line of [...ledger, ...(await lines('reconciliation/export'))]) {
    assert.doesNotMatch(line, /(?:^|,)[=+\-@]/)
  }
})

test('INV-14 INV-22: a halted currency resumes after the repair and two votes, and not before', async (t) => {
  const { people, get, http, database, engine } = await stageOn(t)
  const post = ({ token }: Person, path: string, body: object, key = '1') =>
    http.inject({
      method: 'POST',
      url: `/desk/${path}`,
      headers: { jwt: token, 'idempotency-key': `01990000-0000-7000-8000-00000000000${key}` },
      payload: body,
    })
  const codeOf = (answer: { json: () => Row }) => answer.json()['code']
  const change = { kind: 'currency.resume', input: { currency: 'BTC' }, reason: 'it was mended' }
  assert.equal(codeOf(await post(people.finance, 'changes', change)), 'books.not_stopped')
  const fault = (sign: string) =>
    database.query(
      `update exchange.balance set available = available ${sign} 5 where account_id = 1001 and currency_id = 2`,
    )
  await fault('+')
  const looked = (await post(people.risk, 'reconciliation', { kind: 'full' })).json() as Row
  const seen = looked['data'] as Row
  assert.deepEqual(
    (seen['breaks'] as Row[]).map(({ check, currency, samples }) => [
      check,
      currency,
      (samples as Row[])[0]?.['of'],
    ]),
    [
      ['entries', 'BTC', '1001'],
      ['zero_sum', 'BTC', 'all'],
    ],
  )
  const halted = (rows: unknown) => (rows as Row[]).map(({ halted_since: since }) => since !== null)
  assert.deepEqual(halted(seen['currencies']), [false, true])
  const state = async () => {
    const { committedRow } = engine.status()
    await until('the tables hold it', () => engine.status().projectedRow >= committedRow)
    return (
      await rowsOf(
        new URL(database.options.connectionString ?? '').toString(),
        'select state from exchange.market',
      )
    )[0]?.['state']
  }
  assert.equal(await state(), 'cancel_only')
  assert.equal(codeOf(await post(people.finance, 'changes', change)), 'books.still_broken')
  await fault('-')
  const proposed = (await post(people.finance, 'changes', change, '2')).json() as Row
  const { id, status } = proposed['data'] as { id: number; status: string }
  assert.equal(status, 'waiting')
  const verdict = { decision: 'confirm', reason: 'looked at it' }
  assert.equal(
    codeOf(await post(people.finance, `changes/${id}/decide`, verdict)),
    'desk.same_operator',
  )
  assert.equal(
    codeOf(await post(people.support, `changes/${id}/decide`, verdict)),
    'desk.forbidden',
  )
  // Broken once more before the second operator decided: the change keeps waiting.
  await fault('+')
  assert.equal(
    codeOf(await post(people.finance2, `changes/${id}/decide`, verdict)),
    'books.still_broken',
  )
  assert.equal(await state(), 'cancel_only')
  await fault('-')
  const decided = (await post(people.finance2, `changes/${id}/decide`, verdict)).json() as Row
  assert.equal((decided['data'] as Row)['status'], 'applied')
  assert.equal(await state(), 'open')
  assert.deepEqual(await listHalts(database), [])
  const { data } = await get(people.admin, 'reconciliation')
  assert.deepEqual([data['breaks'], halted(data['currencies'])], [[], [false, false]])
})

test('FLT-40: a currency of a restored database resumes after a statement about it, and rupiah only once its gateway answers', async (t) => {
  const { people, http, database } = await stageOn(t)
  await inTransaction(database, (it) => haltAllCurrencies(it, testKeys))
  const preview = async (currency: string): Promise<Row> => {
    const { token } = people.finance
    const payload = { kind: 'currency.resume', input: { currency } }
    const headers = { jwt: token, 'accept-language': 'en' }
    const answer = await http.inject({
      method: 'POST',
      url: '/desk/changes/preview',
      headers,
      payload,
    })
    return answer.json()
  }
  assert.match(JSON.stringify((await preview('BTC'))['data']), /put back from a backup/)
  assert.equal((await preview('IDR'))['code'], 'books.gateway_silent')
  // A currency that was halted before the backup is listed too.
  await database.query(
    `update books.currency_halt set check_name = 'double_entry', is_restored = false`,
  )
  assert.doesNotMatch(JSON.stringify((await preview('BTC'))['data']), /put back from a backup/)
  await inTransaction(database, (it) => haltAllCurrencies(it, testKeys))
  assert.match(JSON.stringify((await preview('BTC'))['data']), /put back from a backup/)
})
