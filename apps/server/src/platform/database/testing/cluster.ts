/**
 * A PostgreSQL for test files, and a new database with the schema for each test. `npm test` starts one that
 * all files share, because a separate one costs a file two seconds of processor time. A file that runs alone,
 * or that stops or changes PostgreSQL itself, has its own.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { pg } from '../driver.ts'
import { createLog } from '../../logging/log.ts'
import { type EmbeddedPostgres, toProgramUrl, startEmbeddedPostgres } from '../embedded.ts'
import { type Database, openDatabase } from '../pool.ts'
import { copyOfPrepared, schemaDatabase } from './prepared.ts'

export type TestCluster = {
  /** The URL of a new database with the schema, or of a copy of `template`. */
  database(template?: string): Promise<string>
  /** Stops it and drops all its databases. */
  stop(): Promise<void>
}

export type PrivateCluster = TestCluster & { readonly postgres: EmbeddedPostgres }

/** The variable in which `npm test` names the shared PostgreSQL. */
export const sharedVariable = 'TUKAR_TEST_POSTGRES'
const connectionsMax = 300
const goneEveryMs = 20

/** The shared cluster, else a separate one. */
export async function temporaryCluster(): Promise<TestCluster> {
  const shared = process.env[sharedVariable]
  return shared === undefined ? startPrivateCluster() : sharedCluster(shared)
}

/** Starts a cluster under the system's folder for temporary files; `stop` removes it. */
export async function startPrivateCluster(): Promise<PrivateCluster> {
  return clusterWith({})
}

/** The cluster that many files share: each file has its own engines and pools. */
export async function clusterForAll(): Promise<PrivateCluster> {
  const cluster = await clusterWith({ connectionsMax })
  await makeCheap(cluster.postgres.url)
  return cluster
}

/** For a cluster whose databases live for seconds, and are connected to thousands of times. */
async function makeCheap(url: string): Promise<void> {
  const schemaUrl = new URL(url)
  schemaUrl.pathname = `/${schemaDatabase}`
  await onServer(url, async (client) => {
    await client.query('alter system set autovacuum = off')
    await client.query('select pg_reload_conf()')
    // Whoever signs in repeats the hash so often.
    await client.query('set scram_iterations = 1')
    for (const role of [url, toProgramUrl(url)]) {
      const { username, password } = new URL(role)
      await client.query(
        `alter role ${pg.escapeIdentifier(username)} password ${pg.escapeLiteral(password)}`,
      )
    }
  })
  // The first connection stores its catalog cache in a file, which is copied with the database.
  await onServer(schemaUrl.toString(), (client) => client.query('select 1'))
}

async function clusterWith(options: { readonly connectionsMax?: number }): Promise<PrivateCluster> {
  const folder = await copyOfPrepared()
  const postgres = await startEmbeddedPostgres({ dataDir: folder, ...options })
  return {
    postgres,
    database: (template = schemaDatabase) => created(postgres.url, template),
    async stop() {
      await endAtOnce(postgres)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function sharedCluster(url: string): TestCluster {
  const names: string[] = []
  return {
    async database(template = schemaDatabase) {
      const made = await created(url, template)
      names.push(new URL(made).pathname.slice(1))
      return made
    },
    async stop() {
      await onServer(url, async (client) => {
        for (const name of names) await client.query(`drop database ${name} with (force)`)
      })
    },
  }
}

async function created(serverUrl: string, template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  )
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.toString()
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Stops PostgreSQL without a final checkpoint, which takes seconds, because its data is deleted. */
export async function endAtOnce({ pid }: EmbeddedPostgres): Promise<void> {
  const isThere = () => existsSync(`/proc/${pid}`)
  if (isThere()) process.kill(pid, 'SIGQUIT')
  while (isThere()) await wait(goneEveryMs)
}

export type MigratedDatabase = {
  readonly database: Database
  readonly stop: () => Promise<void>
}

/** A pool on a migrated database, in a separate cluster; `stop` ends both. */
export async function migratedDatabase(): Promise<MigratedDatabase> {
  const cluster = await temporaryCluster()
  const url = await cluster.database()
  const database = openDatabase(url, createLog('silent'))
  return {
    database,
    async stop() {
      await database.end()
      await cluster.stop()
    },
  }
}
