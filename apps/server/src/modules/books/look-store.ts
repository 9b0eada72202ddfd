/** Looks and what they found, in the database. */
import type { Transaction } from '../../platform/database/pool.ts'
import { type CheckName, type Finding, findingText, patienceMsOf } from './finding.ts'
import type { LookFigures } from './look.ts'
import type { Connection } from './range.ts'

export type Break = {
  readonly breakId: number
  readonly check: CheckName
  readonly currencyId: number | null
  readonly figures: Pick<Finding, 'count' | 'samples'>
  readonly begunAt: Date
  /** Null: it may still be on its way. */
  readonly confirmedAt: Date | null
}

const breakColumns = `id as "breakId", check_name as "check", currency_id as "currencyId", figures,
  begun_at as "begunAt", confirmed_at as "confirmedAt"`

/** What is broken now, the oldest first. */
export async function openBreaks(connection: Connection): Promise<readonly Break[]> {
  const found = await connection.query<Break>(
    `select ${breakColumns} from books.break where ended_at is null order by begun_at, id`,
  )
  return found.rows
}

/**
 * Keeps what a look found: what is new begins, what is not found any more ends.
 *
 * @param looked the checks that this look made: others keep what they have
 * @returns what is broken now and counts from now on
 */
export async function keepFindings(
  transaction: Transaction,
  findings: readonly Finding[],
  looked: readonly CheckName[],
): Promise<readonly Break[]> {
  const news: Break[] = []
  for (const { check, currencyId, count, samples } of findings) {
    const kept = await transaction.query<Break & { readonly isNews: boolean }>(
      `insert into books.break as b (check_name, currency_id, figures, confirmed_at)
       values ($1, $2, $3, case when $4::float8 = 0 then now() end)
       on conflict (check_name, coalesce(currency_id, 0)) where ended_at is null
       do update set figures = excluded.figures, confirmed_at = coalesce(b.confirmed_at,
         case when b.begun_at <= now() - $4::float8 * interval '1 millisecond' then now() end)
       returning ${breakColumns}, confirmed_at = now() as "isNews"`,
      [check, currencyId, JSON.stringify({ count, samples }), patienceMsOf(check)],
    )
    news.push(...kept.rows.filter(({ isNews }) => isNews))
  }
  await transaction.query(
    `update books.break b set ended_at = now() where ended_at is null and check_name = any($1)
       and not exists (select from unnest($2::text[], $3::int[]) as f (check_name, currency_id)
         where f.check_name = b.check_name and f.currency_id is not distinct from b.currency_id)`,
    [looked, findings.map(({ check }) => check), findings.map(({ currencyId }) => currencyId)],
  )
  return news
}

export type LookKind = 'minute' | 'full'

export type KeptLook = {
  readonly lookId: number
  readonly at: Date
  readonly kind: LookKind
  readonly tookMs: number
  readonly breaks: number
  readonly figures: LookFigures
}

/** Keeps a look: the last of its day and kind, and each that found something else than the one before. */
export async function keepLook(
  transaction: Transaction,
  look: {
    readonly kind: LookKind
    readonly tookMs: number
    readonly findings: readonly Finding[]
    readonly figures: LookFigures
  },
): Promise<void> {
  const { kind, tookMs, findings, figures } = look
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

/** The newest looks, the newest first. */
export async function readLooks(connection: Connection, max: number): Promise<readonly KeptLook[]> {
  const found = await connection.query<KeptLook>(
    `select id as "lookId", at, kind, took_ms as "tookMs", breaks, figures
     from books.look order by id desc limit $1`,
    [max],
  )
  return found.rows
}
