/** Coin deposits on local nodes: a final deposit is credited once, to the owner of the address. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../adapters/chain-nodes/testing/chains.ts'
import { type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { ask } from '../../../../testing/desk.ts'
import { changeProfile, findProfile } from '../../../markets/index.ts'
import { compareKeys } from '../addresses/address-keys.ts'
import { localEpochSlots } from '../register.ts'
import {
  addressOf,
  available,
  type CoinDesk,
  coinDesk,
  listed,
  newestIn,
  post,
  type Row,
} from '../testing/coin-desk.ts'

const finalDepth = 2 * localEpochSlots + 1
const evmList = '/ccdeposits'
const bitcoinList = '/wallets_btc/deposits'

let rig: Rig
let chains: TemporaryChains

before(async () => {
  rig = await startRig()
  chains = await temporaryChains({ epochSlots: localEpochSlots })
})

after(async () => {
  await chains.end()
  await rig.stop()
})

const setUp = async (context: TestContext): Promise<CoinDesk> =>
  coinDesk(context, await rig.database(), chains)

/** Opens or closes deposits of a currency, as the console does. */
async function openDeposits(desk: CoinDesk, symbol: string, areDepositsOpen: boolean) {
  const profile = await findProfile(desk, symbol)
  assert.ok(profile !== null)
  assert.ok(await changeProfile(desk, profile, { ...profile, areDepositsOpen }, 1))
}

type Give = {
  readonly chain: 'bitcoin' | 'ethereum' | 'arbitrum' | 'bnb'
  readonly currency: string
  readonly amount?: string
}

async function give(
  desk: CoinDesk,
  person: Parameters<typeof post>[1],
  asked: Give,
): Promise<string> {
  const { status, body } = await post(desk, person, '/simulation/chain/faucet', asked)
  assert.equal(status, 200, JSON.stringify(body))
  return String((body['data'] as Row)['txid'])
}

test('SRV-63 EVMD-06 BTCD-02: a user who may deposit gets one address, however often he requests it', async (t) => {
  const desk = await setUp(t)
  const eka = await desk.person('Eka', false)
  const refused = await post(desk, eka, '/wallets/get-ethereum-address')
  assert.deepEqual([refused.status, refused.body['code']], [403, 'kyc.required'])
  const dewi = await desk.person('Dewi')
  const none = await ask(desk, 'GET', '/wallets/ethereum-address', { token: dewi.token })
  assert.deepEqual(none.body['data'], { wallet_address: null })
  const three = await Promise.all([1, 2, 3].map(() => addressOf(desk, dewi, 'ethereum')))
  assert.equal(new Set(three).size, 1)
  assert.match(three[0] ?? '', /^0x(?=.*[A-F])(?=.*[a-f])[0-9a-fA-F]{40}$/)
  assert.match(await addressOf(desk, dewi, 'bitcoin'), /^bcrt1q[0-9a-z]{38}$/)
  const read = await ask(desk, 'GET', '/wallets/ethereum-address', { token: dewi.token })
  assert.deepEqual(read.body['data'], { wallet_address: three[0] })
})

test('EVMD-06 BTCD-02: while deposits of a family are closed, no new addresses are given, and existing ones are still shown', async (t) => {
  const desk = await setUp(t)
  const [dewi, eko] = [await desk.person('Dewi'), await desk.person('Eko')]
  const address = await addressOf(desk, dewi, 'bitcoin')
  for (const { symbol } of desk.listing.currencies()) await openDeposits(desk, symbol, false)
  await desk.listing.reload()
  await desk.live.refresh()
  for (const family of ['bitcoin', 'ethereum']) {
    const refused = await post(desk, eko, `/wallets/get-${family}-address`)
    assert.deepEqual([refused.status, refused.body['code']], [409, 'address.closed'], family)
  }
  assert.equal(await addressOf(desk, dewi, 'bitcoin'), address)
  // One open token is enough, because all currencies of a family share an address.
  await openDeposits(desk, 'USDT', true)
  await desk.listing.reload()
  await desk.live.refresh()
  assert.match(await addressOf(desk, eko, 'ethereum'), /^0x/)
  assert.equal(
    (await post(desk, eko, '/wallets/get-bitcoin-address')).body['code'],
    'address.closed',
  )
})

