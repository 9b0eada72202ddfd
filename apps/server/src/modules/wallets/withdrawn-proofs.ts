/**
 * Counts a user's recent withdrawals by proofs. Each request adds a proof, and a second proof when the engine
 * gave the money back. The program can only add proofs, so deleted, back-dated or reassigned rows change no
 * limit (ATT-88, ATT-97).
 */
import * as z from 'zod/mini'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { addProof, provenContents, provenHistory } from '../../platform/secrets/row-proofs.ts'
import { timeMsOf } from './machine/time-columns.ts'

type Connection = Pick<Database, 'query'>

/** The withdrawals that are counted together: those of a user in a currency, over all chains. */
export type Withdrawer = { readonly userId: number; readonly currencyId: number }

/** The source of a withdrawal, such as `withdrawal:7`, with its units; null if its money was given back. */
type Counted = { readonly source: string; readonly units: number | null }

const SaidCounted = z.object({ source: z.string(), units: z.nullable(z.int()), atMs: z.number() })

const kind = 'withdrawn'
const dayMs = 86_400_000
/** The order of proofs may differ from the order of their transactions' starts by this much. */
const disorderMs = 600_000
/** The same moment, rounded twice. */
const roundingMs = 2

/** Counts a withdrawal, in the transaction that stores its request. */
export function countWithdrawn(
  transaction: Transaction,
  keys: Keys,
  withdrawer: Withdrawer,
  counted: Counted & { readonly units: number },
): Promise<void> {
  return add(transaction, keys, withdrawer, counted)
}

/**
 * Stops counting a withdrawal, in the transaction that ends it: the engine released its hold, or refused it.
 */
export function countGivenBack(
  transaction: Transaction,
  keys: Keys,
  withdrawer: Withdrawer,
  source: string,
): Promise<void> {
  return add(transaction, keys, withdrawer, { source, units: null })
}

/** Units of a currency that a user requested to withdraw since a time, except those given back. */
export async function withdrawnSince(
  connection: Connection,
  keys: Keys,
  withdrawer: Withdrawer,
  sinceMs: number,
): Promise<number> {
  const row = { kind, subject: subjectOf(withdrawer) } as const
  const isEarlier = (says: string) => parse(says).atMs < sinceMs - disorderMs
  const counted = new Map<string, number>()
  const back = new Set<string>()
  for (const { source, units, atMs } of (await provenHistory(connection, keys, row, isEarlier)).map(
    parse,
  )) {
    if (units === null) back.add(source)
    else if (atMs >= sinceMs) counted.set(source, units)
  }
  let sum = 0
  for (const [source, units] of counted) if (!back.has(source)) sum += units
  return sum
}

/** The same of the last 24 hours by the database's clock. */
export async function withdrawnOfDay(
  connection: Connection,
  keys: Keys,
  withdrawer: Withdrawer,
): Promise<number> {
  const found = await connection.query<{ nowMs: number }>(`select ${timeMsOf('now()')} as "nowMs"`)
  const nowMs = found.rows[0]?.nowMs
  if (nowMs === undefined) throw new Error('the database does not say what time it is')
  return withdrawnSince(connection, keys, withdrawer, nowMs - dayMs)
}

/**
 * SQL: whether the money of a row was given back. A payment that its receiver reverted counts, because the
 * house paid its gas.
 */
const isRupiahBack = `state in ('failed', 'canceled', 'refused')`
const isCoinsBack = `(state = 'canceled' or (state = 'failed' and cause is distinct from 'reverted_final'))`

/**
 * Makes proofs for the requests of the last two days from before proofs existed, by their rows as they are
 * now.
 */
