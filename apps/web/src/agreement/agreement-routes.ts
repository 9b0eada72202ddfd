/** The pages of the agreement; guests are led home, who may not agree by the pages themselves (AGR-01). */
import { membersOnly } from '../app/members-only.ts'
import type { Routes } from '../router/route.ts'

export const agreementRoutes = {
  '/settings/agreement-sign': {
    guard: membersOnly,
    page: async () => (await import('./sign-page.tsx')).SignPage,
  },
  '/settings/agreement-sign-two': {
    guard: membersOnly,
    page: async () => (await import('./sign-two-page.tsx')).SignTwoPage,
  },
} satisfies Routes
