/**
 * Counters that the program's role in the database cannot change in either direction. Each count within a
 * window has a slot, which is a row of `security.tally`. The row's subject is a digest under our key, so
 * nobody without the key can guess the next row, and a copied row counts once. The program's role cannot
 * delete rows. So nobody can reset attempts, or use up those of another person. A returned count frees its
 * slot, so the number of rows to read does not grow with successful attempts.
 */
import { createHmac } from 'node:crypto'
import type { Database, Transaction } from '../database/pool.ts'
import type { Keys } from '../secrets/keys.ts'

type Connection = Pick<Database, 'query'>

/** A counter with its maximum within a window. */
export type KeyedCount = {
  readonly name: string
  readonly max: number
  /** Whether a full counter stops all counting; otherwise it only stays at its maximum. */
  readonly isLimit: boolean
}

/** One that was counted. */
type Mark = {
  readonly name: string
  readonly window: number
  /** From 1, without gaps: there are as many slots as the highest number of simultaneous counts. */
  readonly place: number
  /** How often the slot was used so far, from 1. */
  readonly use: number
}

/** The result of `countMarks`. */
export type Marked = {
  /** How many of each count are within the window, in the order of the counts. */
  readonly totals: readonly number[]
  /** The ones that are new. */
  readonly added: readonly Mark[]
  /** All of the first count within the window. */
  readonly first: readonly Mark[]
}

const minuteMs = 60_000
/** How many slots of a window are read first; if all exist, twice as many are read next. */
const firstPlaces = 16
/** How many uses of a slot are read at once. */
const usesAtOnce = 16
/** The prefixes of the digests: for a count, and for its return. */
const kinds = { counted: 'tukar count 2', back: 'tukar count back 2' } as const

/** Counts one more of each; null, without counting, if one of the limits is full. */
export async function countMarks(
  transaction: Transaction,
  keys: Keys,
  counts: readonly KeyedCount[],
  windowMinutes: number,
): Promise<Marked | null> {
  const names = counts.map(({ name }) => name)
  // Locked in one order, so that no two transactions deadlock.
  await transaction.query(
    `select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) as name`,
    [names.toSorted()],
  )
  const window = Math.floor(Date.now() / (windowMinutes * minuteMs))
  const read: Reader = { transaction, key: keys('count'), windowMinutes }
  // Counts of the previous window may be younger than a window.
  const chains = names.flatMap((name) => [chainOf(name, window - 1), chainOf(name, window)])
  await readPlaces(read, chains)
  await readUses(
    read,
    chains.flatMap(({ places }) => places),
  )
  const known: (readonly Mark[])[] = []
  const own: Mark[] = []
  for (const { name, max, isLimit } of counts) {
    const ofName = chains.filter((chain) => chain.name === name)
    const marks = ofName.flatMap(({ places }) => places.filter(isCounted).map(({ mark }) => mark))
    if (marks.length >= max && isLimit) return null
    const next = marks.length >= max ? [] : [nextOf(ofName.at(-1) ?? chainOf(name, window))]
    own.push(...next)
    known.push([...marks, ...next])
  }
  await insertMarks(transaction, read.key, 'counted', own)
  return { totals: known.map(({ length }) => length), added: own, first: known[0] ?? [] }
}

/** Returns counts, such as after a successful attempt. */
export function giveBack(
  connection: Connection,
  keys: Keys,
  marks: readonly Mark[],
): Promise<void> {
  return insertMarks(connection, keys('count'), 'back', marks)
}

/** A slot that was used at least once. */
type Slot = {
  /** The last use of it that is known. */
  mark: Mark
  /** The lowest use that is known not to exist; null: not known yet. */
  noneFrom: number | null
  /** Whether the slot's last use is fresh. */
  isFresh: boolean
  isBack: boolean
}

/** The known slots of a counter in one window. */
type Chain = {
  readonly name: string
  readonly window: number
  /** In order, from the first on. */
  readonly places: Slot[]
  isWhole: boolean
}

function chainOf(name: string, window: number): Chain {
  return { name, window, places: [], isWhole: false }
}

