/** Taxes of trades at the dates of the rules, through core, tables and calls. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Command } from '@tukar/core'
import type { DeskTax, TaxEvidence, TaxRow } from '@tukar/wire'
import { catchUpTo, fallBehind } from '../../engine/testing/lag.ts'
import type { Engine } from '../../engine/index.ts'
import { startTestEngine } from '../../engine/testing/start.ts'
import { creditOf } from '../../engine/testing/listing.ts'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { commandOf } from '../../engine/testing/workload.ts'
import { tablesFollow } from '../../engine/testing/tables.ts'
import { readDocument } from '../../platform/documents/testing/read-document.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { testKeys } from '../../platform/secrets/testing/secrets.ts'
import {
  ask,
  type Desk,
  deskOn,
  giveRole,
  type Person,
  personAt,
  shortly,
} from '../../testing/desk.ts'
import { verify } from '../../testing/verified.ts'
import { createDesk } from '../desk/index.ts'
import { createListing, seedCommands } from '../markets/index.ts'
import { registerTaxDesk, registerTaxRoutes } from './index.ts'

/** Ids of the seeds. */
const [idr, btc, usdt] = [1, 2, 5]
const markets = { BTC_IDR: 1, USDT_IDR: 4, BTC_USDT: 5 } as const
const company = {
  name: 'PT Tukar Contoh',
  address: 'Jalan Sudirman 1, Jakarta',
  npwp: '0123456789012000',
}

const wib = (moment: string): number => Date.parse(`${moment}+07:00`)

const ending = shortly()
let rig: Rig
let engine: Engine
let desk: Desk
let keys: Keys
let totals: ReturnType<typeof registerTaxDesk>
let seller: Person
let buyer: Person
let swapper: Person
/** A time after all trades of the tests. */
const nowMs = wib('2026-10-15T12:00:00')

type Deal = {
  readonly pair: keyof typeof markets
  readonly price: number
  readonly quantity: number
  readonly from: Person
  readonly to: Person
}

/** A sell order and the order that takes it. */
function dealOf({ pair, price, quantity, from, to }: Deal): readonly Command[] {
  const order = (accountId: number, side: 'buy' | 'sell'): Command =>
    commandOf({
      kind: 'place',
      accountId,
      marketId: markets[pair],
      side,
      price,
      size: { by: 'quantity', quantity },
      timeInForce: 'GTC',
      postOnly: false,
    })
  return [order(from.userId, 'sell'), order(to.userId, 'buy')]
}

/** A trade in a batch of the past. */
async function deal(timeMs: number, wanted: Deal): Promise<void> {
  assert.equal(await engine.submitPast(timeMs, dealOf(wanted)), true)
}

/** 0.7 coin at Rp 500,000,000: the rule's example of a sale. */
const sale = (from: Person, to: Person): Deal => ({
  pair: 'BTC_IDR',
  price: 50_000_000_000,
  quantity: 70_000_000,
  from,
  to,
})

/** The first moment of each rule, and the last moment before it. */
const changes = ['2022-05-01', '2025-01-01', '2025-02-11', '2025-08-01', '2026-03-01']

before(async () => {
  rig = await startRig()
  const databaseUrl = await rig.database()
  const firstTimeMs = wib('2022-04-01T00:00:00')
  engine = await startTestEngine({ databaseUrl, seeds: seeds(), firstTimeMs })
  ending.after(() => engine.stop())
  desk = await deskOn(ending, databaseUrl)
  keys = testKeys
  const listing = await createListing(engine, desk.database, keys)
  const deps = { ...desk, keys, engine, listing, company: () => company, clock: () => nowMs }
  registerTaxRoutes(desk.http, deps)
  const operators = createDesk({ ...desk, isSimulation: true, executorEmails: [] })
  totals = registerTaxDesk(desk.http, operators, deps)
  seller = await personAt(desk, 'Sari')
  buyer = await personAt(desk, 'Budi')
  swapper = await personAt(desk, 'Citra')
  await desk.database.query("update accounts.users set created_at = '2022-04-01'")
  const rich = [seller, buyer, swapper].flatMap(({ userId }) =>
    [idr, btc, usdt].map((currencyId) =>
      creditOf(userId, currencyId, currencyId === btc ? 2e11 : 2e13),
    ),
  )
  await engine.submitPast(firstTimeMs + 1, rich)
  for (const date of changes) {
    const firstMs = wib(`${date}T00:00:00`)
    await deal(firstMs - 1, sale(seller, buyer))
    await deal(firstMs, sale(seller, buyer))
  }
  await swap()
  await tablesFollow(engine, seller.userId, buyer.userId, swapper.userId)
})

