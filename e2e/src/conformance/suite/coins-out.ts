/**
 * Withdrawals of coins: their rules, addresses, receivers and codes, up to their end, and their cancellation.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Answer,
  type Json,
  type JsonObject,
  isObject,
  newCommandId,
  objectAt,
  rowsAt,
  textAt,
} from '../../harness/http.ts'
import { createAuthenticator } from '../../harness/authenticator.ts'
import { mailedLink, readMailbox } from '../../harness/mailbox.ts'
import { balanceOf, type Person } from '../../harness/people.ts'
import { until } from '../../harness/until.ts'
import { decimalText, parseUnits, type Fixture } from '../fixture.ts'
import {
  requestAddress,
  chainMs,
  coinRows,
  currencyOf,
  useFaucet,
  readNetworks,
} from './coins-in.ts'
import { assertFrame, assertRefused } from './frame.ts'

const slowly = { withinMs: chainMs, everyMs: 250 }
/** Whole units of every currency fit into this many decimals. */
const fine = 18
const outside = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const receiver = { to_name: 'Siti Rahma', to_home_address: 'Jl. Kenanga 2, Jakarta' }
const evmPaths = { coin: '/evm/coin-withdraw', token: '/evm/token-withdraw' }

const rulesOf = async ({ client }: Fixture, { token }: Person, currency: string) => {
  const query = { currency }
  const answer = await client.call('GET', '/withdraws/rules', { token, query })
  assertFrame(answer, 1)
  return objectAt(answer.body, 'data')
}

/** Checks whether a coin may be withdrawn to an address. */
const payeeOf = (
  { client }: Fixture,
  { token }: Person,
  asked: { readonly chain: string; readonly currency: string; readonly to: string },
) => {
  const body = { chain: asked.chain, currency: asked.currency, withdraw_to: asked.to }
  return client.call('POST', '/withdraws/check-address', { token, body })
}

/** Requests a code for a withdrawal and reads it from the newest unknown e-mail. */
async function newCode(
  { client }: Fixture,
  { token, email }: Person,
  asked: JsonObject,
): Promise<string> {
  const { currency = 'BTC', chain_id = null, withdraw_to = null, amount = null } = asked
  const body = { payment: { currency, chain_id, withdraw_to, amount } }
  const codes = async () => {
    const mails = await readMailbox(client, email)
    return mails.flatMap((mail) => /^(\d{6})\b/.exec(textAt(mail, 'subject'))?.[1] ?? [])
  }
  const known = await codes()
  assertFrame(await client.call('POST', '/otps/create', { token, body }), 1)
  return until('a code by mail', async () => {
    const now = await codes()
    return now.length > known.length && now[0]
  })
}

/** The body of a withdrawal over the first network of a currency. */
async function orderOf(w: Fixture, person: Person, symbol: string): Promise<JsonObject> {
  const [way] = await readNetworks(w, person, symbol)
  assert.ok(way !== undefined, symbol)
  const contract = textAt(way, 'contract_address')
  return {
    chain_id: Number(textAt(way, 'chain_id')),
    currency: symbol,
    ccurrency_table_id: Number(textAt(await currencyOf(w, symbol), 'id')),
    withdraw_to: outside,
    ...(contract === '' ? {} : { contract_address: contract }),
  }
}

function send(
  { client }: Fixture,
  { token }: Person,
  path: string,
  body: JsonObject,
  commandId: string = newCommandId(),
): Promise<Answer> {
  return client.call('POST', path, { token, body, commandId })
}

/** Waits until the newest withdrawal of a list has this status. */
async function untilState(read: () => Promise<readonly JsonObject[]>, state: string) {
  return until(
    `a withdrawal that is ${state}`,
    async () => {
      const [row] = await read()
      if (row?.['state'] === state) return row
      throw new Error(`${JSON.stringify(row?.['state'])}: ${JSON.stringify(row?.['steps'])}`)
    },
    slowly,
  )
}

const withdrawalsOf = (w: Fixture, person: Person) => () => coinRows(w, person, '/withdraws')

