/**
 * What a backup says of itself, in a file among the database's own: it goes wherever those go. While it names
 * no end the backup is none.
 */
import * as fs from 'node:fs'
import path from 'node:path'

/** PostgreSQL leaves files alone that it does not know. */
export const markName = 'tukar-backup.json'

export type BackupMark = {
  /** ISO 8601; what was committed before it is in the backup. */
  readonly begunAt: string
  /** Null until all of it is on the disk. */
  readonly endedAt: string | null
}

/** The mark of a database's files; null where they are no backup, or one that was put back before. */
export function readMark(clusterDir: string): BackupMark | null {
  const file = path.join(clusterDir, markName)
  if (!fs.existsSync(file)) return null
  const { begunAt, endedAt }: Partial<BackupMark> = JSON.parse(fs.readFileSync(file, 'utf8'))
  return { begunAt: begunAt ?? '', endedAt: endedAt ?? null }
}

/** Takes the mark off, once the exchange knows that its database was put back. */
export function removeMark(clusterDir: string): void {
  fs.rmSync(path.join(clusterDir, markName), { force: true })
}
