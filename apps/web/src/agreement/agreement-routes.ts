/** The pages of the agreement. Guests are redirected home; the pages check the other conditions (AGR-01). */
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
