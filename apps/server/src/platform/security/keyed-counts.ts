/**
 * Counts that nobody changes who writes as the program, in either direction. The nth of a window is a row of
 * `security.tally` whose subject is a digest under our key: without the key nobody knows the next one, a copy of a row
 * counts once, and the program's role removes none. So tries are neither given back nor used up for somebody else.
 */
import { createHmac } from 'node:crypto'
import type { Database, Transaction } from '../database/pool.ts'
import type { Keys } from '../secrets/keys.ts'

type Connection = Pick<Database, 'query'>

/** What is counted, and from how many within a window on no more is. */
export type KeyedCount = {
  readonly name: string
  readonly max: number
  /** Whether nothing is counted anywhere once this one is full; else it only stays at its maximum. */
  readonly isLimit: boolean
}

/** One that was counted. */
type Mark = { readonly name: string; readonly window: number; readonly no: number }

/** What `countMarks` counted. */
export type Marked = {
  /** How many of each count there are within the window now, in the order of the counts. */
  readonly standing: readonly number[]
  /** The ones that are new. */
  readonly own: readonly Mark[]
  /** All of the first count within the window. */
  readonly first: readonly Mark[]
}

const minuteMs = 60_000
/** So many of a window are looked for at first; where they are all there, twice as many next. */
const firstSize = 16
/** What is counted, and what gives one of it back. */
const kinds = { counted: 'tukar count 1', back: 'tukar count back 1' } as const

/** Counts one more of each; null, and nothing counted, where one of the limits is full. */
export async function countMarks(
  transaction: Transaction,
  keys: Keys,
  counts: readonly KeyedCount[],
  windowMinutes: number,
): Promise<Marked | null> {
  const names = counts.map(({ name }) => name)
  // In one order for all, so that no two wait for each other.
  await transaction.query(
    `select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) as name`,
    [names.toSorted()],
  )
  const key = keys('count')
  const window = Math.floor(Date.now() / (windowMinutes * minuteMs))
  // What was counted in the window before may be less than a window old.
  const chains = names.flatMap((name) => [chainOf(name, window - 1), chainOf(name, window)])
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

/** Gives back what was counted. */
export function giveBack(
  connection: Connection,
  keys: Keys,
  marks: readonly Mark[],
): Promise<void> {
  return insertMarks(connection, keys('count'), 'back', marks)
}

/** What is known of a count in one window. */
type Chain = {
  readonly name: string
  readonly window: number
  /** How many were counted, those included that are given back or old. */
  counted: number
  isWhole: boolean
  /** What is left of them. */
  readonly standing: Mark[]
}

function chainOf(name: string, window: number): Chain {
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
      .flatMap((chain) => Array.from({ length: size }, (_, at) => askedOf(key, chain, at)))
    // A copy is younger than what it is a copy of.
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

function askedOf(key: Buffer, chain: Chain, at: number) {
  const { name, window } = chain
  const mark: Mark = { name, window, no: chain.counted + 1 + at }
  const [counted, back] = [digestOf(key, 'counted', mark), digestOf(key, 'back', mark)]
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
    marks.map((mark) => digestOf(key, kind, mark)),
  ])
}

function digestOf(key: Buffer, kind: keyof typeof kinds, { name, window, no }: Mark): string {
  const text = JSON.stringify([kinds[kind], name, window, no])
  return createHmac('sha256', key).update(text).digest('base64url')
}
