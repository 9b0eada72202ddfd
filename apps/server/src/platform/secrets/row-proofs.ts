/**
 * Proofs of rows that may change: each change adds a proof with the next number, and the last valid one
 * counts. The table is append-only, so nobody with the program's role can restore an older row with its older
 * proof.
 */
import type { Database } from '../database/pool.ts'
import type { Keys } from './keys.ts'
import { matchesProof, createProof, type Proven } from './proof.ts'

type Connection = Pick<Database, 'query'>

/** Proofs of a history that are read at once. */
const historyPage = 100

/** Identifies a row with proofs: its kind and its key. */
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
    | 'kept_fees'
    | 'person_limit'
    | 'profile'
    | 'sealed_halt'
    | 'setting'
    | 'stopped_market'
    | 'suspension'
    | 'token'
    | 'user'
    | 'verified'
    | 'withdrawn'
  readonly subject: string
}

/** A proof of a row, as the database has it. */
export type StoredProof = {
  readonly no: number
  readonly mac: Buffer
  /** The proven content: a text, or a digest of the row. Null in old proofs, which cover only the row. */
  readonly says: string | null
}

/**
 * Adds the proof of a row's current values, as a digest under our key: the table reveals nothing of the row,
 * and our proofs are recognized without the row. The caller holds the row's lock, or writes it in this
 * transaction.
 */
export function proveRow(
  connection: Connection,
  keys: Keys,
  row: ProvenRow,
  values: Proven,
): Promise<void> {
  return addProof(connection, keys, row, createDigest(keys, row, values))
}

/** Adds the first proofs of rows of a kind; a proof that exists already stays. */
export function proveRows(
  connection: Connection,
  keys: Keys,
  kind: ProvenRow['kind'],
  rows: readonly { readonly subject: string; readonly values: Proven }[],
): Promise<void> {
  const digests = rows.map(({ subject, values }) => ({
    subject,
    says: createDigest(keys, { kind, subject }, values),
  }))
  return addFirstProofs(connection, keys, kind, digests)
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
    const says = createDigest(keys, { kind, subject }, values)
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
      next.map(({ subject, no, says }) => createMac(keys, { kind, subject }, no, says)),
      next.map(({ says }) => says),
    ],
  )
}

/** All proofs of rows by subject, newest first; subjects without proofs are omitted. */
export async function findProofs(
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
 * Whether a row equals its last proof.
 *
 * @param proofs all of the row, the newest first
 */
export function isProvenRow(
  keys: Keys,
  row: ProvenRow,
  values: Proven,
  proofs: readonly StoredProof[],
): boolean {
  const last = lastValid(keys, row, proofs)
  return last === null
    ? isProvenBefore(keys, row, values, proofs)
    : last.says === createDigest(keys, row, values)
}

/** The same for old proofs without content: of these the highest number counts. */
export function isProvenBefore(
  keys: Keys,
  row: ProvenRow,
  values: Proven,
  proofs: readonly StoredProof[],
): boolean {
  const last = proofs.find(({ says }) => says === null)
  return last !== undefined && matchesProof(keys, 'row', covered(row, last.no, values), last.mac)
}

/**
 * The number of our last proof; 0 if there is none.
 *
 * @param proofs all of the row, the newest first
 */
export function findLastNo(keys: Keys, row: ProvenRow, proofs: readonly StoredProof[]): number {
  return lastValid(keys, row, proofs)?.no ?? 0
}

/** The newest valid proof with content. */
function lastValid(keys: Keys, row: ProvenRow, proofs: readonly StoredProof[]): StoredProof | null {
  return proofs.find((proof) => isValid(keys, row, proof)) ?? null
}

function isValid(keys: Keys, row: ProvenRow, { no, mac, says }: StoredProof): boolean {
  return says !== null && matchesProof(keys, 'row', covered(row, no, [says]), mac)
}

function createDigest(keys: Keys, row: ProvenRow, values: Proven): string {
  return createProof(keys, 'row', [`tukar ${row.kind} says 1`, row.subject, ...values]).toString(
    'hex',
  )
}

/**
 * Adds a proof of a row's current content, which stays valid whatever happens to the row. The caller holds
 * the row's lock. It follows the last valid proof: a forged higher number is ignored.
 */
export async function addProof(
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
    [kind, subject, no, createMac(keys, row, no, says), says],
  )
}

/** Adds the first proofs of the content of rows of a kind; a proof that exists already stays. */
export async function addFirstProofs(
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
      rows.map(({ subject, says }) => createMac(keys, { kind, subject }, 1, says)),
      rows.map(({ says }) => says),
    ],
  )
}

/**
 * The last proven content of rows of a kind, by subject; entries without a valid proof are ignored.
 *
 * @param subjects null for all of the kind
 */
export async function provenValues(
  connection: Connection,
  keys: Keys,
  kind: ProvenRow['kind'],
  subjects: readonly string[] | null = null,
): Promise<ReadonlyMap<string, string>> {
  const proven = await provenRows(connection, keys, kind, subjects)
  return new Map([...proven].map(([subject, { says }]) => [subject, says]))
}

