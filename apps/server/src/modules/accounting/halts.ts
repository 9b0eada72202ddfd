/**
 * Currencies that are halted because their reconciliation failed. Their markets only accept cancellations,
 * and their money is neither credited nor paid out, until two operators resume them. All other currencies
 * continue.
 */
import { derivedCommandId, type Engine } from '../../engine/index.ts'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../platform/secrets/row-proofs.ts'
import { inSnapshot, inTransaction } from '../../platform/database/transaction.ts'
import { audit } from '../desk/index.ts'
import type { CheckName } from './finding.ts'
import type { Mismatch } from './reconciliation-store.ts'
import type { Connection } from './range.ts'
import { noteMarketResumed, noteMarketHalted, readHaltedMarkets } from './halted-markets.ts'

/** The check name of a halt that no check caused. */
const restoredCheck = 'restored'
/** The proof's text for a currency that is not halted; otherwise it is the name of the check. */
const going = 'going'
const kind = 'halt'
/** Entries of the audit log about halts without a proof that have a proof since. */
const sealedKind = 'sealed_halt'
const haltAction = 'currency.halt'

export type Halt = {
  readonly haltId: number
  readonly currencyId: number
  readonly check: string
  readonly begunAt: Date
  /** Whether the database was restored from a backup while the halt was open. */
  readonly isRestored: boolean
}

/** The currencies that are halted now. */
export async function listHalts(connection: Connection): Promise<readonly Halt[]> {
  const found = await connection.query<Halt>(
    `select id as "haltId", currency_id as "currencyId", check_name as "check", begun_at as "begunAt",
       is_restored as "isRestored"
     from books.currency_halt where ended_at is null order by id`,
  )
  return found.rows
}

/** The dependencies to read whether a currency is halted. */
export type HaltReading = { readonly database: Connection; readonly keys: Keys }

/** Whether a currency is halted: then it is neither credited nor paid out. */
export async function isCurrencyHalted(reading: HaltReading, currencyId: number): Promise<boolean> {
  return (await haltingCheck(reading, currencyId)) !== null
}

/**
 * The check that halted a currency, or null; at most one of its halts is open. The last proof decides: a halt
 * that was ended in the database, not by operators, stays in force. The proof is read first, so that a halt
 * that begins meanwhile counts.
 */
async function haltingCheck(
  { database, keys }: HaltReading,
  currencyId: number,
): Promise<string | null> {
  const subject = `${currencyId}`
  const recorded = (await provenValues(database, keys, kind, [subject])).get(subject)
  if (isStopped(recorded)) return recorded
  const found = await database.query<Pick<Halt, 'check'>>(
    `select check_name as "check" from books.currency_halt
     where currency_id = $1 and ended_at is null`,
    [currencyId],
  )
  return found.rows[0]?.check ?? null
}

function isStopped(recorded: string | undefined): recorded is string {
  return recorded !== undefined && recorded !== going
}

/** Halted currencies without an open row, each with the check that halted it; read in one snapshot. */
async function hiddenHalts(snapshot: Connection, keys: Keys): Promise<ReadonlyMap<number, string>> {
  const recorded = await provenValues(snapshot, keys, kind)
  const open = new Set((await listHalts(snapshot)).map(({ currencyId }) => currencyId))
  const stopped = [...recorded].map(([subject, check]) => [Number(subject), check] as const)
  return new Map(stopped.filter(([id, check]) => isStopped(check) && !open.has(id)))
}

/**
 * Ids of currencies whose halt was ended in the database, or whose open halt has no proof or differs from it.
 * Such a halt stays open until two operators end it.
 *
 * @param snapshot without it, a halt that begins or ends between two reads would look forged
 */
export async function unprovenHalts(snapshot: Connection, keys: Keys): Promise<readonly string[]> {
  const hidden = [...(await hiddenHalts(snapshot, keys)).keys()].map(String)
  const recorded = await provenValues(snapshot, keys, kind)
  const unsaid = (await listHalts(snapshot)).filter(({ currencyId, check, isRestored }) => {
    const right = recorded.get(`${currencyId}`)
    return right !== check && !(isRestored && right === restoredCheck)
  })
  return [...hidden, ...unsaid.map(({ currencyId }) => `${currencyId}`)]
}

/** Proves halts from before there were proofs, as they are now. */
export async function proveEarlierHalts(connection: Connection, keys: Keys): Promise<void> {
  for (const { currencyId, check } of await listHalts(connection)) {
    await addProof(connection, keys, { kind, subject: `${currencyId}` }, check)
  }
}

