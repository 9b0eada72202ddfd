import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '../config/settings.ts'
import { DatabaseAddressError, readAddress } from './hosts.ts'

const addressOf = (url: string) => {
  const { hosts, needsWrites, place } = readAddress(url)
  return { hosts: hosts.map(({ host, port }) => `${host} ${port}`), needsWrites, place }
}

test('FLT-15: an address names one host or several, each with its port, and shows no password', () => {
  assert.deepEqual(addressOf('postgres://u:p@one:6000/name'), {
    hosts: ['one 6000'],
    needsWrites: false,
    place: 'one:6000/name',
  })
  assert.deepEqual(addressOf('postgresql://u:p%40@one,two:5433,[::1]:5434/name?sslmode=require'), {
    hosts: ['one 5432', 'two 5433', '::1 5434'],
    needsWrites: true,
    place: 'one,two:5433,[::1]:5434/name',
  })
  for (const attribute of ['read-write', 'primary']) {
    const { needsWrites } = readAddress(`postgres://one/name?target_session_attrs=${attribute}`)
    assert.equal(needsWrites, true, attribute)
  }
  assert.deepEqual(readAddress('socket:/run/postgresql?db=name').hosts, [])
})

test('FLT-15: each host has its own URL, with all other parameters', () => {
  const { hosts } = readAddress(
    'postgres://u:p@q@one:1,two:2/name?a=1&target_session_attrs=read-write&b=2',
  )
  assert.deepEqual(
    hosts.map(({ url }) => url),
    ['postgres://u:p@q@one:1/name?a=1&b=2', 'postgres://u:p@q@two:2/name?a=1&b=2'],
  )
})

test('FLT-15 FLT-41: an address that cannot be used is refused at the start, in a sentence without the password', () => {
  const wrong = [
    ['postgres://u:secret@one:1,:2/name', /names ":2"/],
    ['postgres://u:secret@one:1,two:99999/name', /names "two:99999"/],
    ['postgres://u:secret@one,two/name?target_session_attrs=read-only', /=read-only; the exchange/],
  ] as const
  for (const [url, sentence] of wrong) {
    assert.throws(() => readAddress(url), DatabaseAddressError)
    assert.throws(
      () => readSettings({ DATABASE_URL: url }),
      (error: unknown) =>
        error instanceof Error &&
        error.name === 'SettingsError' &&
        sentence.test(error.message) &&
        !error.message.includes('secret'),
    )
  }
})
