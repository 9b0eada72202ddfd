/**
 * The pages of the identity check. Guests are redirected home (SET-05). Each page asks the server for the
 * user's step.
 */
import { membersOnly } from '../app/members-only.ts'
import type { Routes } from '../router/route.ts'

const pages = () => import('./kyc-page.tsx')
const nationality = async () => (await pages()).NationalityPage

export const kycRoutes = {
  '/kyc': { guard: membersOnly, page: nationality },
  '/kyc/nationality': { guard: membersOnly, page: nationality },
  '/kyc/$variant/$step': { guard: membersOnly, page: async () => (await pages()).StepPage },
} satisfies Routes
