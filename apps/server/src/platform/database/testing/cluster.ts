/**
 * One temporary PostgreSQL for a test file, and a fresh database with the schema for each test in it.
 */
import { rmSync } from 'node:fs'
import pg from 'pg'
import { createLog } from '../../logging/log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded.ts'
import { type Database, openDatabase } from '../pool.ts'
import { copyOfPrepared, schemaDatabase } from './prepared.ts'

export type TestCluster = {
  readonly postgres: EmbeddedPostgres
  /** The URL of a new database with the schema, or of one that is a copy of `template`. */
  database(template?: string): Promise<string>
  stop(): Promise<void>
}

let databases = 0

/** Starts a cluster under the system's folder for temporary files; `stop` removes it. */
export async function temporaryCluster(): Promise<TestCluster> {
  const folder = await copyOfPrepared()
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  return {
    postgres,
    async database(template = schemaDatabase) {
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
  const database = openDatabase(url, createLog('silent'))
  return {
    database,
    async stop() {
      await database.end()
      await cluster.stop()
    },
  }
}
