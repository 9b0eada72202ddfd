/** The address book: each entry is saved once, in one form, for its owner alone. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { CurrencyFigures } from '@tukar/wire'
import { type Rig, startRig, uuidAt } from '../../../../engine/testing/rig.ts'
import { readChainSettings } from '../../../../platform/config/chain-settings.ts'
import {
  type TestAnswer,
  ask,
  type Desk,
  deskOn,
  type Person,
  personAt,
} from '../../../../testing/desk.ts'
import { createRegister } from '../register.ts'
import { deleteCounterpartiesOf, registerAddressBook } from './index.ts'

type Row = Readonly<Record<string, unknown>>

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const evm = '0x52908400098527886E0F7030069857D2E4169EE7'
const bitcoin = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const wallet = { label: 'Ledger', kind: 'own_wallet', address: evm } as const
const budi = { label: 'Budi', kind: 'person', name: 'Budi Santoso', home_address: 'Jl. Melati 1' }

const register = createRegister(readChainSettings({}, 'simulation'), [
  {
    currencyId: 5,
    symbol: 'USDT',
    decimals: 6,
    travelRuleThreshold: '1000',
    withdrawalFee: '2',
  } as CurrencyFigures,
])

type Set = Desk & { readonly dewi: Person; readonly eka: Person }

async function setUp(context: TestContext): Promise<Set> {
  const desk = await deskOn(context, await rig.database())
  registerAddressBook(desk.http, { ...desk, register, nodes: { network: 'regtest' } })
  return { ...desk, dewi: await personAt(desk, 'Dewi'), eka: await personAt(desk, 'Eka') }
}

async function save(set: Set, { token }: Person, body: object, key?: string): Promise<TestAnswer> {
  const answer = await set.http.inject({
    method: 'POST',
    url: '/address-book/save',
    headers: {
      'accept-language': 'en',
      jwt: token,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    payload: body,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

const post = (set: Set, { token }: Person, path: string, body: object) =>
  ask(set, 'POST', `/address-book/${path}`, { token, body })

async function listed(set: Set, { token }: Person): Promise<readonly Row[]> {
  const { status, body } = await ask(set, 'GET', '/address-book', { token })
  assert.equal(status, 200)
  return body['data'] as readonly Row[]
}

const rowOf = ({ status, body }: TestAnswer): Row => {
  assert.deepEqual([status, body['success']], [200, 1], JSON.stringify(body))
  return body['data'] as Row
}
const codeOf = ({ status, body }: TestAnswer) => [status, body['code']]

test('TRAVEL-03: a counterparty is saved once, listed by its label, changed and removed', async (t) => {
  const set = await setUp(t)
  const { dewi } = set
  assert.deepEqual(await listed(set, dewi), [])
  const saved = rowOf(await save(set, dewi, wallet))
  const { id, created_at: createdAt, ...facts } = saved
  assert.deepEqual(facts, {
    label: 'Ledger',
    kind: 'own_wallet',
    family: 'evm',
    address: evm,
    name: null,
    home_address: null,
  })
  assert.ok(Number.isFinite(Date.parse(String(createdAt))))
  const person = rowOf(await save(set, dewi, { ...budi, address: '' }))
  assert.deepEqual([person['family'], person['address']], [null, null])
  assert.deepEqual(
    (await listed(set, dewi)).map(({ label }) => label),
    ['Budi', 'Ledger'],
  )
  const whole = { ...budi, label: 'Budi BTC', address: ` ${bitcoin.toUpperCase()} ` }
  const changed = rowOf(await post(set, dewi, 'change', { id: person['id'], ...whole }))
  assert.deepEqual(
    [changed['family'], changed['address'], changed['label'], changed['name']],
    ['bitcoin', bitcoin, 'Budi BTC', 'Budi Santoso'],
  )
  const removed = await post(set, dewi, 'remove', { id })
  assert.deepEqual(codeOf(removed), [200, ''])
  assert.deepEqual(codeOf(await post(set, dewi, 'remove', { id })), [404, 'book.unknown'])
  assert.deepEqual(await listed(set, dewi), [changed])
})

test('ATT-86: one address has one entry, however it is written, and is of its own network', async (t) => {
  const set = await setUp(t)
  const { dewi } = set
  rowOf(await save(set, dewi, { ...wallet, address: evm.toLowerCase() }))
  rowOf(await save(set, dewi, { label: 'Bitcoin', kind: 'exchange', address: bitcoin }))
  for (const address of [evm, evm.toUpperCase().replace('0X', '0x'), bitcoin.toUpperCase()]) {
    const again = await save(set, dewi, { ...wallet, label: 'Again', address })
    assert.deepEqual(codeOf(again), [409, 'book.known'], address)
  }
  assert.deepEqual(
    (await listed(set, dewi)).map(({ address }) => address),
    [bitcoin, evm],
  )
  const refused = [
    ['0x52908400098527886E0F7030069857D2E4169Ee7', 'coin.address_checksum'],
    ['0x5290', 'coin.address_form'],
    ['0x0000000000000000000000000000000000000000', 'coin.address_kind'],
    [register.assets[0]?.contract ?? '', 'coin.address_kind'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'coin.address_network'],
    [`${bitcoin}0`, 'coin.address_checksum'],
    ['аddress in Cyrillic', 'coin.address_form'],
  ] as const
  for (const [address, code] of refused) {
    assert.deepEqual(codeOf(await save(set, dewi, { ...wallet, address })), [200, code], address)
  }
})

test('ATT-86: an address of the exchange is not saved, whichever user it belongs to', async (t) => {
  const set = await setUp(t)
  await set.database.query(
    `insert into wallets.chain_address (family, user_id, index, address) values ('evm', $1, 0, $2)`,
    [set.eka.userId, evm.toLowerCase()],
  )
  for (const person of [set.dewi, set.eka]) {
    assert.deepEqual(codeOf(await save(set, person, wallet)), [200, 'coin.address_own'])
  }
})

test('ATT-33 ATT-88: empty, deceptive or too long texts are refused with an explanation', async (t) => {
  const set = await setUp(t)
  const refused = [
    [{ ...wallet, label: ' ' }, 'book.label'],
    [{ ...wallet, label: 'x'.repeat(51) }, 'book.label_long'],
    [{ ...wallet, label: 'Led\u0007ger' }, 'book.label_letter'],
    [{ ...budi, name: 'B' }, 'book.name'],
    [{ ...budi, name: 'Budi\nSantoso' }, 'book.name_letter'],
    [{ ...budi, name: 'b'.repeat(101) }, 'book.name_long'],
    [{ ...budi, home_address: '12345' }, 'book.home_address'],
    [{ ...budi, home_address: 'j'.repeat(201) }, 'book.home_address_long'],
    [{ ...budi, home_address: 'Jl. Melati\u0007' }, 'book.home_address_letter'],
    [{ label: 'Nobody', kind: 'person', home_address: 'Jl. Melati 1' }, 'book.nothing'],
  ] as const
  for (const [body, code] of refused) {
    assert.deepEqual(codeOf(await save(set, set.dewi, body)), [200, code], JSON.stringify(body))
  }
  for (const body of [
    { ...wallet, kind: 'friend' },
    { kind: 'person' },
    { ...wallet, address: 7 },
  ]) {
    assert.deepEqual(codeOf(await save(set, set.dewi, body)), [400, 'request.malformed'])
  }
  const turned = { ...wallet, label: 'Led\u202Eger' }
  assert.equal(rowOf(await save(set, set.dewi, turned))['label'], 'Ledger')
  const lines = { ...budi, home_address: ' Jl. Melati 1\r\n\n Bandung ' }
  assert.equal(rowOf(await save(set, set.dewi, lines))['home_address'], 'Jl. Melati 1, Bandung')
  const spaced = { ...budi, home_address: 'Jl. Melati 1,  Bandung'.replace('  ', ' ') }
  assert.deepEqual(codeOf(await save(set, set.dewi, spaced)), [409, 'book.known'])
})

test("ATT-27: nobody sees, changes or removes what is another's, and nobody without a session", async (t) => {
  const set = await setUp(t)
  const { dewi, eka } = set
  const { id } = rowOf(await save(set, dewi, wallet))
  assert.deepEqual(await listed(set, eka), [])
  assert.deepEqual(codeOf(await post(set, eka, 'change', { id, ...budi })), [404, 'book.unknown'])
  assert.deepEqual(codeOf(await post(set, eka, 'remove', { id })), [404, 'book.unknown'])
  // The same address in two users' books is no conflict, and neither user learns of the other.
  rowOf(await save(set, eka, wallet))
  assert.equal((await listed(set, dewi)).length, 1)
  for (const path of ['save', 'change', 'remove']) {
    const { status, body } = await ask(set, 'POST', `/address-book/${path}`, { body: { id } })
    assert.deepEqual([status, body['code']], [401, 'session.invalid'])
  }
  assert.equal((await ask(set, 'GET', '/address-book')).status, 401)
})

test('INV-15: a repeated request saves nothing twice, also many at once', async (t) => {
  const set = await setUp(t)
  const { dewi } = set
  const key = uuidAt(Date.now())
  const answers = await Promise.all([1, 2, 3, 4].map(() => save(set, dewi, budi, key)))
  assert.equal(new Set(answers.map((answer) => rowOf(answer)['id'])).size, 1)
  assert.equal((await listed(set, dewi)).length, 1)
  const other = await save(set, dewi, { ...budi, label: 'Another' }, key)
  assert.deepEqual(codeOf(other), [409, 'command.id_reused'])
  const rivals = await Promise.all(
    [1, 2, 3, 4].map((no) => save(set, dewi, { ...wallet, label: `${no}` })),
  )
  assert.equal(rivals.filter(({ status }) => status === 200).length, 1)
  assert.equal((await listed(set, dewi)).length, 2)
})

test('an address book has at most 100 entries and a rate limit', async (t) => {
  const set = await setUp(t)
  const { dewi, eka } = set
  await set.database.query(
    `insert into wallets.counterparty (user_id, label, kind, name, request_id, request_hash)
     select $1, 'entry ' || no, 'person', 'Name ' || no, gen_random_uuid(), ''
     from generate_series(1, 99) no`,
    [dewi.userId],
  )
  const both = await Promise.all([save(set, dewi, wallet), save(set, dewi, budi)])
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]))
  assert.deepEqual(codeOf(await save(set, dewi, { ...budi, name: 'Cici' })), [409, 'book.full'])
  assert.equal((await listed(set, dewi)).length, 100)
  const many = await Promise.all(
    Array.from({ length: 40 }, () => post(set, eka, 'remove', { id: 1 })),
  )
  assert.ok(many.some(({ body }) => body['code'] === 'request.rate'))
  assert.equal((await save(set, dewi, { ...budi, label: '' })).body['code'], 'book.label')
})

test('DEC-40: the address book is deleted with the user, and a deleted user saves nothing', async (t) => {
  const set = await setUp(t)
  const { dewi, eka } = set
  rowOf(await save(set, dewi, wallet))
  rowOf(await save(set, eka, wallet))
  await deleteCounterpartiesOf(set.database, dewi.userId)
  assert.deepEqual(await listed(set, dewi), [])
  assert.equal((await listed(set, eka)).length, 1)
  const events = await set.database.query<{ kind: string; details: Row }>(
    `select kind, details from security.event where account_id = $1`,
    [dewi.userId],
  )
  assert.deepEqual(
    events.rows.map(({ kind, details }) => [kind, Object.keys(details)]),
    [['counterparty.saved', ['counterpartyId']]],
  )
})