/**
 * What a row said by its valid proofs, the newest first.
 *
 * @param isLast ends the list at the first content that it is true of, which is part of it
 */
export async function provenHistory(
  connection: Connection,
  keys: Keys,
  row: ProvenRow,
  isLast: (says: string) => boolean,
): Promise<readonly string[]> {
  const contents: string[] = []
  let below: StoredProof | undefined
  for (;;) {
    const found = await connection.query<StoredProof & { readonly says: string }>(
      `select no, mac, says from security.row_proof
       where kind = $1 and subject = $2 and says is not null
         and ($3::int is null or (no, mac) < ($3, $4::bytea))
       order by no desc, mac desc limit ${historyPage}`,
      [row.kind, row.subject, below?.no ?? null, below?.mac ?? null],
    )
    for (const proof of found.rows) {
      if (!isValid(keys, row, proof)) continue
      contents.push(proof.says)
      if (isLast(proof.says)) return contents
    }
    below = found.rows.at(-1)
    if (below === undefined || found.rows.length < historyPage) return contents
  }
}

/** A valid proof with its row's key. */
export type SubjectContent = { readonly subject: string; readonly says: string }

/** The valid proofs of a kind, by subject and in the order in which they were added. */
export async function* provenContents(
  connection: Connection,
  keys: Keys,
  kind: ProvenRow['kind'],
): AsyncGenerator<SubjectContent> {
  let after: SubjectProof | undefined
  for (;;) {
    const found = await connection.query<SubjectProof & { readonly says: string }>(
      `select subject, no, mac, says from security.row_proof
       where kind = $1 and says is not null
         and ($2::text is null or (subject, no, mac) > ($2, $3::int, $4::bytea))
       order by subject, no, mac limit ${historyPage}`,
      [kind, after?.subject ?? null, after?.no ?? null, after?.mac ?? null],
    )
    for (const proof of found.rows) {
      const { subject, says } = proof
      if (isValid(keys, { kind, subject }, proof)) yield { subject, says }
    }
    after = found.rows.at(-1)
    if (after === undefined || found.rows.length < historyPage) return
  }
}

/** Whether a row ever had this content, according to a valid proof. */
export async function wasProven(
  connection: Connection,
  keys: Keys,
  row: ProvenRow,
  says: string,
): Promise<boolean> {
  const found = await connection.query<StoredProof>(
    'select no, mac, says from security.row_proof where kind = $1 and subject = $2 and says = $3',
    [row.kind, row.subject, says],
  )
  return found.rows.some((proof) => isValid(keys, row, proof))
}

type SubjectProof = StoredProof & { readonly subject: string }

/** The last row of each subject that we added. */
async function provenRows(
  connection: Connection,
  keys: Keys,
  kind: ProvenRow['kind'],
  subjects: readonly string[] | null,
): Promise<ReadonlyMap<string, { readonly no: number; readonly says: string }>> {
  const proven = new Map<string, { readonly no: number; readonly says: string }>()
  const keep = (proof: SubjectProof) => {
    const { subject, no, says } = proof
    if (proven.has(subject) || says === null) return
    if (isValid(keys, { kind, subject }, proof)) proven.set(subject, { no, says })
  }
  const newest =
    subjects === null
      ? await newestOfKind(connection, kind)
      : await findNewest(connection, kind, subjects)
  newest.forEach(keep)
  // These rows have a forged proof above the last valid one, so their whole history is read.
  const disputed = newest.map(({ subject }) => subject).filter((subject) => !proven.has(subject))
  if (disputed.length === 0) return proven
  const found = await connection.query<SubjectProof>(
    `select subject, no, mac, says from security.row_proof
     where kind = $1 and subject = any($2) and says is not null order by subject, no desc`,
    [kind, disputed],
  )
  found.rows.forEach(keep)
  return proven
}

async function findNewest(
  connection: Connection,
  kind: ProvenRow['kind'],
  subjects: readonly string[],
): Promise<readonly SubjectProof[]> {
  const found = await connection.query<SubjectProof>(
    `select p.* from (select distinct subject from unnest($2::text[]) as subject) s
     cross join lateral (select subject, no, mac, says from security.row_proof
       where kind = $1 and subject = s.subject and says is not null
       order by no desc, mac desc limit 1) p`,
    [kind, subjects],
  )
  return found.rows
}

/**
 * Walks from subject to subject, backwards along the primary key, so that the cost does not grow with their
 * history.
 */
async function newestOfKind(
  connection: Connection,
  kind: ProvenRow['kind'],
): Promise<readonly SubjectProof[]> {
  const found = await connection.query<SubjectProof>(
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

function createMac(keys: Keys, row: ProvenRow, no: number, says: string): Buffer {
  return createProof(keys, 'row', covered(row, no, [says]))
}

function covered({ kind, subject }: ProvenRow, no: number, values: Proven): Proven {
  return [`tukar ${kind} 1`, subject, no, ...values]
}
