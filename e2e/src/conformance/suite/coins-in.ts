/**
 * Deposits of coins: addresses, networks, deposits found by scanning or claimed by hash, and their senders.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Answer,
  isObject,
  type JsonObject,
  listRows,
  newCommandId,
  objectAt,
  rowsAt,
  textAt,
} from '../../harness/http.ts'
import { balanceOf, type Person } from '../../harness/people.ts'
import { openSocket } from '../../harness/sockets.ts'
import { until } from '../../harness/until.ts'
import { parseUnits, type Fixture } from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'

const page = { page: 1, rows: 10, sort: 'id', order: 'desc', filter_rules: '[]' }
/** The chains of a simulation start on first use and make a block from time to time. */
export const chainMs = 180_000
const slowly = { withinMs: chainMs, everyMs: 250 }

type Family = 'ethereum' | 'bitcoin'

const post = ({ client }: Fixture, { token }: Person, path: string, body: JsonObject) =>
  client.call('POST', path, { token, body, commandId: newCommandId() })

const addressOf = async ({ client }: Fixture, { token }: Person, family: Family) => {
  const answer = await client.call('GET', `/wallets/${family}-address`, { token })
  assertFrame(answer, 1)
  return objectAt(answer.body, 'data')['wallet_address']
}

/** The person's address; repeats the request while the chains are starting. */
export async function requestAddress(w: Fixture, person: Person, family: Family): Promise<string> {
  return until(
    `an address of ${family}`,
    async () => {
      const answer = await post(w, person, `/wallets/get-${family}-address`, {})
      if (answer.body['success'] !== 1) {
        assertRefused(answer, 503)
        throw new Error(answer.text)
      }
      return textAt(objectAt(answer.body, 'data'), 'wallet_address')
    },
    slowly,
  )
}

/** The rows of a list of coins, newest first. */
export async function coinRows(
  { client }: Fixture,
  { token }: Person,
  path: string,
  rules: readonly JsonObject[] = [],
): Promise<readonly JsonObject[]> {
  const query = { ...page, filter_rules: JSON.stringify(rules) }
  return listRows(await client.call('GET', path, { token, query }))
}

/** A currency's row of the public list. */
export async function currencyOf({ client }: Fixture, symbol: string): Promise<JsonObject> {
  const rule = { field: 'ccurrency_symbol', op: 'equal', value: symbol }
  const query = { ...page, rows: 1, filter_rules: JSON.stringify([rule]) }
  const [row] = listRows(await client.call('GET', '/currencies', { query }))
  if (row === undefined) throw new Error(`no currency ${symbol}`)
  return row
}

/** The networks of a currency on EVM chains. */
export async function readNetworks(w: Fixture, { token }: Person, symbol: string) {
  const id = textAt(await currencyOf(w, symbol), 'id')
  const query = { ccurrency_id: id }
  const answer = await w.client.call('GET', '/block_evm_tokens/by-ccurrency-id', { token, query })
  assertFrame(answer, 1)
  return rowsAt(answer.body, 'data')
}

/** The id of a chain by its configured name. */
export function chainIdOf({ client }: Fixture, name: string): Promise<Answer> {
  return client.call('GET', '/public_config/evm-chain-id', { query: { name } })
}

export type FaucetRequest = {
  readonly chain: string
  readonly currency: string
  readonly amount?: string
}

/** Requests a payment from the faucet; returns its transaction id, or null if there is no faucet. */
export async function useFaucet(
  w: Fixture,
  person: Person,
  input: FaucetRequest,
): Promise<string | null> {
  return until(
    'the faucet to pay',
    async () => {
      const answer = await post(w, person, '/simulation/chain/faucet', input)
      if (answer.status === 404) return { txid: null }
      if (answer.body['success'] !== 1) throw new Error(answer.text)
      return { txid: textAt(objectAt(answer.body, 'data'), 'txid') }
    },
    { ...slowly, everyMs: 1_000 },
  ).then(({ txid }) => txid)
}

/** Waits until the deposit of this transaction has this status. */
async function untilState(
  read: () => Promise<readonly JsonObject[]>,
  txid: string,
  state: string,
): Promise<JsonObject> {
  return until(
    `a deposit that is ${state}`,
    async () => {
      const rows = await read()
      const row = rows.find((one) => [one['ccdeposit_txhash'], one['txid']].includes(txid))
      return row !== undefined && row['state'] === state && row
    },
    slowly,
  )
}

