/** The first articles of a new simulation: published once, so that an operator can remove them. */
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { type ArticleDraft, publishArticle } from './articles.ts'
import { safetyArticles } from './seeds/safety.ts'
import { startArticles } from './seeds/start.ts'
import { tradingArticles } from './seeds/trading.ts'
import { beginSeeding } from './store.ts'

/** Oldest first. */
const seeds: readonly ArticleDraft[] = [...safetyArticles, ...tradingArticles, ...startArticles]

/** A simulation has a past, like its markets: one article a week before its first day, at 09:00 WIB. */
const dayMs = 86_400_000
const nineMs = 2 * 3_600_000

/** Publishes the first articles, if that was never done. */
export async function seedArticles(database: Database, nowMs: number): Promise<void> {
  await inTransaction(database, async (client) => {
    if (!(await beginSeeding(client))) return
    const lastMs = Math.floor((nowMs - nineMs) / dayMs) * dayMs + nineMs
    for (const [index, draft] of seeds.entries()) {
      const weeksBefore = seeds.length - 1 - index
      await publishArticle(client, draft, lastMs - weeksBefore * 7 * dayMs)
    }
  })
}
