/** Coins in live mode: nodes and a signer that others started, and nothing simulated. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { rowsOf, type Rig, startRig, uuidAt } from './engine/testing/rig.ts'
import { until } from './engine/testing/until.ts'
import { agreeForDemoPerson } from './modules/agreement/index.ts'
import { openDatabase } from './platform/database/pool.ts'
import { createLog } from './platform/logging/log.ts'
import { openParams } from './platform/mail/mail.ts'
import { keysOf } from './platform/secrets/keys.ts'
import { startLiveExchange, secretKey } from './testing/live-exchange.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { verify } from './testing/verified.ts'
import { tokenFor } from './testing/signed-in.ts'

const built = import.meta.dirname
const email = 'dewi@people.example'
const stranger = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
/** A live chain is read every six seconds. */
const withinMs = 60_000

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Row = Readonly<Record<string, unknown>>
type Said = { readonly status: number; readonly body: Row }

/** A user with a verified identity and an agreement in live mode; returns the token. */
async function personOf(databaseUrl: string): Promise<string> {
  const [created] = await rowsOf(
    databaseUrl,
    `insert into accounts.users (full_name, nickname, email, email_key, email_verified_at)
     values ('Dewi', 'Dewi', $1, $1, now()) returning id`,
    [email],
  )
  const userId = Number(created?.['id'])
  const token = await tokenFor(databaseUrl, email, secretKey)
  const database = openDatabase(databaseUrl, createLog('fatal'))
  try {
    const keys = keysOf(secretKey)
    await verify({ database, keys }, userId, 'Dewi')
    await agreeForDemoPerson({ database, keys, isSimulation: false }, userId)
  } finally {
    await database.end()
  }
  return token
}

function callerOf(server: ServerProcess, token: string) {
  return async (method: 'GET' | 'POST', url: string, body?: object): Promise<Said> => {
    const answer = await fetch(server.url + url, {
      method,
      headers: {
        jwt: token,
        'accept-language': 'en',
        'idempotency-key': uuidAt(Date.now()),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
  }
}

/** The newest e-mailed code, as its owner would read it. */
async function mailedCode(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl, createLog('fatal'))
  try {
    const [mail] = await rowsOf(
      databaseUrl,
      `select mail_id as id, sealed from mail.outbox
       where recipient = $1 and template = 'payment_code' order by created_at desc limit 1`,
      [email],
    )
    const keys = keysOf(secretKey)
    const sealed = mail?.['sealed']
    assert.ok(Buffer.isBuffer(sealed))
    return String(openParams(keys, String(mail?.['id']), sealed)['code'])
  } finally {
    await database.end()
  }
}

/** The names of the child processes of a process. */
function childrenOf(pid: number): readonly string[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const status = fs.readFileSync(`/proc/${name}/status`, 'utf8')
      if (!new RegExp(`^PPid:\\s+${pid}$`, 'm').test(status)) return []
      return [fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')]
    } catch {
      return []
    }
  })
}

test('R-42 SRV-80 SRV-64: in live mode coins move through configured nodes and a configured signer alone', async (t) => {
  const databaseUrl = await rig.database()
  const { chains, settings } = await startLiveExchange(t)
  const server = await startServerProcess(databaseUrl, settings)
  t.after(() => server.stop())
  const call = callerOf(server, await personOf(databaseUrl))
  const created = await call('POST', '/wallets/get-ethereum-address', {})
  assert.equal(created.status, 200, JSON.stringify(created.body))
  const address = String((created.body['data'] as Row)['wallet_address'])
  for (const [method, url] of [
    ['POST', '/simulation/chain/faucet'],
    ['GET', '/simulation/chain'],
    ['GET', '/simulation/chain/ethereum'],
    ['GET', '/simulation/bank'],
    ['GET', '/mailbox'],
  ] as const) {
    assert.equal((await call(method, url, method === 'POST' ? {} : undefined)).status, 404, url)
  }
  const none = await call('POST', '/wallets/get-bitcoin-address', {})
  assert.equal(none.body['code'], 'chain.off')

  await chains.control.pay('ethereum', { address, amount: 10n ** 17n, asset: 'coin' })
  await chains.control.mine('ethereum', 10)
  const deposit: { row: Row } = { row: {} }
  await until(
    'the deposit is credited',
    async () => {
      const { body } = await call('GET', '/ccdeposits?page=1&rows=10')
      deposit.row = (body['data'] as { datas: readonly Row[] }).datas[0] ?? {}
      return deposit.row['state'] === 'credited'
    },
    withinMs,
  ).catch((error: unknown) => {
    throw new Error(`${JSON.stringify(deposit.row)} ${server.log()}`, { cause: error })
  })
  assert.match(String(deposit.row['explorer_url']), /^https:\/\/etherscan\.io\/tx\/0x/)

  const payment = { currency: 'ETH', chain_id: 1, amount: '0.02', withdraw_to: stranger }
  assert.equal((await call('POST', '/otps/create', { payment })).status, 200)
  const sent = await call('POST', '/evm/coin-withdraw', {
    currency: 'ETH',
    ccurrency_table_id: 3,
    chain_id: 1,
    amount: '0.02',
    withdraw_to: stranger,
    to_name: 'Budi Santoso',
    to_home_address: 'Jalan Melati 1',
    otp: await mailedCode(databaseUrl),
    google_secret: '',
  })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const withdrawal: { row: Row } = { row: {} }
  await until(
    'the withdrawal is done',
    async () => {
      await chains.control.mine('ethereum', 3)
      const [row] = await rowsOf(databaseUrl, 'select * from wallets.chain_withdrawal')
      withdrawal.row = row ?? {}
      return row?.['state'] === 'done'
    },
    withinMs * 2,
  ).catch((error: unknown) => {
    throw new Error(JSON.stringify(withdrawal.row), { cause: error })
  })
  assert.deepEqual(childrenOf(server.pid), [])
})

/** The files and packages that a file imports, with any kind of import. */
function importsOf(file: string): readonly string[] {
  const text = fs.readFileSync(file, 'utf8')
  const found = text.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)
  return [...found].map(([, name = '']) => name)
}

test('R-42 SRV-80: the server loads no code of the local nodes, in any mode', () => {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const files = [path.join(built, 'run.js')]
  for (let file = files.pop(); file !== undefined; file = files.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const name of importsOf(file)) {
      if (name.startsWith('.')) files.push(path.join(path.dirname(file), name))
      else packages.add(name)
    }
  }
  assert.ok(seen.size > 300, `${seen.size} files`)
  const outside = [...seen].filter((file) => !file.startsWith(built))
  assert.deepEqual(outside, [])
  const nodes = ['bcoin', '@foundry-rs', '@tukar/chain', '@tukar/signer']
  const named = [...packages].filter((name) => nodes.some((one) => name.startsWith(one)))
  assert.deepEqual(named, [])
})
