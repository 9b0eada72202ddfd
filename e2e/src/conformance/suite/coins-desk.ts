/** Chains at the operator console: queues, cases and custody, as an operator of a simulation sees them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isObject,
  type JsonObject,
  listRows,
  objectAt,
  rowsAt,
  textAt,
} from '../../harness/http.ts'
import { parseUnits, type Fixture } from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'

const chains = ['arbitrum', 'bitcoin', 'bnb', 'ethereum']
const queues = {
  '/desk/chain-deposits': ['held', 'reversed', 'all'],
  '/desk/chain-withdrawals': ['waiting', 'trouble', 'all'],
}

/** A session of a demo operator; null if the server has none. */
async function operatorToken({ client }: Fixture): Promise<string | null> {
  const people = await client.call('GET', '/simulation/people')
  if (people.status !== 200) return null
  const operator = rowsAt(people.body, 'data').find((row) => row['role'] === 'operator')
  if (operator === undefined) return null
  const body = { name: textAt(operator, 'name') }
  return textAt((await client.call('POST', '/simulation/enter', { body })).body, 'token')
}

function assertCase(row: JsonObject): void {
  assert.ok(chains.includes(textAt(row, 'chain')))
  for (const key of ['id', 'created_at', 'state_at', 'state', 'currency', 'address']) {
    assert.notEqual(textAt(row, key), '', key)
  }
  const person = row['person']
  assert.ok(isObject(person) && textAt(person, 'email').includes('•'), 'masked')
}

/** Registers the tests of chains at the console. */
export function registerCoinsDeskSuite(fixture: () => Fixture): void {
  test('G-25 DEC-129: coins on chains are cases with their steps, masked, in queues', async () => {
    const w = fixture()
    const token = await operatorToken(w)
    if (token === null) return
    for (const [path, names] of Object.entries(queues)) {
      for (const queue of names) {
        const answer = await w.client.call('GET', path, { token, query: { queue, page: 1 } })
        assertFrame(answer, 1)
        for (const row of listRows(answer)) assertCase(row)
      }
      const [newest] = listRows(await w.client.call('GET', path, { token }))
      if (newest !== undefined) {
        const detail = await w.client.call('GET', `${path}/${textAt(newest, 'id')}`, { token })
        assertFrame(detail, 1)
        const data = objectAt(detail.body, 'data')
        assertCase(data)
        assert.ok(rowsAt(data, 'steps').length > 0)
        assert.ok(Array.isArray(data['can']) && Array.isArray(data['flags']))
      }
      assertRefused(await w.client.call('GET', path, { token, query: { queue: 'other' } }), 400)
      for (const id of ['999999999', '0', '-1', 'x']) {
        assertRefused(await w.client.call('GET', `${path}/${id}`, { token }), 404)
      }
      const decide = { token, body: { decision: 'ask', reason: 'looked at by a test' } }
      assertRefused(await w.client.call('POST', `${path}/999999999/decide`, decide), 404)
      const rejection = { token, body: { decision: 'reject', reason: 'looked at by a test' } }
      if (path.endsWith('withdrawals')) {
        assertRefused(await w.client.call('POST', `${path}/999999999/preview`, rejection), 404)
      }
      const mute = { token, body: { decision: 'ask' } }
      assertRefused(await w.client.call('POST', `${path}/1/decide`, mute), 400)
    }
  })

  test("INV-14 ATT-80: the chains' balances are shown beside the liabilities, and a chain is halted only with a reason", async () => {
    const w = fixture()
    const token = await operatorToken(w)
    if (token === null) return
    const answer = await w.client.call('GET', '/desk/chains', { token })
    assertFrame(answer, 1)
    const data = objectAt(answer.body, 'data')
    for (const row of rowsAt(data, 'chains')) assert.ok(chains.includes(textAt(row, 'chain')))
    for (const row of rowsAt(data, 'custody')) {
      assert.ok(['whole', 'gap', 'stale', 'none'].includes(textAt(row, 'verdict')))
      for (const key of ['in_flight', 'liabilities']) {
        assert.ok(parseUnits(textAt(row, key), 18) >= 0n, `${textAt(row, 'currency')} ${key}`)
      }
      for (const part of rowsAt(row, 'parts')) assert.ok(chains.includes(textAt(part, 'chain')))
    }
    const steer = (body: JsonObject) => w.client.call('POST', '/desk/chains', { token, body })
    const good = { chain: 'ethereum', decision: 'go_on', reason: 'looked at by a test' }
    for (const part of [{ reason: '' }, { chain: 'solana' }, { decision: 'stop' }]) {
      assertRefused(await steer({ ...good, ...part }), 400)
    }
    assertRefused(await steer(good), 404, 409)
  })

  test('INV-14 INV-22: treasury coins are booked only if a chain has them', async () => {
    const w = fixture()
    const token = await operatorToken(w)
    if (token === null) return
    const path = '/desk/chain-reserves'
    const open = await w.client.call('GET', path, { token })
    assertFrame(open, 1)
    assert.ok(Array.isArray(open.body['data']))
    const book = (body: JsonObject) => w.client.call('POST', path, { token, body })
    const good = { chain: 'ethereum', currency: 'ETH', amount: '999999', reason: 'asked by a test' }
    const broken = [{ chain: 'solana' }, { amount: '-1' }, { amount: '1e3' }, { reason: 'x' }]
    for (const part of broken) assertRefused(await book({ ...good, ...part }), 400)
    assertRefused(await book({ ...good, amount: '0' }), 400)
    assertRefused(await book({ ...good, currency: 'BTC' }), 404)
    assertRefused(await book(good), 409, 503)
  })
}
