/** Statements compared with ledger and balances, after random trading over several days. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Command } from '@tukar/core'
import { formatDecimal } from '@tukar/i18n/server'
import { formatUnits } from '@tukar/money'
import { statementRow, type StatementKind } from '@tukar/wire'
import type { Engine } from '../../engine/index.ts'
import { startTestEngine } from '../../engine/testing/start.ts'
import { creditOf, listing as seeds, placeOf } from '../../engine/testing/listing.ts'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { commandOf } from '../../engine/testing/workload.ts'
import { tablesFollow } from '../../engine/testing/tables.ts'
import { giveTime } from '../../platform/database/pool.ts'
import { readDocument } from '../../platform/documents/testing/read-document.ts'
import { dayMs, wibDate } from '../../platform/time/day.ts'
import { ask, type Desk, deskOn, type Person, personAt, shortly } from '../../testing/desk.ts'
import { createListing, type Listing } from '../markets/index.ts'
import { registerStatements } from './index.ts'
import { type StatementPeriod, statementPeriod } from './period.ts'
import { openStatement } from './statement.ts'
import { pageText, readSums } from './store.ts'

const days = 9
const price = 165_000_000_000
const tick = 100_000
/** Begins at 20:00 in Jakarta, so that days in UTC and in Jakarta differ. */
const firstMs = Math.floor(Date.now() / dayMs) * dayMs - (days + 2) * dayMs + 13 * 3_600_000

const ending = shortly()
let rig: Rig
let engine: Engine
let desk: Desk
let listing: Listing
let people: readonly Person[]

/** A small seeded generator, so that a run can be repeated. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const ids = () => people.map(({ userId }) => userId)

function depositOf(accountId: number, currencyId: number, amount: number): Command {
  const why = { reason: 'deposit', source: `deposit:${accountId}` }
  return commandOf({ ...creditOf(accountId, currencyId, amount), ...why })
}

/** Some hours of orders, deposits, holds and withdrawals. */
function hoursOf(random: (below: number) => number): readonly Command[] {
  return Array.from({ length: 25 }, () => {
    const accountId = ids()[random(3)] ?? 0
    if (random(8) === 0) return depositOf(accountId, 1 + random(2), 1 + random(1_000_000))
    const at = price + (random(9) - 4) * tick
    return placeOf(accountId, random(2) === 0 ? 'buy' : 'sell', at, 1 + random(3_000_000))
  })
}

before(async () => {
  rig = await startRig()
  const databaseUrl = await rig.database()
  engine = await startTestEngine({
    databaseUrl,
    seeds,
    firstTimeMs: firstMs - 1,
  })
  ending.after(() => engine.stop())
  desk = await deskOn(ending, databaseUrl)
  people = [
    await personAt(desk, 'Citra'),
    await personAt(desk, 'Dewi'),
    await personAt(desk, 'Eko'),
  ]
  listing = await createListing(engine, desk.database, desk.keys)
  registerStatements(desk.http, { ...desk, engine, listing, product: 'Tukar', clock: Date.now })
  const random = randomOf(20_260_301)
  const past = async (timeMs: number, commands: readonly Command[]) =>
    assert.equal(await engine.submitPast(timeMs, commands), true)
  const begin = ids().flatMap((id) => [depositOf(id, 1, 1e12), depositOf(id, 2, 1e9)])
  await past(firstMs, begin)
  // Also at 00:00 in Jakarta, which belongs to the new day.
  for (let hour = 4; hour < days * 24 - 6; hour += 6) {
    await past(firstMs + hour * 3_600_000, hoursOf(random))
  }
  await takeOut(past)
  await tablesFollow(engine, ...ids())
})

