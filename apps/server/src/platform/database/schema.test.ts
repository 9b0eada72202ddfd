import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { emailKeyOf } from '@tukar/wire'
import { pg } from './driver.ts'
import { claimMode, WrongMode } from './installation.ts'
import { migrate } from './migrate.ts'
import { type TestCluster, temporaryCluster } from './testing/cluster.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

test('FLT-39: what is applied is applied once, in order, by whoever comes first', async () => {
  const url = await cluster.database('template1')
  const both = await Promise.all([migrate(url), migrate(url)])
  const applied = both.flat()
  assert.ok(applied.length > 1)
  assert.deepEqual(applied, applied.toSorted())
  assert.equal(new Set(applied).size, applied.length)
  assert.deepEqual(await migrate(url), [])
})

test('R-40: a database keeps its mode for ever', async () => {
  const url = await cluster.database('template1')
  await migrate(url)
  const pool = new pg.Pool({ connectionString: url })
  // The cluster may end a connection that the pool has just let go.
  pool.on('error', () => undefined)
  try {
    await claimMode(pool, 'simulation')
    await claimMode(pool, 'simulation')
    await assert.rejects(claimMode(pool, 'live'), WrongMode)
  } finally {
    await pool.end()
  }
})

test('ATT-16: accounts of before get the key that all spellings of their address have', async () => {
  const url = await cluster.database('template1')
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const before = [
      ['a@xn--bcher-kva.example', 'a@bücher.example'],
      ['b@xn--fiqs8s.example', 'b@中国.example'],
      ['c@xn--e1afmkfd.xn--p1ai', 'c@пример.рф'],
      ['"d"@b.example', 'd@b.example'],
      ['e@b.example', 'e@b.example'],
      ['f@xn--a.example', 'f@xn--a.example'],
      // Two accounts of one mailbox keep their keys.
      ['g@xn--bcher-kva.example', 'g@xn--bcher-kva.example'],
      ['g@bücher.example', 'g@bücher.example'],
    ] as const
    for (const [key] of before) {
      const insert = `insert into accounts.users (full_name, nickname, email, email_key) values ('A', 'A', $1, $1)`
      await client.query(insert, [key])
    }
    await client.query(`delete from applied_migration where name like '0079%'`)
    assert.deepEqual((await migrate(url)).length, 1)
    const { rows } = await client.query<{ email: string; email_key: string }>(
      `select email, email_key from accounts.users where email like '_@%' or email like '"%' order by id`,
    )
    assert.deepEqual(
      rows.map((row) => [row.email, row.email_key]),
      before,
    )
    for (const [old, key] of before) if (!old.startsWith('g@')) assert.equal(emailKeyOf(old), key)
  } finally {
    await client.end()
  }
})