after(async () => {
  await ending.end()
  await rig.stop()
})

/** The prices of the examples' coins, and of a swap between them. */
const prices: Readonly<Record<number, number>> = {
  [markets.BTC_IDR]: 50_000_000_000,
  [markets.USDT_IDR]: 500_000_000,
  [markets.BTC_USDT]: 100_000_000,
}

/** The listing of a new exchange, at the examples' prices. */
function seeds(): readonly Command[] {
  return seedCommands().map((command) => {
    const referencePrice = command.kind === 'set_market' ? prices[command.marketId] : undefined
    if (referencePrice === undefined) return command
    const bounds = { priceMax: referencePrice * 2, quantityMax: 100_000_000_000 }
    return commandOf({ ...command, ...bounds, referencePrice })
  })
}

/** 0.3 of one at Rp 500,000,000 against 30 of another at Rp 5,000,000: the rule's example of a swap. */
async function swap(): Promise<void> {
  const at = (time: string) => wib(`2026-04-01T${time}`)
  const one = { from: buyer, to: swapper } as const
  const price = (pair: keyof typeof markets) => ({ pair, price: prices[markets[pair]] ?? 0 })
  // The second coin has no rupiah price yet.
  const early = { from: seller, to: swapper, quantity: 1_000_000 }
  await deal(at('08:59:00'), { ...early, ...price('BTC_USDT') })
  await deal(at('09:00:00'), { ...one, ...price('BTC_IDR'), quantity: 1_000_000 })
  await deal(at('09:01:00'), { ...one, ...price('USDT_IDR'), quantity: 1_000_000 })
  const swapped = { from: seller, to: swapper, quantity: 30_000_000 }
  await deal(at('09:02:00'), { ...swapped, ...price('BTC_USDT') })
}

async function evidenceOf({ token }: Person, year: number, month?: number): Promise<TaxEvidence> {
  const url = `/tax/evidence?year=${year}${month === undefined ? '' : `&month=${month}`}`
  const { status, body } = await ask(desk, 'GET', url, { token })
  assert.equal(status, 200, JSON.stringify(body))
  return body['data'] as TaxEvidence
}

/** Each row as kind, rate, base and tax. */
async function taxesIn(person: Person, month: string): Promise<readonly (readonly unknown[])[]> {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const { datas } = await evidenceOf(person, year, number)
  return datas.map((row) => [row.kind, row.rate, row.base_idr, row.tax_idr])
}

const base = '350000000.00'
const vat = (rate: string, tax: string) => ['vat', rate, base, tax]
const income = (rate: string, tax: string) => ['income_tax', rate, base, tax]

test('SRV-60: before and after each change of rates, a sale of Rp 350,000,000 is taxed exactly', async () => {
  const [low, high] = [vat('0.0011', '385000.00'), vat('0.0012', '420000.00')]
  const [old, now] = [income('0.0010', '350000.00'), income('0.0021', '735000.00')]
  const expected = {
    '2022-04': [[], []],
    '2022-05': [[low], [old]],
    '2024-12': [[low], [old]],
    '2025-01': [[high], [old]],
    '2025-02': [
      [high, low],
      [old, old],
    ],
    '2025-07': [[low], [old]],
    '2025-08': [[], [now]],
    '2026-02': [[], [now]],
    '2026-03': [[], [now]],
  }
  for (const [month, [bought, sold]] of Object.entries(expected)) {
    assert.deepEqual(await taxesIn(buyer, month), bought, `${month} bought`)
    assert.deepEqual(await taxesIn(seller, month), sold, `${month} sold`)
  }
})

