/**
 * Proofs of rows that may change: each change adds a proof with the next number, and the last one counts. The table
 * is only ever added to, so that nobody who writes as the program brings an older row back with its older proof.
 */
import type { Database } from '../database/pool.ts'
import type { Keys } from './keys.ts'
import { fits, proofOf, type Proven } from './proof.ts'

type Connection = Pick<Database, 'query'>

/** A row that has proofs: what it is, and which one. */
export type ProvenRow = {
  readonly kind:
    | 'agreement'
    | 'halt'
    | 'person_limit'
    | 'profile'
    | 'setting'
    | 'stopped_market'
    | 'token'
    | 'user'
    | 'verified'
  readonly subject: string
}

/** The last proof of a row. */
export type LastProof = { readonly no: number; readonly mac: Buffer }

/** Adds the proof of what a row says now. The caller holds the row, or writes it in this transaction. */
export async function proveRow(
  connection: Connection,
  keys: Keys,
  row: ProvenRow,
  values: Proven,
): Promise<void> {
  const { kind, subject } = row
  const last = (await lastProofs(connection, kind, [subject])).get(subject)
  const no = (last?.no ?? 0) + 1
  await insertProof(connection, row, { no, mac: macOf(keys, row, no, values), says: null })
}

async function insertProof(
  connection: Connection,
  { kind, subject }: ProvenRow,
  { no, mac, says }: LastProof & { readonly says: string | null },
): Promise<void> {
  await connection.query(
    'insert into security.row_proof (kind, subject, no, mac, says) values ($1, $2, $3, $4, $5)',
    [kind, subject, no, mac, says],
  )
}

/** Adds the first proof of many rows of a kind. */
export async function proveRows(
  connection: Connection,
  keys: Keys,
  kind: ProvenRow['kind'],
  rows: readonly { readonly subject: string; readonly values: Proven }[],
): Promise<void> {
  await connection.query(
    `insert into security.row_proof (kind, subject, no, mac)
     select $1, row.subject, 1, row.mac from unnest($2::text[], $3::bytea[]) as row(subject, mac)`,
    [
      kind,
      rows.map(({ subject }) => subject),
      rows.map(({ subject, values }) => macOf(keys, { kind, subject }, 1, values)),
    ],
  )
}

/** The last proofs of rows, by their subjects; one without any is left out. */
export async function lastProofs(
  connection: Connection,
  kind: ProvenRow['kind'],
  subjects: readonly string[],
): Promise<ReadonlyMap<string, LastProof>> {
  const found = await connection.query<LastProof & { readonly subject: string }>(
    `select distinct on (subject) subject, no, mac from security.row_proof
     where kind = $1 and subject = any($2) order by subject, no desc`,
    [kind, subjects],
  )
  return new Map(found.rows.map(({ subject, no, mac }) => [subject, { no, mac }]))
}

/** Whether a row says what its last proof says. */
export function isProvenRow(
  keys: Keys,
  row: ProvenRow,
  values: Proven,
  last: LastProof | null,
): boolean {
  return last !== null && fits(keys, 'row', covered(row, last.no, values), last.mac)
}

/**
 * Adds what a row says now, so that it holds whatever becomes of the row. The caller holds the row. It follows the last
 * one that is proven: a number that somebody put there is not counted on, however high.
 */
export async function sayRow(
  connection: Connection,
  keys: Keys,
  row: ProvenRow,
  says: string,
): Promise<void> {
  const { kind, subject } = row
  const last = (await provenRows(connection, keys, kind, [subject])).get(subject)
  const no = (last?.no ?? 0) + 1
  await insertProof(connection, row, { no, mac: macOf(keys, row, no, [says]), says })
}

/** Adds what many rows of a kind say for the first time; one that was added meanwhile stays. */
export async function sayNewRows(
  connection: Connection,
  keys: Keys,
  kind: ProvenRow['kind'],
  rows: readonly { readonly subject: string; readonly says: string }[],
): Promise<void> {
  await connection.query(
    `insert into security.row_proof (kind, subject, no, mac, says)
     select $1, row.subject, 1, row.mac, row.says
     from unnest($2::text[], $3::bytea[], $4::text[]) as row(subject, mac, says)
     on conflict do nothing`,
    [
      kind,
      rows.map(({ subject }) => subject),
      rows.map(({ subject, says }) => macOf(keys, { kind, subject }, 1, [says])),
      rows.map(({ says }) => says),
    ],
  )
}

/**
 * What rows of a kind said last, by their subjects: what somebody put there without a proof does not count.
 *
 * @param subjects null: all of the kind
 */
export async function saidRows(
  connection: Connection,
  keys: Keys,
  kind: ProvenRow['kind'],
  subjects: readonly string[] | null = null,
): Promise<ReadonlyMap<string, string>> {
  const proven = await provenRows(connection, keys, kind, subjects)
  return new Map([...proven].map(([subject, { says }]) => [subject, says]))
}

/** The last row of each subject that we added. */
async function provenRows(
  connection: Connection,
  keys: Keys,
  kind: ProvenRow['kind'],
  subjects: readonly string[] | null,
): Promise<ReadonlyMap<string, { readonly no: number; readonly says: string }>> {
  const found = await connection.query<LastProof & { subject: string; says: string | null }>(
    `select subject, no, mac, says from security.row_proof
     where kind = $1 and ($2::text[] is null or subject = any($2)) order by subject, no desc`,
    [kind, subjects],
  )
  const proven = new Map<string, { readonly no: number; readonly says: string }>()
  for (const { subject, no, mac, says } of found.rows) {
    if (proven.has(subject) || says === null) continue
    if (isProvenRow(keys, { kind, subject }, [says], { no, mac })) proven.set(subject, { no, says })
  }
  return proven
}

function macOf(keys: Keys, row: ProvenRow, no: number, values: Proven): Buffer {
  return proofOf(keys, 'row', covered(row, no, values))
}

function covered({ kind, subject }: ProvenRow, no: number, values: Proven): Proven {
  return [`tukar ${kind} 1`, subject, no, ...values]
}