/** Inserts the halts again that were ended in the database, so that operators see them. */
async function restoreHalts({ database, keys, log }: AlignDeps): Promise<void> {
  const hidden = await inSnapshot(database, (snapshot) => hiddenHalts(snapshot, keys))
  if (hidden.size === 0) return
  await inTransaction(database, async (transaction) => {
    // Waits for a transaction that is ending a halt: its halt would come back otherwise.
    await transaction.query('lock table books.currency_halt in share row exclusive mode')
    for (const [currencyId, check] of await hiddenHalts(transaction, keys)) {
      log.error({ currencyId }, 'a halt was ended outside the server: it stays open')
      await insertHalt(transaction, currencyId, check)
    }
  })
}

/** Inserts a halt; false if the same halt is open already. */
async function insertHalt(
  transaction: Transaction,
  currencyId: number,
  check: string,
): Promise<boolean> {
  const created = await transaction.query(
    `insert into books.currency_halt as h (currency_id, check_name, is_restored) values ($1, $2, $3)
     on conflict (currency_id) where ended_at is null do update set is_restored = true
       where excluded.is_restored and not h.is_restored
     returning id`,
    [currencyId, check, check === restoredCheck],
  )
  return created.rows.length > 0
}

/**
 * Proves halts that were made while the server's secret was unavailable, each once, before the server accepts
 * requests. The audit log, which is append-only, lists them: a halt that was ended in the database since is
 * open again.
 */
export async function sealHalts(transaction: Transaction, keys: Keys): Promise<void> {
  const found = await transaction.query<{ no: string; currencyId: number }>(
    `select t.no::text as no, c.id as "currencyId" from desk.audit_entry t
     join exchange.currency c on t.subject = 'currency:' || c.id
     where t.action = $1 and t.after->>'isUnproven' = 'true' order by t.no`,
    [haltAction],
  )
  const sealed = await provenValues(transaction, keys, sealedKind)
  for (const { no, currencyId } of found.rows.filter((entry) => !sealed.has(entry.no))) {
    await insertHalt(transaction, currencyId, restoredCheck)
    await addProof(transaction, keys, { kind, subject: `${currencyId}` }, restoredCheck)
    await addProof(transaction, keys, { kind: sealedKind, subject: no }, 'yes')
  }
}

/**
 * Refuses `books.currency_stopped` while a currency is halted. Manual bookings wait too, because it is not
 * known yet which figures are wrong.
 *
 * @param mended the check that the booking repairs: its halt does not block the booking
 */
export async function requireNotHalted(
  reading: HaltReading,
  { currencyId, symbol }: { readonly currencyId: number; readonly symbol: string },
  mended: CheckName | null = null,
): Promise<void> {
  const check = await haltingCheck(reading, currencyId)
  if (check === null || check === mended) return
  throw new Refusal('books.currency_stopped', { currency: symbol })
}

/** The number of halted currencies, and the time of the oldest halt. */
export async function countHalts(
  connection: Connection,
): Promise<{ readonly count: number; readonly oldestAt: Date | null }> {
  const found = await connection.query<{ count: number; oldestAt: Date | null }>(
    `select count(*)::int as count, min(begun_at) as "oldestAt"
     from books.currency_halt where ended_at is null`,
  )
  return found.rows[0] ?? { count: 0, oldestAt: null }
}

/** Halts the currencies of mismatches, once each; the audit log records it in the same transaction. */
export async function haltCurrencies(
  transaction: Transaction,
  keys: Keys,
  breaks: readonly Mismatch[],
): Promise<readonly number[]> {
  const halted: number[] = []
  for (const { check, currencyId, figures } of breaks) {
    if (currencyId === null) continue
    const reason = 'The books of this currency do not fit.'
    const found = { check, ...figures }
    if (await halt(transaction, keys, { currencyId, reason, found })) halted.push(currencyId)
  }
  return halted
}

/**
 * Halts every currency after the database was restored from a backup, because its rows lack all later
 * payouts. Each currency resumes after two operators agree and a reconciliation finds no mismatch with ledger
 * and external systems (FLT-40).
 *
 * @param keys null if the server's secret is unavailable: rows and audit log hold the halt until the next
 * start proves it
 */
export async function haltAllCurrencies(
  transaction: Transaction,
  keys: Keys | null,
): Promise<void> {
  const listed = await transaction.query<{ id: number }>(
    'select id from exchange.currency order by id',
  )
  const reason = 'The database was put back from a backup.'
  const found = { check: restoredCheck }
  for (const { id } of listed.rows) await halt(transaction, keys, { currencyId: id, reason, found })
}

