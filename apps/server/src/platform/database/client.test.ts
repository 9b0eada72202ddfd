/** Several hosts in the address of the database, on a real PostgreSQL behind proxies of the test. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { until } from '../../engine/testing/until.ts'
import { createLog } from '../logging/log.ts'
import { DatabaseClient, NoHostTakesWrites } from './client.ts'
import { pg } from './driver.ts'
import { openDatabase } from './pool.ts'
import { type TestCluster, temporaryCluster } from './testing/cluster.ts'
import { startTcpProxy } from './testing/tcp-proxy.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

let cluster: TestCluster
before(async () => {
  cluster = await temporaryCluster()
})
after(() => cluster.stop())

/** A local port without a listener: only root may use the lowest one. */
const nobody = '127.0.0.1:1'

/** One address with these hosts, else as this one. */
function withHosts(url: string, hosts: readonly string[]): string {
  return url.replace(new URL(url).host, hosts.join(','))
}

const hostOf = (url: string): string => new URL(url).host

test('FLT-15 FLT-01: hosts are tried in turn, by a single connection and by a pool, which finds another one when its host is gone', async (t) => {
  const url = await cluster.database()
  const carry = (client: Socket, database: Socket): void => {
    client.pipe(database).pipe(client)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => undefined).on('close', () => other.destroy())
    }
  }
  const [first, second] = [await startTcpProxy(url, carry), await startTcpProxy(url, carry)]
  t.after(() => second.stop())
  const named = withHosts(url, [nobody, hostOf(first.url), hostOf(second.url)])
  const client = new DatabaseClient({ connectionString: named })
  await client.connect()
  assert.equal(client.port, Number(new URL(first.url).port))
  await client.end()
  const pool = openDatabase(named, createLog('silent'))
  t.after(() => pool.end())
  const ask = async (): Promise<number | undefined> =>
    (await pool.query<{ n: number }>('select 1 as n')).rows[0]?.n
  assert.equal(await ask(), 1)
  await first.stop()
  await until('the pool finds the other host', () =>
    ask().then(
      (n) => n === 1,
      () => false,
    ),
  )
})

test('FLT-15: a host that takes no writes is skipped; if none does, each is named with its error, and the error is transient', async (t) => {
  const url = await cluster.database()
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  t.after(() => owner.end())
  const name = new URL(url).pathname.slice(1)
  await owner.query(`alter database ${name} set default_transaction_read_only = on`)
  const named = withHosts(url, [nobody, hostOf(url)])
  const refused = await new DatabaseClient({ connectionString: named })
    .connect()
    .catch((error: unknown) => error)
  assert.ok(refused instanceof NoHostTakesWrites, String(refused))
  assert.match(
    refused.message,
    new RegExp(
      `^No PostgreSQL .*: ${nobody} said: .*ECONNREFUSED.*; ${hostOf(url)} is read-only\\.$`,
    ),
  )
  assert.equal(isDatabaseUnavailable(refused), true)
  assert.doesNotMatch(refused.message, new RegExp(new URL(url).password))
  const one = new DatabaseClient({ connectionString: `${url}?target_session_attrs=read-write` })
  await assert.rejects(one.connect(), NoHostTakesWrites)
  await owner.query(`alter database ${name} set default_transaction_read_only = off`)
  const client = new DatabaseClient({ connectionString: named })
  await client.connect()
  await client.query('create table written (n integer)')
  await client.end()
})