const evmDeposits = (w: Fixture, person: Person) => () => coinRows(w, person, '/ccdeposits')
const bitcoinDeposits = (w: Fixture, person: Person) => () =>
  coinRows(w, person, '/wallets_btc/deposits')

function registerAddresses(fixture: () => Fixture): void {
  test('API-46 API-47 API-48 API-49 DATA-07 EVMD-06 BTCD-02 SRV-63: an address of each family is created once and never changes', async () => {
    const w = fixture()
    const [person, other] = [await w.verified('koin'), await w.verified('koin-lain')]
    const forms = { ethereum: /^0x[0-9a-fA-F]{40}$/, bitcoin: /^(?:bc|tb|bcrt)1q[a-z0-9]{38}$/ }
    for (const family of ['ethereum', 'bitcoin'] as const) {
      const foreign = await requestAddress(w, other, family)
      assert.equal(await addressOf(w, person, family), null)
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => requestAddress(w, person, family)),
      )
      const [address = ''] = answers
      assert.deepEqual(new Set(answers), new Set([address]), 'SRV-63: at once as well')
      assert.match(address, forms[family])
      assert.equal(await addressOf(w, person, family), address)
      assert.notEqual(address, foreign)
    }
    const { token } = person
    const reply = await w.client.call('GET', '/wallets/bitcoin-address', { token })
    const data = objectAt(reply.body, 'data')
    assert.ok(parseUnits(textAt(data, 'min_deposit'), 8) > 0n)
    const [usual, most] = ['confirmations', 'confirmations_max'].map((key) => Number(data[key]))
    assert.ok(Number(usual) >= 1 && Number(most) >= Number(usual), reply.text)
  })

  test('SRV-21 SRV-63: an address requires a session and a verified person', async () => {
    const w = fixture()
    const unverified = await w.person('alice')
    for (const family of ['ethereum', 'bitcoin'] as const) {
      const path = `/wallets/get-${family}-address`
      assertRefused(await w.client.call('POST', path, { body: {} }), 401)
      assertRefused(await w.client.call('GET', `/wallets/${family}-address`), 401)
      const refused = await post(w, unverified, path, {})
      assertRefused(refused, 403)
      assert.equal(refused.body['code'], 'kyc.required')
    }
  })
}

function registerWays(fixture: () => Fixture): void {
  test('API-42 CONST-21 EVMD-15 ERR-07 SRV-66: three chain names have an id, any other has none', async () => {
    const w = fixture()
    const ids = new Set<number>()
    for (const name of ['EVM_CHAIN_ID_ETH', 'EVM_CHAIN_ID_ARB', 'EVM_CHAIN_ID_BNB']) {
      const answer = await chainIdOf(w, name)
      assertFrame(answer, 1)
      const id = answer.body['data']
      assert.ok(typeof id === 'number' && Number.isSafeInteger(id) && id > 0, answer.text)
      ids.add(id)
    }
    assert.equal(ids.size, 3)
    for (const name of ['', 'EVM_CHAIN_ID_SOL', 'evm_chain_id_eth', 'constructor', '__proto__']) {
      const answer = await chainIdOf(w, name)
      assertRefused(answer, 200)
      assert.equal(answer.body['msg'], 'Chain ID not found')
    }
  })

  test('API-79 DATA-06 DEC-77 DEC-112 EVMW-04: the ways of a token have its contract and fee, those of a coin no contract', async () => {
    const w = fixture()
    const person = await w.verified('koin')
    const currency = await currencyOf(w, 'USDT')
    const decimals = Number(textAt(currency, 'decimal_display'))
    const tokens = await readNetworks(w, person, 'USDT')
    assert.ok(tokens.length > 0)
    for (const way of tokens) {
      assert.match(textAt(way, 'id'), /^\d+$/)
      assert.match(textAt(way, 'chain_id'), /^\d+$/)
      assert.match(textAt(way, 'contract_address'), /^0x[0-9a-fA-F]{40}$/)
      assert.ok(parseUnits(textAt(way, 'wd_fee'), Math.max(decimals, 18)) > 0n)
    }
    const [coin] = await readNetworks(w, person, 'ETH')
    assert.ok(coin !== undefined)
    assert.equal(coin['contract_address'], '')
    const ownFee = textAt(await currencyOf(w, 'ETH'), 'ccurrency_withdraw_fee')
    assert.equal(parseUnits(textAt(coin, 'wd_fee'), 18), parseUnits(ownFee, 18))
    assert.deepEqual(await readNetworks(w, person, 'BTC'), [])
    const query = { ccurrency_id: 'x' }
    const path = '/block_evm_tokens/by-ccurrency-id'
    assertRefused(await w.client.call('GET', path, { token: person.token, query }), 400)
    assertRefused(await w.client.call('GET', path, { query }), 401)
  })
}

