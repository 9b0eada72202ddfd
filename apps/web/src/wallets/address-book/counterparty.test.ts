/** The address book on a page: search, validation, and completion of entries. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCounterparty } from './book-wire.ts'
import {
  completed,
  type Counterparty,
  draftFaults,
  findDraftField,
  emptyDraft,
  entriesFor,
  findEntryByAddress,
  findLookalike,
  planForAddress,
  planForSender,
  findReceivers,
  findSenders,
} from './counterparty.ts'

const mine = '0x52908400098527886E0F7030069857D2E4169EE7'
const bitcoin = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const entry: Counterparty = {
  id: '1',
  label: 'Ledger',
  kind: 'own_wallet',
  family: 'evm',
  address: mine,
  name: '',
  homeAddress: '',
}
const budi: Counterparty = {
  ...entry,
  id: '2',
  label: 'Budi kantor',
  kind: 'person',
  family: null,
  address: '',
  name: 'Budi Santoso',
}
const cold: Counterparty = { ...entry, id: '3', label: 'Cold', family: 'bitcoin', address: bitcoin }
const entries = [entry, budi, cold]
const nobody = { name: '', homeAddress: '' }

test('entries are found by label, name and address, ignoring case', () => {
  const found = (text: string) => entriesFor(entries, text).map(({ id }) => id)
  assert.deepEqual(found(' ledger '), ['1'])
  assert.deepEqual(found('SANTOSO'), ['2'])
  assert.deepEqual(found('bcrt1qw508'), ['3'])
  assert.deepEqual(found(''), ['1', '2', '3'])
  assert.deepEqual(found('nobody'), [])
})

test('a withdrawal is offered addresses of its chain, a sender those with a name', () => {
  assert.deepEqual(findReceivers(entries, 'evm'), [entry])
  assert.deepEqual(findReceivers(entries, 'bitcoin'), [cold])
  assert.deepEqual(findSenders(entries), [budi])
  assert.equal(findEntryByAddress(entries, ` ${mine.toLowerCase()}`), entry)
  assert.equal(findEntryByAddress(entries, ''), null)
})

test('TRAVEL-03: a receiver is saved as new, completed, or already complete', () => {
  const identity = { name: 'Dewi', homeAddress: 'Jl. Melati 1' }
  assert.deepEqual(planForAddress(entries, `0x${'1'.repeat(40)}`, nobody), { kind: 'new' })
  assert.equal(planForAddress(entries, mine, nobody), null)
  assert.deepEqual(planForAddress(entries, mine, identity), { kind: 'more', entry })
  assert.deepEqual(completed(entry, identity), {
    label: 'Ledger',
    kind: 'own_wallet',
    address: mine,
    ...identity,
  })
  const whole = { ...entry, name: 'Dewi', homeAddress: 'Jl. Kenanga 2' }
  assert.equal(planForAddress([whole], mine, identity), null)
  assert.equal(completed({ ...entry, name: 'Dewi A' }, identity).name, 'Dewi A')
})

test('TRAVEL-05: a sender is saved as new, completed by the home address, or already complete', () => {
  const identity = { name: 'budi santoso', homeAddress: 'Jl. Melati 1' }
  assert.deepEqual(planForSender(entries, identity), { kind: 'more', entry: budi })
  const whole = { ...budi, homeAddress: 'Jl. Melati 1' }
  assert.equal(planForSender([whole], identity), null)
  assert.deepEqual(planForSender([whole], { ...identity, homeAddress: 'Jl. Lain 9' }), {
    kind: 'new',
  })
  assert.deepEqual(planForSender(entries, nobody), { kind: 'new' })
})

test('ATT-86: a lookalike of a saved address is shown before it is saved', () => {
  const trap = `0x529${'ab'.repeat(17)}EE7`
  assert.equal(findLookalike(entries, { id: null, address: ` ${trap}` }), mine)
  assert.equal(findLookalike(entries, { id: entry.id, address: trap }), null)
  assert.equal(findLookalike(entries, { id: null, address: mine }), null)
  assert.equal(findLookalike(entries, { id: null, address: '' }), null)
})

test('missing and unreadable values are shown at their fields before sending', () => {
  assert.deepEqual(draftFaults(emptyDraft), { label: 'labelEmpty', address: 'nothing' })
  const good = { ...emptyDraft, label: 'x' }
  assert.deepEqual(draftFaults({ ...good, address: mine }), {})
  assert.deepEqual(draftFaults({ ...good, address: bitcoin.toUpperCase() }), {})
  assert.deepEqual(draftFaults({ ...good, name: 'Budi' }), {})
  assert.deepEqual(draftFaults({ ...good, address: 'budi', name: 'B', homeAddress: '12' }), {
    address: 'addressUnreadable',
    name: 'nameShort',
    homeAddress: 'nameShort',
  })
  assert.equal(findDraftField('coin.address_checksum'), 'address')
  assert.equal(findDraftField('book.home_address'), 'homeAddress')
  assert.equal(findDraftField('book.home_address_long'), 'homeAddress')
  assert.equal(findDraftField('book.full'), null)
})

test('missing fields of an entry become empty texts', () => {
  const row = {
    id: 7,
    created_at: '2026-11-21T10:00:00.000Z',
    label: 'Ledger',
    kind: 'own_wallet',
    family: 'evm',
    address: mine,
    name: null,
    home_address: null,
  } as const
  assert.deepEqual(toCounterparty(row), { ...entry, id: '7' })
})
