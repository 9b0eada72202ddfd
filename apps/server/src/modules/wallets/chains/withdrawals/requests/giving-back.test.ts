/** A displaced payout, or one that the signer refuses, is given back by two operators or not at all. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { DeskChainWithdrawal, DeskRole } from '@tukar/wire'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../../platform/database/testing/cluster.ts'
import {
  type TestAnswer,
  ask,
  deskOn,
  giveRole,
  type Person,
  personAt,
} from '../../../../../testing/desk.ts'
import { createDesk } from '../../../../desk/index.ts'
import { createCustodyMemory } from '../../custody/custody-memory.ts'
import { createTestLedger } from '../../testing/custody.ts'
import { registerChainConsole } from '../../console/routes.ts'
import { bitcoinAsset } from '../../testing/coins.ts'
import { openChain } from '../../tracking/tracker-store.ts'
import { decideChainWithdrawal } from '../withdrawal.ts'
import { nothingKnown } from '../withdrawal-row.ts'
import { readChainWithdrawal } from '../withdrawal-store.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

const bumps = { afterMs: 60_000, timesMax: 3 }
const displaced = { status: 'displaced', isFinal: true } as const

async function deskOf(t: TestContext) {
  const on = await deskOn(t, await cluster.database())
  const { database, sessions, log, keys } = on
  await openChain(database, 'bitcoin', 'main-0')
  const desk = createDesk({ database, sessions, log, keys, isSimulation: true, executorEmails: [] })
  const books = createTestLedger()
  registerChainConsole(on.http, desk, {
    database,
    keys,
    engine: books.engine,
    memory: createCustodyMemory(Date.now),
    hasLender: false,
    assets: [bitcoinAsset],
    listed: [],
    origin: 'http://tukar.example',
    product: 'Tukar',
    machine: { epoch: () => 0, wake: () => undefined },
    currency: () => ({ symbol: 'BTC', decimals: 8 }),
    transactionUrl: () => null,
    blockHashAt: () => Promise.resolve(null),
  })
  const operatorAt = async (name: string, role: DeskRole): Promise<Person> => {
    const person = await personAt(on, name)
    await giveRole(database, person.userId, role)
    await database.query('update accounts.users set demo_name = full_name where id = $1', [
      person.userId,
    ])
    return person
  }
  const { userId } = await personAt(on, 'Dewi')
  const made = await database.query<{ id: number }>(
    `insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net, chain_amount,
       to_address, reference, request_id, request_hash, state, signed_count)
     values ('bitcoin', $1, 2, 1000, 100, 900, 900, 'bcrt1q', 'one', gen_random_uuid(), '\\x00',
       'broadcast', 1) returning id`,
    [userId],
  )
  return {
    ...on,
    id: made.rows[0]?.id ?? 0,
    operators: [await operatorAt('Rina', 'finance'), await operatorAt('Budi', 'risk')] as const,
  }
}

test('INV-13 INV-22 ATT-94: a displaced payout releases nothing before two operators agree', async (t) => {
  const on = await deskOf(t)
  const { database, id, operators } = on
  const [first, second] = operators
  const url = `/desk/chain-withdrawals/${id}`
  const decide = (by: Person): Promise<TestAnswer> => {
    const body = { decision: 'give_back', reason: 'none of its transactions is anywhere' }
    return ask(on, 'POST', `${url}/decide`, { token: by.token, body })
  }
  const next = async () => {
    const row = await readChainWithdrawal(database, id)
    return decideChainWithdrawal(row, { ...nothingKnown, found: displaced }, 0, bumps)
  }
  // Before the node confirms it as final, there is nothing to decide.
  assert.equal((await decide(first)).body['code'], 'desk.already_decided')
  const waits = await next()
  assert.ok(waits.kind === 'wait' && waits.alarm === 'displaced_final')
  await database.query('update wallets.chain_withdrawal set alarm = $2 where id = $1', [
    id,
    waits.alarm,
  ])
  assert.equal((await decide(first)).body['success'], 1)
  assert.equal((await decide(first)).body['code'], 'desk.same_operator')
  const { body } = await ask(on, 'GET', url, { token: second.token })
  const shown = body['data'] as DeskChainWithdrawal
  assert.deepEqual(
    [shown.can, shown.approvals.length, shown.approvals_needed],
    [['give_back', 'ask'], 1, 2],
  )
  assert.equal((await next()).kind, 'wait')
  assert.equal((await decide(second)).body['success'], 1)
  assert.deepEqual(await next(), { kind: 'act', act: 'release' })
})

test('INV-13 INV-22 ATT-93: a refused payout is given back by two operators, and never while the signer may sign it', async (t) => {
  const on = await deskOf(t)
  const { database, id, operators } = on
  const [first, second] = operators
  const decide = (by: Person, decision: string): Promise<TestAnswer> => {
    const body = { decision, reason: 'it is above the cap of a payout' }
    return ask(on, 'POST', `/desk/chain-withdrawals/${id}/decide`, { token: by.token, body })
  }
  const next = async () => {
    const row = await readChainWithdrawal(database, id)
    return decideChainWithdrawal(row, { ...nothingKnown, holdCheck: 'standing' }, 0, bumps)
  }
  await database.query(`update wallets.chain_withdrawal set state = 'signing', signed_count = 0`)
  assert.equal((await decide(first, 'give_back')).body['code'], 'desk.already_decided')
  await database.query(`update wallets.chain_withdrawal set alarm = 'signer_refuses'`)
  assert.equal((await decide(first, 'reject')).body['code'], 'withdrawal.under_way')
  assert.equal((await decide(first, 'give_back')).body['success'], 1)
  assert.equal((await decide(first, 'give_back')).body['code'], 'desk.same_operator')
  assert.deepEqual(await next(), { kind: 'act', act: 'sign' })
  assert.equal((await decide(second, 'give_back')).body['success'], 1)
  assert.deepEqual(await next(), { kind: 'act', act: 'void' })
})