test('ATT-97: a forged address is not shown', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const address = await addressOf(desk, dewi, 'ethereum')
  const write = (to: string) =>
    desk.database.query('update wallets.chain_address set address = $2 where user_id = $1', [
      dewi.userId,
      to.toLowerCase(),
    ])
  await write(`0x${'ab'.repeat(20)}`)
  const shown = await ask(desk, 'GET', '/wallets/ethereum-address', { token: dewi.token })
  assert.deepEqual([shown.status, shown.body['code']], [503, 'chain.unavailable'])
  const made = await post(desk, dewi, '/wallets/get-ethereum-address')
  assert.deepEqual([made.status, made.body['code']], [503, 'chain.unavailable'])
  await write(address)
  assert.equal(await addressOf(desk, dewi, 'ethereum'), address)
})

test('ATT-97: a signer with another seed is detected', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const { database, log, signer } = desk
  await addressOf(desk, dewi, 'ethereum')
  assert.equal(await compareKeys({ database, log, signer }), true)
  const other = {
    async keys() {
      const own = await signer.keys()
      if (own.status !== 'done') return own
      const { evm } = own.value
      return { ...own, value: { ...own.value, evm: { ...evm, key: `${evm.key.slice(0, -1)}?` } } }
    },
  }
  assert.equal(await compareKeys({ database, log, signer: other }), false)
  const silent = { keys: () => Promise.resolve({ status: 'unknown', reason: '' } as const) }
  assert.equal(await compareKeys({ database, log, signer: silent }), null)
})

test('SRV-64 SRV-72 EVMD-17: a deposit is listed while it is confirmed, and credited with a notification once it is final', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  const txid = await give(desk, dewi, { chain: 'ethereum', currency: 'ETH', amount: '0.1' })
  await chains.control.mine('ethereum', 1)
  const seen = await newestIn(desk, dewi, { url: evmList, state: 'confirming' })
  assert.equal(seen['ccdeposit_txhash'], txid)
  assert.deepEqual(
    [seen['evm_chain_id'], seen['ccdeposit_amount'], seen['ccurrency_symbol']],
    [1, '0.10000000', 'ETH'],
  )
  assert.deepEqual([seen['confirmations'], seen['confirmations_needed']], [1, finalDepth])
  assert.equal(seen['ccdeposit_status'], 'PENDING')
  assert.equal(await available(desk, dewi, 3), 0)
  await chains.control.mine('ethereum', finalDepth)
  const row = await newestIn(desk, dewi, { url: evmList, state: 'credited' })
  assert.deepEqual([row['ccdeposit_status'], row['next']], ['COMPLETED', null])
  assert.equal(row['explorer_url'], `/simulation/chain/ethereum/tx/${txid}`)
  assert.equal(await available(desk, dewi, 3), 10_000_000)
  const notices = await desk.database.query(
    'select kind, params from notifications.notice where account_id = $1',
    [dewi.userId],
  )
  assert.deepEqual(notices.rows, [
    { kind: 'coin_deposit_credited', params: { amount: '0.10000000 ETH' } },
  ])
  const mails = await desk.database.query('select template from mail.outbox where recipient = $1', [
    dewi.email,
  ])
  assert.deepEqual(mails.rows, [{ template: 'coin_deposit_credited' }])
})

test('SRV-67 EVMD-17: lists contain the user’s own rows, for bitcoin or the other chains, and filter by symbol', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const eka = await desk.person('Eka')
  await addressOf(desk, dewi, 'ethereum')
  await addressOf(desk, eka, 'ethereum')
  await give(desk, dewi, { chain: 'bnb', currency: 'BNB' })
  await give(desk, dewi, { chain: 'bnb', currency: 'USDT' })
  await chains.control.mine('bnb', 1)
  await newestIn(desk, dewi, { url: evmList, state: 'confirming' })
  const rules = (value: string) =>
    encodeURIComponent(JSON.stringify([{ field: 'ccurrency_symbol', op: 'equal', value }]))
  const some = await listed(desk, dewi, `${evmList}?filter_rules=${rules('USDT')}`)
  assert.deepEqual(
    some.map((row) => row['ccurrency_symbol']),
    ['USDT'],
  )
  assert.deepEqual(await listed(desk, eka, evmList), [])
  assert.deepEqual(await listed(desk, dewi, bitcoinList), [])
})