test('SRV-60: a swap is taxed on both sides, Rp 315,000 each, once both coins have a rupiah price', async () => {
  const month = '2026-04'
  const swapped = ['income_tax', '0.0021', '150000000.00', '315000.00']
  const sides = [
    { person: seller, asset: 'BTC', quantity: '0.30000000', currency: 'USDT', early: null },
    // The received coin had a rupiah price before the swap.
    { person: swapper, asset: 'USDT', quantity: '30.000000', currency: 'BTC', early: '10500.00' },
  ]
  for (const { person, asset, quantity, currency, early } of sides) {
    const rows = (await evidenceOf(person, 2026, 4)).datas
    const swaps = rows.filter(({ deal }) => deal === 'swap')
    assert.deepEqual([rows.length, swaps.length], [2, 2])
    assert.equal(swaps[0]?.tax_idr, early)
    assert.deepEqual((await taxesIn(person, month))[1], swapped)
    const last: TaxRow | undefined = swaps[1]
    assert.deepEqual([last?.asset, last?.quantity, last?.currency], [asset, quantity, currency])
  }
  const { sums } = await evidenceOf(seller, 2026, 4)
  assert.deepEqual(
    sums.map(({ count, base_idr, tax_idr, unvalued }) => [count, base_idr, tax_idr, unvalued]),
    [[2, '150000000.00', '315000.00', 1]],
  )
})

test('evidence names platform and taxpayer, and numbers each transaction', async () => {
  const before = await evidenceOf(seller, 2025, 8)
  assert.deepEqual(before.platform, company)
  const { is_verified: isVerified, ...unknown } = before.taxpayer
  assert.deepEqual([isVerified, unknown], [false, { name: 'Sari', address: '', npwp: '', nik: '' }])
  await verify({ database: desk.database, keys }, seller.userId, 'Sari Dewi', {
    address: 'Jalan Melati 5',
    city: 'Kota Bandung',
    province: 'Jawa Barat',
    number: '3273014107900001',
    npwp: '012345678901000',
  })
  const { taxpayer, datas, number, is_open: isOpen } = await evidenceOf(seller, 2025, 8)
  assert.deepEqual(taxpayer, {
    name: 'Sari Dewi',
    address: 'Jalan Melati 5, Kota Bandung, Jawa Barat',
    npwp: '012345678901000',
    nik: '3273014107900001',
    is_verified: true,
  })
  assert.deepEqual([number, isOpen], [`BP-2025-08-${seller.userId}`, false])
  const row = datas[0]
  assert.deepEqual(
    [row?.number, row?.deal, row?.asset, row?.quantity, row?.status, row?.created_at],
    ['BTC_IDR-8-S', 'sell', 'BTC', '0.70000000', 'withheld', '2025-07-31T17:00:00.000Z'],
  )
})

test('a year has its months, and the holdings at its end at the last rupiah price', async () => {
  const year = await evidenceOf(buyer, 2025)
  assert.deepEqual(
    year.months.map(({ month, kind, rate, count, tax_idr }) => [month, kind, rate, count, tax_idr]),
    [
      [1, 'vat', '0.0012', 1, '420000.00'],
      [2, 'vat', '0.0011', 1, '385000.00'],
      [2, 'vat', '0.0012', 1, '420000.00'],
      [7, 'vat', '0.0011', 1, '385000.00'],
    ],
  )
  assert.deepEqual([year.total_idr, year.total], ['1610000.00', 4])
  const toMs = wib('2026-01-01T00:00:00')
  const { rows } = await desk.database.query<{ id: number; units: number }>(
    `select currency_id as id, sum(amount)::bigint as units from exchange.ledger_entry
     where account_id = $1 and time_ms < $2 group by 1 order by 1`,
    [buyer.userId, toMs],
  )
  const bitcoin = rows[1]?.units ?? 0
  const held = new Map(year.holdings?.map((holding) => [holding.ccurrency_symbol, holding]))
  assert.equal(held.get('IDR')?.value_idr, (rows[0]?.units ?? 0) / 100 + '.00')
  assert.equal(held.get('BTC')?.quantity, (bitcoin / 1e8).toFixed(8))
  assert.equal(held.get('BTC')?.value_idr, `${bitcoin * 5}.00`)
  assert.deepEqual([held.get('USDT')?.price_idr, held.get('USDT')?.value_idr], [null, null])
})

async function fileOf(path: string, token: string, language = 'en') {
  const headers = { jwt: token, 'accept-language': language }
  const answer = await desk.http.inject({ method: 'GET', url: path, headers })
  assert.equal(answer.statusCode, 200, answer.payload)
  return answer
}

