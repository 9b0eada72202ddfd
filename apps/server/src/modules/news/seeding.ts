/** What a fresh simulation has to read: once, so that an operator can take articles away. */
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { type ArticleDraft, publishArticle } from './articles.ts'
import { safetyArticles } from './seeds/safety.ts'
import { startArticles } from './seeds/start.ts'
import { tradingArticles } from './seeds/trading.ts'
import { beginSeeding } from './store.ts'

/** The oldest first. */
const seeds: readonly ArticleDraft[] = [...safetyArticles, ...tradingArticles, ...startArticles]

/** A simulation has a past, as its market has: one article a week up to its first day. */
const weekMs = 604_800_000

/** Publishes the first articles, where that was never done. */
export async function seedArticles(database: Database, nowMs: number): Promise<void> {
  await inTransaction(database, async (client) => {
    if (!(await beginSeeding(client))) return
    for (const [place, draft] of seeds.entries()) {
      await publishArticle(client, draft, nowMs - (seeds.length - 1 - place) * weekMs)
    }
  })
}