/** The last hour: a withdrawal with its fee, a reversal, a bonus, and an adjustment. */
async function takeOut(past: (timeMs: number, commands: readonly Command[]) => Promise<void>) {
  const [accountId = 0, otherId = 0] = ids()
  const why = { reason: 'withdrawal', source: 'withdrawal:7' }
  const hold = { kind: 'hold', accountId, currencyId: 1, ...why }
  const settled = { kind: 'settle', holdId: 1, ...why }
  const ofBonus = { kind: 'grant', currencyId: 1, reason: 'gift', source: 'bonus:1' }
  const adjusted = { reason: 'counted_again', source: 'case:3' }
  await past(firstMs + days * dayMs, [
    commandOf({ ...hold, amount: 500_000 }),
    commandOf({ ...hold, amount: 70_000 }),
    commandOf({ ...settled, amount: 450_000, houseAccountId: 100 }),
    commandOf({ ...settled, amount: 50_000, houseAccountId: 1, reason: 'withdrawal_fee' }),
    commandOf({ kind: 'release', holdId: 2, ...why }),
    creditOf(5, 1, 900),
    commandOf({ ...ofBonus, accountId: otherId, houseAccountId: 5, amount: 900 }),
    commandOf({ ...creditOf(otherId, 1, 777), ...adjusted }),
  ])
}

after(async () => {
  await ending.end()
  await rig.stop()
})

const opened = (accountId: number, period: StatementPeriod, kind: StatementKind | null = null) =>
  openStatement({ database: desk.database, listing }, { accountId, period, currencyId: null, kind })

const whole = () => statementPeriod({ from: wibDate(firstMs - dayMs), to: wibDate(Date.now()) }, 0)

/** The balances of an account before a time by the ledger's own view, as currency → units. */
async function ledgerBefore(accountId: number, timeMs: number): Promise<Map<string, number>> {
  const { rows } = await desk.database.query<{ code: string; units: number }>(
    `select c.code, sum(e.amount)::bigint as units from exchange.ledger_entry e
     join exchange.currency c on c.id = e.currency_id
     where account_id = $1 and time_ms < $2 group by c.code`,
    [accountId, timeMs],
  )
  return new Map(rows.map(({ code, units }) => [code, units]))
}

async function linesOf(accountId: number, period: StatementPeriod) {
  const lines = []
  for await (const line of (await opened(accountId, period)).lines()) lines.push(line)
  return lines
}

test('INV-03: after any trading a statement starts at zero and ends at the balances, exact to the unit', async () => {
  for (const accountId of ids()) {
    const { currencies, total } = await opened(accountId, whole())
    const balances = await desk.database.query<{ code: string; units: number }>(
      `select code, available + held + claim as units from exchange.balance b
       join exchange.currency c on c.id = b.currency_id where account_id = $1 order by b.currency_id`,
      [accountId],
    )
    assert.deepEqual(
      currencies.map(({ symbol, opening, closing }) => [symbol, opening, closing]),
      balances.rows.map(({ code, units }) => [code, 0, units]),
    )
    const lines = await linesOf(accountId, whole())
    assert.equal(lines.length, total)
    assert.ok(total > 150, `${total} lines`)
    const running = new Map<string, number>()
    for (const { symbol, amount, balance, key } of lines) {
      running.set(symbol, (running.get(symbol) ?? 0) + amount)
      assert.equal(balance, running.get(symbol), `${key} ${symbol}`)
    }
  }
})

test('INV-03: each day begins with the close of the day before, as the ledger says', async () => {
  const [accountId = 0] = ids()
  for (let timeMs = firstMs; timeMs < firstMs + (days + 1) * dayMs; timeMs += 2 * dayMs) {
    const day = wibDate(timeMs)
    const period = statementPeriod({ from: day, to: day }, 0)
    const { currencies } = await opened(accountId, period)
    const [opening, closing] = [
      await ledgerBefore(accountId, period.fromMs),
      await ledgerBefore(accountId, period.toMs),
    ]
    for (const sums of currencies) {
      assert.equal(sums.opening, opening.get(sums.symbol) ?? 0, `${day} ${sums.symbol}`)
      assert.equal(sums.closing, closing.get(sums.symbol) ?? 0, `${day} ${sums.symbol}`)
    }
  }
})

test('the pages are the lines from the end, and a filter by kind keeps all balances', async () => {
  const [accountId = 0] = ids()
  const lines = (await linesOf(accountId, whole())).reverse()
  const statement = await opened(accountId, whole())
  const paged = []
  for (let page = 1; page <= Math.ceil(statement.total / 40); page++) {
    paged.push(...(await statement.page(page, 40)))
  }
  assert.deepEqual(paged, lines)
  const taxes = await opened(accountId, whole(), 'tax')
  const wanted = lines.filter(({ kind }) => kind === 'tax')
  assert.ok(wanted.length > 0 && wanted.length < lines.length)
  assert.deepEqual(await taxes.page(1, 1_000), wanted)
  assert.equal(taxes.total, wanted.length)
})

