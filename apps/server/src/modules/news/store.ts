/** Articles in the database, each in both languages. */
import type { ArticleFigures, ArticleState, List } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { selectPage } from '../../platform/lists/store.ts'

const createdMs = '(extract(epoch from created_at) * 1000)::bigint'

/** A page of the published articles in a language, and the number of all. */
export function listArticles(
  database: Database,
  language: 'en' | 'id',
  list: List,
): Promise<{ readonly rows: readonly ArticleFigures[]; readonly total: number }> {
  const title = `title_${language}`
  const source = {
    table: 'news.article',
    select: `id as "articleId", ${title} as title, body_${language} as body, ext_link as "extLink",
      ${createdMs} as "createdMs"`,
    where: `state = 'published' and removed_at is null and created_at <= now()`,
    values: [],
    columns: { articleId: 'id', title, createdMs },
    tie: 'id',
  }
  return selectPage<ArticleFigures>(database, source, list)
}

export type NewArticle = {
  readonly titleEn: string
  readonly titleId: string
  readonly bodyEn: string
  readonly bodyId: string
  readonly extLink: string | null
  readonly state: ArticleState
  /** The time of publication, in milliseconds since 1970. */
  readonly createdMs: number
}

/** Inserts a validated article; returns its id. The simulation's articles have no author. */
export async function insertArticle(
  client: Pick<Database, 'query'>,
  article: NewArticle,
  changedBy: number | null,
): Promise<number> {
  const created = await client.query<{ id: number }>(
    `insert into news.article
       (title_en, title_id, body_en, body_id, ext_link, state, created_at, changed_by)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7::double precision / 1000), $8) returning id`,
    [...columnsOf(article), changedBy],
  )
  return created.rows[0]?.id ?? 0
}

function columnsOf(article: NewArticle): readonly (string | number | null)[] {
  const { titleEn, titleId, bodyEn, bodyId, extLink, state, createdMs: shownMs } = article
  return [titleEn, titleId, bodyEn, bodyId, extLink, state, shownMs]
}

/** An article with its fields for the console. */
export type StoredArticle = NewArticle & {
  readonly articleId: number
  readonly version: number
  readonly changedAt: Date
  readonly changedBy: number | null
  readonly removedAt: Date | null
}

const storedColumns = `id as "articleId", title_en as "titleEn", title_id as "titleId",
  body_en as "bodyEn", body_id as "bodyId", ext_link as "extLink", state, version,
  ${createdMs} as "createdMs", changed_at as "changedAt", changed_by as "changedBy",
  removed_at as "removedAt"`

/** A page of all articles, including drafts, or of the bin; newest first. */
export async function listStoredArticles(
  database: Pick<Database, 'query'>,
  isInBin: boolean,
  { page, rows }: { readonly page: number; readonly rows: number },
): Promise<{ readonly rows: readonly StoredArticle[]; readonly total: number }> {
  const where = `removed_at is ${isInBin ? 'not null' : 'null'}`
  const counted = await database.query<{ total: number }>(
    `select count(*)::int as total from news.article where ${where}`,
  )
  const found = await database.query<StoredArticle>(
    `select ${storedColumns} from news.article where ${where}
     order by created_at desc, id desc limit $1 offset $2`,
    [rows, (page - 1) * rows],
  )
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** An article in any state; locked if it is about to change. */
export async function findStoredArticle(
  client: Pick<Database, 'query'>,
  articleId: number,
  isLocked = false,
): Promise<StoredArticle | null> {
  const found = await client.query<StoredArticle>(
    `select ${storedColumns} from news.article where id = $1 ${isLocked ? 'for update' : ''}`,
    [articleId],
  )
  return found.rows[0] ?? null
}

/** Changes a locked article, and increments its version. */
export async function updateArticle(
  client: Pick<Database, 'query'>,
  articleId: number,
  article: NewArticle,
  changedBy: number,
): Promise<void> {
  await client.query(
    `update news.article set title_en = $1, title_id = $2, body_en = $3, body_id = $4, ext_link = $5,
       state = $6, created_at = to_timestamp($7::double precision / 1000), changed_by = $8,
       changed_at = now(), version = version + 1 where id = $9`,
    [...columnsOf(article), changedBy, articleId],
  )
}

/** Moves a locked article to the bin or back, and increments its version. */
export async function moveArticle(
  client: Pick<Database, 'query'>,
  articleId: number,
  isRemoved: boolean,
  changedBy: number,
): Promise<void> {
  await client.query(
    `update news.article set removed_at = ${isRemoved ? 'now()' : 'null'}, changed_by = $2,
       changed_at = now(), version = version + 1 where id = $1`,
    [articleId, changedBy],
  )
}

/** Stores the content of a version, for the audit. */
export async function insertVersion(
  client: Pick<Database, 'query'>,
  stored: { readonly articleId: number; readonly version: number; readonly savedBy: number },
  content: object,
): Promise<void> {
  await client.query(
    `insert into news.article_version (article_id, version, content, saved_by)
     values ($1, $2, $3, $4)`,
    [stored.articleId, stored.version, JSON.stringify(content), stored.savedBy],
  )
}

/** Whether this is the first call; marks it as done. */
export async function beginSeeding(client: Pick<Database, 'query'>): Promise<boolean> {
  const created = await client.query(
    'insert into news.seeding default values on conflict do nothing',
  )
  return created.rowCount === 1
}
