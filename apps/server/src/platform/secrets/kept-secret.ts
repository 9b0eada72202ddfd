/**
 * The secrets of the exchange: one of the server, one of its engine. Each comes from its setting; a
 * simulation without it stores it in a file in its data folder. The database has a mark of each, so that a
 * server with another secret is stopped before it seals anything.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { link, mkdir, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../database/pool.ts'

export type SecretName = 'engine' | 'server'

/** The setting of each. */
const settingNames = { engine: 'TUKAR_ENGINE_KEY', server: 'TUKAR_SECRET_KEY' } as const
const secretBytes = 32
const folderMode = 0o700
const fileMode = 0o600

/** This server lacks the secret with which the exchange was used; the message is for the operator. */
export class SecretError extends Error {
  override readonly name = 'SecretTrouble'
}

export type SecretLocation = {
  /** The folder of the server's data. */
  readonly dataDir: string
  /** The id of the exchange: a folder may serve several databases in turn. */
  readonly installation: string
  /** The secret of the environment, or null. */
  readonly setting: Buffer | null
}

type SecretOrder = SecretLocation & {
  /** Called before a new secret is created: at the first start, and again if that was interrupted. */
  readonly onNew?: () => Promise<void>
}

/** The file of a secret below the folder of the server's data. */
export function secretFileIn(dataDir: string, installation: string, name: SecretName): string {
  return path.join(dataDir, 'secrets', `${installation}.${name}`)
}

/**
 * Opens a secret, and creates it at the first start.
 *
 * @throws SecretError if the exchange was used with another secret, or with one that is missing
 */
export async function openSecret(
  database: Pick<Database, 'query'>,
  name: SecretName,
  { dataDir, installation, setting, onNew }: SecretOrder,
): Promise<Buffer> {
  const file = secretFileIn(dataDir, installation, name)
  if (name === 'server') await moveOldSecret(database, file)
  // Checked before the file: a mark is only made once its file is on disk.
  const isMarked = await hasMark(database, name)
  const stored = setting ?? readStored(file)
  if (stored === null && isMarked) throw new SecretError(missingSentence(name, file))
  if (stored === null) await onNew?.()
  const secret = stored ?? (await store(file, randomBytes(secretBytes)))
  if (await fitsMark(database, name, secret)) return secret
  // A server with another data folder was faster.
  if (stored === null) rmSync(file, { force: true })
  const what = setting === null ? `The secret in ${file}` : settingNames[name]
  throw new SecretError(
    `${what} is not the one that this exchange was used with. ${restoreAdvice(name, file)}`,
  )
}

/**
 * Finds a secret without creating one.
 *
 * @throws SecretError if it is missing
 */
export function findSecret(name: SecretName, location: SecretLocation): Buffer {
  const file = secretFileIn(location.dataDir, location.installation, name)
  const secret = location.setting ?? readStored(file)
  if (secret === null) throw new SecretError(missingSentence(name, file))
  return secret
}

function missingSentence(name: SecretName, file: string): string {
  return `This exchange was used with a secret that is not here: ${file} is missing. ${restoreAdvice(name, file)}`
}

function restoreAdvice(name: SecretName, file: string): string {
  return (
    `Copy ${path.basename(file)} from the folder "secrets" of the data folder that it was used with, or set ` +
    `${settingNames[name]} as it was; docs/operations.md tells more under "The two secrets".`
  )
}

/** The secret in a file, or null if there is no such file. */
function readStored(file: string): Buffer | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const secret = Buffer.from(text, 'base64')
  if (secret.length >= secretBytes) return secret
  throw new SecretError(`The file ${file} is damaged: it holds no secret.`)
}

/** Writes a secret to its file and syncs it; if another start was faster, returns that one's. */
async function store(file: string, secret: Buffer): Promise<Buffer> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: folderMode })
  const next = `${file}.${randomBytes(8).toString('hex')}`
  await writeFile(next, `${secret.toString('base64')}\n`, {
    flag: 'wx',
    mode: fileMode,
    flush: true,
  })
  try {
    await link(next, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(next, { force: true })
  }
  for (const each of [folder, path.dirname(folder)]) await syncFolder(each)
  return readStored(file) ?? secret
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Older versions stored the server's secret in the database. It is moved to a file, and deleted from the
 * database after that.
 */
async function moveOldSecret(database: Pick<Database, 'query'>, file: string): Promise<void> {
  const found = await database.query<{ secret: Buffer }>(
    'select secret from public.installation_secret',
  )
  const [row] = found.rows
  if (row === undefined) return
  await store(file, row.secret)
  await database.query('delete from public.installation_secret')
}

async function hasMark(database: Pick<Database, 'query'>, name: SecretName): Promise<boolean> {
  const found = await database.query('select 1 from public.secret_mark where name = $1', [name])
  return found.rows.length > 0
}

/** Whether the exchange's mark matches this secret; the first secret creates the mark. */
async function fitsMark(
  database: Pick<Database, 'query'>,
  name: SecretName,
  secret: Buffer,
): Promise<boolean> {
  const mark = createHmac('sha256', secret).update(`tukar mark ${name}`).digest()
  await database.query(
    'insert into public.secret_mark (name, mark) values ($1, $2) on conflict do nothing',
    [name, mark],
  )
  const found = await database.query<{ mark: Buffer }>(
    'select mark from public.secret_mark where name = $1',
    [name],
  )
  const [row] = found.rows
  return row !== undefined && timingSafeEqual(row.mark, mark)
}