test('each line names its kind and links to its cause; a hold is not a line', async () => {
  const [accountId = 0, otherId = 0] = ids()
  const lines = await linesOf(accountId, whole())
  const recorded = lines.filter(({ cause }) => cause?.of === 'withdrawal')
  assert.deepEqual(
    recorded.map(({ kind, reason, amount, cause }) => [kind, reason, amount, cause?.id]),
    [
      ['withdrawal', 'withdrawal', -450_000, 7],
      ['fee', 'withdrawal_fee', -50_000, 7],
    ],
  )
  const first = lines[0]
  assert.deepEqual([first?.kind, first?.cause], ['deposit', { of: 'deposit', id: accountId }])
  const trades = lines.filter(({ pair }) => pair !== null)
  assert.ok(trades.every(({ pair, cause }) => pair === 'BTC_IDR' && cause?.of === 'order'))
  assert.deepEqual([...new Set(trades.map(({ reason }) => reason))].sort(), [
    'bourse',
    'buy',
    'income_tax',
    'sell',
    'trading_fee',
  ])
  const [bonus, last] = (await linesOf(otherId, whole())).slice(-2)
  assert.deepEqual([bonus?.kind, bonus?.amount], ['bonus', 900])
  assert.deepEqual([last?.kind, last?.reason, last?.cause], ['adjustment', 'counted_again', null])
})

