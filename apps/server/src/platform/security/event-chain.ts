/**
 * The chain of security events. Writing an event takes no lock: every few seconds the leader seals each new
 * event together with the previous seal, under a key that the database does not have. The last seal is also
 * stored in the data folder, so that events removed by the owner of the tables are missed, even at the end.
 */
import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../database/pool.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Keys } from '../secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../secrets/proof.ts'

type Connection = Pick<Database, 'query'>

/** The end of the chain. */
export type EventHead = { readonly no: number; readonly mac: Buffer }

const start: EventHead = { no: 0, mac: Buffer.alloc(32) }
/** Events per batch. */
const pageRows = 1_000
/** How many event numbers are checked at once. */
export const stretchEvents = 10_000

/** An event as it is sealed; times and ids as texts, which do not depend on the connection. */
type EventRow = {
  readonly id: string
  readonly atMicros: string
  readonly accountId: string | null
  readonly kind: string
  readonly clientAddress: string | null
  readonly details: string
}

const columns = `e.id::text as id, (extract(epoch from e.at) * 1000000)::bigint::text as "atMicros",
  e.account_id::text as "accountId", e.kind, e.client_address as "clientAddress",
  e.details::text as details`

/** A range of events. */
export type EventRange = { readonly afterId: number; readonly upToId: number }

/**
 * Seals events that have no seal, at most a thousand.
 *
 * @returns the end of the chain, and how many were sealed
 */
export function sealEvents(
  database: Database,
  keys: Keys,
  { afterId, upToId }: EventRange,
): Promise<{ readonly head: EventHead; readonly count: number; readonly lastId: number }> {
  return inTransaction(database, async (transaction) => {
    let head = await readEventHead(transaction)
    const found = await transaction.query<EventRow>(
      `select ${columns} from security.event e where e.id > $1 and e.id <= $3
         and not exists (select from security.event_seal s where s.event_id = e.id)
       order by e.id limit $2`,
      [afterId, pageRows, upToId],
    )
    const sealed = found.rows.map((event) => {
      const mac = createProof(keys, 'security-event', covered(head, event))
      head = { no: head.no + 1, mac }
      return { ...head, eventId: event.id }
    })
    // If another leader sealed them meanwhile, their numbers are used and nothing is written here.
    await transaction.query(
      `insert into security.event_seal (no, event_id, mac)
       select * from unnest($1::bigint[], $2::bigint[], $3::bytea[])`,
      [
        sealed.map(({ no }) => no),
        sealed.map(({ eventId }) => eventId),
        sealed.map(({ mac }) => mac),
      ],
    )
    const lastId = Number(found.rows.at(-1)?.id ?? afterId)
    return { head, count: sealed.length, lastId }
  })
}

/** The newest sealed event; 0 if there is none. */
export async function lastSealedId(connection: Connection): Promise<number> {
  const found = await connection.query<{ id: string }>(
    'select coalesce(max(event_id), 0)::text as id from security.event_seal',
  )
  return Number(found.rows[0]?.id ?? 0)
}

/** The end of the chain as the database has it. */
export async function readEventHead(connection: Connection): Promise<EventHead> {
  const found = await connection.query<{ no: string; mac: Buffer }>(
    // Sort by the column: by the alias it would be text, and 9 would be above 10.
    'select s.no::text as no, s.mac from security.event_seal s order by s.no desc limit 1',
  )
  const [last] = found.rows
  return last === undefined ? start : { no: Number(last.no), mac: last.mac }
}

/** Whether the chain still contains an earlier end. */
export async function hasHead(connection: Connection, { no, mac }: EventHead): Promise<boolean> {
  if (no === 0) return true
  const found = await connection.query(
    'select from security.event_seal where no = $1 and mac = $2',
    [no, mac],
  )
  return found.rows.length === 1
}

export type EventFinding = {
  readonly count: number
  /** A sentence for each seal that does not fit. */
  readonly wrong: readonly string[]
  /** Events that have no seal yet. */
  readonly unsealed: number
}

/** Reads the whole chain, in one snapshot of the caller. */
export async function checkEvents(
  connection: Connection,
  keys: Keys,
  kept: EventHead | null,
): Promise<EventFinding> {
  const wrong: string[] = []
  let at = start
  for (;;) {
    const found = await connection.query<EventRow & { no: string; mac: Buffer; sealedId: string }>(
      `select s.no::text as no, s.mac, s.event_id::text as "sealedId", ${columns}
       from security.event_seal s left join security.event e on e.id = s.event_id
       where s.no > $1 order by s.no limit $2`,
      [at.no, pageRows],
    )
    for (const { no, mac, sealedId, ...event } of found.rows) {
      const number = Number(no)
      if (number !== at.no + 1) wrong.push(`Seals ${at.no + 1} to ${number - 1} are missing.`)
      if (event.id === null) wrong.push(`Event ${sealedId} (seal ${no}) is missing.`)
      else if (
        number === at.no + 1 &&
        !matchesProof(keys, 'security-event', covered(at, event), mac)
      ) {
        wrong.push(`Event ${sealedId} (seal ${no}) of account ${event.accountId} was changed.`)
      }
      at = { no: number, mac }
    }
    if (found.rows.length < pageRows) break
  }
  if (kept !== null && !(await hasHead(connection, kept))) {
    wrong.push(`The end that this server kept, seal ${kept.no}, is missing.`)
  }
  const left = await connection.query<{ count: string }>(
    `select count(*)::text as count from security.event e
     where not exists (select from security.event_seal s where s.event_id = e.id)`,
  )
  return { count: at.no, wrong, unsealed: Number(left.rows[0]?.count ?? 0) }
}

function covered({ no, mac }: EventHead, event: EventRow): Proven {
  const { id, atMicros, accountId, kind, clientAddress, details } = event
  const values = [id, atMicros, accountId, kind, clientAddress, details]
  return ['tukar security event 1', no + 1, mac.toString('hex'), ...values]
}

/** Returns the path of the file that stores the head of the security events' hash chain. */
export function eventHeadFile(dataDir: string, installation: string): string {
  return path.join(dataDir, 'acknowledged', `${installation}.events.json`)
}

/** The stored end; null if there is none. */
export function readStoredHead(file: string): EventHead | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const [, no, mac] = /^\{"no":(\d+),"mac":"([0-9a-f]{64})"\}\n$/.exec(text) ?? []
  if (no === undefined || mac === undefined) {
    throw new Error(`The file ${file} does not say which security event was sealed last.`)
  }
  return { no: Number(no), mac: Buffer.from(mac, 'hex') }
}

/** Stores an end atomically: after an interruption the previous one is still there. */
export async function storeHead(file: string, { no, mac }: EventHead): Promise<void> {
  const next = `${file}.${process.pid}`
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(next, `{"no":${no},"mac":"${mac.toString('hex')}"}\n`, { flush: true })
  await rename(next, file)
}
