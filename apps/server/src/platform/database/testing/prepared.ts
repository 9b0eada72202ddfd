/**
 * A cluster with the schema, created once per state of the migrations and copied for each test file: creating
 * it costs two seconds of processor time.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pg } from '../driver.ts'
import { toProgramUrl, startEmbeddedPostgres } from '../embedded.ts'
import { migrate } from '../migrate.ts'
import { rightsHash } from '../program-rights.ts'
import { grantRights } from '../roles.ts'

/** The database of a prepared cluster that has the schema and nothing else. */
export const schemaDatabase = 'schema_only'

const server = path.resolve(import.meta.dirname, '../../../..')
const kept = path.resolve(server, '../../.cache')
const prefix = 'test-cluster-'

/** A new temporary folder with a copy of the prepared cluster. */
export async function copyOfPrepared(): Promise<string> {
  const prepared = path.join(kept, `${prefix}${stateOfSchema()}`)
  if (!fs.existsSync(prepared)) await prepare(prepared)
  const folder = temporaryFolder()
  copy(prepared, folder)
  return folder
}

/** A hash of the migrations, the program's rights and PostgreSQL. */
function stateOfSchema(): string {
  const hash = createHash('sha256').update(rightsHash)
  const migrations = path.join(server, 'migrations')
  for (const name of fs.readdirSync(migrations).toSorted()) {
    hash.update(name).update(fs.readFileSync(path.join(migrations, name)))
  }
  hash.update(fs.readFileSync(path.join(server, 'package.json')))
  return hash.digest('hex').slice(0, 16)
}

/** Concurrent processes each create one, and the first stays; those of older schemas are deleted. */
async function prepare(prepared: string): Promise<void> {
  const folder = temporaryFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${schemaDatabase}`)
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = `/${schemaDatabase}`
  await migrate(url.toString())
  await grantRights(url.toString(), toProgramUrl(url.toString()))
  await postgres.stop()
  fs.mkdirSync(kept, { recursive: true })
  const partial = fs.mkdtempSync(path.join(kept, 'preparing-'))
  copy(folder, partial)
  fs.rmSync(folder, { recursive: true, force: true })
  for (const old of fs.readdirSync(kept)) {
    if (!old.startsWith(prefix) || old === path.basename(prepared)) continue
    fs.rmSync(path.join(kept, old), { recursive: true, force: true })
  }
  try {
    fs.renameSync(partial, prepared)
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true })
    if (!fs.existsSync(prepared)) throw error
  }
}

function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'tukar-test-'))
  fs.chmodSync(folder, 0o755)
  return folder
}

function copy(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to])
}
