/**
 * One temporary PostgreSQL for a test file, and a fresh migrated database for each test in it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chmodSync } from 'node:fs'
import pg from 'pg'
import { createLog } from '../../logging/log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded.ts'
import { migrate } from '../migrate.ts'
import { type Database, openDatabase } from '../pool.ts'

export type TestCluster = {
  readonly postgres: EmbeddedPostgres
  /** The URL of a new, empty database; `template` names one made before to copy. */
  database(template?: string): Promise<string>
  stop(): Promise<void>
}

let databases = 0

/** Starts a cluster under the system's folder for temporary files; `stop` removes it. */
export async function temporaryCluster(): Promise<TestCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tukar-test-'))
  chmodSync(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  return {
    postgres,
    async database(template = 'template1') {
      const name = `test_${process.pid}_${databases++}`
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      await client.query(`create database ${name} template ${template}`)
      await client.end()
      const url = new URL(postgres.url)
      url.pathname = `/${name}`
      return url.toString()
    },
    async stop() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type MigratedDatabase = {
  readonly database: Database
  readonly stop: () => Promise<void>
}

/** A pool on a database with the schema, in a cluster of its own; `stop` ends both. */
export async function migratedDatabase(): Promise<MigratedDatabase> {
  const cluster = await temporaryCluster()
  const url = await cluster.database()
  await migrate(url)
  const database = openDatabase(url, createLog('silent'))
  return {
    database,
    async stop() {
      await database.end()
      await cluster.stop()
    },
  }
}
