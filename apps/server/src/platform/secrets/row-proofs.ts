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
    | 'bonus'
    | 'deposit_hold'
    | 'factor_reset'
    | 'halt'
    | 'person_limit'
    | 'profile'
    | 'sealed_halt'
    | 'setting'
    | 'stopped_market'
    | 'suspension'
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

/** Whether a row of ours said so at any time. */
export async function wasSaid(
  connection: Connection,
  keys: Keys,
  row: ProvenRow,
  says: string,
): Promise<boolean> {
  const found = await connection.query<LastProof>(
    'select no, mac from security.row_proof where kind = $1 and subject = $2 and says = $3',
    [row.kind, row.subject, says],
  )
  return found.rows.some((proof) => isProvenRow(keys, row, [says], proof))
}

type SaidProof = LastProof & { readonly subject: string; readonly says: string | null }

/** The last row of each subject that we added. */
async function provenRows(
  connection: Connection,
  keys: Keys,
  kind: ProvenRow['kind'],
  subjects: readonly string[] | null,
): Promise<ReadonlyMap<string, { readonly no: number; readonly says: string }>> {
  const proven = new Map<string, { readonly no: number; readonly says: string }>()
  const keep = ({ subject, no, mac, says }: SaidProof) => {
    if (proven.has(subject) || says === null) return
    if (isProvenRow(keys, { kind, subject }, [says], { no, mac })) proven.set(subject, { no, says })
  }
  const newest =
    subjects === null
      ? await newestOfKind(connection, kind)
      : await newestOf(connection, kind, subjects)
  newest.forEach(keep)
  // Above the last one of these is a row that somebody put there: their whole history is looked at.
  const disputed = newest.map(({ subject }) => subject).filter((subject) => !proven.has(subject))
  if (disputed.length === 0) return proven
  const found = await connection.query<SaidProof>(
    `select subject, no, mac, says from security.row_proof
     where kind = $1 and subject = any($2) order by subject, no desc`,
    [kind, disputed],
  )
  found.rows.forEach(keep)
  return proven
}

async function newestOf(
  connection: Connection,
  kind: ProvenRow['kind'],
  subjects: readonly string[],
): Promise<readonly SaidProof[]> {
  const found = await connection.query<SaidProof>(
    `select p.* from (select distinct subject from unnest($2::text[]) as subject) s
     cross join lateral (select subject, no, mac, says from security.row_proof
       where kind = $1 and subject = s.subject order by no desc, mac desc limit 1) p`,
    [kind, subjects],
  )
  return found.rows
}

/** Goes from subject to subject, backwards along the primary key: what it costs does not grow with their history. */
async function newestOfKind(
  connection: Connection,
  kind: ProvenRow['kind'],
): Promise<readonly SaidProof[]> {
  const found = await connection.query<SaidProof>(
    `with recursive newest as (
       (select subject, no, mac, says from security.row_proof where kind = $1
         order by subject desc, no desc, mac desc limit 1)
       union all
       select p.* from newest n cross join lateral (
         select subject, no, mac, says from security.row_proof
         where kind = $1 and subject < n.subject
         order by subject desc, no desc, mac desc limit 1) p
     ) select subject, no, mac, says from newest order by subject`,
    [kind],
  )
  return found.rows
}

function macOf(keys: Keys, row: ProvenRow, no: number, values: Proven): Buffer {
  return proofOf(keys, 'row', covered(row, no, values))
}

function covered({ kind, subject }: ProvenRow, no: number, values: Proven): Proven {
  return [`tukar ${kind} 1`, subject, no, ...values]
}
