/** The address book: senders and receivers of coins, saved once, visible to their owner alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Answer,
  type JsonObject,
  newCommandId,
  objectAt,
  rowsAt,
  textAt,
} from '../../harness/http.ts'
import type { Person } from '../../harness/people.ts'
import type { Fixture } from '../fixture.ts'
import { requestAddress } from './coins-in.ts'
import { assertFrame, assertRefused } from './frame.ts'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const entry = { label: 'Dompet sendiri', kind: 'own_wallet', address }

function call(
  { client }: Fixture,
  { token }: Person,
  what: 'save' | 'change' | 'remove',
  body: JsonObject,
): Promise<Answer> {
  const commandId = newCommandId()
  return client.call('POST', `/address-book/${what}`, { token, body, commandId })
}

async function bookOf({ client }: Fixture, { token }: Person) {
  const answer = await client.call('GET', '/address-book', { token })
  assertFrame(answer, 1)
  return rowsAt(answer.body, 'data')
}

/** Registers the tests of the address book. */
export function registerCoinsBookSuite(fixture: () => Fixture): void {
  test('R-12 SRV-67: an entry is saved once, changed and removed by its owner, and hidden from others', async () => {
    const w = fixture()
    const [person, other] = [await w.verified('buku'), await w.verified('koin-lain')]
    assert.deepEqual(await bookOf(w, person), [])
    const body = { ...entry, name: 'Siti Rahma', home_address: 'Jl. Kenanga 2, Jakarta' }
    const commandId = newCommandId()
    const { token } = person
    const save = () => w.client.call('POST', '/address-book/save', { token, body, commandId })
    const saved = await Promise.all([save(), save(), save()])
    for (const answer of saved) assertFrame(answer, 1)
    const ids = saved.map((answer) => textAt(objectAt(answer.body, 'data'), 'id'))
    assert.equal(new Set(ids).size, 1)
    const [row, ...more] = await bookOf(w, person)
    assert.deepEqual(more, [])
    const { label, kind, family, name, home_address: home } = row ?? {}
    assert.deepEqual(
      [label, kind, family, row?.['address'], name, home],
      [entry.label, entry.kind, 'evm', address, body.name, body.home_address],
    )
    const known = await call(w, person, 'save', { ...entry, address: address.toLowerCase() })
    assertRefused(known, 409)
    const id = Number(ids[0])
    assertRefused(await call(w, other, 'change', { id, ...entry, label: 'Curian' }), 404)
    assertRefused(await call(w, other, 'remove', { id }), 404)
    assert.deepEqual(await bookOf(w, other), [])
    assertFrame(await call(w, person, 'change', { id, ...entry, label: 'Brankas' }), 1)
    const [changed] = await bookOf(w, person)
    assert.deepEqual([changed?.['label'], changed?.['name']], ['Brankas', null])
    assertFrame(await call(w, person, 'remove', { id }), 1)
    assertRefused(await call(w, person, 'remove', { id }), 404)
    assert.deepEqual(await bookOf(w, person), [])
  })

  test('ATT-86 ATT-31: an invalid address, our own, one without a name or of another kind is not saved', async () => {
    const w = fixture()
    const person = await w.verified('buku')
    const own = await requestAddress(w, await w.verified('koin-lain'), 'ethereum')
    const wrong: readonly JsonObject[] = [
      { address: '0x12' },
      { address: `${address.slice(0, -1)}c` },
      { address: own },
      { address: `0x${'0'.repeat(40)}` },
      { address: '' },
      { label: ' ' },
      { label: 'a\nb' },
      { label: 'x'.repeat(51) },
      { name: 'x' },
    ]
    for (const part of wrong)
      assertRefused(await call(w, person, 'save', { ...entry, ...part }), 200)
    const broken: readonly JsonObject[] = [
      { kind: 'bank' },
      { label: 'x'.repeat(501) },
      { label: 1 },
    ]
    for (const part of broken) {
      assertRefused(await call(w, person, 'save', { ...entry, ...part }), 400)
    }
    assert.deepEqual(await bookOf(w, person), [])
    assertRefused(await w.client.call('GET', '/address-book'), 401)
    for (const what of ['save', 'change', 'remove']) {
      assertRefused(await w.client.call('POST', `/address-book/${what}`, { body: entry }), 401)
    }
  })
}
