import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailKeyOf } from '@tukar/wire'
import { migratedDatabase } from '../../../platform/database/testing/cluster.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { renewEarlierKeys, renewSigmaKeys } from './earlier-keys.ts'
import { isProvenUser, proveUser } from '../user-proofs.ts'

test('ATT-16: old accounts get the key that a sign-in uses, if no other account has it', async () => {
  const { database, stop } = await migratedDatabase()
  try {
    const before = [
      ['a@xn--bcher-kva.example', 'a@bücher.example'],
      ['b@xn--fiqs8s.example', 'b@中国.example'],
      ['c@xn--e1afmkfd.xn--p1ai', 'c@пример.рф'],
      ['"d"@b.example', 'd@b.example'],
      ['e@b.example', 'e@b.example'],
      ['f@xn--a.example', 'f@xn--a.example'],
      // Neither letters nor a dot-atom: such addresses are looked up as they were written.
      ['h@xn--ls8h.example', 'h@xn--ls8h.example'],
      ['"i(j"@b.example', '"i(j"@b.example'],
      // Two accounts of one mailbox keep their keys.
      ['g@xn--bcher-kva.example', 'g@xn--bcher-kva.example'],
      ['g@bücher.example', 'g@bücher.example'],
    ] as const
    for (const [email] of before) {
      await database.query(
        `insert into accounts.users (full_name, nickname, email, email_key) values ('A', 'A', $1, $1)`,
        [email],
      )
    }
    await renewEarlierKeys(database)
    const { rows } = await database.query<{ email: string; key: string }>(
      'select email, email_key as key from accounts.users where email = any ($1) order by id',
      [before.map(([email]) => email)],
    )
    assert.deepEqual(
      rows.map(({ email, key }) => [email, key]),
      before,
    )
    for (const [email, key] of before)
      if (!email.startsWith('g@')) assert.equal(emailKeyOf(email), key)
  } finally {
    await stop()
  }
})

test('ATT-16: a key with a final sigma is renewed together with its proof, and a forged key is not', async () => {
  const { database, stop } = await migratedDatabase()
  try {
    const idOf = async (email: string) => {
      const { rows } = await database.query<{ id: number }>(
        `insert into accounts.users (full_name, nickname, email, email_key)
         values ('A', 'A', $1, $1) returning id::float8 as id`,
        [email],
      )
      return rows[0]?.id ?? 0
    }
    const [proven, written, taken] = [
      await idOf('νικος@a.example'),
      await idOf('νικος@b.example'),
      await idOf('νικος@c.example'),
    ]
    const first = await idOf('νικοσ@c.example')
    for (const id of [proven, taken, first]) await proveUser(database, testKeys, id)
    await renewSigmaKeys(database, testKeys)
    const keyOf = async (id: number) => {
      const { rows } = await database.query<{ key: string }>(
        'select email_key as key from accounts.users where id = $1',
        [id],
      )
      return [rows[0]?.key, await isProvenUser(database, testKeys, id)]
    }
    assert.deepEqual(await keyOf(proven), ['νικοσ@a.example', true])
    assert.deepEqual(await keyOf(written), ['νικος@b.example', false])
    assert.deepEqual(await keyOf(taken), ['νικος@c.example', true])
  } finally {
    await stop()
  }
})