function isCounted({ isFresh, isBack }: Slot): boolean {
  return isFresh && !isBack
}

/** Takes the first free slot. */
function nextOf({ name, window, places }: Chain): Mark {
  const free = places.find((place) => !isCounted(place))
  if (free === undefined) return { name, window, place: places.length + 1, use: 1 }
  return { ...free.mark, use: free.mark.use + 1 }
}

type Reader = {
  readonly transaction: Transaction
  readonly key: Buffer
  readonly windowMinutes: number
}

/** Finds the slots that were ever used, by their first use. */
async function readPlaces(read: Reader, chains: readonly Chain[]): Promise<void> {
  for (let size = firstPlaces; chains.some(({ isWhole }) => !isWhole); size *= 2) {
    const requested = chains
      .filter(({ isWhole }) => !isWhole)
      .flatMap((chain) => {
        const { name, window, places } = chain
        return Array.from({ length: size }, (_, at) => {
          const mark: Mark = { name, window, place: places.length + 1 + at, use: 1 }
          return { chain, mark }
        })
      })
    const found = await findMarks(read, requested)
    for (const [at, { chain, mark }] of requested.entries()) {
      const one = found[at] ?? null
      if (one === null) chain.isWhole = true
      else if (!chain.isWhole) chain.places.push({ mark, noneFrom: null, ...one })
    }
  }
}

/**
 * Finds the last use of each slot: doubles the distance until a use does not exist, then searches between.
 */
async function readUses(read: Reader, places: readonly Slot[]): Promise<void> {
  for (;;) {
    const open = places.filter(({ mark, noneFrom }) => noneFrom !== mark.use + 1)
    if (open.length === 0) return
    const requested = open.flatMap((place) =>
      usesToAsk(place).map((use) => ({ place, mark: { ...place.mark, use } })),
    )
    const found = await findMarks(read, requested)
    for (const [at, { place, mark }] of requested.entries()) {
      const one = found[at] ?? null
      if (one !== null) Object.assign(place, { mark, ...one })
      else place.noneFrom = Math.min(mark.use, place.noneFrom ?? mark.use)
    }
  }
}

/** In ascending order. Most slots were used once, so only their second use is read. */
function usesToAsk({ mark: { use }, noneFrom }: Slot): readonly number[] {
  if (noneFrom === null) {
    return use === 1 ? [2] : Array.from({ length: usesAtOnce }, (_, at) => use + 2 ** at)
  }
  const step = Math.ceil((noneFrom - use) / usesAtOnce)
  const uses = Array.from({ length: usesAtOnce }, (_, at) => use + (at + 1) * step)
  return uses.filter((one) => one < noneFrom)
}

/** For each mark whether it is fresh and whether it was returned; null if it was never counted. */
async function findMarks(
  { transaction, key, windowMinutes }: Reader,
  requested: readonly { readonly mark: Mark }[],
): Promise<readonly (Pick<Slot, 'isFresh' | 'isBack'> | null)[]> {
  const digests = requested.map(({ mark }) => ({
    counted: digestOf(key, 'counted', mark),
    back: digestOf(key, 'back', mark),
  }))
  // A copied row is younger than the original, so the oldest row counts.
  const found = await transaction.query<{ subject: string; isFresh: boolean }>(
    `select subject, min(at) > now() - make_interval(mins => $2) as "isFresh"
     from security.tally where subject = any($1) group by subject`,
    [digests.flatMap(({ counted, back }) => [counted, back]), windowMinutes],
  )
  const rows = new Map(found.rows.map(({ subject, isFresh }) => [subject, isFresh]))
  return digests.map(({ counted, back }) => {
    const isFresh = rows.get(counted)
    return isFresh === undefined ? null : { isFresh, isBack: rows.has(back) }
  })
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

function digestOf(
  key: Buffer,
  kind: keyof typeof kinds,
  { name, window, place, use }: Mark,
): string {
  const text = JSON.stringify([kinds[kind], name, window, place, use])
  return createHmac('sha256', key).update(text).digest('base64url')
}
