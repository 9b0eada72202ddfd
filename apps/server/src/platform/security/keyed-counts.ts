/**
 * Counters that the program's role in the database can change in neither direction. The nth count of a window
 * is a row of `security.tally` whose subject is a digest under our key: without the key the next one is
 * unknown, a copied row counts once, and the program's role cannot delete rows. So attempts can neither be
 * given back nor used up by an attacker.
 */
import { createHmac } from 'node:crypto'
import type { Database, Transaction } from '../database/pool.ts'
import type { Keys } from '../secrets/keys.ts'

type Connection = Pick<Database, 'query'>

/** What is counted, and its maximum within a window. */
export type KeyedCount = {
  readonly name: string
  readonly max: number
  /** Whether a full counter stops all counting; otherwise it only stays at its maximum. */
  readonly isLimit: boolean
}

/** One that was counted. */
type Mark = { readonly name: string; readonly window: number; readonly no: number }

/** The result of `countMarks`. */
export type Marked = {
  /** How many of each count are within the window, in the order of the counts. */
  readonly standing: readonly number[]
  /** The ones that are new. */
  readonly own: readonly Mark[]
  /** All of the first count within the window. */
  readonly first: readonly Mark[]
}

const minuteMs = 60_000
/** How many counts of a window are searched at first; if all exist, the next search is twice as long. */
const firstSize = 16
/** The purpose of a count, and of giving one back. */
const kinds = { counted: 'tukar count 1', back: 'tukar count back 1' } as const

/** Counts one more of each; null, without counting, if one of the limits is full. */
export async function countMarks(
  transaction: Transaction,
  keys: Keys,
  counts: readonly KeyedCount[],
  windowMinutes: number,
): Promise<Marked | null> {
  const names = counts.map(({ name }) => name)
  // Always in the same order, so that two transactions cannot deadlock.
  await transaction.query(
    `select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) as name`,
    [names.toSorted()],
  )
  const key = keys('count')
  const window = Math.floor(Date.now() / (windowMinutes * minuteMs))
  // Counts of the previous window may still be within the period.
  const chains = names.flatMap((name) => [createChain(name, window - 1), createChain(name, window)])
  await readChains(transaction, key, chains, windowMinutes)
  const known: (readonly Mark[])[] = []
  const own: Mark[] = []
  for (const { name, max, isLimit } of counts) {
    const ofName = chains.filter((chain) => chain.name === name)
    const marks = ofName.flatMap(({ standing }) => standing)
    if (marks.length >= max && isLimit) return null
    const next =
      marks.length >= max ? [] : [{ name, window, no: (ofName.at(-1)?.counted ?? 0) + 1 }]
    own.push(...next)
    known.push([...marks, ...next])
  }
  await insertMarks(transaction, key, 'counted', own)
  return { standing: known.map(({ length }) => length), own, first: known[0] ?? [] }
}

/** Gives counts back. */
export function giveBack(
  connection: Connection,
  keys: Keys,
  marks: readonly Mark[],
): Promise<void> {
  return insertMarks(connection, keys('count'), 'back', marks)
}

/** The state of a counter in one window. */
type Chain = {
  readonly name: string
  readonly window: number
  /** The total number, including counts that were given back or have expired. */
  counted: number
  isWhole: boolean
  /** The counts that still apply. */
  readonly standing: Mark[]
}

function createChain(name: string, window: number): Chain {
  return { name, window, counted: 0, isWhole: false, standing: [] }
}

async function readChains(
  transaction: Transaction,
  key: Buffer,
  chains: readonly Chain[],
  windowMinutes: number,
): Promise<void> {
  for (let size = firstSize; chains.some(({ isWhole }) => !isWhole); size *= 2) {
    const asked = chains
      .filter(({ isWhole }) => !isWhole)
      .flatMap((chain) => Array.from({ length: size }, (_, at) => nextSubjects(key, chain, at)))
    // A copied row is newer than its original.
    const found = await transaction.query<{ subject: string; isFresh: boolean }>(
      `select subject, min(at) > now() - make_interval(mins => $2) as "isFresh"
       from security.tally where subject = any($1) group by subject`,
      [asked.flatMap(({ counted, back }) => [counted, back]), windowMinutes],
    )
    const rows = new Map(found.rows.map(({ subject, isFresh }) => [subject, isFresh]))
    for (const { chain, mark, counted, back } of asked) {
      const isFresh = rows.get(counted)
      if (isFresh === undefined) chain.isWhole = true
      else chain.counted = mark.no
      if (isFresh === true && !rows.has(back)) chain.standing.push(mark)
    }
  }
}

function nextSubjects(key: Buffer, chain: Chain, at: number) {
  const { name, window } = chain
  const mark: Mark = { name, window, no: chain.counted + 1 + at }
  const [counted, back] = [createDigest(key, 'counted', mark), createDigest(key, 'back', mark)]
  return { chain, mark, counted, back }
}

async function insertMarks(
  connection: Connection,
  key: Buffer,
  kind: keyof typeof kinds,
  marks: readonly Mark[],
): Promise<void> {
  if (marks.length === 0) return
  await connection.query('insert into security.tally (subject) select unnest($1::text[])', [
    marks.map((mark) => createDigest(key, kind, mark)),
  ])
}

function createDigest(key: Buffer, kind: keyof typeof kinds, { name, window, no }: Mark): string {
  const text = JSON.stringify([kinds[kind], name, window, no])
  return createHmac('sha256', key).update(text).digest('base64url')
}
