/**
 * Counts that nobody changes who writes as the program, in either direction. Each one of a window has a place, and is a row
 * of `security.tally` whose subject is a digest under our key: without the key nobody knows the next one, a copy of a row
 * counts once, and the program's role removes none. So tries are neither given back nor used up for somebody else. One
 * that is given back frees its place for the next, so that what is read does not grow with those that succeed.
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
type Mark = {
  readonly name: string
  readonly window: number
  /** From 1 on, without gaps: there are as many as ever were counted at the same time. */
  readonly place: number
  /** How often the place was taken by now, from 1 on. */
  readonly use: number
}

/** What `countMarks` counted. */
export type Marked = {
  /** How many of each count are within the window, in the order of the counts. */
  readonly totals: readonly number[]
  /** The ones that are new. */
  readonly added: readonly Mark[]
  /** All of the first count within the window. */
  readonly first: readonly Mark[]
}

const minuteMs = 60_000
/** So many places of a window are looked for at first; where they are all there, twice as many next. */
const firstPlaces = 16
/** Uses of a place that are looked for at once. */
const usesAtOnce = 16
/** What is counted, and what gives one of it back. */
const kinds = { counted: 'tukar count 2', back: 'tukar count back 2' } as const

/** Counts one more of each; null, without counting, if one of the limits is full. */
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
  const window = Math.floor(Date.now() / (windowMinutes * minuteMs))
  const read: Reader = { transaction, key: keys('count'), windowMinutes }
  // What was counted in the window before may be less than a window old.
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

/** Gives back what was counted. */
export function giveBack(
  connection: Connection,
  keys: Keys,
  marks: readonly Mark[],
): Promise<void> {
  return insertMarks(connection, keys('count'), 'back', marks)
}

/** A place that was taken at least once. */
type Slot = {
  /** The last use of it that is known. */
  mark: Mark
  /** The first number of a use that is known to be none; null: not known yet. */
  noneFrom: number | null
  /** Of its last use. */
  isFresh: boolean
  isBack: boolean
}

/** What is known of a count in one window. */
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

/** Takes the first place that is free. */
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

/** Finds which places were ever taken: of each its first use. */
async function readPlaces(read: Reader, chains: readonly Chain[]): Promise<void> {
  for (let size = firstPlaces; chains.some(({ isWhole }) => !isWhole); size *= 2) {
    const asked = chains
      .filter(({ isWhole }) => !isWhole)
      .flatMap((chain) => {
        const { name, window, places } = chain
        return Array.from({ length: size }, (_, at) => {
          const mark: Mark = { name, window, place: places.length + 1 + at, use: 1 }
          return { chain, mark }
        })
      })
    const found = await findMarks(read, asked)
    for (const [at, { chain, mark }] of asked.entries()) {
      const one = found[at] ?? null
      if (one === null) chain.isWhole = true
      else if (!chain.isWhole) chain.places.push({ mark, noneFrom: null, ...one })
    }
  }
}

/** Finds the last use of each place: with twice the distance until one is none, and then between. */
async function readUses(read: Reader, places: readonly Slot[]): Promise<void> {
  for (;;) {
    const open = places.filter(({ mark, noneFrom }) => noneFrom !== mark.use + 1)
    if (open.length === 0) return
    const asked = open.flatMap((place) =>
      usesToAsk(place).map((use) => ({ place, mark: { ...place.mark, use } })),
    )
    const found = await findMarks(read, asked)
    for (const [at, { place, mark }] of asked.entries()) {
      const one = found[at] ?? null
      if (one !== null) Object.assign(place, { mark, ...one })
      else place.noneFrom = Math.min(mark.use, place.noneFrom ?? mark.use)
    }
  }
}

/** In rising order. Most places were taken once: of these only the second use is asked for. */
function usesToAsk({ mark: { use }, noneFrom }: Slot): readonly number[] {
  if (noneFrom === null) {
    return use === 1 ? [2] : Array.from({ length: usesAtOnce }, (_, at) => use + 2 ** at)
  }
  const step = Math.ceil((noneFrom - use) / usesAtOnce)
  const uses = Array.from({ length: usesAtOnce }, (_, at) => use + (at + 1) * step)
  return uses.filter((one) => one < noneFrom)
}

/** Of each mark whether it is fresh and given back, at its place; null where it was never counted. */
async function findMarks(
  { transaction, key, windowMinutes }: Reader,
  asked: readonly { readonly mark: Mark }[],
): Promise<readonly (Pick<Slot, 'isFresh' | 'isBack'> | null)[]> {
  const digests = asked.map(({ mark }) => ({
    counted: digestOf(key, 'counted', mark),
    back: digestOf(key, 'back', mark),
  }))
  // A copy is younger than what it is a copy of.
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
