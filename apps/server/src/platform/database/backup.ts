/**
 * A backup of the embedded database while it runs, by PostgreSQL's own steps ("Making a Base Backup Using the
 * Low Level API"): files are copied while they change, and the write-ahead log of that time, copied last,
 * makes them consistent. The result is a data folder that can be started.
 */
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { type BackupMark, markName } from './backup-mark.ts'
import { pg } from './driver.ts'
import { passwordFileIn } from './embedded.ts'

/** Why there is no backup, in one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

export type BackupOrder = {
  readonly url: string
  /** A new or empty folder. A failed backup leaves nothing in it. */
  readonly to: string
  /** Another folder to copy under its name, if nothing writes to it. */
  readonly beside?: string | null
}

type Copied = { readonly files: number; readonly bytes: number }
export type Backup = BackupMark & Copied

const folderMode = 0o700
const fileMode = 0o600
const chunkBytes = 1_048_576

/** Folders that the manual says to skip: recreated by each start, or only for the running server. */
const emptyFolders: ReadonlySet<string> = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
/** Below the first floor nothing is emptied. */
const nowhere: ReadonlySet<string> = new Set()
const leftOut: ReadonlySet<string> = new Set([
  'backup_label',
  'tablespace_map',
  'postmaster.opts',
  'postmaster.pid',
  'pg_internal.init',
  markName,
])

/**
 * Copies the database behind `url` into a new folder, which can later be used as `DATA_DIR`. It contains
 * everything committed before the backup began, and nothing committed after it ended.
 *
 * @throws BackupError if the folder, its disk or the database do not allow it
 */
export async function backUp({ url, to, beside = null }: BackupOrder): Promise<Backup> {
  const client = new pg.Client({ connectionString: url })
  // If the database ends meanwhile, the next query fails.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const found = await client.query<{ from: string }>(
      `select current_setting('data_directory') as from`,
    )
    const from = found.rows[0]?.from ?? ''
    await requireFolder(to, from)
    try {
      return await copyAll(client, { from, to, beside })
    } catch (error) {
      for (const name of await fs.readdir(to)) await fs.rm(path.join(to, name), { recursive: true })
      throw error
    }
  } catch (error) {
    throw asBackupError(error, to)
  } finally {
    await client.end()
  }
}

/** Creates the folder; refuses one that is not empty, and one inside the source. */
async function requireFolder(to: string, from: string): Promise<void> {
  const inside = path.relative(path.dirname(from), to)
  if (!inside.startsWith('..') && !path.isAbsolute(inside)) {
    throw new BackupError(`${to} is inside the data folder: choose a folder outside of it.`)
  }
  await fs.mkdir(to, { recursive: true })
  if ((await fs.readdir(to)).length === 0) return
  throw new BackupError(`${to} is not empty: choose a new folder.`)
}

async function copyAll(
  client: pg.Client,
  { from, to, beside }: { from: string; to: string; beside: string | null },
): Promise<Backup> {
  const target = path.join(to, 'postgres')
  const copy = await createCopy(from)
  await copy.folder(target)
  const begun = { begunAt: new Date().toISOString(), endedAt: null }
  await copy.text(path.join(target, markName), JSON.stringify(begun))
  const log = await beginBackup(client)
  await copyTree(copy, from, target, emptyFolders)
  const { label, segments } = await endBackup(client, log)
  await copy.text(path.join(target, 'backup_label'), label)
  for (const name of segments) {
    const isThere = await copy.file(
      path.join(from, 'pg_wal', name),
      path.join(target, 'pg_wal', name),
    )
    if (!isThere)
      throw new BackupError(`The log file ${name} was already removed: run the backup again.`)
  }
  await copy.file(passwordFileIn(from), passwordFileIn(target))
  await copy.syncFolders()
  const besides =
    beside === null ? null : await copyBeside(beside, path.join(to, path.basename(beside)))
  // Written last, atomically: a folder with an end in its mark is complete.
  const mark: BackupMark = { ...begun, endedAt: new Date().toISOString() }
  const written = path.join(target, `${markName}.new`)
  await copy.text(written, JSON.stringify(mark))
  await fs.rename(written, path.join(target, markName))
  await copy.syncFolders()
  const { files, bytes } = copy.figures()
  return { ...mark, files: files + (besides?.files ?? 0), bytes: bytes + (besides?.bytes ?? 0) }
}

async function copyBeside(from: string, to: string): Promise<Copied> {
  const copy = await createCopy(from)
  await copy.folder(to)
  await copyTree(copy, from, to, null)
  await copy.syncFolders()
  return copy.figures()
}