test('the files have the content of the page, in the language of their reader', async () => {
  const { token } = seller
  const csv = await fileOf('/tax/evidence/csv?year=2025&month=2', token, 'id')
  assert.match(String(csv.headers['content-disposition']), /"tukar-tax-evidence-2025-02.csv"/)
  const lines = csv.payload.split('\r\n')
  assert.match(lines[0] ?? '', /^\u{feff}number;created_at;/u)
  assert.match(
    lines[1] ?? '',
    /^BTC_IDR-5-S;2025-02-10T16:59:59.999Z;2025-02-10 23:59:59;BTC_IDR;\d+;sell;BTC;0,70000000;income_tax;350000000,00;0,0010;350000,00;IDR;350000,00;withheld$/,
  )
  assert.equal(lines.length, 4)
  const pdf = await fileOf('/tax/evidence/pdf?year=2025&month=2', token, 'id')
  assert.equal(pdf.headers['content-type'], 'application/pdf')
  const { title, pages } = readDocument(pdf.rawPayload)
  const text = pages.flat()
  assert.equal(title, 'Bukti pemungutan pajak aset kripto')
  for (const line of [
    'Februari 2025',
    'NPWP | 0123456789012000',
    'Nama | Sari Dewi',
    'NIK atau nomor paspor | 3273014107900001',
    'PPh Pasal 22 | 0,10% | 2 | 700.000.000,00 | 700.000,00',
    'BTC_IDR-5-S | 2025-02-10 23:59:59 | Penjualan | BTC | 0,70000000 | 350.000.000,00 | PPh Pasal 22 | 0,10% | 350.000,00 | Dipungut',
  ]) {
    assert.ok(text.includes(line), `${line} in ${text.join('\n')}`)
  }
  const year = readDocument((await fileOf('/tax/evidence/pdf?year=2025', token)).rawPayload)
  const yearText = year.pages.flat()
  assert.ok(yearText.includes('Assets held at the end of the year'))
  assert.ok(
    yearText.includes(
      'August 2025 | Income tax, article 22 | 0,21% | 1 | 350.000.000,00 | 735.000,00',
    ),
  )
})

test("ATT-27: evidence is the user's own, of a period that has begun", async () => {
  for (const path of ['/tax/evidence', '/tax/evidence/csv', '/tax/evidence/pdf']) {
    assert.equal((await ask(desk, 'GET', `${path}?year=2025&month=2`)).status, 401)
    for (const query of ['', '?year=25', '?year=2025&month=13', '?year=2025&month=0']) {
      assert.equal((await ask(desk, 'GET', path + query, { token: seller.token })).status, 400)
    }
    const ahead = await ask(desk, 'GET', `${path}?year=2099`, { token: seller.token })
    assert.equal(ahead.body['code'], 'tax.period_ahead')
  }
  const other = await personAt(desk, 'Eko')
  const { total, datas } = await evidenceOf(other, 2025, 2)
  assert.deepEqual([total, datas], [0, []])
})

async function monthOf(token: string, year: number, month: number): Promise<DeskTax> {
  const { body } = await ask(desk, 'GET', `/desk/tax?year=${year}&month=${month}`, { token })
  return body['data'] as DeskTax
}

/** An operator with a role and a second factor. */
async function operatorAt(name: string, role: 'finance' | 'risk'): Promise<Person> {
  const person = await personAt(desk, name)
  await desk.database.query(
    `insert into accounts.two_factor (user_id, sealed_seed, activated_at) values ($1, '\\x00', now())`,
    [person.userId],
  )
  await giveRole(desk.database, person.userId, role)
  return person
}

test("ATT-99: a month for payment and report equals the ledger's income", async () => {
  const { token } = await operatorAt('Fina', 'finance')
  const february = await monthOf(token, 2025, 2)
  assert.deepEqual(
    [february.pay_by, february.report_by, february.first_month, february.is_open],
    ['2025-03-15', '2025-03-20', '2022-04', false],
  )
  assert.deepEqual(
    february.due.map(({ kind, count, base_idr, tax_idr, due_idr }) => [
      kind,
      count,
      base_idr,
      tax_idr,
      due_idr,
    ]),
    [
      ['vat', 2, '700000000.00', '805000.00', '805000'],
      ['income_tax', 2, '700000000.00', '700000.00', '700000'],
      ['bourse', 4, '1400000000.00', '310800.00', '310800'],
    ],
  )
  const bourse = async (month: number) =>
    (await monthOf(token, 2026, month)).sums
      .filter(({ kind }) => kind === 'bourse')
      .map(({ market_pair, rate, count, tax_idr }) => [market_pair, rate, count, tax_idr])
  assert.deepEqual(await bourse(2), [['BTC_IDR', '0.000222', 2, '155400.00']])
  assert.deepEqual(await bourse(3), [['BTC_IDR', '0.000111', 2, '77700.00']])
  for (const [year, month] of [
    [2025, 2],
    [2026, 4],
  ] as const) {
    const { proofs } = await monthOf(token, year, month)
    assert.ok(proofs.length >= 6, JSON.stringify(proofs))
    for (const proof of proofs) {
      assert.equal(proof.traded, proof.booked)
      assert.equal(proof.traded_ever, proof.booked_ever)
      assert.equal(proof.is_equal, true)
    }
  }
  const { token: riskToken } = await operatorAt('Rina', 'risk')
  for (const path of ['/desk/tax', '/desk/tax/csv']) {
    const url = `${path}?year=2025&month=2`
    assert.equal((await ask(desk, 'GET', url, { token: riskToken })).status, 403)
    assert.equal((await ask(desk, 'GET', url)).status, 401)
  }
})

