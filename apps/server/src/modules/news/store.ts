/** Articles in the database, in both languages each. */
import type { ArticleFigures, List } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { selectPage } from '../../platform/lists/store.ts'

const createdMs = '(extract(epoch from created_at) * 1000)::bigint'

/** One page of the articles in a language, and how many there are. */
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
    where: 'true',
    values: [],
    columns: { articleId: 'id', title, createdMs },
    tie: 'id',
  }
  return selectPage(database, source, list)
}

export type NewArticle = {
  readonly titleEn: string
  readonly titleId: string
  readonly bodyEn: string
  readonly bodyId: string
  readonly extLink: string | null
  readonly createdMs: number
}

/** Keeps an article that was cleaned; returns its id. */
export async function insertArticle(
  client: Pick<Database, 'query'>,
  article: NewArticle,
): Promise<number> {
  const { titleEn, titleId, bodyEn, bodyId, extLink } = article
  const made = await client.query<{ id: number }>(
    `insert into news.article (title_en, title_id, body_en, body_id, ext_link, created_at)
     values ($1, $2, $3, $4, $5, to_timestamp($6::double precision / 1000)) returning id`,
    [titleEn, titleId, bodyEn, bodyId, extLink, article.createdMs],
  )
  return made.rows[0]?.id ?? 0
}

/** Whether this is the first time; from now on it is not. */
export async function beginSeeding(client: Pick<Database, 'query'>): Promise<boolean> {
  const made = await client.query('insert into news.seeding default values on conflict do nothing')
  return made.rowCount === 1
}
