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
    | 'chain_halt'
    | 'custody'
    | 'deposit_hold'
    | 'device'
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

/** A proof of a row, as the database has it. */
export type StoredProof = {
  readonly no: number
  readonly mac: Buffer
  /** What the row said; of a user its digest. Null: proven before proofs said it, so that the row alone can tell. */
  readonly says: string | null
}

/**
 * Adds the proof of what a row says now, as a digest under our key: who reads the table learns nothing of the row, and a
 * proof of ours is known without the row. The caller holds the row, or writes it in this transaction.
 */
export function proveRow(
  connection: Connection,
  keys: Keys,
  row: ProvenRow,
  values: Proven,
): Promise<void> {
  return sayRow(connection, keys, row, digestOf(keys, row, values))
}

/** Adds the first proof of many rows of a kind; one that was added meanwhile stays. */
export function proveRows(
  connection: Connection,
  keys: Keys,
  kind: ProvenRow['kind'],
  rows: readonly { readonly subject: string; readonly values: Proven }[],
): Promise<void> {
  const said = rows.map(({ subject, values }) => ({
    subject,
    says: digestOf(keys, { kind, subject }, values),
  }))
  return sayNewRows(connection, keys, kind, said)
}

/** Adds the next proof of many rows of a kind, which the caller holds. */
export async function proveRowsAgain(
  connection: Connection,
  keys: Keys,
  kind: ProvenRow['kind'],
  rows: readonly { readonly subject: string; readonly values: Proven }[],
): Promise<void> {
  const subjects = rows.map(({ subject }) => subject)
  const last = await provenRows(connection, keys, kind, subjects)
  const next = rows.map(({ subject, values }) => {
    const says = digestOf(keys, { kind, subject }, values)
    return { subject, says, no: (last.get(subject)?.no ?? 0) + 1 }
  })
  await connection.query(
    `insert into security.row_proof (kind, subject, no, mac, says)
     select $1, row.subject, row.no, row.mac, row.says
     from unnest($2::text[], $3::int[], $4::bytea[], $5::text[]) as row(subject, no, mac, says)`,
    [
      kind,
      subjects,
      next.map(({ no }) => no),
      next.map(({ subject, no, says }) => macOf(keys, { kind, subject }, no, says)),
      next.map(({ says }) => says),
    ],
  )
}

/** All proofs of rows by their subjects, the newest first; one without any is left out. */
export async function proofsOf(
  connection: Connection,
  kind: ProvenRow['kind'],
  subjects: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredProof[]>> {
  const found = await connection.query<StoredProof & { readonly subject: string }>(
    `select subject, no, mac, says from security.row_proof
     where kind = $1 and subject = any($2) order by subject, no desc`,
    [kind, subjects],
  )
  const proofs = new Map<string, StoredProof[]>()
  for (const { subject, ...proof } of found.rows) {
    const others = proofs.get(subject)
    if (others === undefined) proofs.set(subject, [proof])
    else others.push(proof)
  }
  return proofs
}

/**
 * Whether a row says what its last proof says.
 *
 * @param proofs all of the row, the newest first
 */
export function isProvenRow(
  keys: Keys,
  row: ProvenRow,
  values: Proven,
  proofs: readonly StoredProof[],
): boolean {
  const last = lastOwn(keys, row, proofs)
  return last === null
    ? isProvenBefore(keys, row, values, proofs)
    : last.says === digestOf(keys, row, values)
}

/** The same by the proofs of before they said anything: of these the highest number counts, whoever wrote it. */
export function isProvenBefore(
  keys: Keys,
  row: ProvenRow,
  values: Proven,
  proofs: readonly StoredProof[],
): boolean {
  const last = proofs.find(({ says }) => says === null)
  return last !== undefined && fits(keys, 'row', covered(row, last.no, values), last.mac)
}

/**
 * The number of the last proof that we added; 0 where there is none.
 *
 * @param proofs all of the row, the newest first
 */
export function lastNoOf(keys: Keys, row: ProvenRow, proofs: readonly StoredProof[]): number {
  return lastOwn(keys, row, proofs)?.no ?? 0
}

/** The newest proof that says something and is ours. */
function lastOwn(keys: Keys, row: ProvenRow, proofs: readonly StoredProof[]): StoredProof | null {
  return proofs.find((proof) => isOwn(keys, row, proof)) ?? null
}

function isOwn(keys: Keys, row: ProvenRow, { no, mac, says }: StoredProof): boolean {
  return says !== null && fits(keys, 'row', covered(row, no, [says]), mac)
}

function digestOf(keys: Keys, row: ProvenRow, values: Proven): string {
  return proofOf(keys, 'row', [`tukar ${row.kind} says 1`, row.subject, ...values]).toString('hex')
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
  await connection.query(
    'insert into security.row_proof (kind, subject, no, mac, says) values ($1, $2, $3, $4, $5)',
    [kind, subject, no, macOf(keys, row, no, says), says],
  )
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
      rows.map(({ subject, says }) => macOf(keys, { kind, subject }, 1, says)),
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
  const found = await connection.query<StoredProof>(
    'select no, mac, says from security.row_proof where kind = $1 and subject = $2 and says = $3',
    [row.kind, row.subject, says],
  )
  return found.rows.some((proof) => isOwn(keys, row, proof))
}

type SaidProof = StoredProof & { readonly subject: string }

/** The last row of each subject that we added. */
async function provenRows(
  connection: Connection,
  keys: Keys,
  kind: ProvenRow['kind'],
  subjects: readonly string[] | null,
): Promise<ReadonlyMap<string, { readonly no: number; readonly says: string }>> {
  const proven = new Map<string, { readonly no: number; readonly says: string }>()
  const keep = (proof: SaidProof) => {
    const { subject, no, says } = proof
    if (proven.has(subject) || says === null) return
    if (isOwn(keys, { kind, subject }, proof)) proven.set(subject, { no, says })
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
     where kind = $1 and subject = any($2) and says is not null order by subject, no desc`,
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
       where kind = $1 and subject = s.subject and says is not null
       order by no desc, mac desc limit 1) p`,
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

function macOf(keys: Keys, row: ProvenRow, no: number, says: string): Buffer {
  return proofOf(keys, 'row', covered(row, no, [says]))
}

function covered({ kind, subject }: ProvenRow, no: number, values: Proven): Proven {
  return [`tukar ${kind} 1`, subject, no, ...values]
}