function assertWithdrawal(row: JsonObject): void {
  assert.match(textAt(row, 'id'), /^\d+$/)
  assert.ok(Number.isFinite(Date.parse(textAt(row, 'created_at'))))
  const status = textAt(row, 'withdraw_status' in row ? 'withdraw_status' : 'status')
  assert.ok(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCEL'].includes(status), status)
  assert.ok('withdraw_txhash' in row || 'txid' in row)
  assert.ok(rowsAt(row, 'steps').every((step) => 'at' in step && 'state' in step))
  assert.ok(row['next'] === null || isObject(row['next']))
}

function registerRules(fixture: () => Fixture): void {
  test('TRAVEL-01 DEC-77 DEC-107 DEC-108: the rules of a coin have its limits, fees, networks and threshold as texts', async () => {
    const w = fixture()
    const person = await w.verified('koin')
    for (const symbol of ['BTC', 'ETH', 'BNB', 'USDT']) {
      const rules = await rulesOf(w, person, symbol)
      const amounts = ['min', 'max', 'daily_limit', 'daily_used', 'travel_rules_limit']
      for (const key of [...amounts, 'travel_used', 'review_from']) {
        assert.ok(parseUnits(textAt(rules, key), fine) >= 0n, `${symbol} ${key}`)
      }
      const limit = textAt(await currencyOf(w, symbol), 'travel_rules_limit')
      assert.equal(parseUnits(textAt(rules, 'travel_rules_limit'), fine), parseUnits(limit, fine))
      assert.equal(rules['receiver_always'], symbol === 'BTC')
      assert.deepEqual([rules['hold'], rules['two_factor']], [null, false])
      const options = rowsAt(rules, 'options')
      assert.ok(options.length > 0)
      const own = parseUnits(textAt(await currencyOf(w, symbol), 'ccurrency_withdraw_fee'), fine)
      for (const option of options) assert.equal(parseUnits(textAt(option, 'wd_fee'), fine), own)
    }
    const { token } = person
    for (const currency of ['IDR', 'XYZ', '']) {
      const query = { currency }
      assertRefused(await w.client.call('GET', '/withdraws/rules', { token, query }), 400)
    }
    assertRefused(
      await w.client.call('GET', '/withdraws/rules', { query: { currency: 'BTC' } }),
      401,
    )
  })

  test('SRV-21 SRV-76: a withdrawal requires a session and a verified person', async () => {
    const w = fixture()
    const person = await w.verified('koin')
    const body = { ...(await orderOf(w, person, 'USDT')), amount: '50', otp: '123456' }
    const btc = { withdraw_to: outside, amount: '0.001', ...receiver, otp: '123456' }
    const bodies = { [evmPaths.coin]: body, [evmPaths.token]: body, '/wallets_btc/withdraw': btc }
    for (const [path, sent] of Object.entries(bodies)) {
      assertRefused(await w.client.call('POST', path, { body: sent }), 401)
    }
    const unverified = await w.person('alice')
    assertRefused(await send(w, unverified, evmPaths.token, body), 403)
    assertRefused(await send(w, unverified, '/wallets_btc/withdraw', btc), 403)
  })
}

function registerRefusals(fixture: () => Fixture): void {
  test('ATT-85 DEC-135 EVMW-05: an invalid amount of the currency is answered 400, and nothing is stored', async () => {
    const w = fixture()
    const person = await w.verified('koin-batas')
    const body = await orderOf(w, person, 'USDT')
    const rules = await rulesOf(w, person, 'USDT')
    const fee = textAt(rowsAt(rules, 'options')[0] ?? {}, 'wd_fee')
    const beyond = decimalText(parseUnits(textAt(rules, 'max'), 6) + 1n, 6)
    const written = `0 -1 -50 1e2 0x32 semua 50,5 1.1234567890123456789 ١٠٠ ${fee} ${beyond}`
    const amounts: readonly Json[] = [...written.split(' '), '', ' ', null, true, 1e21]
    for (const amount of amounts) {
      const answer = await send(w, person, evmPaths.token, { ...body, amount, otp: '123456' })
      assertRefused(answer, 400)
      assert.match(
        textAt(answer.body, 'code'),
        /^(?:amount|coin|request)\./,
        JSON.stringify(amount),
      )
    }
    assertRefused(await send(w, person, evmPaths.token, { ...body, otp: '123456' }), 400)
    assert.deepEqual(await withdrawalsOf(w, person)(), [])
  })

  test('ATT-86 SRV-76 SRV-77 DEC-112: mistyped, foreign and own addresses, and networks that do not fit, are answered 400', async () => {
    const w = fixture()
    const person = await w.verified('koin-batas')
    const own = await requestAddress(w, await w.verified('koin-lain'), 'ethereum')
    const order = { ...(await orderOf(w, person, 'USDT')), amount: '50', otp: '123456' }
    const contract = textAt(order, 'contract_address')
    const mistyped = `${outside.slice(0, -1)}c`
    const zero = `0x${'0'.repeat(40)}`
    const addresses = ['', '0x12', mistyped, outside.replace('aAeb', 'AAeb'), zero, contract, own]
    for (const to of [...addresses, own.toLowerCase(), 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7k']) {
      const answer = await send(w, person, evmPaths.token, { ...order, withdraw_to: to })
      assertRefused(answer, 400)
      assert.match(textAt(answer.body, 'code'), /^coin\.address_/, to)
      const asked = await payeeOf(w, person, { chain: 'ethereum', currency: 'USDT', to })
      assertRefused(asked, 400)
      assert.equal(asked.body['code'], answer.body['code'], to)
    }
    const small = { chain: 'ethereum', currency: 'USDT', to: outside.toLowerCase() }
    const taken = await payeeOf(w, person, small)
    assertFrame(taken, 1)
    assert.equal(textAt(objectAt(taken.body, 'data'), 'withdraw_to'), outside)
    assertRefused(await payeeOf(w, person, { ...small, chain: 'bitcoin' }), 400)
    const otherWays: readonly JsonObject[] = [
      { chain_id: 999 },
      { currency: 'ETH' },
      { ccurrency_table_id: 1 },
      { contract_address: outside },
    ]
    for (const part of otherWays) {
      const answer = await send(w, person, evmPaths.token, { ...order, ...part })
      assertRefused(answer, 400)
      assert.equal(answer.body['code'], 'coin.unknown')
    }
    assertRefused(await send(w, person, evmPaths.coin, order), 400)
    const btc = { amount: '0.002', otp: '123456', ...receiver }
    const mixed = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt08O'
    for (const to of ['', outside, mixed, 'bc1q', own, '1BoatSLRHtKNngkdXEeobR76b53LETtpyT']) {
      const answer = await send(w, person, '/wallets_btc/withdraw', { ...btc, withdraw_to: to })
      assertRefused(answer, 400)
      assert.match(textAt(answer.body, 'code'), /^coin\.address_/, to)
    }
    assert.deepEqual(await withdrawalsOf(w, person)(), [])
  })

  test('ATT-91 SRV-74 OTP-09: without a code, or with a wrong one, no coin goes out', async () => {
    const w = fixture()
    const person = await w.verified('koin-batas')
    const order = { ...(await orderOf(w, person, 'USDT')), amount: '50' }
    for (const otp of ['', '000000', 'abcdef', '1234567', null]) {
      const answer = await send(w, person, evmPaths.token, { ...order, otp })
      assertRefused(answer, 400, 429)
      assert.match(textAt(answer.body, 'code'), /^otp\./, JSON.stringify(otp))
    }
    const factor = { google_secret: '123456' }
    assertRefused(await send(w, person, evmPaths.token, { ...order, ...factor }), 400, 429)
    assert.deepEqual(await withdrawalsOf(w, person)(), [])
  })

  test('TRAVEL-02 TRAVEL-03 TRAVEL-04 ATT-88 DEC-107 EVMW-06: from the limit on, and not below, the receiver is required', async () => {
    const w = fixture()
    const person = await w.verified('koin-batas')
    const limit = textAt(await currencyOf(w, 'USDT'), 'travel_rules_limit')
    const order = { ...(await orderOf(w, person, 'USDT')), amount: limit, otp: '000000' }
    const parts: readonly JsonObject[] = [
      {},
      { to_name: receiver.to_name },
      { to_home_address: receiver.to_home_address },
      { to_name: ' ', to_home_address: '.' },
      { to_name: 'A', to_home_address: receiver.to_home_address },
    ]
    for (const part of parts) {
      const answer = await send(w, person, evmPaths.token, { ...order, ...part })
      assertRefused(answer, 400)
      assert.equal(answer.body['code'], 'coin.receiver_needed')
    }
    const reply = await send(w, person, evmPaths.token, { ...order, ...receiver })
    assert.notEqual(reply.body['code'], 'coin.receiver_needed')
    const below = await send(w, person, evmPaths.token, { ...order, amount: '50' })
    assert.notEqual(below.body['code'], 'coin.receiver_needed')
  })
}

/**
 * Requests a withdrawal of 60 USDT for a funded person and returns the answer; null if there is no faucet.
 */
async function sendTokens(w: Fixture, person: Person, part: JsonObject = {}) {
  await requestAddress(w, person, 'ethereum')
  const gift = { chain: 'ethereum', currency: 'USDT', amount: '200' }
  const before = await balanceOf(w.client, person.token, 'USDT')
  if ((await useFaucet(w, person, gift)) === null) return null
  await until(
    'the coins to be credited',
    async () => {
      const { available } = await balanceOf(w.client, person.token, 'USDT')
      return parseUnits(available, fine) > parseUnits(before.available, fine)
    },
    slowly,
  )
  const [option] = rowsAt(await rulesOf(w, person, 'USDT'), 'options')
  const fee = textAt(option ?? {}, 'wd_fee')
  const order = await orderOf(w, person, 'USDT')
  const body = { ...order, amount: '60', ...part }
  const otp = await newCode(w, person, body)
  return { otp, fee, body }
}

function registerTokens(fixture: () => Fixture): void {
  test('ATT-13 API-63 API-75 DATA-15 DEC-119 DEC-121 ATT-84 ATT-90 EVMW-07 EVMW-08 EVMW-09 SRV-67 SRV-76 SRV-80 SRV-81 R-12: a token is withdrawn once, net of the displayed fee, and its transaction is shown', async () => {
    const w = fixture()
    const person = await w.verified('koin-keluar')
    const prepared = await sendTokens(w, person, receiver)
    if (prepared === null) return
    const { otp, fee, body } = prepared
    const wrongFee = { ...body, OTP: otp, fee: decimalText(parseUnits(fee, 6) - 1n, 6) }
    assertRefused(await send(w, person, evmPaths.token, wrongFee), 409)
    const more = await send(w, person, evmPaths.token, { ...body, OTP: otp, fee, amount: '61' })
    assertRefused(more, 400)
    assert.equal(more.body['code'], 'otp.other_payment', 'ATT-13')
    const before = await balanceOf(w.client, person.token, 'USDT')
    const id = newCommandId()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        send(w, person, evmPaths.token, { ...body, OTP: otp, fee }, id),
      ),
    )
    const done = answers.filter((answer) => answer.body['success'] === 1)
    assert.ok(done.length > 0, answers[0]?.text ?? '')
    const ids = new Set(done.map((answer) => textAt(objectAt(answer.body, 'data'), 'id')))
    assert.equal(ids.size, 1)
    assert.equal(done[0]?.body['msg'], 'Success')
    for (const answer of answers) if (!done.includes(answer)) assertRefused(answer, 400, 429, 503)
    const row = await untilState(withdrawalsOf(w, person), 'done')
    assertWithdrawal(row)
    assert.deepEqual(
      [row['withdraw_status'], row['withdraw_to'], row['can_cancel'], row['to_name']],
      ['COMPLETED', outside, false, receiver.to_name],
    )
    assert.match(textAt(row, 'withdraw_txhash'), /^0x[0-9a-f]{64}$/)
    const [amount, taken, net] = ['withdraw_amount', 'withdraw_fee', 'withdraw_net'].map((key) =>
      parseUnits(textAt(row, key), fine),
    )
    assert.deepEqual([amount, taken], [60n * 10n ** 18n, parseUnits(fee, fine)])
    assert.equal(net, (amount ?? 0n) - (taken ?? 0n))
    const now = await balanceOf(w.client, person.token, 'USDT')
    assert.equal(parseUnits(before.available, fine) - parseUnits(now.available, fine), amount)
    assert.equal(parseUnits(now.held, fine), 0n)
    assert.equal((await withdrawalsOf(w, person)()).length, 1)
    const other = await w.verified('koin-lain')
    assert.deepEqual(await withdrawalsOf(w, other)(), [], 'SRV-67: own rows only')
    const cancel = { id: Number(textAt(row, 'id')) }
    assertRefused(await send(w, person, '/withdraws/cancel', cancel), 409)
    assertRefused(await send(w, other, '/withdraws/cancel', cancel), 404)
  })

  test('ATT-92 ATT-93 SRV-82 OTP-01: after a change of security it is held, and a link in the e-mail cancels it once', async () => {
    const w = fixture()
    const person = await w.verified('koin-batal')
    const prepared = await sendTokens(w, person)
    if (prepared === null) return
    const { token } = person
    const setup = await w.client.call('GET', '/users/two-fa-qr-img', { token })
    const authenticator = createAuthenticator(textAt(objectAt(setup.body, 'data'), 'secret'))
    const activate = { google_secret: await authenticator.next() }
    assertFrame(await w.client.call('POST', '/users/two-fa-activate', { token, body: activate }), 1)
    const before = await balanceOf(w.client, token, 'USDT')
    const body = { ...prepared.body, google_secret: await authenticator.next() }
    assertFrame(await send(w, person, evmPaths.token, body), 1)
    const held = await until('the withdrawal to wait', async () => {
      const [row] = await withdrawalsOf(w, person)()
      return row?.['cause'] === 'security_hold' && row
    })
    assert.deepEqual([held['state'], held['can_cancel']], ['held', true])
    assert.equal(objectAt(held, 'next')['what'], 'hold_ends')
    assert.notEqual(textAt(objectAt(await rulesOf(w, person, 'USDT'), 'hold'), 'cause'), '')
    const link = await mailedLink(w.client, person.email, '/settings/wallets/coin_withdraw/cancel')
    const byLink = { token: link.searchParams.get('token') ?? '' }
    const call = (path: string, sent: JsonObject) => w.client.call('POST', path, { body: sent })
    const reply = await call('/withdraws/of-link', byLink)
    assertFrame(reply, 1)
    assert.equal(objectAt(reply.body, 'data')['to_name'], null)
    const wrong = { token: 'x'.repeat(43) }
    for (const path of ['/withdraws/of-link', '/withdraws/cancel-by-link']) {
      assertRefused(await call(path, wrong), 400, 404)
    }
    assertFrame(await call('/withdraws/cancel-by-link', byLink), 1)
    assertRefused(await call('/withdraws/cancel-by-link', byLink), 400, 409)
    await untilState(withdrawalsOf(w, person), 'canceled')
    await until('the coins to be free', async () => {
      const now = await balanceOf(w.client, token, 'USDT')
      return now.available === before.available && parseUnits(now.held, fine) === 0n
    })
  })
}

