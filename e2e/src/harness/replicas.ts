/** Two or three PostgreSQL servers on this machine. Each is a streaming replica of the previous one. */
import { appendFileSync, chownSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { backUp } from '@tukar/server/database/backup'
import { Client } from 'pg'
import { type RunningPostgres, runPostgres } from './postgres.ts'
import { temporaryFolder } from './server.ts'
import { until } from './until.ts'

/** The name with which a replica connects to its primary. */
const replicaName = 'replica'

export type Pair = {
  readonly primary: RunningPostgres
  readonly replica: RunningPostgres
  /** Both hosts in one URL, the primary first. */
  readonly url: string
  /** If true, the primary acknowledges only what the replica has; if false, it acknowledges alone. */
  setSynchronous(isSynchronous: boolean): Promise<void>
  /** Promotes the replica, whatever state the primary is in. */
  promote(): Promise<void>
  /** Ends both servers at once. */
  close(): Promise<void>
}

/**
 * Creates a replica of a running PostgreSQL and starts it. Replication is asynchronous.
 *
 * @param isFollowed whether the replica has a replica of its own, without which it acknowledges nothing after
 * its promotion
 */
export async function openPair(
  primary: RunningPostgres,
  { isFollowed: hasOwn = false }: { readonly isFollowed?: boolean } = {},
): Promise<Pair> {
  const replica = await replicaOf(primary, { followedUrl: primary.url, isSynchronous: hasOwn })
  const second = hasOwn
    ? await replicaOf(primary, { followedUrl: replica.url, isSynchronous: false })
    : null
  const name = new URL(primary.url).host
  return {
    primary,
    replica,
    url: primary.url.replace(name, `${name},${new URL(replica.url).host}`),
    async setSynchronous(isSynchronous) {
      const value = isSynchronous ? replicaName : ''
      await queryPostgres(primary.url, `alter system set synchronous_standby_names = '${value}'`)
      await queryPostgres(primary.url, 'select pg_reload_conf()')
      const state = isSynchronous ? `sync_state = 'sync'` : `sync_state = 'async'`
      await until(state, () => isFollowed(primary.url, state))
    },
    async promote() {
      await queryPostgres(replica.url, 'select pg_promote(true, 60)')
    },
    async close() {
      for (const one of [primary, replica, second]) await one?.kill()
    },
  }
}

type Following = {
  readonly followedUrl: string
  /** Whether it acknowledges nothing alone after its promotion. */
  readonly isSynchronous: boolean
}

/** Copies the primary and starts the copy as its replica. */
async function replicaOf(
  primary: RunningPostgres,
  { followedUrl, isSynchronous }: Following,
): Promise<RunningPostgres> {
  const folder = temporaryFolder('replica')
  await backUp({ url: primary.url, to: folder })
  follow(path.join(folder, 'postgres'), followedUrl)
  if (isSynchronous) {
    const line = `synchronous_standby_names = '${replicaName}'\n`
    appendFileSync(path.join(folder, 'postgres', 'postgresql.auto.conf'), line)
  }
  const replica = await runPostgres(folder)
  await until('the replica to follow', () => isFollowed(followedUrl, 'true'))
  return replica
}

/** Queries a PostgreSQL on a separate connection. */
export async function queryPostgres(
  url: string,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

async function isFollowed(url: string, condition: string): Promise<boolean> {
  const rows = await queryPostgres(
    url,
    `select 1 from pg_stat_replication
     where application_name = '${replicaName}' and state = 'streaming' and ${condition}`,
  )
  return rows.length === 1
}

/** Makes a copied cluster a replica of its primary. */
function follow(cluster: string, primaryUrl: string): void {
  const { hostname, port, username, password } = new URL(primaryUrl)
  const line = `host=${hostname} port=${port} user=${username} password=${password} application_name=${replicaName}`
  appendFileSync(path.join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${line}'\n`)
  const signal = path.join(cluster, 'standby.signal')
  writeFileSync(signal, '')
  const { uid, gid } = statSync(path.join(cluster, 'PG_VERSION'))
  chownSync(signal, uid, gid)
}