async function halt(
  transaction: Transaction,
  keys: Keys | null,
  {
    currencyId,
    reason,
    found,
  }: {
    readonly currencyId: number
    readonly reason: string
    readonly found: { readonly check: string }
  },
): Promise<boolean> {
  if (!(await insertHalt(transaction, currencyId, found.check))) return false
  if (keys !== null)
    await addProof(transaction, keys, { kind, subject: `${currencyId}` }, found.check)
  const subject = `currency:${currencyId}`
  await audit.record(transaction, {
    operatorId: null,
    action: haltAction,
    subject,
    reason,
    after: keys === null ? { ...found, isUnproven: true } : found,
  })
  return true
}

/** Ends a halt; its markets open at the next `alignMarkets`. */
export async function endHalt(
  transaction: Transaction,
  keys: Keys,
  { haltId, currencyId }: Pick<Halt, 'haltId' | 'currencyId'>,
  by: { readonly operatorId: number; readonly changeId: number },
): Promise<void> {
  await transaction.query(
    `update books.currency_halt set ended_at = now(), ended_by = $2, change_id = $3
     where id = $1 and ended_at is null`,
    [haltId, by.operatorId, by.changeId],
  )
  await addProof(transaction, keys, { kind, subject: `${currencyId}` }, going)
}

/** The dependencies to align the markets with the halts. */
export type AlignDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly engine: Pick<Engine, 'submit'>
  readonly log: Log
}

type Market = {
  readonly marketId: number
  readonly state: string
  /** The halt for which the market must be, or was, halted; null: none. */
  readonly haltId: number | null
  readonly isHalted: boolean
  readonly isStopped: boolean
  readonly seq: number
}

/**
 * Aligns the markets with the halts: a market with a halted currency accepts no orders, and a market that was
 * halted for that reason alone opens again. Safe to interrupt and to repeat.
 */
export async function alignMarkets(deps: AlignDeps): Promise<void> {
  await restoreHalts(deps)
  for (const market of await readMarkets(deps)) {
    if (market.isHalted && market.state === 'open') await haltMarket(deps, market)
    if (!market.isHalted && market.isStopped) await resumeMarket(deps, market)
  }
}

async function readMarkets({ database, keys }: AlignDeps): Promise<readonly Market[]> {
  const stopped = await readHaltedMarkets(database, keys)
  const found = await database.query<Omit<Market, 'isStopped'>>(
    `select m.id as "marketId", m.state, h.id as "haltId", h.id is not null as "isHalted",
       (select seq from exchange.watermark) as seq
     from exchange.market m
     left join lateral (select min(id) as id from books.currency_halt
       where ended_at is null and currency_id in (m.base_id, m.quote_id)) h on true
     where h.id is not null or m.id = any($1::int[]) order by m.id`,
    [[...stopped.keys()]],
  )
  return found.rows.map((market) => {
    const { marketId, haltId } = market
    const isStopped = stopped.has(marketId)
    return { ...market, haltId: haltId ?? stopped.get(marketId) ?? null, isStopped }
  })
}

async function haltMarket(deps: AlignDeps, market: Market): Promise<void> {
  const { marketId, haltId } = market
  if (haltId !== null) await noteMarketHalted(deps, marketId, haltId)
  await setState(deps, market, 'cancel_only')
}

/**
 * Opens the market only if its state is unchanged since the halt: a market that an operator closed meanwhile
 * stays closed.
 */
async function resumeMarket(deps: AlignDeps, market: Market): Promise<void> {
  const isOurs = market.state === 'cancel_only'
  if (isOurs && !(await setState(deps, market, 'open'))) return
  await noteMarketResumed(deps, market.marketId)
}

/**
 * The command id contains the position of the tables at which the state was read, so the same reading acts
 * once.
 */
async function setState(
  { engine, log }: AlignDeps,
  { marketId, haltId, seq }: Market,
  state: 'cancel_only' | 'open',
): Promise<boolean> {
  const id = derivedCommandId(`currency_halt:${haltId}:market:${marketId}:${state}:${seq}`)
  const outcome = await engine.submit({ kind: 'set_market_state', marketId, state }, id)
  if (outcome.status === 'accepted') return true
  log.error(
    { marketId, state, status: outcome.status },
    'the state of a market could not be set, tried again in the next run',
  )
  return false
}