test('BTCD-03 ATT-79: a bitcoin deposit is listed while unmined, and credited after the confirmations for its amount', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'bitcoin')
  const txid = await give(desk, dewi, { chain: 'bitcoin', currency: 'BTC', amount: '0.005' })
  const waiting = await newestIn(desk, dewi, { url: bitcoinList, state: 'seen' })
  assert.deepEqual([waiting['txid'], waiting['amount']], [txid, '0.00500000'])
  assert.deepEqual([waiting['confirmations'], waiting['next']], [0, { what: 'block', at: null }])
  await chains.control.mine('bitcoin', 1)
  const once = await newestIn(desk, dewi, { url: bitcoinList, state: 'confirming' })
  assert.deepEqual([once['confirmations'], once['confirmations_needed']], [1, 2])
  await chains.control.mine('bitcoin', 1)
  await newestIn(desk, dewi, { url: bitcoinList, state: 'credited' })
  assert.equal(await available(desk, dewi, 2), 500_000)
})

test('SRV-68 TRAVEL-05 DEC-118: above the limit a deposit waits until its owner gives the sender’s data, once', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const eka = await desk.person('Eka')
  await addressOf(desk, dewi, 'ethereum')
  await give(desk, dewi, { chain: 'arbitrum', currency: 'USDT', amount: '1500' })
  await chains.control.mine('arbitrum', finalDepth + 1)
  const held = await newestIn(desk, dewi, { url: evmList, state: 'held' })
  assert.deepEqual([held['cause'], held['kyt_due']], ['needs_sender', true])
  const senderFields = {
    ccdeposit_id: held['id'],
    kyt_name: 'Budi',
    kyt_home_address: 'Jalan Melati 1',
  }
  const others = await post(desk, eka, '/ccdeposits/kyt', senderFields)
  assert.deepEqual([others.status, others.body['code']], [404, 'deposit.unknown'])
  const empty = await post(desk, dewi, '/ccdeposits/kyt', { ...senderFields, kyt_name: ' ' })
  assert.deepEqual([empty.status, empty.body['code']], [400, 'sender.name'])
  const kept = await post(desk, dewi, '/ccdeposits/kyt', { ...senderFields, kyt_id_number: '3174' })
  assert.equal(kept.body['success'], 1)
  const row = await newestIn(desk, dewi, { url: evmList, state: 'credited' })
  assert.deepEqual(
    [row['kyt_name'], row['kyt_home_address'], row['kyt_id_number'], row['kyt_due']],
    ['Budi', 'Jalan Melati 1', '3174', false],
  )
  const again = await post(desk, dewi, '/ccdeposits/kyt', senderFields)
  assert.deepEqual([again.status, again.body['code']], [409, 'sender.told'])
  assert.equal(await available(desk, dewi, 5), 1_500_000_000)
})

test('ATT-80: a deposit that is reorganized before it is final is not credited', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await give(desk, dewi, { chain: 'ethereum', currency: 'ETH', amount: '0.2' })
  await chains.control.mine('ethereum', 2)
  await newestIn(desk, dewi, { url: evmList, state: 'confirming' })
  await chains.control.fork('ethereum', { depth: 2, forget: true })
  const gone = await newestIn(desk, dewi, { url: evmList, state: 'undone' })
  assert.equal(gone['ccdeposit_status'], 'FAILED')
  await chains.control.mine('ethereum', finalDepth)
  await newestIn(desk, dewi, { url: evmList, state: 'undone' })
  assert.equal(await available(desk, dewi, 3), 0)
})

test('ATT-80 ATT-83: a branch that is not longer than the replaced one is followed too', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await give(desk, dewi, { chain: 'arbitrum', currency: 'ETH', amount: '0.1' })
  await chains.control.mine('arbitrum', 2)
  const before = await newestIn(desk, dewi, { url: evmList, state: 'confirming' })
  await chains.control.fork('arbitrum', { depth: 2, blocks: 2 })
  await chains.control.mine('arbitrum', finalDepth)
  const after = await newestIn(desk, dewi, { url: evmList, state: 'credited' })
  assert.equal(after['ccdeposit_txhash'], before['ccdeposit_txhash'])
  assert.equal(await available(desk, dewi, 3), 10_000_000, 'once')
})

