/**
 * A token that is added at run time, on real nodes and with a real signer. It is read from its contract,
 * agreed to by two operators, and then deposited, claimed and withdrawn without a restart (ADR 0019).
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../adapters/chain-nodes/testing/chains.ts'
import { type Rig, startRig, uuidAt } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import type { Signer } from '../../../../adapters/signer/index.ts'
import type { DeskCurrencies, DeskCurrency, DeskRole } from '@tukar/wire'
import { type TestAnswer, ask, type Person } from '../../../../testing/desk.ts'
import { localEpochSlots } from '../register.ts'
import {
  addressOf,
  approvalKey,
  available,
  type CoinDeskOptions,
  newestIn,
  post,
  type Row,
} from '../testing/coin-desk.ts'
import {
  type CoinOutDesk,
  coinOutDesk,
  strangers,
  withdrawAs,
  withdrawalIn,
} from '../testing/coin-out-desk.ts'
import { registerCurrencyDesk } from './currency-routes.ts'
import { consoleOn, operatorAt } from '../../../../testing/operators.ts'

let rig: Rig
let chains: TemporaryChains

before(async () => {
  rig = await startRig()
  chains = await temporaryChains({
    epochSlots: localEpochSlots,
    only: ['ethereum', 'arbitrum', 'bnb'],
    blockMs: { ethereum: 300, arbitrum: 300, bnb: 300 },
  })
})

after(async () => {
  await chains.end()
  await rig.stop()
})

type Console = CoinOutDesk & {
  readonly ratna: Person
  readonly bayu: Person
  readonly sinta: Person
  /** Resumes interrupted changes. */
  finish(): Promise<void>
}

type Options = CoinDeskOptions & { readonly asEngine?: (honest: Submits) => Submits }
type Submits = Pick<CoinOutDesk['engine'], 'submit' | 'status'>

async function consoleOf(
  test: TestContext,
  { asEngine = (honest) => honest, ...options }: Options = {},
): Promise<Console> {
  const coins = await coinOutDesk(test, await rig.database(), chains, options)
  const { http } = coins
  const desk = consoleOn(test, coins)
  const lastPrice = () => null
  const engine = asEngine(coins.engine)
  const own = { desk, engine, approvalKey, isLocal: true, lastPrice }
  registerCurrencyDesk(http, { ...coins, ...coins.live, ...own })
  const operator = (name: string, role: DeskRole) => operatorAt(coins, name, role)
  return {
    ...coins,
    ratna: await operator('Ratna', 'admin'),
    bayu: await operator('Bayu', 'admin'),
    sinta: await operator('Sinta', 'finance'),
    finish: () => desk.changes.finish(),
  }
}

