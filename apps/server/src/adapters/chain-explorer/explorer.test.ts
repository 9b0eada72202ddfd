import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createHttpHost, type HttpHost } from '../../platform/http/host.ts'
import { createLog } from '../../platform/logging/log.ts'
import { type TemporaryChains, temporaryChains } from '../chain-nodes/testing/chains.ts'
import { toChecksum } from '../evm/index.ts'
import { explorerRoot, registerChainExplorer } from './index.ts'
import { amountText } from './views.ts'

const bitcoinAddress = 'bcrt1q6z64a43mjgkcq0ul2znwneq3spghrlau9slefp'
const evmAddress = '0x00000000000000000000000000000000000000aa'

let chains: TemporaryChains
let http: HttpHost
let isRunning = true

before(async () => {
  chains = await temporaryChains({ only: ['bitcoin', 'bnb'], epochSlots: 1 })
  http = await createHttpHost({
    log: createLog('fatal'),
    allowedOrigins: [],
    trustedProxies: [],
    connectSources: [],
    captchaSources: [],
    product: 'Tukar',
    clientConfig: {},
    webFolder: null,
  })
  registerChainExplorer(http, () => (isRunning ? chains.nodes : null))
})

after(async () => {
  await http.close()
  await chains.end()
})

async function get(path: string, language = 'en') {
  const answer = await http.inject({
    method: 'GET',
    url: `${explorerRoot}${path}`,
    headers: { 'accept-language': language, host: '127.0.0.1' },
  })
  return { status: answer.statusCode, text: answer.payload, location: answer.headers['location'] }
}

test('a payment is found by its id, its block and its address, on bitcoin and on an EVM chain', async () => {
  const paid = [
    ['bitcoin', bitcoinAddress, 'coin', 150_000_000n, '1,5 BTC'],
    ['bnb', evmAddress, 'coin', 10n ** 18n, '1 BNB'],
    ['bnb', evmAddress, 'token', 2_500_000n, '2,5 USDT'],
  ] as const
  for (const [chain, address, asset, amount, text] of paid) {
    const txid = await chains.control.pay(chain, { address, amount, asset })
    const waiting = await get(`/${chain}/tx/${txid}`)
    assert.equal(waiting.status, 200, txid)
    assert.match(waiting.text, /Waits to be mined/)
    const height = await chains.control.mine(chain, 1)
    const mined = await get(`/${chain}/tx/${txid}`)
    assert.match(mined.text, /In the chain</)
    assert.ok(mined.text.includes(text), `${text} of ${chain}`)
    const block = await get(`/${chain}/block/${height}`)
    assert.ok(block.text.includes(txid))
    const moved = await get(`/${chain}/address/${address}`)
    assert.ok(moved.text.includes(txid), `${txid} at its address`)
    const written = chain === 'bitcoin' ? address : toChecksum(address)
    assert.ok(moved.text.includes(`<code>${written}</code>`), `${written} as wallets write it`)
    const first = await get(`/${chain}`)
    assert.ok(first.text.includes(`block/${height}`))
    const found = await get(`/${chain}/search?q=${txid}`)
    assert.deepEqual([found.status, found.location], [303, `${explorerRoot}/${chain}/tx/${txid}`])
  }
})

test('unknown objects are not found, and input never becomes markup (ATT-33)', async () => {
  const nothing = `0x${'ab'.repeat(32)}`
  for (const path of [
    `/bnb/tx/${nothing}`,
    '/bnb/block/999999999',
    '/bnb/block/0x',
    '/bnb/address/nobody',
    '/elsewhere',
    `/bnb/search?q=${nothing}`,
  ]) {
    assert.equal((await get(path)).status, 404, path)
  }
  const typed = await get(`/bitcoin/address/${encodeURIComponent('<script>alert(1)</script>')}`)
  assert.doesNotMatch(typed.text, /<script>/)
  assert.match((await get('/bnb/tx/0x', 'id')).text, /Tidak ditemukan/)
})

test('the explorer starts no chain, and says so where none runs', async () => {
  isRunning = false
  try {
    const resting = await get('/bitcoin')
    assert.equal(resting.status, 503)
    assert.match(resting.text, /not running/)
    assert.equal((await get('')).status, 200)
  } finally {
    isRunning = true
  }
})

test('ATT-40: the explorer is for this machine alone', async () => {
  const answer = await http.inject({
    method: 'GET',
    url: explorerRoot,
    headers: { host: '127.0.0.1', 'x-forwarded-for': '8.8.8.8' },
  })
  assert.equal(answer.statusCode, 404)
})

test('amounts keep all their digits without trailing zeros', () => {
  assert.equal(amountText(1n, 18, 'ETH'), '0,000000000000000001 ETH')
  assert.equal(amountText(0n, 8, 'BTC'), '0 BTC')
  assert.equal(amountText(2_000_000n, 6, 'USDT'), '2 USDT')
  assert.equal(amountText(20_000_000_001n, 6, 'USDT'), '20.000,000001 USDT')
  assert.equal(amountText(7n, 0, '0xaa'), '7 0xaa')
})