function assertDeposit(row: JsonObject): void {
  assert.match(textAt(row, 'id'), /^\d+$/)
  assert.ok(Number.isFinite(Date.parse(textAt(row, 'created_at'))))
  const status = textAt(row, 'ccdeposit_status' in row ? 'ccdeposit_status' : 'status')
  assert.ok(['PENDING', 'COMPLETED', 'FAILED'].includes(status))
  for (const key of ['kyt_name', 'kyt_id_number', 'kyt_home_address']) assert.ok(key in row, key)
  assert.ok(rowsAt(row, 'steps').every((step) => 'at' in step && 'state' in step))
  assert.ok(row['next'] === null || isObject(row['next']))
}

function registerDeposits(fixture: () => Fixture): void {
  test("API-50 DATA-13 EVMD-17 SRV-64 SRV-67 SRV-72 INV-11: a token paid to the person's address is detected automatically, and credited once", async () => {
    const w = fixture()
    const person = await w.verified('koin')
    const address = await requestAddress(w, person, 'ethereum')
    const before = await balanceOf(w.client, person.token, 'USDT')
    const listener = await openSocket(w.url, { token: person.token })
    try {
      const input = { chain: 'ethereum', currency: 'USDT', amount: '250' }
      const txid = await useFaucet(w, person, input)
      if (txid === null) return
      const row = await untilState(evmDeposits(w, person), txid, 'credited')
      assertDeposit(row)
      assert.deepEqual(
        [row['ccdeposit_status'], row['ccurrency_symbol'], row['wallet_address'], row['kyt_due']],
        ['COMPLETED', 'USDT', address, false],
      )
      assert.equal(parseUnits(textAt(row, 'ccdeposit_amount'), 18), 250n * 10n ** 18n)
      assert.equal(row['evm_chain_id'], (await chainIdOf(w, 'EVM_CHAIN_ID_ETH')).body['data'])
      const now = await balanceOf(w.client, person.token, 'USDT')
      assert.equal(
        parseUnits(now.available, 18) - parseUnits(before.available, 18),
        250n * 10n ** 18n,
      )
      await until('the new balance', () => JSON.stringify(listener.of('ubal')).includes('"USDT"'))
      await listener.wait('notif', (data) => textAt(data, 'uid') === String(person.usid))
    } finally {
      listener.close()
    }
    const other = await w.verified('koin-lain')
    assert.deepEqual(await coinRows(w, other, '/ccdeposits'), [], 'SRV-67: own rows only')
    const rule = { field: 'ccurrency_symbol', op: 'equal', value: 'ETH' }
    assert.deepEqual(await coinRows(w, person, '/ccdeposits', [rule]), [])
  })

  test('API-59 DATA-18 BTCD-03 SRV-64 SRV-67: bitcoin is listed with its transaction, and credited once it is confirmed', async () => {
    const w = fixture()
    const person = await w.verified('koin')
    const address = await requestAddress(w, person, 'bitcoin')
    const before = await balanceOf(w.client, person.token, 'BTC')
    const input = { chain: 'bitcoin', currency: 'BTC', amount: '0.00512345' }
    const txid = await useFaucet(w, person, input)
    if (txid === null) return
    const row = await untilState(bitcoinDeposits(w, person), txid, 'credited')
    assertDeposit(row)
    assert.deepEqual(
      [row['status'], row['wallet_address'], row['txid']],
      ['COMPLETED', address, txid],
    )
    assert.equal(parseUnits(textAt(row, 'amount'), 8), 512_345n)
    assert.ok(Number(row['confirmations']) >= Number(row['confirmations_needed']))
    const now = await balanceOf(w.client, person.token, 'BTC')
    assert.equal(parseUnits(now.available, 8) - parseUnits(before.available, 8), 512_345n)
    assert.ok((await coinRows(w, person, '/ccdeposits')).every(({ chain }) => chain !== 'bitcoin'))
  })

  test("SRV-21 DEC-135: the faucet pays to the person's address, within its limits", async () => {
    const w = fixture()
    const person = await w.verified('koin')
    const ask = (body: JsonObject) => post(w, person, '/simulation/chain/faucet', body)
    const good = { chain: 'ethereum', currency: 'USDT' }
    if ((await ask({ ...good, amount: '0' })).status === 404) return
    for (const amount of ['0', '-1', '1e3', '99999999999', '1.0000000000000000001', 'x']) {
      assertRefused(await ask({ ...good, amount }), 400)
    }
    for (const body of [{}, { ...good, chain: 'solana' }, { ...good, currency: 'IDR' }]) {
      assertRefused(await ask(body), 400)
    }
    const path = '/simulation/chain/faucet'
    assertRefused(await w.client.call('POST', path, { body: good }), 401)
  })
}