async function trialToken(desk: Console, symbol: string, decimals = 18): Promise<string> {
  const body = { chain: 'ethereum', symbol, name: `${symbol} Coin`, decimals }
  const made = await ask(desk, 'POST', '/desk/currencies/trial-token', {
    token: desk.ratna.token,
    body,
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  return String((made.body['data'] as Row)['contract'])
}

const profile = {
  name: 'Kopi Coin',
  withdrawal_fee: '1',
  deposit_min: '5',
  travel_rule_limit: '1000',
}

const preview = (desk: Console, kind: string, input: object, by = desk.ratna) =>
  ask(desk, 'POST', '/desk/changes/preview', { token: by.token, body: { kind, input } })

async function propose(desk: Console, kind: string, input: object): Promise<Row> {
  const answer = await desk.http.inject({
    method: 'POST',
    url: '/desk/changes',
    headers: { jwt: desk.ratna.token, 'idempotency-key': uuidAt(Date.now()) },
    payload: { kind, input, reason: 'wanted by many' },
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().data
}

const confirm = (desk: Console, { id }: Row, by = desk.bayu) =>
  ask(desk, 'POST', `/desk/changes/${String(id)}/decide`, {
    token: by.token,
    body: { decision: 'confirm', reason: 'looked at it' },
  })

const codeOf = ({ body }: TestAnswer) => body['code']

async function currencyRow(desk: Console, symbol: string): Promise<DeskCurrency | undefined> {
  const { status, body } = await ask(desk, 'GET', '/desk/currencies', { token: desk.ratna.token })
  assert.equal(status, 200, JSON.stringify(body))
  const { currencies } = body['data'] as DeskCurrencies
  return currencies.find((row) => row.symbol === symbol)
}

/** Waits until the exchange has scanned a block. */
function isTakenIn(desk: Console, height: number): Promise<void> {
  return until('the block is taken in', async () => {
    const found = await desk.database.query(
      `select 1 from wallets.chain_cursor where chain = 'ethereum' and tip_height >= $1`,
      [height],
    )
    desk.deposits.wake()
    return found.rows.length > 0
  })
}

test('ATT-75 ATT-65 INV-22 ADR 0019: a token added by two operators is deposited, claimed and withdrawn without a restart', async (t) => {
  const desk = await consoleOf(t)
  const contract = await trialToken(desk, 'KOPI')
  const dewi = await desk.person('Dewi')
  const address = await addressOf(desk, dewi, 'ethereum')
  const input = { symbol: 'KOPI', chain: 'ethereum', contract, decimals: 18, profile }
  const seen = await preview(desk, 'currency.add_token', input)
  assert.equal(seen.status, 200, JSON.stringify(seen.body))
  const { title, lines, is_second_needed } = seen.body['data'] as Row
  assert.deepEqual(title, {
    en: 'Add KOPI on Ethereum as a new currency',
    id: 'Tambahkan KOPI di Ethereum sebagai mata uang baru',
  })
  assert.equal(is_second_needed, true)
  assert.match(JSON.stringify(lines), /KOPI Coin \(KOPI\), 18 decimals/)
  const before = await chains.control.pay('ethereum', {
    address,
    amount: 7n * 10n ** 18n,
    asset: 'token',
    contract,
  })
  await isTakenIn(desk, await chains.control.mine('ethereum', 1))
  const proposed = await propose(desk, 'currency.add_token', input)
  assert.equal(proposed['status'], 'waiting')
  assert.equal(await currencyRow(desk, 'KOPI'), undefined)
  assert.equal(codeOf(await confirm(desk, proposed, desk.ratna)), 'desk.same_operator')
  const done = await confirm(desk, proposed)
  assert.equal((done.body['data'] as Row)['status'], 'applied', JSON.stringify(done.body))
  const row = await currencyRow(desk, 'KOPI')
  assert.deepEqual(
    [row?.name, row?.decimals, row?.withdrawal_fee, row?.ways.map(({ is_added }) => is_added)],
    ['Kopi Coin', 8, '1', [true]],
  )
  const currencyId = row?.id ?? 0
  const gift = { chain: 'ethereum', currency: 'KOPI', amount: '50' }
  const given = await post(desk, dewi, '/simulation/chain/faucet', gift)
  assert.equal(given.status, 200, JSON.stringify(given.body))
  await newestIn(desk, dewi, { url: '/ccdeposits', state: 'credited' })
  // A deposit from before the listing is found by its hash.
  const claim = { txhash: before, contract_address: contract, evm_chain_id: 1 }
  const claimed = await post(desk, dewi, '/blocks/erc20-deposit-manual', claim)
  assert.equal(claimed.status, 200, JSON.stringify(claimed.body))
  await newestIn(desk, dewi, { url: '/ccdeposits', state: 'credited' })
  const out = await withdrawAs(desk, dewi, '/evm/token-withdraw', {
    chain_id: 1,
    currency: 'KOPI',
    ccurrency_table_id: currencyId,
    contract_address: contract,
    withdraw_to: strangers.evm,
    amount: '20',
  })
  assert.equal(out.status, 200, JSON.stringify(out.body))
  await withdrawalIn(desk, Number((out.body['data'] as Row)['id']), 'done')
  const paid = await desk.nodes.evm.ethereum?.balances(strangers.evm, [contract], 'latest')
  assert.ok(paid?.status === 'done')
  assert.equal(paid.value.tokens[0], 19n * 10n ** 18n)
  assert.equal(await available(desk, dewi, currencyId), 37 * 10 ** 8)
})

test('ATT-75 ADR 0019: an invalid token, wrong decimals or a listed token is refused without any change', async (t) => {
  const desk = await consoleOf(t)
  const contract = await trialToken(desk, 'TEH', 6)
  const input = { symbol: 'TEH', chain: 'ethereum', contract, decimals: 6, profile }
  const refusals: readonly (readonly [object, string])[] = [
    [{ decimals: 18 }, 'token.decimals_differ'],
    [{ contract: strangers.evm }, 'token.no_contract'],
    [{ unit_decimals: 7 }, 'token.coarse'],
    [{ symbol: 'ETH' }, 'token.known'],
    [{ symbol: 'BTC' }, 'token.symbol_taken'],
    [{ symbol: 'USDT' }, 'token.known'],
    [{ profile: undefined }, 'token.profile_needed'],
    [{ profile: { ...profile, withdrawal_fee: '0.0000001' } }, 'amount.too_precise'],
    [{ profile: { ...profile, withdrawal_fee: '90000' } }, 'currency.fee_high'],
    [{ profile: { ...profile, name: 'Teh\u2028niocT' } }, 'currency.bad_name'],
    [{ profile: { ...profile, name: 'Teh\u0000' } }, 'currency.bad_name'],
    [{ symbol: 'teh' }, 'request.malformed'],
    [{ more: 1 }, 'request.malformed'],
  ]
  for (const [more, code] of refusals) {
    const answer = await preview(desk, 'currency.add_token', { ...input, ...more })
    assert.equal(codeOf(answer), code, JSON.stringify(more))
  }
  const other = await preview(desk, 'currency.add_token', { ...input, symbol: 'KAKAO' })
  assert.match(JSON.stringify(other.body), /calls itself TEH, not KAKAO/)
  assert.equal(
    codeOf(await preview(desk, 'currency.add_token', input, desk.sinta)),
    'desk.forbidden',
  )
  assert.equal(await currencyRow(desk, 'TEH'), undefined)
})

test('ATT-97 FLT-31 ADR 0019: a token that the signer refuses is not listed, and an interrupted change completes once', async (t) => {
  const cuts = { signer: true, engine: true, contract: false }
  const asSigner = (honest: Signer): Signer => ({
    ...honest,
    addToken: (token, asker) =>
      cuts.signer
        ? Promise.resolve({ status: 'refused', code: 'token.closed' })
        : honest.addToken(token, asker),
  })
  const desk = await consoleOf(t, {
    asSigner,
    asNodes: (honest) => ({
      ...honest,
      evm: {
        ...honest.evm,
        ethereum: honest.evm.ethereum && {
          ...honest.evm.ethereum,
          async hasCode(address) {
            const answer = await honest.evm.ethereum?.hasCode(address)
            return cuts.contract || answer === undefined ? { status: 'done', value: false } : answer
          },
        },
      },
    }),
    asEngine: (honest) => ({
      status: () => honest.status(),
      async submit(command, id) {
        const outcome = await honest.submit(command, id)
        return cuts.engine ? { status: 'unknown' } : outcome
      },
    }),
  })
  const contract = await trialToken(desk, 'GULA', 6)
  const input = { symbol: 'GULA', chain: 'ethereum', contract, decimals: 6, profile }
  const refused = await confirm(desk, await propose(desk, 'currency.add_token', input))
  assert.equal(codeOf(refused), 'token.signer_refused', JSON.stringify(refused.body))
  assert.equal(await currencyRow(desk, 'GULA'), undefined)
  cuts.signer = false
  const cut = await confirm(desk, await propose(desk, 'currency.add_token', input))
  assert.notEqual((cut.body['data'] as Row | null)?.['status'], 'applied')
  cuts.engine = false
  // The contract may answer differently by now; the signer has listed the token.
  cuts.contract = true
  await desk.finish()
  await desk.finish()
  assert.equal((await currencyRow(desk, 'GULA'))?.ways.length, 1)
  const { rows } = await desk.database.query<{ status: string }>(
    `select status from desk.change where kind = 'currency.add_token' order by id`,
  )
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['failed', 'applied'],
  )
})

test('ATT-97 INV-22: a contract proposed as two currencies becomes one, and the other change fails with its reason', async (t) => {
  // A signer that listed both tokens must not cause endless retries either.
  const asSigner = (honest: Signer): Signer => ({
    ...honest,
    async addToken(token, asker) {
      const answer = await honest.addToken(token, asker)
      return answer.status === 'refused'
        ? { status: 'done', value: { book: asker.bookAtLeast } }
        : answer
    },
  })
  for (const options of [{}, { asSigner }]) {
    const desk = await consoleOf(t, options)
    const contract = await trialToken(desk, 'SATU', 6)
    const proposed: Row[] = []
    for (const symbol of ['SATU', 'DUA']) {
      const input = { symbol, chain: 'ethereum', contract, decimals: 6, profile }
      proposed.push(await propose(desk, 'currency.add_token', input))
    }
    const answers = await Promise.all(proposed.map((one) => confirm(desk, one)))
    await desk.finish()
    const { rows } = await desk.database.query<{ status: string; failure: string | null }>(
      `select status, failure ->> 'code' as failure from desk.change order by id`,
    )
    const said = JSON.stringify([rows, answers.map(({ body }) => body)])
    assert.deepEqual(rows.map(({ status }) => status).toSorted(), ['applied', 'failed'], said)
    const failed = rows.find(({ status }) => status === 'failed')
    assert.match(failed?.failure ?? '', /^token\.(known|signer_refused)$/)
    const tokens = await desk.database.query('select from wallets.chain_token')
    assert.equal(tokens.rows.length, 1)
  }
})

const setting = {
  symbol: 'USDT',
  name: 'Tether USD',
  withdrawal_fee: '2',
  deposit_min: null,
  travel_rule_limit: '1000',
  is_shown: true,
  deposits_open: true,
  withdrawals_open: true,
}

test('ATT-65 INV-22 DEC-77: fee, limits and openness change at once, decimals never, and only closing needs a single operator', async (t) => {
  const desk = await consoleOf(t)
  const dewi = await desk.person('Dewi')
  const fixed = await preview(desk, 'currency.set', { ...setting, decimals: 8 })
  assert.equal(codeOf(fixed), 'currency.decimals_fixed')
  assert.equal(codeOf(await preview(desk, 'currency.set', setting)), 'currency.unchanged')
  const high = { ...setting, travel_rule_limit: '100000' }
  assert.equal(codeOf(await preview(desk, 'currency.set', high)), 'currency.signer_caps')
  const unseen = { ...setting, name: 'Tether\u2028 USD' }
  assert.equal(codeOf(await preview(desk, 'currency.set', unseen)), 'currency.bad_name')
  const idr = { ...setting, symbol: 'IDR', name: 'Rupiah', withdrawal_fee: '100' }
  assert.equal(codeOf(await preview(desk, 'currency.set', idr)), 'currency.not_of_rupiah')
  const closed = { ...setting, withdrawals_open: false }
  assert.equal((await propose(desk, 'currency.set', closed))['status'], 'applied')
  const [way] = (await currencyRow(desk, 'USDT'))?.ways ?? []
  const asked = {
    chain_id: 1,
    currency: 'USDT',
    ccurrency_table_id: 5,
    contract_address: way?.contract,
    withdraw_to: strangers.evm,
    amount: '20',
  }
  assert.equal(codeOf(await withdrawAs(desk, dewi, '/evm/token-withdraw', asked)), 'coin.closed')
  const opened = { ...setting, withdrawal_fee: '3' }
  const proposed = await propose(desk, 'currency.set', opened)
  assert.equal(proposed['status'], 'waiting')
  const done = await confirm(desk, proposed)
  assert.equal((done.body['data'] as Row)['status'], 'applied', JSON.stringify(done.body))
  const rules = await ask(desk, 'GET', '/withdraws/rules?currency=USDT', { token: dewi.token })
  assert.match(JSON.stringify(rules.body), /"wd_fee":"3\.000000"/)
  const { rows } = await desk.database.query<{ version: number }>(
    `select version from markets.currency_profile where symbol = 'USDT'`,
  )
  assert.equal(rows[0]?.version, 3)
})
