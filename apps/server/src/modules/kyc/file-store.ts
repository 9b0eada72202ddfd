/** Users' images and videos in the database: sealed in pieces, under random names (ATT-46). */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import type { VaultReading } from './deps.ts'
import { type Vault, vaultFor, vaultOf } from './vault.ts'

export const fileKinds = ['document', 'document_back', 'npwp', 'selfie', 'video', 'still'] as const
export type FileKind = (typeof fileKinds)[number]

export type NewKycFile = {
  readonly userId: number
  readonly kind: FileKind
  readonly mediaType: string
  readonly content: Buffer
}

export type KycFile = {
  readonly fileId: string
  readonly userId: number
  readonly kind: FileKind
  readonly mediaType: string
  readonly bytes: number
  readonly createdAt: Date
}

export type OpenedFile = KycFile & { readonly content: Buffer }

const chunkBytes = 262_144
/** So that no statement carries a whole video. */
const chunksAtOnce = 8
const idGrammar = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const columns = `id as "fileId", user_id as "userId", kind, media_type as "mediaType", bytes,
  created_at as "createdAt"`

type Connection = Pick<Database, 'query'>

/** Stores a file in place of an earlier one of its kind, in the caller's transaction; returns its id. */
export async function saveFile(
  transaction: Connection,
  { keys }: { readonly keys: Keys },
  { userId, kind, mediaType, content }: NewKycFile,
): Promise<string> {
  const fileId = randomUUID()
  const vault = await vaultFor(transaction, keys, userId)
  await forgetFile(transaction, userId, kind)
  await transaction.query(
    'insert into kyc.file (id, user_id, kind, media_type, bytes) values ($1, $2, $3, $4, $5)',
    [fileId, userId, kind, mediaType, content.length],
  )
  const chunks = Math.ceil(content.length / chunkBytes)
  for (let from = 0; from < chunks; from += chunksAtOnce) {
    const nos = Array.from({ length: Math.min(chunksAtOnce, chunks - from) }, (_, at) => from + at)
    await transaction.query(
      `insert into kyc.file_chunk (file_id, no, sealed)
       select $1, no, sealed from unnest($2::integer[], $3::bytea[]) as part (no, sealed)`,
      [fileId, nos, nos.map((no) => sealedChunk(vault, fileId, no, content))],
    )
  }
  return fileId
}

function sealedChunk(vault: Vault, fileId: string, no: number, content: Buffer): Buffer {
  const part = content.subarray(no * chunkBytes, (no + 1) * chunkBytes)
  return vault.seal(chunkField(fileId, no), part)
}

/** Removes a person's file of a kind. */
export async function forgetFile(
  connection: Connection,
  userId: number,
  kind: FileKind,
): Promise<void> {
  await connection.query('delete from kyc.file where user_id = $1 and kind = $2', [userId, kind])
}

/** The files of a user, without their contents. */
export async function filesOf(connection: Connection, userId: number): Promise<readonly KycFile[]> {
  const found = await connection.query<KycFile>(
    `select ${columns} from kyc.file where user_id = $1 order by kind`,
    [userId],
  )
  return found.rows
}

/** A file with its content; null if there is none, or its owner's key is destroyed. */
export async function readFile(
  { database, keys }: VaultReading,
  fileId: string,
): Promise<OpenedFile | null> {
  if (!idGrammar.test(fileId)) return null
  const found = await database.query<KycFile>(`select ${columns} from kyc.file where id = $1`, [
    fileId,
  ])
  const file = found.rows[0]
  return file === undefined ? null : opened({ database, keys }, file)
}

/** A user's file of a kind with its content; null as for `readFile`. */
export async function readFileOf(
  { database, keys }: VaultReading,
  userId: number,
  kind: FileKind,
): Promise<OpenedFile | null> {
  const found = await database.query<KycFile>(
    `select ${columns} from kyc.file where user_id = $1 and kind = $2`,
    [userId, kind],
  )
  const file = found.rows[0]
  return file === undefined ? null : opened({ database, keys }, file)
}

async function opened({ database, keys }: VaultReading, file: KycFile): Promise<OpenedFile | null> {
  const { fileId, userId, bytes } = file
  const vault = await vaultOf(database, keys, userId)
  if (vault === null) return null
  const parts: Buffer[] = []
  const chunks = Math.ceil(bytes / chunkBytes)
  for (let from = 0; from < chunks; from += chunksAtOnce) {
    const found = await database.query<{ no: number; sealed: Buffer }>(
      `select no, sealed from kyc.file_chunk where file_id = $1 and no >= $2 and no < $3 order by no`,
      [fileId, from, from + chunksAtOnce],
    )
    parts.push(...found.rows.map(({ no, sealed }) => vault.open(chunkField(fileId, no), sealed)))
  }
  const content = Buffer.concat(parts)
  // The file was replaced while it was read.
  return content.length === bytes ? { ...file, content } : null
}

function chunkField(fileId: string, no: number): string {
  return `file ${fileId} ${no}`
}