function registerSenders(fixture: () => Fixture): void {
  test('API-51 TRAVEL-05 DEC-118 SRV-68: from the limit on the owner declares the sender once, and the deposit is credited then', async () => {
    const w = fixture()
    const [person, other] = [await w.verified('pengirim'), await w.verified('koin-lain')]
    await requestAddress(w, person, 'ethereum')
    const before = await balanceOf(w.client, person.token, 'USDT')
    const limit = textAt(await currencyOf(w, 'USDT'), 'travel_rules_limit')
    const input = { chain: 'arbitrum', currency: 'USDT', amount: limit }
    const txid = await useFaucet(w, person, input)
    if (txid === null) return
    const held = await untilState(evmDeposits(w, person), txid, 'held')
    assert.deepEqual(
      [held['ccdeposit_status'], held['cause'], held['kyt_due'], held['kyt_name']],
      ['PENDING', 'needs_sender', true, null],
    )
    assert.deepEqual(await balanceOf(w.client, person.token, 'USDT'), before)
    const id = Number(textAt(held, 'id'))
    const body = { ccdeposit_id: id, kyt_name: 'Budi', kyt_home_address: 'Jl. Melati 1, Bandung' }
    const declare = (who: Person, sent: JsonObject) => post(w, who, '/ccdeposits/kyt', sent)
    assertRefused(await declare(other, body), 404)
    assertRefused(await declare(person, { ...body, ccdeposit_id: 999_999_999 }), 404)
    const wrong = [{ kyt_name: ' ' }, { kyt_home_address: '' }, { kyt_name: 'x'.repeat(101) }]
    for (const part of wrong) assertRefused(await declare(person, { ...body, ...part }), 400)
    assertRefused(await declare(person, { ccdeposit_id: id }), 400)
    assertFrame(await declare(person, body), 1)
    assertRefused(await declare(person, { ...body, kyt_name: 'Orang Lain' }), 409)
    const row = await untilState(evmDeposits(w, person), txid, 'credited')
    assert.deepEqual([row['kyt_name'], row['kyt_due']], ['Budi', false])
    const now = await balanceOf(w.client, person.token, 'USDT')
    const gained = parseUnits(now.available, 18) - parseUnits(before.available, 18)
    assert.equal(gained, parseUnits(limit, 18))
  })
}

type Claim = { readonly path: string; readonly body: JsonObject }

const tokenPath = '/blocks/erc20-deposit-manual'
const coinPath = '/blocks/coin-deposit-manual'

