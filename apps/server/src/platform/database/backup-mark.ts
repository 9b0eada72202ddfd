/**
 * The mark of a backup, a file inside the database's folder, so that it stays with it. A backup without an
 * end in its mark is incomplete.
 */
import * as fs from 'node:fs'
import path from 'node:path'

/** PostgreSQL ignores unknown files. */
export const markName = 'tukar-backup.json'

export type BackupMark = {
  /** ISO 8601; everything committed before is in the backup. */
  readonly begunAt: string
  /** Null until all of it is on the disk. */
  readonly endedAt: string | null
}

/** The mark of a database's files; null if they are not a backup, or one that was restored already. */
export function readMark(clusterDir: string): BackupMark | null {
  const file = path.join(clusterDir, markName)
  if (!fs.existsSync(file)) return null
  const { begunAt, endedAt }: Partial<BackupMark> = JSON.parse(fs.readFileSync(file, 'utf8'))
  return { begunAt: begunAt ?? '', endedAt: endedAt ?? null }
}

/** Removes the mark, once the exchange knows that its database was restored from a backup. */
export function removeMark(clusterDir: string): void {
  fs.rmSync(path.join(clusterDir, markName), { force: true })
}