test('SRV-65 ATT-72 DEC-113: a claimed transaction is looked up and credited to the owner of the address', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const eka = await desk.person('Eka')
  await addressOf(desk, dewi, 'ethereum')
  const coin = '/blocks/coin-deposit-manual'
  const token = '/blocks/erc20-deposit-manual'
  const code = async (url: string, person: Parameters<typeof post>[1], body: object) =>
    (await post(desk, person, url, body)).body['code']
  const txhash = `0x${'ab'.repeat(32)}`
  assert.equal(await code(coin, dewi, { txhash: '0x12' }), 'claim.hash')
  assert.equal(await code(coin, eka, { txhash }), 'claim.no_address')
  assert.equal(await code(coin, dewi, { txhash }), 'claim.not_found', 'of BNB the hash is enough')
  const elsewhere = await post(desk, dewi, coin, { txhash, chain_name: 'solana' })
  assert.equal(elsewhere.body['msg'], 'Chain ID not found')
  const wrong = { txhash, evm_chain_id: 1, currency: 'BNB' }
  assert.equal(await code(coin, dewi, wrong), 'claim.currency')
  const fake = `0x${'cd'.repeat(20)}`
  const other = { txhash, evm_chain_id: 1, currency: 'USDT', contract_address: fake }
  assert.equal(await code(token, dewi, other), 'claim.contract')
  await addressOf(desk, eka, 'ethereum')
  const paid = await give(desk, dewi, { chain: 'ethereum', currency: 'USDT', amount: '20' })
  const named = { txhash: paid, evm_chain_id: 1, currency: 'USDT' }
  assert.equal(await code(token, dewi, named), 'claim.pending')
  await chains.control.mine('ethereum', 1)
  await newestIn(desk, dewi, { url: evmList, state: 'confirming' })
  assert.equal(await code(token, dewi, named), 'claim.known')
  assert.equal(await code(token, eka, named), 'claim.nothing')
  assert.deepEqual(await listed(desk, eka, evmList), [])
})

test('SRV-65 EVMD-16: a deposit that scanning missed is found by its hash and credited normally', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  const txhash = await give(desk, dewi, { chain: 'bnb', currency: 'BNB', amount: '0.5' })
  await chains.control.mine('bnb', finalDepth + 1)
  await newestIn(desk, dewi, { url: evmList, state: 'credited' })
  // As if the scan had never seen the deposit.
  await desk.database.query('delete from wallets.chain_deposit')
  const { body } = await post(desk, dewi, '/blocks/coin-deposit-manual', { txhash })
  assert.equal(body['success'], 1, JSON.stringify(body))
  const [row] = body['data'] as readonly Row[]
  assert.deepEqual([row?.['ccdeposit_txhash'], row?.['evm_chain_id']], [txhash, 56])
  await newestIn(desk, dewi, { url: evmList, state: 'credited' })
})

test('SRV-66 API-42 SRV-79: the ids of the three chains, and the ways of a currency', async (t) => {
  const desk = await setUp(t)
  const idOf = async (name: string) =>
    (await ask(desk, 'GET', `/public_config/evm-chain-id?name=${name}`)).body
  assert.equal((await idOf('EVM_CHAIN_ID_ETH'))['data'], 1)
  assert.equal((await idOf('EVM_CHAIN_ID_ARB'))['data'], 42_161)
  assert.equal((await idOf('EVM_CHAIN_ID_BNB'))['data'], 56)
  for (const name of ['EVM_CHAIN_ID_XYZ', 'constructor', '']) {
    const body = await idOf(name)
    assert.deepEqual([body['success'], body['msg']], [0, 'Chain ID not found'])
  }
  const dewi = await desk.person('Dewi')
  const { token } = dewi
  const waysOf = async (currencyId: number) =>
    (
      await ask(desk, 'GET', `/block_evm_tokens/by-ccurrency-id?ccurrency_id=${currencyId}`, {
        token,
      })
    ).body['data'] as readonly Row[]
  const tether = await waysOf(5)
  assert.deepEqual(
    tether.map((way) => way['chain_id']),
    [1, 42_161, 56],
  )
  assert.ok(tether.every((way) => /^0x[0-9a-fA-F]{40}$/.test(String(way['contract_address']))))
  const ether = await waysOf(3)
  assert.deepEqual(
    ether.map((way) => [way['chain'], way['contract_address'], way['wd_fee']]),
    [
      ['ethereum', '', '0.001'],
      ['arbitrum', '', '0.001'],
    ],
  )
  assert.deepEqual(await waysOf(2), [], 'bitcoin is no chain of these')
})