/** The three request bodies of the specification, each with its coin. */
async function variantsOf(w: Fixture, person: Person) {
  const [way] = await readNetworks(w, person, 'USDT')
  const chain = textAt(way ?? {}, 'chain')
  const named = { evm_chain_id: Number(textAt(way ?? {}, 'chain_id')), currency: 'USDT' }
  const contract = textAt(way ?? {}, 'contract_address')
  return [
    {
      input: { chain, currency: 'USDT', amount: '20' },
      path: tokenPath,
      rest: { ...named, contract_address: contract },
    },
    {
      input: { chain: 'ethereum', currency: 'ETH', amount: '0.01' },
      path: coinPath,
      rest: { chain_name: 'ethereum' },
    },
    { input: { chain: 'bnb', currency: 'BNB', amount: '0.05' }, path: coinPath, rest: {} },
  ]
}

function registerClaims(fixture: () => Fixture): void {
  test("API-77 API-78 DATA-14 DEC-113 SRV-65 ATT-72: a payment is claimed in each variant, becomes one deposit, and goes to the address's owner, not to the claimant", async () => {
    const w = fixture()
    const [person, other] = [await w.verified('klaim'), await w.verified('koin-lain')]
    await requestAddress(w, person, 'ethereum')
    await requestAddress(w, other, 'ethereum')
    for (const { input, path, rest } of await variantsOf(w, person)) {
      const txid = await useFaucet(w, person, input)
      if (txid === null) return
      const first = await post(w, person, path, { txhash: txid, ...rest })
      // The transaction is mined and not yet credited, is waiting for a block, or was credited automatically.
      if (first.body['success'] === 1) {
        assert.equal(first.body['msg'], 'Success')
        assert.deepEqual(
          rowsAt(first.body, 'data').map((row) => row['ccdeposit_txhash']),
          [txid],
        )
      } else assertRefused(first, 404, 409)
      await untilState(evmDeposits(w, person), txid, 'credited')
      const again = await post(w, person, path, { txhash: txid.toUpperCase(), ...rest })
      const known = await post(w, person, path, { txhash: txid, ...rest })
      assertRefused(known, 409)
      assert.equal(known.body['code'], 'claim.known')
      assertRefused(again, 400, 409)
      const foreign = await post(w, other, path, { txhash: txid, ...rest })
      assertRefused(foreign, 400)
      assert.equal(foreign.body['code'], 'claim.nothing')
      const rows = await coinRows(w, person, '/ccdeposits')
      assert.equal(rows.filter((row) => row['ccdeposit_txhash'] === txid).length, 1)
    }
    assert.deepEqual(await coinRows(w, other, '/ccdeposits'), [])
  })

  test('EVMD-13 EVMD-14 DEC-110 DEC-111 DEC-114 ERR-06 SRV-65: a claim without a hash, of no transaction, or of a coin that has no form is refused', async () => {
    const w = fixture()
    const person = await w.verified('klaim-salah')
    await requestAddress(w, person, 'ethereum')
    const hash = `0x${'ab'.repeat(32)}`
    const [, , third] = await variantsOf(w, person)
    assert.ok(third !== undefined)
    const claim = ({ path, body }: Claim) => post(w, person, path, body)
    const bad: readonly Claim[] = [
      { path: coinPath, body: { txhash: '' } },
      { path: coinPath, body: { txhash: hash.slice(0, -1) } },
      { path: coinPath, body: { txhash: `${hash}0` } },
      { path: coinPath, body: {} },
      { path: coinPath, body: { txhash: hash, chain_name: 'solana' } },
      { path: coinPath, body: { txhash: hash, currency: 'USDT', chain_name: 'ethereum' } },
    ]
    for (const one of bad) assertRefused(await claim(one), 200, 400)
    const unknown = await claim({ path: coinPath, body: { txhash: hash } })
    assertRefused(unknown, 404)
    assert.equal(unknown.body['code'], 'claim.not_found')
    const contract = `0x${'cd'.repeat(20)}`
    const fake = { txhash: hash, chain_name: 'ethereum', contract_address: contract }
    assertRefused(await claim({ path: tokenPath, body: fake }), 400)
    const body = { txhash: hash }
    assertRefused(await w.client.call('POST', coinPath, { body }), 401)
    assert.deepEqual(await coinRows(w, person, '/ccdeposits'), [])
  })
}

/** Registers the tests of coin deposits. */
export function registerCoinsInSuite(fixture: () => Fixture): void {
  registerAddresses(fixture)
  registerWays(fixture)
  registerDeposits(fixture)
  registerSenders(fixture)
  registerClaims(fixture)
}
