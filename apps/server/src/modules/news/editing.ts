/**
 * Actions of operators on articles (NEWS-01, SRV-86): each names the version that it changes, stores the new
 * version, and has an audit entry with the state before and after.
 */
import { createHash } from 'node:crypto'
import type { ArticleState } from '@tukar/wire'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { audit } from '../desk/index.ts'
import { type ArticleDraft, cleanArticle } from './articles.ts'
import {
  findStoredArticle,
  insertArticle,
  type StoredArticle,
  insertVersion,
  type NewArticle,
  moveArticle,
  updateArticle,
} from './store.ts'

export type ArticleSaving = ArticleDraft & {
  readonly state: ArticleState
  /** The time of publication, in milliseconds since 1970. */
  readonly createdMs: number
}

/** The version of an article that the operator read. */
export type ReadArticle = { readonly articleId: number; readonly version: number }

/** Stores a new article; refuses as `cleanArticle` does. Returns its id. */
export async function addArticle(
  database: Database,
  operatorId: number,
  saving: ArticleSaving,
): Promise<number> {
  const article = cleanArticle(saving, saving.state, saving.createdMs)
  return inTransaction(database, async (transaction) => {
    const articleId = await insertArticle(transaction, article, operatorId)
    await insertVersion(transaction, { articleId, version: 1, savedBy: operatorId }, article)
    const action = article.state === 'published' ? 'article.publish' : 'article.draft'
    await note(transaction, operatorId, { action, articleId, after: noted(article, 1) })
    return articleId
  })
}

/** Saves an article; refuses `content.changed` if its version changed meanwhile. */
export async function saveArticle(
  database: Database,
  operatorId: number,
  read: ReadArticle,
  saving: ArticleSaving,
): Promise<void> {
  const article = cleanArticle(saving, saving.state, saving.createdMs)
  const { articleId } = read
  await inTransaction(database, async (transaction) => {
    const before = await lockedArticle(transaction, read)
    if (before.removedAt !== null) throw new Refusal('content.unknown')
    const version = before.version + 1
    await updateArticle(transaction, articleId, article, operatorId)
    await insertVersion(transaction, { articleId, version, savedBy: operatorId }, article)
    const after = noted(article, version)
    const action = actionOf(before.state, article.state)
    await note(transaction, operatorId, {
      action,
      articleId,
      before: noted(before, before.version),
      after,
    })
  })
}

/** Moves an article to the bin, or restores it unchanged. */
export async function binArticle(
  database: Database,
  operatorId: number,
  read: ReadArticle,
  { isRemoved, reason }: { readonly isRemoved: boolean; readonly reason: string },
): Promise<void> {
  const { articleId } = read
  await inTransaction(database, async (transaction) => {
    const before = await lockedArticle(transaction, read)
    if ((before.removedAt !== null) === isRemoved) throw new Refusal('content.changed')
    await moveArticle(transaction, articleId, isRemoved, operatorId)
    const action = isRemoved ? 'article.remove' : 'article.restore'
    const state = noted(before, before.version)
    await note(transaction, operatorId, { action, articleId, before: state, reason })
  })
}

async function lockedArticle(
  transaction: Transaction,
  { articleId, version }: ReadArticle,
): Promise<StoredArticle> {
  const found = await findStoredArticle(transaction, articleId, true)
  if (found === null) throw new Refusal('content.unknown')
  if (found.version !== version) throw new Refusal('content.changed')
  return found
}

function actionOf(before: ArticleState, after: ArticleState): string {
  if (after === 'published') return before === 'published' ? 'article.change' : 'article.publish'
  return before === 'published' ? 'article.withdraw' : 'article.draft'
}

/** The audit state of a version; its bodies as hashes, because `article_version` has them in full. */
function noted(article: NewArticle, version: number): object {
  const { titleEn, titleId, bodyEn, bodyId, extLink, state, createdMs } = article
  return {
    version,
    title_en: titleEn,
    title_id: titleId,
    ext_link: extLink,
    state,
    published_at: new Date(createdMs).toISOString(),
    body_en: hashOf(bodyEn),
    body_id: hashOf(bodyId),
  }
}

function hashOf(body: string): string {
  return `sha256:${createHash('sha256').update(body).digest('hex')} (${body.length})`
}

async function note(
  transaction: Transaction,
  operatorId: number,
  entry: {
    readonly action: string
    readonly articleId: number
    readonly before?: object
    readonly after?: object
    readonly reason?: string
  },
): Promise<void> {
  const { action, articleId, before, after, reason = '' } = entry
  await audit.record(transaction, {
    operatorId,
    action,
    subject: `article:${articleId}`,
    reason,
    ...(before && { before }),
    ...(after && { after }),
  })
}
