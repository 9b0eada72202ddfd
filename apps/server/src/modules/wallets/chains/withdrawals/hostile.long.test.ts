/** Hostile users and a hostile signer: nothing is paid twice, wrongly, or to others. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../adapters/chain-nodes/testing/chains.ts'
import type { Signer } from '../../../../adapters/signer/index.ts'
import { type Rig, startRig, uuidAt } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import type { TestAnswer, Person } from '../../../../testing/desk.ts'
import { localEpochSlots } from '../register.ts'
import { addressOf, available, listed, post, type Row } from '../testing/coin-desk.ts'
import {
  codeFor,
  type CoinOutDesk,
  coinOutDesk,
  paymentNamed,
  strangers,
  withdrawAs,
  withdrawalIn,
} from '../testing/coin-out-desk.ts'

const etherId = 3
const ether = { chain_id: 1, currency: 'ETH', ccurrency_table_id: etherId }
const receiver = { to_name: 'Budi Santoso', to_home_address: 'Jalan Melati 1, Bandung' }
const coin = '/evm/coin-withdraw'
const bitcoin = '/wallets_btc/withdraw'

let rig: Rig
let chains: TemporaryChains

before(async () => {
  rig = await startRig()
  const blockMs = { bitcoin: 300, ethereum: 300, arbitrum: 300, bnb: 300 }
  chains = await temporaryChains({ epochSlots: localEpochSlots, blockMs })
})

after(async () => {
  await chains.end()
  await rig.stop()
})

const setUp = async (
  context: TestContext,
  asSigner: (honest: Signer) => Signer = (honest) => honest,
): Promise<CoinOutDesk> => coinOutDesk(context, await rig.database(), chains, { asSigner })

type Call = { readonly path: string; readonly body: object; readonly key?: string }

/** Requests a withdrawal with these fields, without a code of its own. */
async function send(
  desk: CoinOutDesk,
  person: Person,
  { path, body, key = uuidAt(Date.now()) }: Call,
): Promise<TestAnswer> {
  const answer = await desk.http.inject({
    method: 'POST',
    url: path,
    headers: { 'accept-language': 'en', jwt: person.token, 'idempotency-key': key },
    payload: body,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

const idOf = ({ status, body }: TestAnswer): number => {
  assert.equal(status, 200, JSON.stringify(body))
  return Number((body['data'] as Row)['id'])
}

async function someoneWith(desk: CoinOutDesk, units: number): Promise<Person> {
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await desk.fund(dewi, etherId, units)
  return dewi
}

const madeIn = async ({ database }: CoinOutDesk): Promise<number> =>
  (await database.query('select 1 from wallets.chain_withdrawal')).rows.length

test('ATT-84 ATT-91 LOW-8: of forty concurrent requests for the whole balance, with one key and with many, one succeeds', async (t) => {
  const desk = await setUp(t)
  const dewi = await someoneWith(desk, 20_000_000)
  const asked = { ...ether, withdraw_to: strangers.evm, amount: '0.2' }
  const otp = await codeFor(desk, dewi, paymentNamed(asked))
  const body = { ...asked, otp }
  const one = uuidAt(Date.now())
  const keys = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? one : uuidAt(Date.now() + at)))
  const answers = await Promise.all(keys.map((key) => send(desk, dewi, { path: coin, body, key })))
  const made = answers.filter(({ status }) => status === 200)
  assert.ok(made.length > 0, JSON.stringify(answers[0]?.body))
  assert.equal(new Set(made.map(idOf)).size, 1)
  // Requests with the same key all get the same withdrawal.
  const named = answers.filter((_, at) => keys[at] === one).map(({ status }) => status)
  assert.equal(new Set(named.map((status) => status === 200)).size, 1, String(named))
  assert.equal(await madeIn(desk), 1)
  assert.equal(await available(desk, dewi, etherId), 0)
})

test('ATT-84: an idempotency key belongs to its user; another user’s same key is another request', async (t) => {
  const desk = await setUp(t)
  const dewi = await someoneWith(desk, 20_000_000)
  const eka = await desk.person('Eka')
  await desk.fund(eka, etherId, 20_000_000)
  const key = uuidAt(Date.now())
  const asked = { ...ether, withdraw_to: strangers.evm, amount: '0.1' }
  const first = idOf(await withdrawAs(desk, dewi, coin, asked, key))
  const second = idOf(await withdrawAs(desk, eka, coin, asked, key))
  assert.notEqual(first, second)
  const own = await listed(desk, eka, '/withdraws')
  assert.deepEqual(
    own.map((row) => row['id']),
    [second],
  )
})

test("ATT-93: a withdrawal is its owner's alone to see and to take back, whatever id or link is guessed", async (t) => {
  const desk = await setUp(t)
  const dewi = await someoneWith(desk, 2_000_000_000)
  const eka = await desk.person('Eka')
  const asked = { ...ether, withdraw_to: strangers.evm, amount: '3', ...receiver }
  const rowId = idOf(await withdrawAs(desk, dewi, coin, asked))
  await withdrawalIn(desk, rowId, 'waiting_approval')
  const stolen = await post(desk, eka, '/withdraws/cancel', { id: rowId })
  assert.deepEqual([stolen.status, stolen.body['code']], [404, 'withdrawal.unknown'])
  const rules = encodeURIComponent(JSON.stringify([{ field: 'id', op: 'equal', value: rowId }]))
  assert.deepEqual(await listed(desk, eka, `/withdraws?filter_rules=${rules}`), [])
  for (const token of ['', 'x', String(rowId), 'A'.repeat(43)]) {
    for (const path of ['/withdraws/of-link', '/withdraws/cancel-by-link']) {
      const { body } = await post(desk, eka, path, { token })
      assert.equal(body['code'], 'withdrawal.link_used', `${path} ${token}`)
    }
  }
  await withdrawalIn(desk, rowId, 'waiting_approval')
})

test('ATT-85 R-07: inexact amounts and ids are refused, as texts and as JSON numbers', async (t) => {
  const desk = await setUp(t)
  const dewi = await someoneWith(desk, 1_000_000_000)
  const right = { ...ether, withdraw_to: strangers.evm, amount: '0.1', otp: '000000' }
  const codes: Record<string, unknown> = {}
  for (const [name, fields] of Object.entries({
    beyond: { amount: 2 ** 53 + 2 },
    digits: { amount: '9'.repeat(40) },
    tiny: { amount: 1e-9 },
    exponent: { amount: '1e-1' },
    minus: { amount: -0.1 },
    arabic: { amount: '\u0660.\u0661' },
    wide: { amount: '\uff10.\uff11' },
    spaced: { amount: '0. 1' },
    list: { amount: ['0.1'] },
    nothing: { amount: null },
    feeBeyond: { fee: 1e300 },
    chain: { chain_id: 1.5 },
    chainBeyond: { chain_id: 2 ** 53 + 2 },
    chainText: { chain_id: '01x' },
    currency: { currency: '\uff25\uff34\uff28' },
  })) {
    const { status, body } = await send(desk, dewi, { path: coin, body: { ...right, ...fields } })
    assert.ok(status === 400 || status === 404 || status === 422, `${name} ${status}`)
    codes[name] = body['code']
  }
  assert.deepEqual(
    [codes['beyond'], codes['digits'], codes['tiny'], codes['chain'], codes['currency']],
    ['amount.too_large', 'amount.too_large', 'amount.malformed', 'coin.unknown', 'coin.unknown'],
    JSON.stringify(codes),
  )
  assert.equal(await madeIn(desk), 0)
})

test('ATT-86: no spelling of our own addresses and no look-alike character is accepted', async (t) => {
  const desk = await setUp(t)
  const dewi = await someoneWith(desk, 1_000_000_000)
  const eka = await desk.person('Eka')
  const evms = await addressOf(desk, eka, 'ethereum')
  const bitcoins = await addressOf(desk, eka, 'bitcoin')
  const codeOf = async (path: string, withdraw_to: string) => {
    const fields = path === coin ? { ...ether, amount: '0.1' } : { amount: '0.001' }
    const body = { ...fields, ...receiver, withdraw_to, otp: '000000' }
    return (await send(desk, dewi, { path, body })).body['code']
  }
  const capitals = `0x${evms.slice(2).toUpperCase()}`
  for (const spelling of [evms, evms.toLowerCase(), ` ${evms}\n`, capitals, `ethereum:${evms}@1`]) {
    assert.equal(await codeOf(coin, spelling), 'coin.address_own', spelling)
  }
  for (const spelling of [
    bitcoins,
    bitcoins.toUpperCase(),
    `\ufeff${bitcoins} `,
    `bitcoin:${bitcoins}?amount=1`,
  ]) {
    assert.equal(await codeOf(bitcoin, spelling), 'coin.address_own', spelling)
  }
  const { evm, bitcoin: segwit } = strangers
  for (const wrong of [
    evm.replace('0x', '0X'),
    evm.replace('E', '\u0415'),
    `ethereum:${evm}@1/approve`,
    `https://etherscan.io/tx/${evm}`,
    `${evm}0`,
    evm.slice(2),
    'vitalik.eth',
    '',
  ]) {
    const code = String(await codeOf(coin, wrong))
    assert.match(code, /^coin\.address_(?:form|checksum)$/, JSON.stringify(wrong))
  }
  for (const wrong of [
    segwit.slice(0, 10) + segwit.slice(10).toUpperCase(),
    segwit.replace('q', '\u0566'),
    `ethereum:${segwit}`,
    evm,
  ]) {
    const code = String(await codeOf(bitcoin, wrong))
    assert.match(code, /^coin\.address_(?:form|checksum)$/, JSON.stringify(wrong))
  }
  const elsewhere = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  assert.equal(await codeOf(bitcoin, elsewhere), 'coin.address_network')
  assert.equal(await madeIn(desk), 0)
})

test('ATT-97: a transaction that differs from its order is neither stored nor sent, and raises an alarm', async (t) => {
  const lies = { left: 3 }
  const somebody = 'ab'.repeat(20)
  const desk = await setUp(t, (honest) => ({
    ...honest,
    async sign(order, asker) {
      const answer = await honest.sign(order, asker)
      if (answer.status !== 'done' || lies.left === 0) return answer
      lies.left -= 1
      const { raw } = answer.value
      // Another hash, truncated bytes, and bytes that pay a stranger.
      const wrong = [
        { txid: `0x${somebody}${'0'.repeat(24)}` },
        { raw: raw.slice(0, -2) },
        { raw: raw.replace(strangers.evm.slice(2).toLowerCase(), somebody) },
      ][lies.left]
      return { status: 'done', value: { ...answer.value, ...wrong } }
    },
  }))
  const dewi = await someoneWith(desk, 100_000_000)
  const asked = { ...ether, withdraw_to: strangers.evm, amount: '0.2' }
  const rowId = idOf(await withdrawAs(desk, dewi, coin, asked))
  const alarm = async () => {
    const { rows } = await desk.database.query<{ alarm: string | null }>(
      'select alarm from wallets.chain_withdrawal where id = $1',
      [rowId],
    )
    return rows[0]?.alarm
  }
  while (lies.left > 0) {
    const { left } = lies
    const kept = await desk.database.query(
      'select 1 from wallets.chain_transaction where withdrawal_id = $1 and txid is not null',
      [rowId],
    )
    if (lies.left > 0) assert.equal(kept.rows.length, 0)
    await until('the signer is asked again', async () => {
      await desk.database.query(
        'update wallets.chain_withdrawal set next_look_at = now() where id = $1',
        [rowId],
      )
      desk.machine.wake()
      return lies.left < left
    })
    if (lies.left > 0) {
      await until('an operator is notified', async () => (await alarm()) === 'signed_otherwise')
    }
  }
  const row = await withdrawalIn(desk, rowId, 'done')
  assert.equal(row['alarm'], null)
})

test('SRV-63 SRV-65: addresses, claims and the faucet are rate limited', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const eka = await desk.person('Eka')
  const txhash = `0x${'ab'.repeat(32)}`
  for (const [path, body] of [
    ['/wallets/get-ethereum-address', {}],
    ['/blocks/coin-deposit-manual', { txhash }],
    ['/simulation/chain/faucet', { chain: 'bnb', currency: 'NONE' }],
  ] as const) {
    const statuses: number[] = []
    for (let at = 0; at < 14; at += 1) {
      statuses.push((await post(desk, dewi, path, body)).status)
    }
    assert.ok(!statuses.slice(0, 10).includes(429), `${path} ${statuses.join()}`)
    assert.ok(statuses.includes(429), `${path} ${statuses.join()}`)
    assert.notEqual((await post(desk, eka, path, body)).status, 429, path)
  }
})