test('past days are summed once, and stay the same', async () => {
  const { token } = await operatorAt('Farida', 'finance')
  const months = () => Promise.all([monthOf(token, 2025, 2), monthOf(token, 2026, 4)])
  const before = await months()
  const { database } = desk
  await catchUpTo(database, 1)
  await fallBehind(database)
  await totals.sweep()
  const { rowCount } = await database.query('select from tax.day_sum')
  assert.equal(rowCount, 0, 'what the tables do not hold yet would be missing for ever')
  await catchUpTo(database, nowMs)
  await totals.sweep()
  assert.deepEqual(await months(), before)
  const stored = async () => {
    const { rows } = await desk.database.query<{ at: number; xmin: string }>(
      'select from_ms as at, xmin::text from tax.day_sum order by from_ms',
    )
    return rows
  }
  const days = await stored()
  // Each change of rates has a trade on the day before it and on its own day; the swap has its day.
  assert.equal(days.length, changes.length * 2 + 1)
  assert.equal(days[0]?.at, wib('2022-04-30T00:00:00'))
  await totals.sweep()
  assert.deepEqual(await stored(), days)
  assert.ok((await monthOf(token, 2026, 4)).proofs.every(({ is_equal: isEqual }) => isEqual))
})

test('INV-23: the file of all transactions names accounts, and its download is recorded', async () => {
  const { token, userId } = await operatorAt('Fajar', 'finance')
  const csv = await fileOf('/desk/tax/csv?year=2025&month=8', token)
  const lines = csv.payload.trim().split('\r\n')
  // One with income tax; both sides with the bourse's fee.
  assert.deepEqual(
    lines.slice(1).map((line) => {
      const cells = line.split(',')
      return [cells[0], cells[1], cells[9], cells[14]]
    }),
    [
      [String(buyer.userId), 'BTC_IDR-8-B', 'bourse', '77700.00'],
      [String(seller.userId), 'BTC_IDR-8-S', 'bourse', '77700.00'],
      [String(seller.userId), 'BTC_IDR-8-S', 'income_tax', '735000.00'],
    ],
  )
  const { rows } = await desk.database.query(
    "select operator_id, subject from desk.audit_entry where action = 'tax.export'",
  )
  assert.deepEqual(rows, [{ operator_id: userId, subject: 'tax:2025-08' }])
})