test('INV-27: pages and sums of one account scan no table, however much others trade', async () => {
  const client = await desk.database.connect()
  try {
    await client.query('begin')
    // Filling the tables is not a request: a slow disk may need more than the timeout of requests.
    await giveTime(client, 600_000)
    await client.query(
      `insert into exchange.trade select 1, 1000000 + n, 1, n, 1000, 10, 1, 'buy', -n, -n, 900, 901, 0,
         '{}', null, null from generate_series(1, 60000) n`,
    )
    await client.query(
      `insert into exchange.orders select 1000000 + n, 900 + n % 50, 1, 'buy', 1, 1, 0, 'GTC', false,
         'filled', null, 1, 0, 0, n, n, n, n from generate_series(1, 60000) n`,
    )
    await client.query('analyze exchange.trade, exchange.orders, exchange.transfer')
    const { fromMs, toMs } = whole()
    const values = [people[0]?.userId, fromMs, toMs, Number.MAX_SAFE_INTEGER, null, null, 20, 0]
    const plan = await client.query<Record<string, string>>(`explain ${pageText}`, values)
    const text = plan.rows.flatMap((row) => Object.values(row)).join('\n')
    assert.doesNotMatch(text, /Seq Scan on (?:orders|trade)\b/, text)
    assert.match(text, /trade_by_taker_order/)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a statement is as of its opening: later entries change no line', async () => {
  const [, dewi = 0, eko = 0] = ids()
  const period = whole()
  const before = await readSums(desk.database, eko, period)
  const statement = await opened(eko, period)
  await engine.submit(depositOf(eko, 1, 5), null)
  // A trade too, with none of the user's own orders in the way.
  await engine.submit(commandOf({ kind: 'cancel_all', accountId: eko, marketId: 1 }), null)
  await engine.submit(placeOf(eko, 'sell', price - 9 * tick, 1_000_000), null)
  await engine.submit(placeOf(dewi, 'buy', price + 9 * tick, 1_000_000), null)
  await tablesFollow(engine, eko)
  const later = await opened(eko, period)
  const isTrade = ({ kind }: { readonly kind: StatementKind }) => kind === 'trade'
  assert.ok(later.total > statement.total + 1)
  assert.ok((await later.page(1, later.total - statement.total)).some(isTrade))
  const paged = await statement.page(1, statement.total + 10)
  assert.equal(paged.length, statement.total)
  const lines = []
  for await (const line of statement.lines()) lines.push(line)
  assert.equal(lines.length, statement.total)
  assert.equal(
    lines.findLast(({ symbol }) => symbol === 'IDR')?.balance,
    before.currencies[0]?.balance,
  )
})

test('the call returns pages and sums of the own account, and refuses an invalid time, coin or kind', async () => {
  const [citra, dewi] = people
  const { from, to } = whole()
  const path = `/statements?from=${from}&to=${to}`
  const { status, body } = await ask(desk, 'GET', `${path}&rows=5&currency=IDR`, {
    token: citra?.token ?? '',
  })
  assert.equal(status, 200)
  const data = body['data'] as Record<string, unknown[]>
  assert.equal(data['datas']?.length, 5)
  const statement = await openStatement(
    { database: desk.database, listing },
    { accountId: citra?.userId ?? 0, period: whole(), currencyId: 1, kind: null },
  )
  assert.deepEqual(data['datas'], (await statement.page(1, 5)).map(statementRow))
  const [sums] = data['currencies'] as Record<string, string>[]
  assert.equal(sums?.['closing'], formatUnits(statement.currencies[0]?.closing ?? 0, 2))
  const other = await ask(desk, 'GET', `${path}&currency=IDR`, { token: dewi?.token ?? '' })
  assert.notDeepEqual(other.body['data'], body['data'])
  for (const [query, code] of [
    ['from=2026-02-31', 'statement.bad_period'],
    ['from=2026-03-02&to=2026-03-01', 'statement.bad_period'],
    ['from=2024-01-01&to=2026-01-01', 'statement.bad_period'],
    ['currency=NONE', 'currency.unknown'],
    ['kind=gift', 'request.malformed'],
    ['page=0', 'request.malformed'],
  ]) {
    const refused = await ask(desk, 'GET', `/statements?${query}`, { token: citra?.token ?? '' })
    assert.deepEqual([refused.status, refused.body['code']], [400, code], query)
  }
  assert.equal((await ask(desk, 'GET', '/statements')).status, 401)
})

test('ATT-33: the file has every line, oldest first, with figures in the reader’s number format', async () => {
  const [citra] = people
  const { from, to } = whole()
  const load = (language: string) =>
    desk.http.inject({
      method: 'GET',
      url: `/statements/csv?from=${from}&to=${to}`,
      headers: { jwt: citra?.token ?? '', 'accept-language': language },
    })
  const english = await load('en')
  assert.equal(english.statusCode, 200)
  assert.equal(
    english.headers['content-disposition'],
    `attachment; filename="tukar-statement-${from}-${to}.csv"`,
  )
  const lines = await linesOf(citra?.userId ?? 0, whole())
  const rows = english.body.split('\r\n').slice(1, -1)
  assert.equal(rows.length, lines.length)
  const last = rows.at(-1)?.split(',')
  assert.deepEqual(last?.slice(3), [
    'IDR',
    'fee',
    'withdrawal_fee',
    '',
    '500.00',
    last?.[8],
    'withdrawal',
    '7',
    '',
  ])
  assert.ok((await load('id')).body.includes(';500,00;'))
})

test('the document names its owner, the sums of each currency, and every entry', async () => {
  const [citra] = people
  const { from, to } = whole()
  const answer = await desk.http.inject({
    method: 'GET',
    url: `/statements/pdf?from=${from}&to=${to}&currency=IDR`,
    headers: { jwt: citra?.token ?? '', 'accept-language': 'id' },
  })
  assert.equal(answer.headers['content-type'], 'application/pdf')
  const read = readDocument(answer.rawPayload)
  const lines = read.pages.flat()
  assert.equal(lines[0], 'Mutasi akun')
  assert.ok(lines.includes('Nama | Citra'), lines.slice(0, 12).join('\n'))
  const idr = (await linesOf(citra?.userId ?? 0, whole())).filter(({ symbol }) => symbol === 'IDR')
  const closing = formatDecimal(formatUnits(idr.at(-1)?.balance ?? 0, 2), { decimals: 2 })
  assert.ok(
    lines.some((line) => line.startsWith('IDR | 0,00 | ') && line.endsWith(` | ${closing}`)),
  )
  const entries = lines.filter((line) => / WIB \| /.test(line))
  assert.equal(entries.length, idr.length)
  assert.match(entries.at(-1) ?? '', /Biaya penarikan \| Penarikan 7 \| IDR \| -500,00 \| /)
})
