/** The pages of accounts: sign-in, recovery and settings. */
import { currentSession } from '../api/session.ts'
import { membersOnly } from '../app/members-only.ts'
import type { PageRoute } from '../router/page-routes.ts'
import type { Routes } from '../router/route.ts'
import { dropSignInState, readLoginChallenge } from './sign-in/login-challenge.ts'
import { isWideForMenu } from './settings/settings-width.ts'

/** Guest pages redirect signed-in users to the home page (LOGIN-03, REG-03, PASS-02). */
function guestsOnly(): PageRoute | null {
  return currentSession() === null ? null : { to: '/' }
}

/** Without a stored first step there is no second step: all sign-in state is deleted (TFA-02). */
function needsFirstStep(): PageRoute | null {
  if (readLoginChallenge() !== null) return null
  dropSignInState()
  return { to: '/' }
}

const signInRoutes = {
  '/auth/login': {
    guard: guestsOnly,
    page: async () => (await import('./sign-in/login-page.tsx')).LoginPage,
  },
  '/auth/register': {
    guard: guestsOnly,
    page: async () => (await import('./registration/register-page.tsx')).RegisterPage,
  },
  '/auth/two-factor-auth': {
    guard: needsFirstStep,
    page: async () => (await import('./two-factor/two-factor-page.tsx')).TwoFactorPage,
  },
} satisfies Routes

const recoveryRoutes = {
  '/auth/email-verification': {
    page: async () =>
      (await import('./registration/email-verification-page.tsx')).EmailVerificationPage,
  },
  '/auth/email-verification-token-request': {
    page: async () =>
      (await import('./registration/verification-request-page.tsx')).VerificationRequestPage,
  },
  '/auth/forgot-password': {
    // Password managers open this page for a signed-in user, to change the password.
    guard: ({ search }) => (search['for'] === 'change' ? null : guestsOnly()),
    page: async () => (await import('./password/forgot-password-page.tsx')).ForgotPasswordPage,
  },
  '/auth/keep-factor': {
    page: async () => (await import('./two-factor/keep-factor-page.tsx')).KeepFactorPage,
  },
  '/auth/passchange-form': {
    page: async () => (await import('./password/change-password-page.tsx')).ChangePasswordPage,
  },
} satisfies Routes

const settingsRoutes = {
  '/settings': {
    guard: () => membersOnly() ?? (isWideForMenu() ? { to: '/settings/profile' } : null),
    page: async () => (await import('./settings/settings-menu-page.tsx')).SettingsMenuPage,
  },
  '/settings/profile': {
    guard: membersOnly,
    page: async () => (await import('./settings/profile-page.tsx')).ProfilePage,
  },
  '/settings/2fa': {
    guard: membersOnly,
    page: async () => (await import('./settings/security-page.tsx')).SecurityPage,
  },
  '/settings/delete-account': {
    guard: membersOnly,
    page: async () => (await import('./deletion/delete-account-page.tsx')).DeleteAccountPage,
  },
} satisfies Routes

export const accountRoutes = { ...signInRoutes, ...recoveryRoutes, ...settingsRoutes }