export async function proveEarlierWithdrawn(connection: Connection, keys: Keys): Promise<void> {
  const found = await connection.query<
    Withdrawer & { readonly source: string; readonly units: number; readonly atMs: number }
  >(
    `select * from (
       select user_id as "userId", currency_id as "currencyId", 'withdrawal:' || id as source,
         amount as units, ${timeMsOf('created_at')} as "atMs"
       from wallets.withdrawal where not ${isRupiahBack}
       union all
       select user_id, currency_id, 'chain_withdrawal:' || id, amount, ${timeMsOf('created_at')}
       from wallets.chain_withdrawal where not ${isCoinsBack}
     ) w where "atMs" > ${timeMsOf('now()')} - ${2 * dayMs} order by "atMs"`,
  )
  for (const { userId, currencyId, ...says } of found.rows) {
    const row = { kind, subject: subjectOf({ userId, currencyId }) } as const
    await addProof(connection, keys, row, JSON.stringify(says))
  }
}

/** The values of a withdrawal by its proof or its row. */
type Claimed = {
  readonly subject: string
  readonly units: number
  readonly atMs: number
  readonly isBack: boolean
}

/**
 * Withdrawals whose rows contradict their proofs in owner, currency, amount, time or end, as `withdrawal:7`.
 */
export async function unprovenWithdrawn(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const wrong: string[] = []
  let counted = new Map<string, Claimed>()
  let last: string | null = null
  for await (const { subject, says } of provenContents(connection, keys, kind)) {
    if (subject !== last) {
      wrong.push(...(await differingRows(connection, counted)))
      counted = new Map()
      last = subject
    }
    const { source, units, atMs } = parse(says)
    const known = counted.get(source)
    if (units !== null) counted.set(source, { subject, units, atMs, isBack: false })
    else if (known !== undefined) counted.set(source, { ...known, isBack: true })
  }
  return [...wrong, ...(await differingRows(connection, counted))]
}

async function differingRows(
  connection: Connection,
  counted: ReadonlyMap<string, Claimed>,
): Promise<readonly string[]> {
  if (counted.size === 0) return []
  // Connections other than the program's return large integers as texts.
  const found = await connection.query<Claimed & { readonly source: string }>(
    `select 'withdrawal:' || id as source, user_id || ':' || currency_id as subject,
       amount::float8 as units, ${timeMsOf('created_at')}::float8 as "atMs", ${isRupiahBack} as "isBack"
     from wallets.withdrawal where id = any($1)
     union all
     select 'chain_withdrawal:' || id, user_id || ':' || currency_id,
       amount::float8, ${timeMsOf('created_at')}::float8, ${isCoinsBack}
     from wallets.chain_withdrawal where id = any($2)`,
    [idsOf(counted, 'withdrawal'), idsOf(counted, 'chain_withdrawal')],
  )
  const rows = new Map(found.rows.map(({ source, ...row }) => [source, row]))
  return [...counted].flatMap(([source, said]) => {
    const row = rows.get(source)
    const isSame =
      row !== undefined &&
      row.subject === said.subject &&
      row.units === said.units &&
      Math.abs(row.atMs - said.atMs) <= roundingMs &&
      row.isBack === said.isBack
    return isSame ? [] : [source]
  })
}

/** The ids of a table's rows. */
function idsOf(counted: ReadonlyMap<string, Claimed>, table: string): readonly string[] {
  return [...counted.keys()].flatMap((source) => {
    const [of, id] = source.split(':')
    return of === table && id !== undefined ? [id] : []
  })
}

async function add(
  transaction: Transaction,
  keys: Keys,
  withdrawer: Withdrawer,
  counted: Counted,
): Promise<void> {
  const subject = subjectOf(withdrawer)
  // A request and the end of an earlier withdrawal may be concurrent; each waits for the other's proof.
  const locked = await transaction.query<{ nowMs: number }>(
    `select pg_advisory_xact_lock(hashtextextended($1, 0)), ${timeMsOf('now()')} as "nowMs"`,
    [`${kind}:${subject}`],
  )
  const atMs = locked.rows[0]?.nowMs
  if (atMs === undefined) throw new Error('the database does not say what time it is')
  await addProof(transaction, keys, { kind, subject }, JSON.stringify({ ...counted, atMs }))
}

function subjectOf({ userId, currencyId }: Withdrawer): string {
  return `${userId}:${currencyId}`
}

function parse(says: string): z.infer<typeof SaidCounted> {
  return SaidCounted.parse(JSON.parse(says))
}
