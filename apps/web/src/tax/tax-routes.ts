/** The route of the tax page. */
import { membersOnly } from '../app/members-only.ts'
import { withQueries } from '../app/with-queries.ts'
import type { Routes } from '../router/route.ts'

export const taxRoutes = {
  '/settings/tax': {
    guard: membersOnly,
    around: withQueries,
    page: async () => (await import('./tax-page.tsx')).TaxPage,
  },
} satisfies Routes
