/** The page of statements. Its filters are in the address, so that they can be bookmarked and shared. */
import { membersOnly } from '../app/members-only.ts'
import { withQueries } from '../app/with-queries.ts'
import type { Routes } from '../router/route.ts'

export const statementRoutes = {
  '/settings/statements': {
    guard: membersOnly,
    around: withQueries,
    page: async () => (await import('./statements-page.tsx')).StatementsPage,
  },
} satisfies Routes