/** A small seeded generator, so that a run can be repeated. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('R-05: base and tax of a swap are valued at the last rupiah price before it, within a batch too', async () => {
  const random = randomOf(20_260_501)
  const last = { BTC: 50_000_000_000n, USDT: 500_000_000n }
  const expected: { base: bigint; tax: bigint }[] = []
  const value = (units: bigint, symbol: 'BTC' | 'USDT') =>
    (units * last[symbol]) / (symbol === 'BTC' ? 100_000_000n : 1_000_000n)
  const taxed = (units: bigint, symbol: 'BTC' | 'USDT') =>
    expected.push({
      base: value(units, symbol),
      tax: value((units * 2_100n) / 1_000_000n, symbol),
    })
  for (let hour = 0; hour < 8; hour++) {
    const commands = Array.from({ length: 5 }, () => {
      const pair = (['BTC_IDR', 'USDT_IDR', 'BTC_USDT'] as const)[random(3)] ?? 'BTC_IDR'
      const step = { BTC_IDR: 100_000, USDT_IDR: 100, BTC_USDT: 10_000 }[pair]
      const price = (prices[markets[pair]] ?? 0) + random(50) * step
      const quantity = 3_000_000 + random(1_000) * 100
      if (pair === 'BTC_IDR') last.BTC = BigInt(price)
      if (pair === 'USDT_IDR') last.USDT = BigInt(price)
      if (pair === 'BTC_USDT') {
        taxed((BigInt(price) * BigInt(quantity)) / 100_000_000n, 'USDT')
        taxed(BigInt(quantity), 'BTC')
      }
      return dealOf({ pair, price, quantity, from: seller, to: swapper })
    })
    const timeMs = wib('2026-05-02T00:00:00') + hour * 3_600_000
    assert.equal(await engine.submitPast(timeMs, commands.flat()), true)
  }
  const swapsOf = async (person: Person) =>
    (await evidenceOf(person, 2026, 5)).datas
      .filter(({ deal }) => deal === 'swap')
      .map(({ base_idr: base, tax_idr: tax }) => ({ base: senOf(base), tax: senOf(tax) }))
  const [given, taken] = [await swapsOf(seller), await swapsOf(swapper)]
  assert.ok(given.length > 8)
  assert.deepEqual(
    given.flatMap((row, index) => [row, taken[index]]),
    expected,
  )
})

test('SRV-60: the value of two taxes on one side is shared by amount, rounded down, and whole rupiah are due', async () => {
  const firstMs = wib('2026-05-04T00:00:00')
  const rates = { vat: 1_100n, income_tax: 2_300n } as const
  const schedules = (['vat', 'income_tax'] as const).map((chargeKind, place) =>
    commandOf({
      kind: 'set_schedule',
      scheduleId: 9_001 + place,
      marketId: markets.BTC_IDR,
      chargeKind,
      payer: 'buyer',
      base: 'gross',
      ratePpm: Number(rates[chargeKind]),
      from: firstMs,
    }),
  )
  assert.equal(await engine.submitPast(firstMs, schedules), true)
  const [price, quantity] = [50_003_600_000n, 1_266_600n]
  const wanted = { pair: 'BTC_IDR', from: seller, to: buyer } as const
  await deal(firstMs + 1, { ...wanted, price: Number(price), quantity: Number(quantity) })
  await tablesFollow(engine, buyer.userId)
  const [vatTaken, incomeTaken] = [rates.vat, rates.income_tax].map(
    (rate) => (quantity * rate) / 1_000_000n,
  )
  const taken = (vatTaken ?? 0n) + (incomeTaken ?? 0n)
  const worth = (taken * price) / 100_000_000n
  const rows = (await evidenceOf(buyer, 2026, 5)).datas
  assert.deepEqual(
    rows.map(({ kind, base_idr: of, tax_idr: tax }) => [kind, senOf(of), senOf(tax)]),
    [
      ['income_tax', (quantity * price) / 100_000_000n, (worth * (incomeTaken ?? 0n)) / taken],
      ['vat', (quantity * price) / 100_000_000n, (worth * (vatTaken ?? 0n)) / taken],
    ],
  )
  // Neither share is a whole number, so that rounding up would be visible.
  assert.ok([vatTaken, incomeTaken].every((own) => (worth * (own ?? 0n)) % taken > 0n))
  const { token } = await operatorAt('Fitri', 'finance')
  const { due } = await monthOf(token, 2026, 5)
  for (const { kind, tax_idr: tax, due_idr: whole } of due) {
    assert.equal(whole, String(senOf(tax) / 100n), kind)
  }
  assert.ok(
    due.some(({ tax_idr: tax }) => senOf(tax) % 100n >= 50n),
    JSON.stringify(due),
  )
})

const senOf = (rupiah: string | null): bigint => BigInt((rupiah ?? '').replace('.', ''))

test('INV-03: a charge in the tables that was never booked is found', async () => {
  const { token } = await operatorAt('Farah', 'finance')
  await desk.database.query(
    `insert into exchange.trade
     select market_id, no + 1000000, seq, $1, price, quantity, quote, taker_side, maker_order_id, taker_order_id,
       maker_account_id, taker_account_id, 0, '{1,3,500,2100,1}', 0, 500
     from exchange.trade where market_id = 4 and no = 1`,
    [nowMs],
  )
  const now = new Date(nowMs + 7 * 3_600_000)
  const { proofs } = await monthOf(token, now.getUTCFullYear(), now.getUTCMonth() + 1)
  assert.deepEqual(
    proofs
      .filter(({ is_equal: isEqual }) => !isEqual)
      .map(({ kind, ccurrency_symbol }) => [kind, ccurrency_symbol]),
    [['income_tax', 'IDR']],
  )
})
