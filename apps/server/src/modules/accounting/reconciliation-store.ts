/** Reconciliations and their mismatches in the database. */
import type { Transaction } from '../../platform/database/pool.ts'
import { type CheckName, type Finding, findingText, patienceMsOf } from './finding.ts'
import type { ReconciliationFigures } from './run-reconciliation.ts'
import type { Connection } from './range.ts'

export type Mismatch = {
  readonly breakId: number
  readonly check: CheckName
  readonly currencyId: number | null
  readonly figures: Pick<Finding, 'count' | 'samples'>
  readonly begunAt: Date
  /** Null: the money may still be in transit. */
  readonly confirmedAt: Date | null
}

const breakColumns = `id as "breakId", check_name as "check", currency_id as "currencyId", figures,
  begun_at as "begunAt", confirmed_at as "confirmedAt"`

/** The open mismatches, oldest first. */
export async function listOpenMismatches(connection: Connection): Promise<readonly Mismatch[]> {
  const found = await connection.query<Mismatch>(
    `select ${breakColumns} from books.break where ended_at is null order by begun_at, id`,
  )
  return found.rows
}

/**
 * Saves the findings of a run: a new one opens a mismatch, and a missing one ends it.
 *
 * @param checked the checks of this run: mismatches of other checks stay open
 * @returns the mismatches that count from now on
 */
export async function saveFindings(
  transaction: Transaction,
  findings: readonly Finding[],
  checked: readonly CheckName[],
): Promise<readonly Mismatch[]> {
  const news: Mismatch[] = []
  for (const { check, currencyId, count, samples } of findings) {
    const stored = await transaction.query<Mismatch & { readonly isNews: boolean }>(
      `insert into books.break as b (check_name, currency_id, figures, confirmed_at)
       values ($1, $2, $3, case when $4::float8 = 0 then now() end)
       on conflict (check_name, coalesce(currency_id, 0)) where ended_at is null
       do update set figures = excluded.figures, confirmed_at = coalesce(b.confirmed_at,
         case when b.begun_at <= now() - $4::float8 * interval '1 millisecond' then now() end)
       returning ${breakColumns}, confirmed_at = now() as "isNews"`,
      [check, currencyId, JSON.stringify({ count, samples }), patienceMsOf(check)],
    )
    news.push(...stored.rows.filter(({ isNews }) => isNews))
  }
  await transaction.query(
    `update books.break b set ended_at = now() where ended_at is null and check_name = any($1)
       and not exists (select from unnest($2::text[], $3::int[]) as f (check_name, currency_id)
         where f.check_name = b.check_name and f.currency_id is not distinct from b.currency_id)`,
    [checked, findings.map(({ check }) => check), findings.map(({ currencyId }) => currencyId)],
  )
  return news
}

export type ReconciliationKind = 'minute' | 'full'

export type ReconciliationRecord = {
  readonly lookId: number
  readonly at: Date
  readonly kind: ReconciliationKind
  readonly tookMs: number
  readonly breaks: number
  readonly figures: ReconciliationFigures
}

/** Saves a run. It replaces the last run of its day and kind if that one has the same findings. */
export async function saveReconciliation(
  transaction: Transaction,
  run: {
    readonly kind: ReconciliationKind
    readonly tookMs: number
    readonly findings: readonly Finding[]
    readonly figures: ReconciliationFigures
  },
): Promise<void> {
  const { kind, tookMs, findings, figures } = run
  const text = findingText(findings)
  await transaction.query(
    `delete from books.look where id = (
       select l.id from books.look l where kind = $1 order by id desc limit 1)
       and finding = $2 and (at at time zone 'Asia/Jakarta')::date
         = (now() at time zone 'Asia/Jakarta')::date`,
    [kind, text],
  )
  await transaction.query(
    `insert into books.look (kind, took_ms, breaks, finding, figures) values ($1, $2, $3, $4, $5)`,
    [kind, Math.round(tookMs), findings.length, text, JSON.stringify(figures)],
  )
}

/** The newest runs, newest first. */
export async function listReconciliations(
  connection: Connection,
  max: number,
): Promise<readonly ReconciliationRecord[]> {
  const found = await connection.query<ReconciliationRecord>(
    `select id as "lookId", at, kind, took_ms as "tookMs", breaks, figures
     from books.look order by id desc limit $1`,
    [max],
  )
  return found.rows
}