function registerCoins(fixture: () => Fixture): void {
  test('API-60 API-61 API-76 DATA-19 BTCW-01 BTCW-02 BTCW-03 BTCW-04 BTCW-05 EVMW-07 SRV-77 SRV-81: bitcoin and a coin are withdrawn with their own calls', async () => {
    const w = fixture()
    const person = await w.verified('koin-dua')
    await Promise.all([requestAddress(w, person, 'bitcoin'), requestAddress(w, person, 'ethereum')])
    const gift = { chain: 'bitcoin', currency: 'BTC', amount: '0.005' }
    if ((await useFaucet(w, person, gift)) === null) return
    await useFaucet(w, person, { chain: 'ethereum', currency: 'ETH', amount: '0.1' })
    for (const symbol of ['BTC', 'ETH']) {
      const bought = async () =>
        (await coinRows(w, person, symbol === 'BTC' ? '/wallets_btc/deposits' : '/ccdeposits'))[0]
      await until(symbol, async () => (await bought())?.['state'] === 'credited', slowly)
    }
    const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
    const bitcoin = { withdraw_to: to, amount: '0.002', ...receiver, google_secret: '' }
    const first = { ...bitcoin, otp: await newCode(w, person, bitcoin) }
    const sent = await send(w, person, '/wallets_btc/withdraw', first)
    assertFrame(sent, 1)
    assert.equal(sent.body['msg'], 'Withdraw sedang dalam proses.')
    const bare = { withdraw_to: to, amount: '0.002', otp: '000000' }
    const unnamed = await send(w, person, '/wallets_btc/withdraw', bare)
    assertRefused(unnamed, 400)
    assert.equal(unnamed.body['code'], 'coin.receiver_always')
    const order = { ...(await orderOf(w, person, 'ETH')), amount: '0.02' }
    const second = { ...order, OTP: await newCode(w, person, order), google_secret: '' }
    assertFrame(await send(w, person, evmPaths.coin, second), 1)
    const bitcoins = () => coinRows(w, person, '/wallets_btc/withdraws')
    const row = await untilState(bitcoins, 'done')
    assertWithdrawal(row)
    assert.deepEqual([row['status'], row['to_address']], ['COMPLETED', to])
    assert.match(textAt(row, 'txid'), /^[0-9a-f]{64}$/)
    assert.equal(parseUnits(textAt(row, 'amount'), 8), 200_000n)
    const fee = parseUnits(textAt(await currencyOf(w, 'BTC'), 'ccurrency_withdraw_fee'), 8)
    assert.equal(parseUnits(textAt(row, 'net'), 8), 200_000n - fee)
    const coin = await untilState(withdrawalsOf(w, person), 'done')
    assert.deepEqual([coin['ccurrency_symbol'], coin['contract_address']], ['ETH', null])
    assert.equal((await withdrawalsOf(w, person)()).length, 1, 'bitcoin has a list of its own')
    const eth = [{ field: 'ccurrency_symbol', op: 'equal', value: 'USDT' }]
    assert.deepEqual(await coinRows(w, person, '/withdraws', eth), [])
  })
}

/** Registers the tests of coin withdrawals. */
export function registerCoinsOutSuite(fixture: () => Fixture): void {
  registerRules(fixture)
  registerRefusals(fixture)
  registerTokens(fixture)
  registerCoins(fixture)
}