/** Retains the write-ahead log from here on while this connection is open; returns where it begins. */
async function beginBackup(client: pg.Client): Promise<string> {
  await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [
    `tukar_backup_${process.pid}`,
  ])
  const begun = await client.query<{ lsn: string }>(
    `select pg_backup_start('tukar', fast => true) as lsn`,
  )
  return begun.rows[0]?.lsn ?? ''
}

/**
 * Ends the backup; returns the files that the manual requires, and the names of the log files that belong to
 * it.
 */
async function endBackup(
  client: pg.Client,
  begin: string,
): Promise<{ readonly label: string; readonly segments: readonly string[] }> {
  const ended = await client.query<{ lsn: string; label: string }>(
    `select lsn, labelfile as label from pg_backup_stop(wait_for_archive => false)`,
  )
  const { lsn = '', label = '' } = ended.rows[0] ?? {}
  const segments = await client.query<{ name: string }>(
    `select distinct pg_walfile_name(least($1::pg_lsn + n * bytes, $2::pg_lsn)) as name
     from (select pg_size_bytes(current_setting('wal_segment_size')) as bytes) s,
       generate_series(0, ceil(($2::pg_lsn - $1::pg_lsn) / bytes)) n order by name`,
    [begin, lsn],
  )
  return { label, segments: segments.rows.map(({ name }) => name) }
}

/**
 * Copies a folder recursively. Files that vanish meanwhile are recreated or removed by the log.
 *
 * @param emptied sub-folders that stay empty; null copies everything, for a folder that is not a database's
 */
async function copyTree(
  copy: Copy,
  from: string,
  to: string,
  emptied: ReadonlySet<string> | null,
): Promise<void> {
  for (const entry of await fs.readdir(from, { withFileTypes: true })) {
    const { name } = entry
    if (emptied !== null && (leftOut.has(name) || name.startsWith('pgsql_tmp'))) continue
    const [source, target] = [path.join(from, name), path.join(to, name)]
    if (entry.isSymbolicLink()) {
      throw new BackupError(`${source} is a link: back it up with PostgreSQL's own tools.`)
    }
    if (!entry.isDirectory()) {
      await copy.file(source, target)
      continue
    }
    await copy.folder(target)
    if (emptied?.has(name) === true) continue
    await copyTree(copy, source, target, emptied === null ? null : nowhere)
  }
}

type Copy = Awaited<ReturnType<typeof createCopy>>

/** Writes files of a backup, each synced to disk, readable by the owner of the database alone. */
async function createCopy(from: string) {
  const { uid, gid } = await fs.stat(from)
  const isOther = process.getuid?.() !== uid
  const folders: string[] = []
  const figures = { files: 0, bytes: 0 }
  const buffer = Buffer.allocUnsafe(chunkBytes)

  async function write(target: string, fill: (handle: fs.FileHandle) => Promise<void>) {
    const handle = await fs.open(target, 'wx', fileMode)
    try {
      if (isOther) await handle.chown(uid, gid)
      await fill(handle)
      await handle.sync()
    } finally {
      await handle.close()
    }
    figures.files += 1
  }
  return {
    figures: () => ({ ...figures }),
    async folder(target: string): Promise<void> {
      await fs.mkdir(target, { mode: folderMode })
      if (isOther) await fs.chown(target, uid, gid)
      folders.push(target)
    },
    text: (target: string, text: string): Promise<void> =>
      write(target, (handle) => handle.writeFile(text)),
    /** Copies a file up to its current end; false if it no longer exists. */
    async file(source: string, target: string): Promise<boolean> {
      const read = await openThere(source)
      if (read === null) return false
      try {
        await write(target, async (handle) => {
          for (;;) {
            const { bytesRead } = await read.read(buffer, 0, chunkBytes)
            if (bytesRead === 0) return
            await handle.writeFile(buffer.subarray(0, bytesRead))
            figures.bytes += bytesRead
          }
        })
      } finally {
        await read.close()
      }
      return true
    },
    /** Syncs the folders of all written files to disk. */
    async syncFolders(): Promise<void> {
      for (const folder of [...folders, path.dirname(folders[0] ?? '')]) {
        const handle = await fs.open(folder)
        try {
          await handle.sync()
        } finally {
          await handle.close()
        }
      }
    },
  }
}

async function openThere(source: string): Promise<fs.FileHandle | null> {
  try {
    return await fs.open(source)
  } catch (error) {
    if (findCode(error) === 'ENOENT') return null
    throw error
  }
}

function findCode(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined
}

function asBackupError(error: unknown, to: string): unknown {
  const place = error instanceof Error ? Reflect.get(error, 'path') : undefined
  switch (findCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new BackupError(`The disk of ${to} is full; nothing of the backup was left on it.`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new BackupError(`This user has no access to ${String(place ?? to)}.`)
    case 'EEXIST':
    case 'ENOTDIR':
      return new BackupError(`${String(place ?? to)} is not a folder.`)
    default:
      return error
  }
}
